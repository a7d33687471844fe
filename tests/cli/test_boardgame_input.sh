# boardgame: the most and the largest patterns that the format allows, solved correctly, in little
# memory and in seconds.
source "${SOURCE:?}/tests/cli/expect.sh"
solve=("$MEXBENCH" solve boardgame)
patterns=/usr/bin/python3\ "$SOURCE"/tests/cli/boardgame_patterns.py

# within KIB COMMAND...: with KIB of address space (not under a sanitizer) and 20 seconds.
within() (
    kib=$1
    shift
    [ -n "${SANITIZE:-}" ] || ulimit -v "$kib"
    timeout 20 "$@"
)

# within_fed KIB TEXT: solves the boards in TEXT, a printf format.
within_fed() {
    # shellcheck disable=SC2059 # the text is a format on purpose
    printf -- "$2" | within "$1" "${solve[@]}"
}

# 100000 patterns that all contain one of the first four: the winner is known. Given twice, they
# have the same winner.
while read -r n m winner; do
    $patterns supersets "$n" "$m" 100000 >many.in
    expect 0 "^$winner $" '' within 200000 "${solve[@]}" many.in
    $patterns twice <many.in >twice.in
    expect 0 "^$winner $" '' within 200000 "${solve[@]}" twice.in
done <<'BOARDS'
4 4 Alice
4 5 Bob
2 7 Bob
5 5 Alice
BOARDS
expect 0 '^(Alice|Bob) $' '' within 200000 "${solve[@]}" <($patterns supersets 5 8 100000)

# 100000 patterns that do not contain each other: all techniques agree.
$patterns antichain 4 5 100000 >antichain.in
"${solve[@]}" antichain.in --variant memoised >expected
for variant in iterative bitpacked sweep_base layered_base; do
    expect 0 "^$(cat expected) $" '' within 300000 "${solve[@]}" antichain.in --variant $variant
done

# Boxes of any size that cannot fit are checked and skipped in constant memory.
long() {
    printf '%b' "$1"
    head -c "$2" /dev/zero | tr '\0' "$3"
    echo
}
most=1000000000
[ -z "${SANITIZE:-}" ] || most=10000000
expect 0 '^Bob $' '' within 100000 "${solve[@]}" <(long "1 6 2\n1 $most\n" $most 1; printf '1 3\n111\n')
high() {
    printf '2 3 2\n1 1\n1\n%d 1\n' $((most / 100))
    yes 1 | head -n $((most / 100))
}
expect 0 '^Alice $' '' within 100000 "${solve[@]}" <(high)
expect 1 '' ':3:1: pattern row has 5 characters, expected 1000000000' \
    within_fed 100000 '1 6 1\n1 1000000000\n11111\n'
expect 1 '' ':3:1: pattern row has "x", expected one of "01"' \
    within_fed 100000 '1 6 1\n1 1000000000\nx11\n'
expect 1 '' ':4:1: expected pattern row, found end of input' \
    within_fed 100000 '1 6 1\n1000000000 1\n1\n'
expect 1 '' ':2:1: height of a pattern 1000000001 is out of range 1 to 1000000000' \
    within_fed 100000 '1 6 1\n1000000001 1\n1\n'

# Numbers whose products overflow: no memory is reserved for them.
expect 1 '' ':3:1: pattern row has 1 character, expected 1000000000' \
    within_fed 100000 '2 2 1000000000\n1000000000 1000000000\n1\n'
expect 1 '' ':4:1: expected height of a pattern, found end of input' \
    within_fed 100000 '2 2 1000000000\n1 1\n1\n'
expect 1 '' ':3:1: pattern row has 1 character, expected 65536' \
    within_fed 100000 '2 2 1\n65536 65536\n1\n'
for number in 4294967297 18446744073709551617 99999999999999999999; do
    expect 1 '' ":2:1: height of a pattern $number is out of range" \
        within_fed 100000 "2 2 1\n$number 1\n1\n"
    expect 1 '' ":2:3: width of a pattern $number is out of range" \
        within_fed 100000 "2 2 1\n1 $number\n1\n"
    expect 1 '' ":1:5: number of patterns $number is out of range" \
        within_fed 100000 "2 2 $number\n1 1\n1\n"
    expect 1 '' ":1:1: number of rows $number is out of range" within_fed 100000 "$number 1 0\n"
done
finish
