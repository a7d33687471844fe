#!/usr/bin/env bash
# Runs a test if the tools that it needs are installed. Otherwise exits with 77, which ctest reports
# as not run. usage: needs.sh TOOL... -- COMMAND...   (python3:NAME is a Python module, node:NAME one
# of tests/page)
set -euo pipefail
while [ "$1" != -- ]; do
    case $1 in
    python3:*) /usr/bin/python3 -c "import ${1#*:}" 2>/dev/null ;;
    node:*) [ -d "$SOURCE/tests/page/node_modules/${1#*:}" ] ;;
    *) command -v "$1" >/dev/null ;;
    esac || {
        echo "not run: $1 is not installed"
        exit 77
    }
    shift
done
shift
exec "$@"
