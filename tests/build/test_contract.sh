# The two contract headers, each alone: C17 and C++17, by gcc and clang, without a warning; variant.h
# in at most 120 lines; neither names a problem or includes one's header.
set -euo pipefail
kernels=${SOURCE:?}/kernels
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only)
status=0
fail() {
    echo "$1"
    status=1
}

compiled=0
for header in variant.h problem.h; do
    for compiler in "gcc -std=c17 -x c" "clang -std=c17 -x c" "g++ -std=c++17 -x c++" \
        "clang++ -std=c++17 -x c++"; do
        read -ra command <<<"$compiler"
        if ! command -v "${command[0]}" >/dev/null; then
            fail "not checked, since it is not installed: ${command[0]}"
            continue
        fi
        echo "#include \"$header\"" |
            "${command[@]}" "${warnings[@]}" -I"$kernels" - || fail "$header: $compiler"
        compiled=$((compiled + 1))
    done
    while read -r problem; do
        if grep -n "$problem" "$kernels/$header"; then
            fail "$header names the problem $problem"
        fi
    done < <(sed -n 's/^PROBLEM(\(.*\))$/\1/p' "$kernels/problems.def")
done
[ "$compiled" -gt 0 ] || fail "no compiler"

lines=$(wc -l <"$kernels/variant.h")
[ "$lines" -le 120 ] || fail "variant.h has $lines lines, at most 120 are allowed"
exit $status
