# Shell scripts pass shellcheck; Python passes black and flake8.
# needs: shellcheck black flake8 git
set -euo pipefail
cd "$SOURCE"
shell=() python=()
while read -r file; do
    case $(head -n 1 "$file") in
    '#!'*python*) python+=("$file") ;;
    '#!'*bash*) shell+=("$file") ;;
    *) [[ $file != *.py ]] || python+=("$file") ;;
    esac
done < <(git ls-files scripts .ci tests | grep -vE '\.gz$|\.(c|h|def|in|ans|tsv|txt|json|svg)$')
shellcheck "${shell[@]}"
git ls-files 'tests/*.sh' | xargs shellcheck --shell=bash
black --quiet --check --line-length 100 "${python[@]}"
flake8 --max-line-length 100 "${python[@]}"
