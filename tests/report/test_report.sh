# scripts/report: the same bytes from the same results, and everything from them; --check notices
# what does not follow; the driver's JSON is as its schema says, and Google's compare.py reads it.
source "$SOURCE/tests/cli/expect.sh"

report() {
    "$SOURCE/scripts/report" --here "$@"
}

# The fixture is trimmed from real runs: several threads, families of sizes and densities, a
# variant that was skipped, one that disagreed.
cp "$SOURCE/tests/report/fixture.json" suite.json
expect 0 '' '' report suite.json
diff -u "$SOURCE/tests/report/expected.md" RESULTS.md || failures=$((failures + 1))
cp -r plots first
expect 0 '' '' report suite.json
diff -r first plots || failures=$((failures + 1))
expect 0 '' '' report --check suite.json

# What the report must not do: invent a number for what has none.
expect 0 '^$' '' sed -n '/skipped:/s/| [^|]*$//; /| *0[. ]*[a-zµ]* *|/p' RESULTS.md

# Edited by hand, missing, or left over: each is noticed, and mended by another run.
sed -i 's/agrees/aggrees/' RESULTS.md
expect 3 '' 'RESULTS.md does not follow from the results' report --check suite.json
expect 0 '' '' report suite.json
picture=$(printf '%s\n' plots/*.svg | head -n 1)
sed -i 's/<path/<path /' "$picture"
expect 3 '' "$(basename "$picture") does not follow" report --check suite.json
rm "$picture"
expect 3 '' "$(basename "$picture") does not follow" report --check suite.json
touch plots/old.svg
expect 0 '' '' report suite.json
expect 0 '' '' report --check suite.json
sed -i 's/"real_time": [1-9]/"real_time": 99/' suite.json
expect 3 '' 'RESULTS.md does not follow' report --check suite.json

# Two runs of the same: the noise between them; not of the same: refused.
cp "$SOURCE/tests/report/fixture.json" suite.json
cp suite.json again.json
expect 0 '' '' report suite.json
expect 0 'half are within 0% of each other.*; 0 of [0-9]+ pairs of intervals do not meet' '' \
    cat RESULTS.md
sed -i 's/"commit": "/&other/' again.json
expect 1 '' 'again.json has another commit' report suite.json
rm again.json

expect 1 '' 'cannot read the results: .*nosuch' report nosuch.json
echo '{"context": ' >half.json
expect 1 '' 'cannot read the results' report half.json

# The committed report follows from the committed results.
if [ -e "$SOURCE/RESULTS.md" ]; then
    expect 0 '' '' "$SOURCE/scripts/report" --check
fi

# valid FILE...: as the schema says.
valid() {
    /usr/bin/python3 - "$SOURCE/data/results/schema.json" "$@" <<'END'
import json
import sys

import jsonschema

with open(sys.argv[1]) as file:
    schema = json.load(file)
jsonschema.Draft7Validator.check_schema(schema)
for path in sys.argv[2:]:
    with open(path) as file:
        jsonschema.Draft7Validator(schema).validate(json.load(file))
END
}
small=(--benchmark_min_time=0.001 --benchmark_repetitions=2 --benchmark_out=new.json
    --benchmark_out_format=json)
problem=$("$MEXBENCH" list --json | sed -n 's/.*"name": "\([a-z0-9]*\)".*/\1/p' | head -n 1)
expect 0 . . "$MEXBENCH" bench "$problem" --threads 1 --benchmark_filter=/tiny/ "${small[@]}"
expect 0 '' '' valid new.json "$SOURCE/tests/report/fixture.json"
for committed in "$SOURCE"/data/results/*/*.json; do
    [ ! -e "$committed" ] || expect 0 '' '' valid "$committed"
done
sed 's/"cores": "[0-9]*"/"cores": "many"/' new.json >bad.json
expect 1 '' "'many' does not match" valid bad.json
grep -v '"s_per_option"' new.json >bad.json
expect 1 '' 's_per_option' valid bad.json

# The report is of the driver that was just built, too; and Google's own tool takes the file.
mkdir new
cp new.json new/suite.json
expect 0 '' '' report new/suite.json
compare=$(dpkg -L libbenchmark-tools | grep '/compare\.py$')
expect 0 "Comparing new.json to new.json.*$problem/.*\+0\.0000" '' \
    /usr/bin/python3 "$compare" --no-color benchmarks new.json new.json
finish
