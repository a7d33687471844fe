#!/usr/bin/env bash
# Runs a test if the tools that it needs are installed. Otherwise exits with 77, which ctest reports
# as not run. usage: needs.sh TOOL... -- COMMAND...   (python3:NAME is a Python module)
set -euo pipefail
while [ "$1" != -- ]; do
    case $1 in
    python3:*) /usr/bin/python3 -c "import ${1#*:}" 2>/dev/null ;;
    *) command -v "$1" >/dev/null ;;
    esac || {
        echo "not run: $1 is not installed"
        exit 77
    }
    shift
done
shift
exec "$@"
