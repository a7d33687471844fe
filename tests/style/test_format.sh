# clang-format has nothing to change in the C sources.
# needs: clang-format git
set -euo pipefail
cd "$SOURCE"
git ls-files '*.c' '*.h' '*.cc' | xargs clang-format --dry-run -Werror
