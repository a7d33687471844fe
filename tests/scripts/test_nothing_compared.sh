# Nothing compared is never success: table, report, worst, kill-test, valgrind, verdict-trial and tidy
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
trial=$scripts/verdict-trial
expect 2 '' "no cell matches 'nosuch'" "$trial" --cell nosuch
expect 2 '' "argument --trials: '0' is not a whole number" "$trial" --trials 0
expect 2 '' '--simulate: found 99, expected 100 to 9999999' "$trial" --simulate 99
expect 0 'none, compare, 0% +200 .*busy, compare --links, 5% +24 .*none, compare, relinks, 0% +200' \
    '' "$trial" --list
# Its tables follow from the trials: 2 of 10 verdicts are false, 8 of 10 intervals cover.
/usr/bin/python3 - <<'END'
import json

wrong = [{"word": "slower", "covered": False, "seconds": 4}] * 2
right = [{"word": "same", "covered": True, "seconds": 3}] * 8
words = ["slower"] * 3 + ["within layout", "faster"]
found = [{"word": word, "covered": None, "seconds": 2} for word in words]
cells = [("quiet", "compare", 0, wrong + right), ("busy", "hyperfine", 5, found)]
keys = ("state", "tool", "plant", "trials")
results = {"plants": {"5": 1.0512}, "cells": [dict(zip(keys, cell)) for cell in cells]}
layout = {"part": 0.04, "measured": "2026-12-01 10:00", "parts": {"one": 0.01, "two": 0.25}}
results["context"] = {"date": "D", "cpu": "C", "cores": 2, "commit": "M", "layout": layout}
results["loads"] = [0.5, 1.25]
with open("trials.json", "w") as file:
    json.dump(results, file)
END
expect 0 'D, commit M, C, 2 cores; .* 0\.5 to 1\.2\. .*median of 2 variants 13\.0%, largest two 25\.0%, one 1\.0%.* \| quiet \| compare \| 10 \| 2 \| 0\.0011 \| 8 of 10 \| 0\.086 \| 0 \| 3\.2 \| .*5%: 1\.0512\. .*\| busy \| hyperfine \|  \|  \| 3 of 5 \(1 within layout, 1 faster\) \|  \| 2\.0 \|' \
    '' "$trial" --table trials.json
expect 2 '' "no source .*/nosuch.c" "$scripts/tidy" --build "${BUILD:?}" nosuch.c

# cross: without a tool, or without the libraries, nothing is tested: exit code 77, which ctest
# reports as skipped.
if [ "$(uname -m)" != aarch64 ]; then
    mkdir tools
    for tool in bash dirname uname; do ln -s "$(command -v "$tool")" tools/; done
    expect 77 '^not run: aarch64-linux-gnu-gcc is not installed $' '' env PATH="$work/tools" "$scripts/cross"
    for tool in mktemp mkdir rm; do ln -s "$(command -v "$tool")" tools/; done
    for tool in aarch64-linux-gnu-gcc aarch64-linux-gnu-g++ qemu-aarch64 dpkg-deb cmake; do
        printf '#!/bin/sh\nexit 0\n' >"tools/$tool"
    done
    printf '#!/bin/sh\necho no network >&2\nexit 100\n' >tools/apt-get
    chmod +x tools/*
    mkdir tree
    cp -r "$scripts" tree/
    expect 77 '^not run: apt-get cannot fetch the aarch64 libraries $' 'no network' \
        env PATH="$work/tools" tree/scripts/cross
    expect 0 '' '' rmdir tree/build # nothing is left in it
fi
finish
