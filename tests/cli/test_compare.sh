# compare: verdicts on real variants that are far apart, what it refuses, exit codes, JSON, another
# binary, interrupts. No time is asserted: what is expected holds on any machine.
source "${SOURCE:?}/tests/cli/expect.sh"
export TMPDIR=$work
compare=("$MEXBENCH" compare bacteria)
small=random:n=6,m=6,density=0.1,cases=4,seed=3

# ok COMMAND...: a check of this script's own.
ok() {
    "$@" || {
        echo "FAILED: $*"
        failures=$((failures + 1))
    }
}

"$MEXBENCH" gen bacteria "$small" >boards
ratio='[0-9.]+x (faster|slower) than (it|bacteria_iterative)  \[[0-9.]+, [0-9.]+\] at 95%'
basis='[0-9]+ processes x [0-9]+ rounds?, floor \(A/A\) [0-9.]+%, steal (at most|not known).*samples took over 1.25x their median and are kept'
expect 0 "^bacteria_memoised .*$ratio .*$basis.*not the same promise: bacteria_iterative keeps every state, .*4 boards, agreed on .*visited states.*processor time of a solve .*bacteria_iterative \|" '' \
    "${compare[@]}" iterative memoised boards --budget 0 --json two.json
expect 0 'bacteria_memoised .* than .*bacteria_bitpacked_base .* than ' '' \
    "${compare[@]}" iterative memoised bitpacked_base "$small" --budget 0 --json three.json
expect 0 'real time of a solve' '' \
    "${compare[@]}" iterative parallel "$small" --budget 0 --threads 2

# The naive kernel is hundreds of times slower than the bit-packed one: met, and not met.
# shellcheck disable=SC2054 # commas of a spec
far=(random:n=4,m=4,density=0,cases=20,seed=1 --budget 1)
expect 0 'bacteria_bitpacked_base is [0-9.]+x faster than bacteria_naive .*both halves agree' '' \
    "${compare[@]}" naive bitpacked_base "${far[@]}" --expect faster
expect 3 'bacteria_naive is [0-9.]+x slower' '' \
    "${compare[@]}" bitpacked_base naive "${far[@]}" --expect not-slower
expect 3 . '' "${compare[@]}" naive bitpacked_base "${far[@]}" --expect same

# What stands in a file or comes on standard input.
expect 0 ' -, 4 boards' '' "${compare[@]}" iterative iterative - --budget 0 <boards
expect 1 '' 'cannot open ./nothere' "${compare[@]}" iterative memoised ./nothere
expect 1 '' 'bacteria_naive: plays on sets of at most 16' \
    "${compare[@]}" naive iterative empty:n=9,m=9
expect 2 '' "did you mean memoised" "${compare[@]}" iterative memoisd
expect 2 '' 'needs two variants' "${compare[@]}" iterative
expect 2 '' 'at most 6 variants' "${compare[@]}" naive naive naive naive naive naive naive
for delta in 0 -1 100% two; do
    expect 2 '' "'$delta' is not acceptable" "${compare[@]}" naive naive "--delta=$delta"
done
expect 2 '' "'better' is not acceptable" "${compare[@]}" naive naive --expect better

# Another build: this one is as good as any; what is none is said in a line.
expect 0 'bacteria_iterative \([0-9a-z]+ .*\) .* than ' '' \
    "${compare[@]}" iterative "$small" --against "$MEXBENCH" --budget 0 --json builds.json
expect 0 'agreed on every state' '' \
    "${compare[@]}" iterative "$small" --against "$MEXBENCH" --budget 0
expect 2 '' 'name one' "${compare[@]}" iterative memoised --against "$MEXBENCH"
against=("${compare[@]}" iterative "$small" --against)
script() {
    printf '#!/bin/sh\n%s\n' "$2" >"$1"
    chmod +x "$1"
}
script silent ''
script foreign 'echo hello; exec sleep 100'
script old 'echo mexbench-sampler 0 old; exec cat'
foreign='is no mexbench that can be compared:'
expect 1 '' 'cannot start ./nothere: No such file' "${against[@]}" ./nothere
expect 1 '' "./silent $foreign ./silent ended with exit code 0" "${against[@]}" ./silent
expect 1 '' "./foreign $foreign it says 'hello'" "${against[@]}" ./foreign
expect 1 '' "./old $foreign it samples by version 0, this one by 1" "${against[@]}" ./old

# Builds that make other boards, or find other values, or answers.
impostor() {
    script "$1" "\"$MEXBENCH\" \"\$@\" | sed -u '$2'"
}
impostor boards_differ 's/^ready 4 .../ready 4 zzz/'
impostor values_differ 's/^agreed \([0-9]*\) .../agreed \1 zzz/'
impostor answers_differ 's/^answers .../answers zzz/'
expect 1 '' "makes other boards of $small" "${against[@]}" ./boards_differ
expect 4 '' 'the two builds find other values' "${against[@]}" ./values_differ
expect 4 '' 'answers are not the same in all processes' "${against[@]}" ./answers_differ --budget 0

# JSON: as the schema says, the verdict follows from it, and nothing half-written.
/usr/bin/python3 - "$SOURCE/data/results/compare.schema.json" two.json three.json builds.json <<'END'
import json
import math
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
    times = found["run"]["processes"][0]["seconds"]
    assert len(times) == len(found["sides"])
    assert all(len(side) == found["run"]["samples"] for side in times)
END
expect 1 '' 'cannot write nowhere/x.json: No such file' \
    "${compare[@]}" iterative memoised "$small" --json nowhere/x.json
expect 1 '' '/dev/null is not a file that can be replaced' \
    "${compare[@]}" iterative memoised "$small" --json /dev/null
ok test -z "$(find . -name '*.tmp.*')"

# Interrupted: 130, nothing on standard output, and no process is left.
expect 130 '' '' timeout --preserve-status -s INT 1 \
    "${compare[@]}" iterative memoised --budget 100 --seed 987654
ok test -z "$(pgrep -f 'sampler.*seed=987654')"

# The sampling process by itself.
expect 2 '' 'expected PROBLEM WORKLOAD VARIANT' "$MEXBENCH" sampler bacteria
expect 0 '^mexbench-sampler 1 .*failed no such request ready 4 .*failed row SUBJECT:COUNT' '' \
    fed 'hello\nopen\nrow 7:1\n' "$MEXBENCH" sampler bacteria "$small" iterative
finish
