# scripts/profile: refusals, and tiny real runs, as far as perf works on this machine.
# needs: python3:scipy
source "${SOURCE:?}/tests/cli/expect.sh"
export MEXBENCH TMPDIR=$work
profile=$SOURCE/scripts/profile

expect 0 'usage: profile .*Exit codes' '' "$profile" --help
expect 2 '' 'required: PROBLEM, VARIANT' "$profile"
expect 2 '' 'nosuchflag' "$profile" bacteria iterative --nosuchflag
expect 2 '' 'seconds must be above 0' "$profile" bacteria iterative --seconds 0
expect 2 '' "unknown problem 'bacterai'" "$profile" bacterai iterative
expect 2 '' "no variant of bacteria is called 'iterativ3'; did you mean iterative\?" \
    "$profile" bacteria iterativ3
expect 2 '' "no variant of bacteria is called 'zz'; it has naive, " \
    "$profile" bacteria iterative --versus zz
expect 2 '' 'this is the same variant' "$profile" bacteria iterative --versus bacteria_iterative
expect 1 '' 'cannot make the folder' "$profile" bacteria iterative --out /dev/null/x

# A tool that is missing or not allowed gives a one-line error.
expect 1 '' '^profile: perf is not installed; scripts/setup .*; --callgrind does without $' \
    env PATH="$work/empty" "$profile" bacteria iterative
expect 1 '' '^profile: valgrind is not installed; scripts/setup installs it \(package valgrind\) $' \
    env PATH="$work/empty" "$profile" bacteria iterative --callgrind
mkdir refused
cat >refused/perf <<'PERF'
#!/bin/sh
printf 'Error:\nAccess to performance monitoring is limited.\nMore words.\n' >&2
exit 255
PERF
chmod +x refused/perf
expect 1 'bacteria every:cells=2' '^profile: perf does not work here: Access to .* is limited\.( \(kernel[^)]*\))? $' \
    env PATH="$work/refused:$PATH" "$profile" bacteria iterative every:cells=2
if command -v perf >/dev/null; then
    expect 1 'bacteria ' 'bacteria_naive cannot solve 9x9' "$profile" bacteria naive empty:n=9,m=9
    expect 1 '' 'cannot read ./nothere.txt: No such file' "$profile" bacteria iterative ./nothere.txt
fi
[ -z "$(find . -name 'mexbench-profile-*')" ] || {
    echo 'FAILED: a run that failed left its folder behind'
    failures=$((failures + 1))
}

# The same stacks give the same picture, which is well-formed for all names.
cat >stacks <<'STACKS'
mexbench  77    1000
	           22591 solve+0x11 (/a b/mexbench)
	            e10c operator<"&">+0xc (/a b/mexbench)

mexbench  77    3000
	ffffffff82256067 clear_page+0x7 ([kernel.kallsyms])
	          15354a [unknown] (/usr/lib/libx.so)
	          15354b [unknown] (/usr/lib/libx.so)
	            e10c operator<"&">+0xc (/a b/mexbench)
STACKS
for copy in one two; do
    /usr/bin/python3 - >$copy.svg <<'PYTHON'
from workbench import flamegraph

with open("stacks") as file:
    root = flamegraph.fold(flamegraph.read_samples(file))
print(flamegraph.svg(root, 'a "title" <of> &'), end="")
PYTHON
done
expect 0 '' '' cmp one.svg two.svg
expect 0 'solve: 25.0%.*' '' cat one.svg
/usr/bin/python3 - <<'PYTHON'
import xml.etree.ElementTree

svg = xml.etree.ElementTree.parse("one.svg").getroot()
titles = [element.text for element in svg.iter("{http://www.w3.org/2000/svg}title")]
assert titles == ['operator<"&">: 100.0%', "[libx.so]: 75.0%", "clear_page: 75.0%", "solve: 25.0%"]
PYTHON

# An intrinsic counts for the line that uses it, and the hottest loop is found among several.
cat >sum.c <<'CODE'
#include <emmintrin.h>
void cold_loop(int *to, const int *from, int count);
void cold_loop(int *to, const int *from, int count) {
    for (int i = 0; i < count; i++)
        to[from[i]]++;
}
void hot_loop(__m128i *to, const __m128i *from, int count);
void hot_loop(__m128i *to, const __m128i *from, int count) {
    for (int i = 0; i < count; i++)
        _mm_store_si128(to + i, _mm_add_epi32(_mm_sub_epi32(from[i], to[i]), to[i + 1]));
}
CODE
case $(uname -m) in x86_64)
    "${CC:-cc}" -O2 -g1 -shared -fPIC -o sum.so sum.c
    /usr/bin/python3 - sum.so <<'PYTHON' || failures=$((failures + 1))
import collections
import pathlib
import re
import sys

from workbench import hotlines, machine_code

path = str(pathlib.Path(sys.argv[1]).resolve())
code, hits = hotlines.Code([path]), collections.Counter()
for function in machine_code.functions(path):
    weight = {"hot_loop": 9, "cold_loop": 4}.get(function.name, 0)
    for instruction in function.code if weight else ():
        hits[hotlines.Hit(path, function.name, instruction.address)] = weight
hits[hotlines.Hit("/usr/lib/libz.so", "inflate", 7)] = 100
code.find(hits)
lines = hotlines.by_line(hits, code)
assert lines["[libz.so] inflate"] == 100
files = {place[0] for place in lines if not isinstance(place, str)}
assert files == {str(pathlib.Path("sum.c").resolve())}, files
loop = hotlines.hottest_loop(hits, code)
shown = list(hotlines.loop_lines(loop, hits, "samples"))
assert re.match(r"hottest loop: [0-9.]+% of the samples, [0-9]+ instructions, in hot_loop$", shown[0])
assert any("sum.c:10" in line and "_mm_store_si128" in line for line in shown), shown
assert any(re.search(r"^ +[0-9.]+% +[0-9a-f]+  paddd ", line) for line in shown), shown
share, where = hotlines.outside_share(hits, code)
assert where == "[libz.so] inflate" and abs(share - 100 / sum(hits.values())) < 1e-9
assert machine_code.function_at(path, 0) is None
assert hotlines.hottest_loop(collections.Counter(), code) is None
PYTHON
    ;;
esac
cp "$SOURCE/examples/plugin/bacteria_mine.c" .
"${CC:-cc}" -std=c17 -O2 -g1 -fno-omit-frame-pointer -shared -fPIC -I"$SOURCE/kernels" -o mine.so \
    bacteria_mine.c

# One's own kernel is on the page by bench --plugin and report alone.
expect 0 'mine, 1 ' . "$MEXBENCH" bench bacteria random:n=6,m=6,cases=4 --variant 'mine|iterative' \
    --plugin mine.so --benchmark_repetitions=2 --benchmark_min_time=0.01 \
    --benchmark_out=mine.json --benchmark_out_format=json
expect 0 '' '' "$SOURCE/scripts/report" --html mine.html mine.json
expect 0 '\["mine","base",' '' grep -o '\["mine","base","' mine.html

# Real runs with perf.
if ! perf stat -e cpu-clock -- true >/dev/null 2>why; then
    echo "perf is not usable here: $(tr '\n' ' ' <why)"
    expect 1 '.*' 'profile: perf (does not work here|is not installed)' \
        "$profile" bacteria iterative every:cells=2
else
    found='solved [0-9,]+ times?, .*task-clock +[0-9,]+ ms .*samples of (cpu-clock|cycles) .*%  kernels/'
    expect 0 "bacteria_iterative: $found.*bacteria_memoised: $found.*x faster than .*5 alternating pairs" '' \
        "$profile" bacteria iterative random:n=9,m=9 --versus memoised --seconds 0.1 --out both
    expect 0 '<svg .*solve \(bacteria_iterative.c\)' '' cat both/bacteria_iterative.svg
    expect 0 '"event" : "task-clock"' '' cat both/bacteria_memoised.stat.json

    # A plug-in: its own source, the hottest loop, and a next step.
    expect 0 'bacteria_mine: solved .*%  bacteria_mine.c:[0-9]+ .*hottest loop: .* instructions, in .*bacteria_mine.c:[0-9]+ .*%  +[0-9a-f]+  [a-z].*(at best|no bound).* next: ' \
        '' "$profile" bacteria mine random:n=12,m=12 --plugin mine.so --asm --seconds 0.3 --out plugin
    expect 0 '<svg .*bacteria_mine.c\)' '' cat plugin/bacteria_mine.svg

    # Without hardware counters, the output says so, leaves them empty, and samples cpu-clock.
    mkdir no_counters
    cat >no_counters/perf <<PERF
#!/bin/sh
$(command -v perf) "\$@" || exit
[ "\$1" = stat ] || exit 0
sed -Ei '/"(cycles|instructions)/s/"counter-value" : "[^"]*"/"counter-value" : "<not supported>"/' "\$4"
PERF
    chmod +x no_counters/perf
    expect 0 '^bacteria .* no hardware counters on this machine: sampling cpu-clock .*not available: .*cycles.*instructions.* of cpu-clock' \
        '' env PATH="$work/no_counters:$PATH" "$profile" bacteria iterative random:n=9,m=9 \
        --seconds 0.1
fi

# Exact counts: the sum over all lines is callgrind's own total.
if [ -n "$SANITIZE" ]; then
    echo "callgrind is not run: valgrind and the sanitizers ($SANITIZE) exclude each other"
elif command -v valgrind >/dev/null; then
    expect 0 'bacteria_iterative: [0-9,]+ instructions .*%  +[0-9,]+  kernels/.* times the instructions of ' \
        '' "$profile" bacteria iterative every:cells=5 --callgrind --versus memoised --out exact
    total=$(sed -n 's/^totals: //p' exact/bacteria_iterative.callgrind)
    tr -d , <stdout >printed
    expect 0 "bacteria_iterative: $total instructions" '' cat printed
    # With a plug-in, the process that solves is not the first.
    expect 0 'bacteria_mine: [0-9,]+ instructions .*%  +[0-9,]+  bacteria_mine.c:.* next: ' '' \
        "$profile" bacteria mine random:n=12,m=12 --plugin mine.so --callgrind --out exact
    expect 0 'bacteria_mine.callgrind bacteria_mine.callgrind.txt' '' ls exact
fi
finish
