# worst and try: the same search gives the same board; output of try; refusals of both.
source "${SOURCE:?}/tests/cli/expect.sh"

for problem in bacteria darkraft boardgame; do
    # shellcheck disable=SC2054
    search=("$MEXBENCH" worst "$problem" worst:n=3,m=3 --variant memoised --steps 200 --seed 7)
    "${search[@]}" >one 2>one.record
    expect 0 '.' "${problem}_memoised.*3x3.*options evaluated.*seed 7.*steps 200.*hash" "${search[@]}"
    cmp one stdout || failures=$((failures + 1))
    # The score is the score of the printed board.
    score=$(cut -f4 one.record)
    expect 0 "\"work\": $score" '' "$MEXBENCH" solve "$problem" one --variant memoised --json --count
done
expect 0 '.' 'nanoseconds' "$MEXBENCH" worst bacteria worst:n=3,m=3 --variant naive --by time --steps 5
expect 2 '' '--variant is required' "$MEXBENCH" worst bacteria
expect 2 '' "--by: 'luck' is not one of work, time" "$MEXBENCH" worst bacteria --variant naive --by luck
expect 1 '' 'bacteria_naive cannot solve 9x9' "$MEXBENCH" worst bacteria worst:n=9,m=9 --variant naive
expect 1 '' 'number of boards is out of range' "$MEXBENCH" worst bacteria random:cases=0 --variant naive

# Under a sanitizer, the tests of check and compare, which try calls, are enough. There are hot
# lines if perf can sample.
hot='no hot lines'
! perf record -q -e cpu-clock:u -o samples true 2>/dev/null || hot='hot lines on .*[0-9]%'
[ -n "${SANITIZE:-}" ] ||
    expect 0 "bacteria_memoised +ok .*tiny .* (faster|slower).*$hot.* bound: of these [0-9.]+ ms its instructions take [0-9.]+ ms at best \([0-9]+%\), by llvm-mca's model znver3 .* next: scripts/profile bacteria bacteria_memoised random:[^ ]* --asm +mexbench compare bacteria bacteria_[a-z0-9_]+ bacteria_memoised random:" '.' \
        "$MEXBENCH" try bacteria memoised
[ -n "${SANITIZE:-}" ] || {
    expect 0 '^\{' 'seed [0-9]+' "$MEXBENCH" try bacteria --variant memoised --json
    /usr/bin/python3 - <<'PYTHON' || failures=$((failures + 1))
import json
found = json.load(open("stdout"))
assert (found["problem"], found["variant"]) == ("bacteria", "bacteria_memoised")
assert found["check"]["problems"][0]["variants"][0]["verdict"] == "ok"
timed = [row for row in found["workloads"] if "seconds" in row]
assert timed and all(row["seconds"] > 0 and row["rival"] for row in timed)
assert found["hot_workload"] in [row["workload"] for row in timed]
bound = found["bound"]
assert bound["model"] == "znver3" and bound["cycles_per_work"] > 0 and bound["clock_hz"] > 1e8
slowest = max(row["seconds"] for row in timed)
assert abs(bound["share"] - bound["seconds"] / slowest) < 1e-6 * bound["share"]
PYTHON
}
expect 2 '' "did you mean memoised" "$MEXBENCH" try bacteria memoisd
expect 2 '' 'name one variant' "$MEXBENCH" try bacteria
expect 2 '' 'name one variant' "$MEXBENCH" try bacteria naive --variant naive
expect 2 '' 'did you mean memoised' "$MEXBENCH" try bacteria --variant memoisd
finish
