# scripts/gate, scripts/history and scripts/links from end to end, in a temporary repository that "builds" by copying
# the mexbench just built, or by a small program that becomes it; their refusals.
# needs: git python3:jsonschema
source "${SOURCE:?}/tests/cli/expect.sh"
export TMPDIR=$work/tmp GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@localhost
export GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@localhost
mkdir tmp repository
cd repository
mkdir scripts
cp -r "$SOURCE"/scripts/{gate,history,links,workbench} scripts/
gate=scripts/gate

# ok COMMAND...: an assertion of this script.
ok() {
    "$@" || {
        echo "FAILED: $*"
        failures=$((failures + 1))
    }
}

expect 0 'usage: gate .*Exit codes' '' $gate --help
expect 2 '' 'expected REV, or --compilers' $gate
expect 2 '' 'expected REV, or --compilers' $gate HEAD --compilers
expect 2 '' 'unterminated|missing' $gate HEAD --variant '('
expect 2 '' "--links: '7' is not an even number from 12 to 400" $gate HEAD --links 7
expect 2 '' '--base needs REV' $gate --compilers --base HEAD
links=scripts/links
for number in 0 7 13 402 many; do
    expect 2 '' "N: '$number' is not an even number from 12 to 400" $links "$number"
done
expect 2 '' '--variant: ' $links 12 --floor --variant '('

if [ -n "$SANITIZE" ]; then
    echo "the rest runs the command as cli_compare does, which is enough under $SANITIZE"
    finish
    exit
fi

# A build is the mexbench just built. With a file `factor`, it is a wrapper that, as the older of
# two builds, reports ten times or a tenth of its times: far beyond the noise of any machine.
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(copies NONE)
set(program $ENV{MEXBENCH})
if(EXISTS ${CMAKE_SOURCE_DIR}/factor)
  set(program ${CMAKE_SOURCE_DIR}/scaled)
endif()
if(EXISTS ${CMAKE_SOURCE_DIR}/renamed)
  set(program ${CMAKE_SOURCE_DIR}/renaming)
endif()
include(${CMAKE_SOURCE_DIR}/extra.cmake OPTIONAL)
add_custom_target(mexbench COMMAND cp ${program} ${CMAKE_BINARY_DIR}/mexbench)
END
cat >CMakePresets.json <<'END'
{"version": 6,
 "configurePresets": [
   {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"},
   {"name": "clang", "generator": "Ninja", "binaryDir": "${sourceDir}/build/clang"}],
 "buildPresets": [{"name": "release", "configurePreset": "release"},
                  {"name": "clang", "configurePreset": "clang"}]}
END
cat >scaled <<'END'
#!/bin/bash
[ "$1" = sampler ] || exec "$MEXBENCH" "$@"
factor=$(cat "$(dirname "$0")/../../factor")
"$MEXBENCH" "$@" | sed -u "/^sampled /s/[0-9]*\.[0-9]\{9\}/&$factor/g"
END
cat >renaming <<'END'
#!/bin/bash
arguments=("${@/#bacteria_plain/bacteria_naive}")
[ "$1" = list ] || exec "$MEXBENCH" "${arguments[@]}"
"$MEXBENCH" "$@" | sed 's/bacteria_naive/bacteria_plain/'
END
chmod +x scaled renaming
echo build/ >.gitignore
git init -q .
git add -A
git commit -qm first

# Built and paired; nothing is left behind. The verdict depends on the machine's noise.
nothing_left() {
    ok test -z "$(ls "$TMPDIR")"
    ok test "$(git worktree list | wc -l)" = 1
}
# A busy machine may leave a pair unresolved.
passed_or_unresolved() {
    local code=0
    "$@" || code=$?
    echo "of exit $code"
    [ $code = 0 ] || [ $code = 5 ]
}
some=(--variant 'bacteria_(naive|memoised)$' --budget 0.5 --links 0)
line='[0-9.]+x (slower|faster)  \[[0-9.]+, [0-9.]+\]  floor [0-9.]+%'
expect 0 "bacteria_naive +[a-z]+ +$line bacteria_memoised +[a-z]+ +$line .*of exit [05]" \
    'building HEAD gate: building the work tree' passed_or_unresolved $gate HEAD "${some[@]}" --delta 50% \
    --json "$work/passed.json"
nothing_left

# Uncommitted changes are part of the work tree: it lacks the factor.
echo e-1 >factor
git add factor
git commit -qm 'ten times as fast'
git rm -q factor
expect 3 "bacteria_naive +slower +$line REGRESSION .*regression: 2 of 2 variants: bacteria_naive, bacteria_memoised" \
    . $gate HEAD "${some[@]}" --json "$work/found.json"
ok test "$(git status --porcelain)" = 'D  factor'
echo e1 >factor
git add factor
git commit -qm 'ten times as slow'
rm factor
expect 0 'bacteria_naive +faster .*passed: 2 variants' . $gate HEAD "${some[@]}"
ok test "$(git status --porcelain)" = ' D factor'
git commit -qam 'as it was'
# A variant in only one of the builds does not pass, unless an option names it.
touch renamed
both=(--variant 'bacteria_(naive|plain|memoised)$' --budget 0.5 --delta 50% --links 0)
expect 5 'bacteria_naive +gone: not compared, and not explained bacteria_plain +new: not compared, and not explained .*unresolved: [23] of 3 variants: .*bacteria_naive, bacteria_plain' \
    . $gate HEAD "${both[@]}"
expect 0 "bacteria_plain +[a-z]+ +$line.*of exit [05]" \
    . passed_or_unresolved $gate HEAD "${both[@]}" --renamed bacteria_naive=bacteria_plain
expect 0 'bacteria_naive +gone: not compared bacteria_plain +new: not compared bacteria_memoised.*of exit [05]' \
    . passed_or_unresolved $gate HEAD "${both[@]}" --gone bacteria_naive --new bacteria_plain
expect 2 '' "--gone: no variant 'bacteria_memoised' is gone" \
    $gate HEAD "${both[@]}" --gone bacteria_memoised
rm renamed
expect 2 '' "--renamed: found 'naive', expected OLD=NEW" $gate HEAD --renamed naive
expect 2 '' '--budget: found 0, expected 0.1 to 21600' $gate HEAD --budget 0
# A loss since the commit of data/gate-base counts, too, where HEAD itself has lost nothing.
mkdir data
git rev-parse HEAD~2 >data/gate-base
git show HEAD~2:factor >/dev/null || failures=$((failures + 1))
expect 3 "since the base, $(git rev-parse --short=12 HEAD~2) bacteria_naive +slower +$line REGRESSION .*regression: 2 of 4 variants: bacteria_naive since the base, bacteria_memoised since the base" \
    . $gate HEAD "${some[@]}" --delta 50% --json "$work/base.json"
expect 0 'of exit [05]' . passed_or_unresolved $gate HEAD "${some[@]}" --delta 50% --base none
ok test "$(grep -c "since the base" "$work/stdout")" = 0
expect 2 '' "no revision 'nosuch'" $gate HEAD "${some[@]}" --base nosuch
rm -r data
# Two revisions: the work tree has no part in it, and data/gate-base is not asked.
echo e1 >factor
expect 3 "bacteria_naive +slower +$line REGRESSION .*regression: 2 of 2 variants" \
    'building HEAD~2 gate: building HEAD' $gate HEAD~2 HEAD "${some[@]}"
ok test "$(grep -c "since the base" "$work/stdout")" = 0
rm factor
expect 2 '' "no revision 'nosuch'" $gate HEAD nosuch "${some[@]}"

# History: the step is found, a commit that does not build is left out, and a chain that does not
# close is called that: here, a build reports other times as the older of two.
history=scripts/history
one=(--variant 'bacteria_memoised$' --budget 0.3 --links 0)
expect 2 '' 'required: COMMIT' $history
expect 2 '' "no revision 'nosuch'" $history HEAD nosuch
expect 2 '' 'expected two commits or more' $history HEAD HEAD..HEAD
expect 2 '' "--links: '7' is not an even number" $history HEAD~1 HEAD --links 7
expect 2 '' 'nothing was compared' $history HEAD~1 HEAD --links 0 --variant nosuch
ok test ! -e history.svg
short() { git rev-parse --short=9 "$1"; }
echo 'message(FATAL_ERROR "broken")' >extra.cmake
git add extra.cmake
git commit -qm 'does not build'
git rm -q extra.cmake
git commit -qm 'x < y & z'
expect 0 "bacteria_memoised, relative to $(short HEAD~3) +$(short HEAD~2) +[0-9.]+x faster  \[[0-9.]+, [0-9.]+\] +faster +as it was +$(short HEAD) .* x < y & z +step: $(short HEAD~2) [0-9.]+x faster .* first and last paired: .*picture: it.svg" \
    "history: $(short HEAD~1) is left out" $history HEAD~3..HEAD "${one[@]}" --svg it.svg --json it.json
/usr/bin/python3 - <<'END' || failures=$((failures + 1))
import json
import xml.etree.ElementTree

svg = xml.etree.ElementTree.parse("it.svg").getroot()
titles = [e.text for e in svg.iter("{http://www.w3.org/2000/svg}title")]
assert len(titles) == 3 and any("x < y & z" in title for title in titles), titles
found = json.load(open("it.json"))
assert len(found["commits"]) == 3 and len(found["steps"]) == 2 and len(found["first_to_last"]) == 1
for step in found["steps"]:
    low, high = step["interval"]
    assert low <= step["ratio"] <= high and step["floor"] >= 0, step
first = [s for s in found["steps"] if s["commit"] == found["commits"][1]["hash"]]
assert [s["verdict"] for s in first] == ["faster"], first
END
expect 0 'first and last paired: .* DISAGREE: do not trust the chain' 'is left out' \
    $history HEAD~4 HEAD~3 HEAD~1 HEAD "${one[@]}"
ok grep -q '<svg ' history.svg
git reset -q --hard HEAD~2
rm it.svg it.json history.svg
# A line begins where its variant begins, and starts again where it is not.
PYTHONPATH=scripts /usr/bin/python3 - <<'END' || failures=$((failures + 1))
import importlib.machinery
import importlib.util
import math

loader = importlib.machinery.SourceFileLoader("history", "scripts/history")
history = importlib.util.module_from_spec(importlib.util.spec_from_loader("history", loader))
loader.exec_module(history)
commits = [history.Commit(str(n) * 40, f"commit {n}") for n in range(4)]
line = history.Line("v", commits)
line.steps = [history.Step(0.1, 0.03, "slower", {}), None, history.Step(0.2, 0.04, "same", {})]
assert history.chain(line.steps) == [(0, 0), (0.1, 0.03), (0, 0), (0.2, 0.04)]
assert "not compared: starts again" in "".join(line.text()) and line.closes() is None
assert line.biggest_step()[0] == commits[1]
line.steps[1] = history.Step(-0.1, 0.04, "unresolved", {})
assert math.isclose(history.chain(line.steps)[2][1], 0.05)
line.direct = history.Step(0.2, 0.01, "slower", {})
assert line.closes() is True
line.direct = history.Step(0.3, 0.01, "slower", {})
assert line.closes() is False
END
# An untracked file is part of the work tree, too.
printf 'message(STATUS "reading error_names.c")\nmessage(FATAL_ERROR "extra")\n' >extra.cmake
expect 1 '' 'the build failed: CMake Error at extra.cmake:2 .*extra' $gate HEAD "${some[@]}"
rm extra.cmake
nothing_left

# Interrupted: exit 130, nothing is left behind.
code=0
timeout --preserve-status -s INT 4 $gate HEAD --links 0 --budget 100 >out 2>err || code=$?
ok test $code = 130
ok test "$(grep -c Traceback err)" = 0
rm out err
nothing_left

# Both compilers; counts, which are exact.
expect 0 "bacteria_naive +[a-z]+ +$line bacteria_memoised" 'building gcc gate: building clang' \
    $gate --compilers "${some[@]}" --json "$work/compilers.json"
if [ -z "$SANITIZE" ] && command -v valgrind >/dev/null; then
    expect 0 'counts +[0-9,]+ -> [0-9,]+ instructions \([+-]0.0[0-9]%\)' . \
        passed_or_unresolved $gate HEAD "${some[@]}" --delta 50% --counts --json "$work/counts.json"
    ok grep -q '"before": [1-9]' "$work/counts.json"
fi
/usr/bin/python3 - "$SOURCE/data/results/compare.schema.json" "$work"/*.json <<'END'
import json
import sys

import jsonschema

with open(sys.argv[1]) as file:
    schema = json.load(file)
outcomes = set()
for path in sys.argv[2:]:
    with open(path) as file:
        found = json.load(file)
    jsonschema.Draft7Validator(schema).validate(found)
    outcomes.add(found["gate"]["outcome"])
assert outcomes - {"unresolved"} >= {"regression", "compared"}, outcomes
END

# Links of a small program that becomes the mexbench just built: other layouts of the same code, the
# same for the same seed.
rm scaled renaming
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.25)
project(small C)
add_library(parts STATIC one.c two.c)
add_executable(mexbench main.c)
target_link_libraries(mexbench parts)
END
printf 'int first(void) { return 1; }\nint second(void) { return 2; }\n' >one.c
printf 'int third(void) { return 3; }\nint fourth(void) { return 4; }\n' >two.c
cat >main.c <<'END'
#include <stdlib.h>
#include <unistd.h>
int first(void), second(void), third(void), fourth(void);
int main(int argc, char **argv) {
    if (argc > 0 && first() + second() + third() + fourth() == 10)
        execv(getenv("MEXBENCH"), argv);
    return 9;
}
END
git add -A
git commit -qm 'a program'
expect 0 '12 links in .*/build/links/layouts' 'seed 5' $links 12 --seed 5
expect 0 '12 links in .*/again' 'seed 5' $links 12 --seed 5 --out again
expect 0 'mexbench ' '' build/links/layouts/mexbench-011 --version
# functions FILE: its functions of this program, in the order of their places.
functions() {
    nm -n "$1" | grep -oE ' T (first|second|third|fourth)$'
}
for number in 000 001 002 011; do
    ok cmp {build/links/layouts,again}/mexbench-$number
    nm build/links/layouts/mexbench-$number | grep -E ' T (first|second)$' >>places
    functions build/links/layouts/mexbench-$number | tr '\n' ' ' >>orders
    echo >>orders
done
ok test "$(sort -u places | wc -l)" = 8
ok test "$(sort -u orders | wc -l)" -gt 1
# All places are multiples of 16.
ok test "$(grep -c '^[0-9a-f]*0 ' places)" = 8
rm -r again places orders
expect 0 "bacteria_naive +[a-z]+ +$line.*of exit [05]" 'building the work tree.* seed [0-9]+' \
    passed_or_unresolved $gate HEAD --variant 'bacteria_naive$' --budget 0.5 --delta 50% \
    --json "$work/links.json"
ok grep -q '"links": 12' "$work/links.json"
nothing_left
git reset -q --hard HEAD~1

# One trial of each tool without links; the verdicts depend on the machine.
if command -v hyperfine >/dev/null && command -v valgrind >/dev/null && /usr/bin/python3 -c 'import scipy' 2>/dev/null; then
    expect 0 'by callgrind: 5%: 1\.0[45][0-9]*\. .*none \| compare \|  \|  \| [01] of 1' 'none, hyperfine, 5%: 1 ' "$SOURCE/scripts/verdict-trial" \
        --quick --cell '^none, (compare|Google Benchmark|hyperfine), 5%' --trials 1 --json trials.json
    ok test "$(grep -c '"word": "\(same\|unresolved\|faster\|slower\|not different\|within layout\)"' trials.json)" = 3
    rm trials.json
fi

expect 2 '' "no revision 'nosuch'" $gate nosuch
expect 2 '' "building.*no variant matches 'nosuch'" $gate HEAD --links 0 --variant nosuch
# A revision before the first mexbench.
# shellcheck disable=SC2016 # for the script that is written
printf '#!/bin/sh\n[ "$1" != sampler ] || exit 2\nexec "$MEXBENCH" "$@"\n' >scaled
touch factor
git add factor
git commit -qam old
git rm -q factor
expect 1 '' 'is not a mexbench that can be compared.*bacteria_naive cannot be compared' \
    $gate HEAD "${some[@]}"

finish
