# scripts/tune: the table that it writes and the map of --verify, with a stub command that makes up
# times from its arguments.
source "$SOURCE/tests/cli/expect.sh"

# The real command, except for solve: iterative takes 1 s, memoised 2 s, all others 4 s, for any
# --repeat.
cat >stub <<'END'
#!/bin/sh
case "$1 $*" in
"solve "*memoised*) echo '{"seconds": 2.0, "processor_seconds": 2.0}' ;;
"solve "*iterative*) echo '{"seconds": 1.0, "processor_seconds": 1.0}' ;;
"solve "*parallel*) exit 1 ;;
"solve "*variant*) echo '{"seconds": 4.0, "processor_seconds": 4.0}' ;;
"solve "*) echo '{"seconds": 3.0, "processor_seconds": 3.0}' ;;
gen*) echo '..#.' ;;
*) exec "$REAL" "$@" ;;
esac
END
chmod +x stub
export REAL=$MEXBENCH MEXBENCH=$PWD/stub

expect 0 'boardgame, one board: 0 of 77 within 1.15x; worst:.*3.00x' '' \
    "$SOURCE/scripts/tune" --verify map.json boardgame
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
END
expect 0 '^[^ ]*map.json $' '' find . -name '*map.json*'
expect 2 '' 'expected a problem of' "$SOURCE/scripts/tune" nosuchgame
expect 2 '' 'expected a problem of' "$SOURCE/scripts/tune" --verify map.json nosuchgame

# A copy of the tree, so that the committed table does not change.
mkdir -p tree/kernels/bacteria
cp -r "$SOURCE/scripts" tree/scripts
sed -i -e 's/shorts = (1, 2, 4, .*/shorts = (4,)/' -e '/^    shapes += .*(\(1, 400\|12, 36\))/d' \
    -e 's/bacteria_grid((1, 8, 64)/bacteria_grid((1,)/' tree/scripts/workbench/tuning/grids.py
expect 0 'kernels/bacteria/costs.def' '' tree/scripts/tune bacteria
expect 0 '^TECHNIQUE\(bacteria_iterative\) $' '' grep ^TECH tree/kernels/bacteria/costs.def
expect 0 'GROUP\(BASE, 1, [0-9]+\) ' '' cat tree/kernels/bacteria/costs.def
expect 0 'COST\(16, 37, 37, [0-9]+, 0, 0\) ' '' cat tree/kernels/bacteria/costs.def
finish
