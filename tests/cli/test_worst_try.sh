# worst and try: the same search gives the same board; what try says, and what both refuse.
source "${SOURCE:?}/tests/cli/expect.sh"

for problem in bacteria darkraft boardgame; do
    # shellcheck disable=SC2054
    search=("$MEXBENCH" worst "$problem" worst:n=3,m=3 --variant memoised --steps 200 --seed 7)
    "${search[@]}" >one 2>one.record
    expect 0 '.' "${problem}_memoised.*3x3.*options evaluated.*seed 7.*steps 200.*hash" "${search[@]}"
    cmp one stdout || failures=$((failures + 1))
    # The score is that of the board that was printed.
    score=$(cut -f4 one.record)
    expect 0 "\"work\": $score" '' "$MEXBENCH" solve "$problem" one --variant memoised --json --count
done
expect 0 '.' 'nanoseconds' "$MEXBENCH" worst bacteria worst:n=3,m=3 --variant naive --by time --steps 5
expect 2 '' '--variant is missing' "$MEXBENCH" worst bacteria
expect 2 '' "'luck' is not acceptable" "$MEXBENCH" worst bacteria --variant naive --by luck
expect 1 '' 'bacteria_naive cannot solve 9x9' "$MEXBENCH" worst bacteria worst:n=9,m=9 --variant naive
expect 1 '' 'no board to begin with' "$MEXBENCH" worst bacteria random:cases=0 --variant naive

# Under a sanitizer check and compare, of which try is made, have tests enough of their own.
[ -n "${SANITIZE:-}" ] ||
    expect 0 'bacteria_memoised +ok .*tiny .* (faster|slower).*hot lines' '.' \
        "$MEXBENCH" try bacteria memoised
expect 2 '' "did you mean memoised" "$MEXBENCH" try bacteria memoisd
expect 2 '' 'expected PROBLEM VARIANT' "$MEXBENCH" try bacteria
finish
