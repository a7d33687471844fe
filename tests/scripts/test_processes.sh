# scripts/processes: refusals, and tiny real runs. No time is asserted.
# needs: hyperfine python3:scipy
source "${SOURCE:?}/tests/cli/expect.sh"
export MEXBENCH TMPDIR=$work
processes=$SOURCE/scripts/processes
solve="$MEXBENCH solve bacteria"
tiny=every:cells=2

expect 0 'usage: processes PROBLEM .*Exit codes' '' "$processes" --help
expect 2 '' 'required: PROBLEM' "$processes"
expect 2 '' 'nosuchflag' "$processes" bacteria --nosuchflag
expect 2 '' "unknown problem 'bacterai'; did you mean bacteria\?" "$processes" bacterai
expect 2 '' "no variant of bacteria is called 'iterativ3'; did you mean iterative\?" \
    "$processes" bacteria iterativ3
expect 2 '' "no variant of bacteria is called '$tiny'" "$processes" bacteria "$tiny" iterative
expect 2 '' "bacteria has no generator 'radnom'" "$processes" bacteria auto radnom:n=1
expect 2 '' 'runs must be at least 2' "$processes" bacteria --runs 1
expect 2 '' "--threads: 'x' is not a whole number from 1 to 1024" "$processes" bacteria auto "$tiny" --threads x
expect 2 '' 'must end in .json or .md' "$processes" bacteria --export table.csv
expect 1 '' 'cannot write in that folder' "$processes" bacteria --export nowhere/table.json
expect 1 '' 'cannot read ./nothere.txt: No such file' "$processes" bacteria auto ./nothere.txt
expect 1 '' 'naive cannot solve 9x9: plays on sets' "$processes" bacteria naive empty:n=9,m=9
expect 1 '' 'there is no nothere; scripts/build makes it' env MEXBENCH=nothere "$processes" bacteria
expect 1 '' '^processes: hyperfine is not installed; scripts/setup installs it \(package hyperfine\) $' \
    env PATH="$work/empty" "$processes" bacteria

# Programs that fail: the error names the command, and nothing is timed.
expect 2 '' "No closing quotation" "$processes" bacteria auto "$tiny" --program "echo 'x"
expect 2 '' 'there is no command' "$processes" bacteria auto "$tiny" --program ''
expect 1 '' "cannot run 'nothere -x': no command nothere" \
    "$processes" bacteria auto "$tiny" --program 'nothere -x'
expect 1 '' "'sh -c .echo oops >&2; exit 3.' failed \(exit code 3\): oops" \
    "$processes" bacteria auto "$tiny" --program "sh -c 'echo oops >&2; exit 3'"
expect 1 '' "failed \(killed by signal 11\)" \
    "$processes" bacteria auto "$tiny" --program "sh -c 'kill -SEGV \$\$'"
expect 4 '' "outputs differ, nothing was timed.*line 1 of 'auto': 'Case #1: 2'.*of 'sed s/x/y/ .input.': '10'" \
    "$processes" bacteria auto "$tiny" --program 'sed s/x/y/ {input}'
expect 4 '' "line 1 of 'true': ''" "$processes" bacteria auto "$tiny" --program true
[ -z "$(find . -name 'mexbench-processes-*')" ] || {
    echo 'FAILED: a run that failed left its folder behind'
    failures=$((failures + 1))
}

# A program that fails at its fifth start, the third timed run: the error names it with the run and
# the exit code, and the results of the others are kept.
cat >fifth <<END
#!/bin/sh
echo >>starts
[ \$(wc -l <starts) != 5 ] || exit 7
exec $solve
END
chmod +x fifth
expect 1 'equal outputs fastest first .* auto .* 6  1 .*results: kept.json' \
    "'./fifth' failed at timed run 3 of 6: exit code 7; not ranked" \
    "$processes" bacteria auto "$tiny" --program ./fifth --runs 6 --export kept.json
rm starts
expect 0 '"command": "auto"' '' cat kept.json
expect 0 'timed run 3 of 6: exit code 7' '' cat kept.json
expect 1 'results: ' "'sh -c .*' failed at warm-up run 1: exit code 1; not ranked" \
    "$processes" bacteria auto "$tiny" --program "sh -c '$solve && ! test -e ran && touch ran'" \
    --runs 2
rm ran

# Real runs.
expect 0 'every:cells=2: .* 2 commands, equal outputs .*bacteria_iterative.* 7  .*results: ' '' \
    "$processes" bacteria iterative auto iterative "$tiny" --runs 7
expect 0 'left out: bacteria_naive cannot solve 5x5.*results: table.json table.md' '' \
    "$processes" bacteria naive memoised empty:n=5,m=5 --runs 2 --export table.json --export table.md
expect 0 'bacteria_memoised' '' cat table.md
expect 0 'too few runs for an interval.*sh starts every command, mexbench too, and redirects its input' '' \
    "$processes" bacteria auto "$tiny" --program "$solve" --runs 2 --warmup 0
expect 0 'left out: sleep 9 takes longer than 0.5 s' '' \
    "$processes" bacteria auto "$tiny" --program 'sleep 9' --limit 0.5 --runs 2
expect 0 'bacteria -: 7 bytes, 2 commands' '' \
    fed '1\n1 1\n.' "$processes" bacteria auto - --program "$solve {input}" --runs 2
expect 0 'darkraft every:cells=2' '' \
    "$processes" darkraft auto iterative every:cells=2 --dialect jzoj --runs 2
/usr/bin/python3 - <<'PYTHON'
import json

table = json.load(open("table.json"))
(result,) = table["results"]
assert result["command"] == "bacteria_memoised" and len(result["times"]) == 2
assert result["parameters"]["command"].endswith("--variant=bacteria_memoised")
assert "bacteria_naive" in table["mexbench"]["left_out"]
PYTHON

# The intervals are those of the sign test for seven and ten times; six times give no interval.
/usr/bin/python3 - <<'PYTHON'
from workbench import medians

assert medians.interval(range(6)) is None
assert medians.interval(range(1, 8)) == (1, 7)
assert medians.interval(range(10, 0, -1)) == (2, 9)
assert medians.ratio_interval(range(11, 21), range(1, 11)) == (12 / 9, 19 / 2)
assert medians.mad([1, 2, 3, 10]) == 1
PYTHON
finish
