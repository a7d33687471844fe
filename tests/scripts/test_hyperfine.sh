# scripts/hyperfine: what it refuses, and tiny real runs. No time is asserted.
source "${SOURCE:?}/tests/cli/expect.sh"
export MEXBENCH TMPDIR=$work
hyperfine=$SOURCE/scripts/hyperfine
solve="$MEXBENCH solve bacteria"
tiny=every:cells=2

expect 0 'usage: scripts/hyperfine PROBLEM .*Exit codes' '' "$hyperfine" --help
expect 2 '' 'required: PROBLEM' "$hyperfine"
expect 2 '' 'nosuchflag' "$hyperfine" bacteria --nosuchflag
expect 2 '' "no problem 'bacterai'; did you mean bacteria\?" "$hyperfine" bacterai
expect 2 '' "no variant of bacteria is called 'iterativ3'; did you mean iterative\?" \
    "$hyperfine" bacteria iterativ3
expect 2 '' "no variant of bacteria is called '$tiny'" "$hyperfine" bacteria "$tiny" iterative
expect 2 '' "bacteria has no generator 'radnom'" "$hyperfine" bacteria auto radnom:n=1
expect 2 '' 'runs is at least 2' "$hyperfine" bacteria --runs 1
expect 2 '' "'x' is not acceptable" "$hyperfine" bacteria auto "$tiny" --threads x
expect 2 '' 'must end in .json or .md' "$hyperfine" bacteria --export table.csv
expect 1 '' 'cannot write in that folder' "$hyperfine" bacteria --export nowhere/table.json
expect 1 '' 'cannot read ./nothere.txt: No such file' "$hyperfine" bacteria auto ./nothere.txt
expect 1 '' 'naive cannot solve 9x9: plays on sets' "$hyperfine" bacteria naive empty:n=9,m=9
expect 1 '' 'there is no nothere; scripts/build makes it' env MEXBENCH=nothere "$hyperfine" bacteria
expect 1 '' '^hyperfine: hyperfine is not installed; scripts/setup installs it \(package hyperfine\) $' \
    env PATH="$work/empty" "$hyperfine" bacteria

# Programs: each failure names the command, and nothing is timed.
expect 2 '' "No closing quotation" "$hyperfine" bacteria auto "$tiny" --program "echo 'x"
expect 2 '' 'there is no command' "$hyperfine" bacteria auto "$tiny" --program ''
expect 1 '' "cannot run 'nothere -x': no command nothere" \
    "$hyperfine" bacteria auto "$tiny" --program 'nothere -x'
expect 1 '' "'sh -c .echo oops >&2; exit 3.' failed \(exit code 3\): oops" \
    "$hyperfine" bacteria auto "$tiny" --program "sh -c 'echo oops >&2; exit 3'"
expect 1 '' "failed \(killed by signal 11\)" \
    "$hyperfine" bacteria auto "$tiny" --program "sh -c 'kill -SEGV \$\$'"
expect 4 '' "outputs differ, nothing was timed.*line 1 of 'auto': 'Case #1: 2'.*of 'sed s/x/y/ .input.': '10'" \
    "$hyperfine" bacteria auto "$tiny" --program 'sed s/x/y/ {input}'
expect 4 '' "line 1 of 'true': ''" "$hyperfine" bacteria auto "$tiny" --program true
# shellcheck disable=SC2016 # for the shell of the program
expect 1 'equal outputs' "'sh -c .*' failed while it was timed" "$hyperfine" bacteria auto "$tiny" \
    --program "sh -c '$solve && ! test -e ran && touch ran'" --runs 2
[ -z "$(find . -name 'mexbench-hyperfine-*')" ] || {
    echo 'FAILED: a run that failed left its folder behind'
    failures=$((failures + 1))
}

# Real runs.
expect 0 'every:cells=2: .* 2 commands, equal outputs .*bacteria_iterative.* 7  .*results: ' '' \
    "$hyperfine" bacteria iterative auto iterative "$tiny" --runs 7
expect 0 'left out: bacteria_naive cannot solve 5x5.*results: table.json table.md' '' \
    "$hyperfine" bacteria naive memoised empty:n=5,m=5 --runs 2 --export table.json --export table.md
expect 0 'bacteria_memoised' '' cat table.md
expect 0 'too few runs for an interval.*started by sh, which redirects its input' '' \
    "$hyperfine" bacteria auto "$tiny" --program "$solve" --runs 2 --warmup 0
expect 0 'left out: sleep 9 takes longer than 0.5 s' '' \
    "$hyperfine" bacteria auto "$tiny" --program 'sleep 9' --limit 0.5 --runs 2
expect 0 'bacteria -: 7 bytes, 2 commands' '' \
    fed '1\n1 1\n.' "$hyperfine" bacteria auto - --program "$solve {input}" --runs 2
expect 0 'darkraft every:cells=2' '' \
    "$hyperfine" darkraft auto iterative every:cells=2 --dialect jzoj --runs 2
/usr/bin/python3 - <<'PYTHON'
import json

table = json.load(open("table.json"))
(result,) = table["results"]
assert result["command"] == "bacteria_memoised" and len(result["times"]) == 2
assert result["parameters"]["command"].endswith("--variant=bacteria_memoised")
assert "bacteria_naive" in table["mexbench"]["left_out"]
PYTHON

# The intervals are exact: what the sign test says of seven and of ten times; of six, nothing.
PYTHONPATH=$SOURCE/scripts /usr/bin/python3 -B - <<'PYTHON'
import medians

assert medians.interval(range(6)) is None
assert medians.interval(range(1, 8)) == (1, 7)
assert medians.interval(range(10, 0, -1)) == (2, 9)
assert medians.ratio_interval(range(11, 21), range(1, 11)) == (12 / 9, 19 / 2)
assert medians.mad([1, 2, 3, 10]) == 1
PYTHON
finish
