# scripts/choice-trial and scripts/tune, with a command that answers at once with times made up of its
# arguments.
source "$SOURCE/tests/cli/expect.sh"

# The real command, but for solve: iterative takes 1 s, memoised 2 s, auto 3 s, all others 4 s; what
# --repeat says does not matter.
cat >stub <<'END'
#!/bin/sh
case "$1 $*" in
"solve "*--why*) echo '{"why": [{"candidates": [
    {"variant": "game_this", "threads": 1, "instances_solved": 1},
    {"variant": "game_that", "threads": 1, "instances_solved": 9}]}]}' ;;
"solve "*memoised*) echo '{"seconds": 2.0, "processor_seconds": 2.0}' ;;
"solve "*iterative*) echo '{"seconds": 1.0, "processor_seconds": 1.0}' ;;
"solve "*parallel*) exit 1 ;;
"solve "*variant*) echo '{"seconds": 4.0, "processor_seconds": 4.0}' ;;
"solve "*) echo '{"seconds": 3.0, "processor_seconds": 3.0}' ;;
tune*) echo '{"rates": {"bacteria_memoised": [1.5, 0, 12345.678, 0, 2]}}' ;;
*) exec "$REAL" "$@" ;;
esac
END
chmod +x stub
export REAL=$MEXBENCH MEXBENCH=$PWD/stub

trial=$SOURCE/scripts/choice-trial
expect 0 'boardgame, one board: 0 of 77 within 1.15x; worst:.*3.00x' '' \
    "$trial" map.json --maps boardgame
expect 0 '6 loads: median 3.00, nine tenths within 3.00, worst 3.00' '' \
    "$trial" loads.json --loads 6 --seed 3
expect 0 '' '' /usr/bin/python3 - <<'END'
import json

with open("map.json") as file:
    found = json.load(file)
(one,) = found["maps"]
assert (one["problem"], one["map"], len(one["cells"])) == ("boardgame", "one board", 77)
for cell in one["cells"]:
    seconds = cell["seconds"]
    assert seconds["boardgame_iterative"] == 1 and seconds["auto"] == 3
    assert "boardgame_parallel" not in seconds and "boardgame_naive" not in seconds
with open("loads.json") as file:
    found = json.load(file)
assert found["threads"] == 1 and len(found["loads"]) == 6
for load in found["loads"]:
    assert (load["auto"], load["best"]) == ("game_that", load["problem"] + "_iterative")
    assert load["ratio"] == 3
END
expect 2 '' 'invalid choice' "$trial" map.json nosuchgame
expect 2 '' 'usage' "$trial"

# A tree of its own, so that the committed rates stay what they are.
mkdir -p tree
cp -r "$SOURCE/scripts" "$SOURCE/kernels" tree/
expect 0 'kernels/bacteria/rates.def .*kernels/darkraft/rates.def' '' tree/scripts/tune
expect 0 '^RATE\(bacteria_memoised, 1.5, 0, 1.235e\+04, 0, 2\) $' '' \
    grep memoised tree/kernels/bacteria/rates.def
for problem in bacteria darkraft boardgame; do # the lines of other variants stay
    expect 0 '' '' diff <(grep ^RATE "$SOURCE/kernels/$problem/rates.def" | grep -v bacteria_mem) \
        <(grep ^RATE "tree/kernels/$problem/rates.def" | grep -v bacteria_mem)
done
finish
