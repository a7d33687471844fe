# Nothing compared is never success: table, report, worst, kill-test, valgrind and tidy
# end with exit code 2 and a sentence when there is nothing to compare, or no number.
# needs: python3:scipy clang-tidy
source "${SOURCE:?}/tests/cli/expect.sh"
scripts=$SOURCE/scripts

expect 2 '' '^table: there is no folder nosuch $' "$scripts/table" nosuch
mkdir -p empty/bacteria
expect 2 '' '^table: nothing to solve: no empty/PROBLEM/\*\.in for bacteria, darkraft, boardgame $' \
    "$scripts/table" empty
# A folder with boards of one problem: the output says that the others have no boards.
printf '1\n9 9\n%s' "$(printf '.........\n%.0s' {1..9})" >empty/bacteria/nine.in
expect 2 '' 'nine.in has no nine.ans' "$scripts/table" empty
"$MEXBENCH" solve bacteria empty/bacteria/nine.in >empty/bacteria/nine.ans
expect 0 'bacteria_naive +0 of 1 +not compared .*bacteria_memoised +1 of 1 .* agrees .*darkraft: no inputs .*1 files: all answers are right' \
    '' "$scripts/table" empty
echo 'Case #1: 0' >empty/bacteria/nine.ans
expect 4 'wrong answers by auto: nine.in .*SOME ANSWERS ARE WRONG' '' "$scripts/table" empty

# fixture PYTHON: makes suite.json from the fixture, changed by a statement on its rows.
fixture() {
    /usr/bin/python3 - "$SOURCE/tests/report/fixture.json" "$1" <<'END'
import json
import sys

with open(sys.argv[1]) as file:
    suite = json.load(file)
rows = suite["benchmarks"]
first = next(row for row in rows if "real_time" in row)
exec(sys.argv[2])
with open("suite.json", "w") as file:
    json.dump(suite, file)
END
}
report=("$scripts/report" --here suite.json)
fixture 'rows.clear()'
expect 2 '' '^report: suite.json has no row with a time: nothing to report $' "${report[@]}"
fixture '[row.update(error_occurred=True, error_message="skipped: too large") for row in rows]'
expect 2 '' 'has no row with a time' "${report[@]}"
fixture 'first.update(error_occurred=True, error_message="digests differ")'
expect 2 '' 'failed: digests differ $' "${report[@]}"
for time in 'float("nan")' 'float("inf")' -1 0; do
    fixture "first['real_time'] = $time"
    expect 2 '' 'real_time .* is not a time $' "${report[@]}"
done
[ ! -e RESULTS.md ] || {
    echo 'FAILED: a report was written'
    failures=$((failures + 1))
}

for script in worst kill-test valgrind run; do
    for number in abc 0 -3 1.5; do
        expect 2 '' "'?$number'?.*number|required|unrecognized|expected" "$scripts/$script" "$number"
    done
done
expect 2 '' "no source .*/nosuch.c" "$scripts/tidy" --build "${BUILD:?}" nosuch.c
finish
