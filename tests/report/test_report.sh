# scripts/report: the same results give the same bytes, and nothing else is read; --check finds
# differences; the driver's JSON is valid by its schema, and Google's compare.py reads it.
# needs: python3:scipy python3:jsonschema
source "$SOURCE/tests/cli/expect.sh"

report() {
    "$SOURCE/scripts/report" --here "$@"
}

# The fixture is trimmed from real runs on a busy machine: several threads, families of sizes and
# densities, a variant that was skipped.
cp "$SOURCE/tests/report/fixture.json" suite.json
expect 0 '' '' report suite.json
diff -u "$SOURCE/tests/report/expected.md" RESULTS.md || failures=$((failures + 1))
expect 0 '' '' report --check suite.json

# Files that were edited or are missing: --check finds each, and another run repairs them.
sed -i 's/agrees/aggrees/' RESULTS.md
sed -i 's/<main/<main /' results.html
wrong='RESULTS.md does not follow.*results.html does not'
expect 3 '' "$wrong" report --check suite.json
expect 0 '' '' report suite.json
rm RESULTS.md results.html
expect 3 '' "$wrong" report --check suite.json
expect 0 '' '' report suite.json
diff -u "$SOURCE/tests/report/expected.md" RESULTS.md || failures=$((failures + 1))
# Another number in the results.
sed -i 's/"real_time": [1-9]/"real_time": 99/' suite.json
expect 3 '' 'RESULTS.md does not follow' report --check suite.json

# A row that no other technique could check is shown, but is in no ranking and no ratio.
cp "$SOURCE/tests/report/fixture.json" suite.json
/usr/bin/python3 - <<'END'
import json

with open("suite.json") as file:
    found = json.load(file)
rows = [row for row in found["benchmarks"] if row["run_type"] == "iteration"]
rows = [row for row in rows if not row.get("error_occurred")]
fastest = min(rows, key=lambda row: row["real_time"])["run_name"]
for row in rows:
    if row["run_name"] == fastest:
        row |= {"not_compared": 1, "label": "not compared; agrees on tiny boards"}
with open("suite.json", "w") as file:
    json.dump(found, file)
END
expect 0 '' '' report suite.json
expect 0 '^[|] [^|*]* [|] [a-z][^|*]* [|] [0-9]+ [|] [^|*]*[|]' '' grep 'agrees on tiny boards' RESULTS.md
expect 1 '' '' grep '×.*agrees on tiny boards' RESULTS.md

# With the limits of the machine, from a real run, trimmed. To renew an expected file, copy the
# RESULTS.md that the report makes here.
mkdir limits
cp "$SOURCE"/tests/report/limits/*.json limits
expect 0 '' '' report limits/suite.json
diff -u "$SOURCE/tests/report/limits/expected.md" limits/RESULTS.md || failures=$((failures + 1))
expect 0 '"limits":[{]"levels":' '' cat limits/results.html
sed 's/"read_bytes_per_s": [0-9.]*/"read_bytes_per_s": 9e13/' -i limits/limits.json
expect 3 '' 'RESULTS.md does not follow.*results.html does' report --check limits/suite.json
sed -i 's/"cores": 2/"cores": 3/' limits/limits.json
expect 1 '' 'limits.json is from another machine' report limits/suite.json
rm limits/limits.json
expect 0 '' '' report limits/suite.json
expect 1 '' '' grep 'of the limit' limits/RESULTS.md
expect 0 '"limits":null' '' cat limits/results.html

# Hardware counters, which the fixture's machine lacks, have their own columns: a cell is empty if a
# count is missing, and marked if it is an estimate.
/usr/bin/python3 - <<'END'
import json

with open("limits/suite.json") as file:
    suite = json.load(file)
for run in suite["benchmarks"]:
    if "/iterative/" in run["name"]:
        run.update(cycles=4 * run["options"], ipc=2.5, cache_misses=0.0, bytes_per_cycle=0.0)
    elif "/memoised/" in run["name"]:
        run.update(cycles=6 * run["options"], counted_share=0.5)
with open("limits/suite.json", "w") as file:
    json.dump(suite, file)
END
expect 0 '' '' report limits/suite.json
expect 0 'evaluated \| IPC \| cycles/option \| cache misses/k \| bytes/cycle \| agree' '' cat limits/RESULTS.md
expect 0 '\| iterative .*\| 2.5 \| 4 \| 0 \| 0 \| agrees' '' grep '^| tiny ' limits/RESULTS.md
expect 0 '\| memoised [^~]*\|  \| ≈6 \|  \|  \| agrees' '' grep '^| tiny | memo' limits/RESULTS.md

# Both compilers: a compilers.json adds a section at the end.
mkdir compilers
cp "$SOURCE/tests/report/fixture.json" compilers/suite.json
cp "$SOURCE/tests/report/compilers/compilers.json" compilers
expect 0 '' '' report compilers/suite.json
sed -n '/^## The influence of the compiler/,$p' compilers/RESULTS.md >section.md
diff -u "$SOURCE/tests/report/compilers/expected.md" section.md || failures=$((failures + 1))
expect 1 '' '' grep 'influence of the compiler' RESULTS.md
sed -i 's/"verdict": "unresolved"/"verdict": "same"/' compilers/compilers.json
expect 3 '' 'RESULTS.md does not follow' report --check compilers/suite.json

# Two runs of the same program show the noise between them; runs of different programs are refused.
cp "$SOURCE/tests/report/fixture.json" suite.json
cp suite.json again.json
expect 0 '' '' report suite.json
expect 0 'Half of them differ by at most 0%.*do not overlap for 0 of [0-9]+ rows' '' \
    cat RESULTS.md
sed -i 's/"commit": "/&other/' again.json
expect 1 '' 'again.json has a different commit' report suite.json
rm again.json

# A run that is kept says the same as the JSON it was made from, in a fraction of the bytes; the same
# rows give the same bytes.
runs() {
    PYTHONPATH=$SOURCE/scripts /usr/bin/python3 -B -m workbench.reporting.runs "$@"
}
mkdir kept
expect 0 '' '' runs keep suite.json kept/suite.jsonl.gz
expect 0 '' '' runs keep suite.json twice.jsonl.gz
expect 0 '' '' cmp kept/suite.jsonl.gz twice.jsonl.gz
expect 0 '' '' report suite.json
expect 0 '' '' report kept
expect 0 '^ +scripts/report --here kept' '' grep scripts/report kept/RESULTS.md
diff <(sed 1,6d RESULTS.md) <(sed 1,6d kept/RESULTS.md) || failures=$((failures + 1))
expect 2 '' 'failed: broken' runs keep <(sed 's/"skipped: [^"]*"/"broken"/' suite.json) bad.jsonl.gz
expect 1 '' '' test -e bad.jsonl.gz
head -c 300 kept/suite.jsonl.gz >half.jsonl.gz
expect 1 '' '^report: ' report half.jsonl.gz

# Machines side by side: runs of the same machine and of two.
expect 2 '' 'one RUN' report suite.json kept
mkdir -p tree/data/results/2026-11-{29,30}-amd-1-2-3-base tree/data/results/2026-11-28-arm-8-1-base
cp -r "$SOURCE/scripts" tree
mkdir tree/kernels
cp "$SOURCE/kernels/bounds.def" tree/kernels
for run in tree/data/results/*; do
    sed "s/\"date\": \"[0-9-]*/\"date\": \"${run:18:10}/; s/\"suite\": \"[a-z]*/\"suite\": \"full/" \
        suite.json >dated.json
    expect 0 '' '' runs keep dated.json "$run/suite.jsonl.gz"
done
expect 0 '' '' tree/scripts/report
expect 0 'report data/results/2026-11-30-amd-1-2-3-base data/results/2026-11-28-arm-8-1-base $' '' \
    grep 'scripts/report data' tree/RESULTS.md
expect 0 '' '' tree/scripts/report --check
expect 0 'disagree about the fastest variant on 0 of' '' grep -m 1 disagree tree/RESULTS.md
sed -i s/one/1/ tree/RESULTS.md
expect 3 '' 'RESULTS.md does not follow' tree/scripts/report --check

# The label of a machine, and the folder of a run, which is never an existing one.
PYTHONPATH=$SOURCE/scripts /usr/bin/python3 -B - <<'END' || failures=$((failures + 1))
import pathlib

from workbench.reporting import runs

AMD = "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: E\n"
AMD += "stepping\t: 1\n"
ARM = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd40\n"
assert runs.machine_label(AMD + "\n" + AMD, "avx512") == "amd-26-2-1-avx512"
assert runs.machine_label(ARM, "base") == "arm-8-0xd40-base"
assert runs.machine_label("", "base") == "unknown-base"
first = runs.folder_for("quick", "suite")
pathlib.Path(first).mkdir(parents=True)
assert str(runs.folder_for("quick", "suite")) == f"{first}-2"
pathlib.Path(first, "suite.jsonl.gz").touch()
assert runs.folder_for("quick", "again") == first
END

# The page alone, of any runs; its parts are all there, and it asks the network for nothing.
expect 0 '' '' "$SOURCE/scripts/report" --html page.html suite.json kept
expect 0 "default-src 'none'" '' grep -A1 Content-Security-Policy page.html
expect 1 '' '' grep -E '<!-- [A-Z]+ -->|(src|href)="[^d]' page.html
expect 0 '' '' "$SOURCE/scripts/report" --html page.html --check suite.json kept
expect 3 '' 'page.html does not follow' "$SOURCE/scripts/report" --html page.html --check kept
expect 2 '' 'leave out --html' "$SOURCE/scripts/report" --here --html page.html kept
ln -s page.html link.html
expect 1 '' 'link.html: not a regular file' "$SOURCE/scripts/report" --html link.html kept

# The intervals of the page. Published critical values of U, two-sided 5%: 13 for 8 and 8 values, 5
# for 6 and 6, 2 for 5 and 5, 0 for 4 and 4, none for 3 and 3 (Mann and Whitney 1947 and later).
PYTHONPATH=$SOURCE/scripts /usr/bin/python3 -B - <<'END' || failures=$((failures + 1))
from workbench.reporting import page

for count, other, wanted in ((8, 8, 13), (6, 6, 5), (5, 5, 2), (4, 4, 0), (5, 8, 6), (8, 5, 6)):
    assert page.ratio_inner(count, other)[0] == wanted, (count, other)
assert page.ratio_inner(3, 3) is None
assert page.median_inner(6) == [0, 0.96875] and page.median_inner(9)[0] == 1
END

expect 1 '' 'report: nosuch.json: No such file' report nosuch.json
echo '{"context": ' >half.json
expect 1 '' 'report: half.json: not a results file of mexbench bench: Expecting' report half.json

# valid suite|limits|compare FILE...: the files are valid by that schema.
valid() {
    local schema=$SOURCE/data/results/schema.json
    [ "$1" = suite ] || schema=$SOURCE/data/results/$1.schema.json
    shift
    /usr/bin/python3 - "$schema" "$@" <<'END'
import json
import sys

import jsonschema

with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
for path in sys.argv[2:]:
    with open(path) as file:
        found = json.load(file)
    runs = found.get("benchmarks", [])
    if runs:  # a sample, if there are many
        found["benchmarks"] = runs[:: len(runs) // 400 + 1]
    jsonschema.Draft7Validator(schema).validate(found)
END
}
small=(--benchmark_min_time=0.001 --benchmark_repetitions=2 --benchmark_out=new.json
    --benchmark_out_format=json)
problem=$("$MEXBENCH" list --json | sed -n 's/.*"name": "\([a-z0-9]*\)".*/\1/p' | head -n 1)
expect 0 . . "$MEXBENCH" bench "$problem" --benchmark_filter=iterative/tiny --threads 1 "${small[@]}"
expect 0 '' '' valid suite new.json "$SOURCE/tests/report/fixture.json"
expect 0 '' '' valid suite "$SOURCE/tests/report/limits/suite.json"
expect 0 '' '' valid compare "$SOURCE/tests/report/compilers/compilers.json"
for committed in "$SOURCE"/data/results/*/compilers.json; do
    [ ! -e "$committed" ] || expect 0 '' '' valid compare "$committed"
done
sed 's/"cores": "[0-9]*"/"cores": "many"/' new.json >bad.json
expect 1 '' "'many' does not match" valid suite bad.json
grep -v '"s_per_option"' new.json >bad.json
expect 1 '' 's_per_option' valid suite bad.json

# The limits of this machine are valid by their schema.
"$MEXBENCH" info --limits --json >limits.json
for committed in limits.json "$SOURCE"/tests/report/limits/limits.json \
    "$SOURCE"/data/results/*/limits.json; do
    [ ! -e "$committed" ] || expect 0 '' '' valid limits "$committed"
done
sed 's/copy_bytes_per_s/copied/' limits.json >bad.json
expect 1 '' "copied|'copy_bytes_per_s' is a dependency" valid limits bad.json

# The report also reads results of the driver just built, and so does Google's tool.
mkdir new
cp new.json new/suite.json
expect 0 '' '' report new/suite.json
if ! compare=$(dpkg -L libbenchmark-tools 2>/dev/null | grep '/compare\.py$'); then
    echo "libbenchmark-tools is not installed: its compare.py was not tried"
    finish
    exit
fi
expect 0 "Comparing new.json to new.json.*$problem/.*\+0\.0000" '' \
    /usr/bin/python3 "$compare" --no-color benchmarks new.json new.json
finish
