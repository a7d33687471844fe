# compare: verdicts on real variants with very different times, refusals, exit codes, JSON, another
# binary, interrupts. No time is asserted: the expectations hold on any machine.
source "${SOURCE:?}/tests/cli/expect.sh"
export TMPDIR=$work
compare=("$MEXBENCH" compare bacteria)
small=random:n=6,m=6,density=0.1,cases=4,seed=3

# ok COMMAND...: an assertion of this script.
ok() {
    "$@" || {
        echo "FAILED: $*"
        failures=$((failures + 1))
    }
}

# not COMMAND...: the opposite of its exit code.
not() {
    ! "$@"
}

"$MEXBENCH" gen bacteria "$small" >boards
ratio='[0-9.]+x (faster|slower) than (it|bacteria_iterative)  \[[0-9.]+, [0-9.]+\] at 95%.*ratio of means: [0-9.]+x (faster|slower)'
basis='[0-9]+ processes x [0-9]+ rounds?, floor \(A/A\) [0-9.]+%, steal (at most|not known).*samples took over 1.25x their median and are kept'
expect 0 "^bacteria_memoised .*$ratio .*$basis.*different states kept: bacteria_iterative keeps every state, .*4 boards and [0-9]+ neighbours, agreed on .*visited states; every round solves the same boards.*paddings from seed [0-9]+.*processor time of a solve, [0-9]+ a sample.*bacteria_iterative \|" '' \
    "${compare[@]}" iterative memoised boards --budget 0.1
expect 0 '^\{.*"verdicts"' '' "${compare[@]}" iterative --variant memoised boards --budget 0.1 --json
cp stdout two.json
expect 0 'bacteria_memoised .* than .*bacteria_bitpacked_base .* than ' '' \
    "${compare[@]}" iterative memoised bitpacked_base "$small" --budget 0.1
expect 0 '^\{' '' \
    "${compare[@]}" --variant='_(iterative|memoised|bitpacked_base)$' "$small" --budget 0.1 --json
cp stdout three.json
expect 0 'real time of a solve' '' \
    "${compare[@]}" iterative parallel "$small" --budget 0.1 --threads 2

# The naive kernel is hundreds of times slower than the bit-packed one: --expect is met, or not.
# shellcheck disable=SC2054 # commas of a spec
far=(random:n=4,m=4,density=0,cases=20,seed=1 --budget 1)
expect 0 'bacteria_bitpacked_base is [0-9.]+x faster than bacteria_naive .*both halves agree' '' \
    "${compare[@]}" naive bitpacked_base "${far[@]}" --expect faster
expect 3 'bacteria_naive is [0-9.]+x slower' '' \
    "${compare[@]}" bitpacked_base naive "${far[@]}" --expect not-slower
expect 3 . '' "${compare[@]}" naive bitpacked_base "${far[@]}" --expect same

# Boards from a file or from standard input.
expect 0 ' -, 4 boards and ' '' "${compare[@]}" iterative iterative - --budget 0.1 <boards
expect 1 '' 'cannot open ./nothere' "${compare[@]}" iterative memoised ./nothere
expect 1 '' 'bacteria_naive: plays on sets of at most 16' \
    "${compare[@]}" naive iterative empty:n=9,m=9
expect 2 '' "did you mean memoised" "${compare[@]}" iterative memoisd
expect 2 '' 'needs two variants' "${compare[@]}" iterative
expect 2 '' 'at most 6 are compared' "${compare[@]}" naive naive naive naive naive naive naive
for delta in 0 -1 0.51 2; do
    expect 2 '' "--delta: $delta is out of range, 0.0001 to 0.5 fractions" \
        "${compare[@]}" naive naive "--delta=$delta"
done
expect 2 '' '--delta: 51 is out of range, 0.01 to 50 percent' \
    "${compare[@]}" naive naive --delta=51%
expect 2 '' "--delta: 'two' is not a number" "${compare[@]}" naive naive --delta=two
for budget in 0 0.09 -1 90000; do
    expect 2 '' "--budget: $budget is out of range, 0.1 to 86400 seconds" \
        "${compare[@]}" naive naive "--budget=$budget"
done
expect 2 '' "--budget: 'long' is not a number of seconds" "${compare[@]}" naive naive --budget=long
expect 2 '' '--patience: 0 is out of range, 0.1 to 3600' "${compare[@]}" naive naive --patience 0
expect 2 '' '--paddings: -1 is out of range, 0 to ' "${compare[@]}" naive naive --paddings=-1
expect 2 '' "--expect: 'better' is not one of faster, same, not-slower" \
    "${compare[@]}" naive naive --expect better

# The floor is that of an A/A run. Each of its processes has one variant on all sides, so a variant
# that takes over ten times as long does not raise it.
"${compare[@]}" memoised batched random:n=9,m=9,cases=16 --budget 0.1 --json >apart.json
/usr/bin/python3 - apart.json <<'END' || failures=$((failures + 1))
import json
import sys

with open(sys.argv[1]) as file:
    found = json.load(file)
floor, ratio = found["floor"], found["verdicts"][0]["ratio"]
if floor > 3 or ratio > 0.1:
    sys.exit(f"FAILED: the floor is {floor}, the ratio {ratio}")
END

# Another build: the same binary serves. A file that is not a mexbench gives a one-line error.
expect 0 'bacteria_iterative \([0-9a-z]+ .*\) .* than ' '' \
    "${compare[@]}" iterative "$small" --against "$MEXBENCH" --budget 0.1
expect 0 '^\{' '' "${compare[@]}" iterative "$small" --against "$MEXBENCH" --budget 0.1 --json
cp stdout builds.json
expect 0 'agreed on every state' '' \
    "${compare[@]}" iterative "$small" --against "$MEXBENCH" --budget 0.1
expect 2 '' 'name one' "${compare[@]}" iterative memoised --against "$MEXBENCH"
# A build in which the variant has another name.
cat >renamed <<'END'
#!/bin/bash
[[ " $* " != *" bacteria_iterative "* ]] || exit 2
exec "$MEXBENCH" "${@/#bacteria_plain/bacteria_iterative}"
END
chmod +x renamed
expect 0 'bacteria_iterative \([0-9a-z]+ .* than \./renamed \(' '' \
    "${compare[@]}" iterative "$small" --against ./renamed --was bacteria_plain --budget 0.1
expect 1 '' 'renamed is not a mexbench that can be compared' \
    "${compare[@]}" iterative "$small" --against ./renamed --budget 0.1

# Links: each process has another one, and all of them count.
mkdir links others few
for number in {10..23}; do
    for folder in links others few; do
        printf '#!/bin/sh\necho %s >>%s/used\nexec "%s" "$@"\n' "$number" "$PWD/$folder" \
            "$MEXBENCH" >"$folder/mexbench-$number"
    done
done
chmod +x {links,others,few}/mexbench-*
rm few/mexbench-{20..23}
expect 0 'bacteria_memoised .*than bacteria_iterative .* 14 processes x .* 14 links of each side' '' \
    "${compare[@]}" iterative memoised "$small" --links links --budget 0.1
ok test "$(sort -u links/used | wc -l)" = 14
expect 0 '"links": 14, +"part": null' '' \
    "${compare[@]}" iterative "$small" --against others --links links --budget 0.1 --json
cp stdout links.json
ok test "$(sort -u others/used | wc -l)" = 14
expect 0 'this build, this layout: another layout of the same code may differ by 4.0% \(not measured here\)' \
    '' "${compare[@]}" iterative memoised "$small" --budget 0.1
pair=("${compare[@]}" iterative "$small")
expect 2 '' 'few: found 10 files mexbench-\*, expected an even number from 12 to 400' \
    "${pair[@]}" --against others --links few
expect 1 '' 'cannot read nothere: No such file' "${pair[@]}" --against others --links nothere
rm others/mexbench-{22,23}
expect 2 '' 'others has 12 links and links has 14' "${pair[@]}" --against others --links links
expect 2 '' '--links must name one, too' "${pair[@]}" --against others
expect 2 '' '--against must name one, too' "${pair[@]}" --against "$MEXBENCH" --links links
expect 2 '' '--links compares two variants' \
    "${compare[@]}" iterative memoised naive "$small" --links links
against=("${compare[@]}" iterative "$small" --against)
script() {
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
script silent ''
script foreign 'echo hello; exec sleep 100'
script old 'echo mexbench-sampler 0 old; exec cat'
foreign='is not a mexbench that can be compared:'
expect 1 '' 'cannot start ./nothere: No such file' "${against[@]}" ./nothere
expect 1 '' "./silent $foreign ./silent ended the process with exit code 0" "${against[@]}" ./silent
expect 1 '' "./foreign $foreign its first line is 'hello'" "${against[@]}" ./foreign
expect 1 '' "./old $foreign it has version 0 of the protocol, this mexbench version 2" "${against[@]}" ./old

# Builds that make other boards, or compute other values or answers.
impostor() {
    script "$1" "\"$MEXBENCH\" \"\$@\" | sed -u '$2'"
}
impostor boards_differ 's/^ready 4 .../ready 4 zzz/'
impostor values_differ 's/^agreed \([0-9]*\) \([^ ]*\) .../agreed \1 \2 zzz/'
impostor answers_differ 's/^answers .../answers zzz/'
expect 1 '' "makes other boards of $small" "${against[@]}" ./boards_differ
expect 4 '' 'the two builds find other values' "${against[@]}" ./values_differ
expect 4 '' 'bacteria_iterative: its answers to untimed boards differ from those' "${against[@]}" ./answers_differ --budget 0.1

# JSON is valid by its schema and never half-written, and the verdict follows from its figures.
/usr/bin/python3 - "$SOURCE/data/results/compare.schema.json" two.json three.json builds.json links.json <<'END'
import json
import math
import socket
import statistics
import sys

import jsonschema

with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
for path in sys.argv[2:]:
    with open(path) as file:
        found = json.load(file)
    jsonschema.Draft7Validator(schema).validate(found)
    for verdict in found["verdicts"]:
        logs = found["run"]["log_ratios"][verdict["side"] - 1]
        assert math.isclose(verdict["ratio"], math.exp(statistics.median(logs)), rel_tol=1e-5)
    for clock in ("real_seconds", "processor_seconds"):
        times = found["run"]["processes"][0][clock]
        assert len(times) == len(found["sides"])
        assert all(len(side) == found["run"]["samples"] for side in times)
    assert len({side["solves_per_sample"] for side in found["sides"]}) == 1
    assert found["agreement"]["convincing"] and found["agreement"]["neighbours"] >= 8
    for key in ("machine_key", "aslr", "load", "megahertz", "affinity", "paddings"):
        assert key in found["context"], key
    assert socket.gethostname() not in json.dumps(found["context"])
END
expect 1 '' 'standard input:2:1' fed '1 1\n?\n' "${compare[@]}" iterative memoised -
ok test -z "$(find . -name '*.tmp.*')"

# left PATTERN: the processes of this test that match; others on this machine do not count.
left() {
    local process
    for process in $(pgrep -f "$1"); do
        [ "$(readlink "/proc/$process/cwd")" != "$PWD" ] || echo "$process"
    done
}

# Programs that hang before or after the greeting, with a child of their own: no process is left.
# sleeping MARK: whether a process `sleep MARK` exists.
sleeping() {
    [ -n "$(left "sleep $1")" ]
}
script mute 'sleep 98761 & sleep 98762'
script polite 'echo mexbench-sampler 2 polite; sleep 98763 & sleep 98764'
script hasty 'sleep 98765 & exit 0'
against+=(--patience 0.3)
expect 1 '' "./mute $foreign ./mute hangs: silent for .* without using a processor" \
    "${compare[@]}" iterative "$small" --patience 0.3 --against ./mute
expect 1 '' "./polite hangs: silent for .* without using a processor" \
    "${compare[@]}" iterative "$small" --patience 0.3 --against ./polite
expect 1 '' "./hasty $foreign ./hasty " \
    "${compare[@]}" iterative "$small" --patience 0.3 --against ./hasty
for mark in 98761 98762 98763 98764 98765; do
    ok not sleeping $mark
done

# Kernels that are wrong or never return (tests/plugins/solve_cheating.c).
# cheat FAULT OPTION...: builds FAULT.so.
cheat() {
    local fault=$1
    shift
    "${CC:-cc}" -std=gnu17 -O2 -fPIC -shared -DMX_ISA=base -I"$SOURCE/kernels" "-DFAULT=$fault" "$@" \
        -o "$fault.so" "$SOURCE/tests/plugins/solve_cheating.c"
}
# cheated CODE OUT ERR FAULT OPTION...: compares with FAULT.so; arguments as for expect.
cheated() {
    local code=$1 out=$2 err=$3 fault=$4
    shift 4
    expect "$code" "$out" "$err" "$MEXBENCH" compare darkraft iterative cheating \
        --plugin "$fault.so" --budget 0.1 "$@"
}
cheat ONE
cheated 4 '' 'darkraft_cheating: answer 1, darkraft_iterative says 0' ONE
cheat LATE
cheated 4 '' 'darkraft_cheating: answer ., darkraft_iterative says' LATE
cheat LATE -DAFTER=200 # after all solves that are checked beforehand
cheated 4 '' 'darkraft_cheating: its answers (in a timed sample|to untimed boards)' LATE
cheat CACHED
cheated 4 '' 'darkraft_cheating: answer ., darkraft_iterative says' CACHED
cheated 4 '' 'darkraft_cheating: answer ., darkraft_iterative says' CACHED allx:n=6,m=6
cheat CRASHES
cheated 1 '' 'darkraft_cheating (ended the process with exit code 1|crashed)' CRASHES
cheat LEAVES
cheated 1 '' 'darkraft_cheating ended the process with exit code 0' LEAVES
cheat LOOPS
cheated 1 '' 'darkraft_cheating hangs: silent for .* computing' LOOPS --patience 1
cheat LOOPS -DAFTER=200
cheated 1 '' 'darkraft_cheating hangs: silent for .* computing' LOOPS --patience 1
cheat SLEEPS
cheated 1 '' 'darkraft_cheating hangs: silent for .* without using a processor' SLEEPS --patience 1
cheat STARVES
cheated 5 '' 'unresolved: darkraft_cheating got 0 s of processor time in [0-9.]+ s, so this machine is too busy' \
    STARVES --patience 0.5
cheat PRINTS
cheated 0 'darkraft_cheating .* than darkraft_iterative' 'sampled 1 1 0 ' PRINTS
# Every hundredth solve takes 200 times as long: only a process of many solves shows that.
cheat RARE
# either COMMAND...: whether the exit code is 0 or 5; a slow machine has no time for enough bits.
either() {
    local code=0
    "$@" || code=$?
    [ $code = 0 ] || [ $code = 5 ]
}
expect 0 'in one process of [0-9]+ solves a side: [0-9.]+x slower in the mean, beyond all shorter processes' '' \
    either "$MEXBENCH" compare darkraft iterative cheating random:n=13,m=13,cases=1 \
    --plugin RARE.so --budget 20
ok test -z "$(left 'sampler.*cheating')"

# Only answers agree, and they are too few or too similar: no verdict.
cheat NOTHING
cheated 5 'unresolved: the sides agree on answers alone, worth [0-9.]+ bits of the 32' '' NOTHING \
    random:n=1,m=1
cheated 0 'agreed on answers \([0-9]+ bits\)' '' NOTHING

# Interrupted: exit 130, no standard output, no process left.
expect 130 '' '' timeout --preserve-status -s INT 1 \
    "${compare[@]}" iterative memoised --budget 100 --seed 987654
ok test -z "$(left 'sampler.*seed=987654')"

# The sampling process by itself.
expect 2 '' 'expected PROBLEM WORKLOAD VARIANT' "$MEXBENCH" sampler bacteria
expect 0 '^mexbench-sampler 2 .*failed no such request failed open comes first ready 4 .*failed row ROUND SETS COUNT' '' \
    fed 'hello\nrow 0 0 1 0\nopen\nrow 0 0 1 7\n' "$MEXBENCH" sampler bacteria "$small" iterative
finish
