# auto: solve --why, the file of rates, and how threads wait.
source "${SOURCE:?}/tests/cli/expect.sh"
export XDG_CACHE_HOME=$work/cache

# Without a file, the committed rates are used, and info says so.
expect 0 "rates +of a common machine; 'mexbench tune' measures" '' "$MEXBENCH" info
expect 0 '"rates_measured": null' '' "$MEXBENCH" info --json
board=random:n=6,m=6,cases=3,seed=1
"$MEXBENCH" solve bacteria $board --variant iterative >answers
expect 0 "^$(tr '\n' ' ' <answers)\$" \
    'rates of a common machine.*6x6, 3 boards at a time.*bacteria_memoised +1 .* [a-z]+ ' \
    "$MEXBENCH" solve bacteria $board --why
expect 2 '' 'leave out --variant' "$MEXBENCH" solve bacteria $board --why --variant iterative
"$MEXBENCH" solve bacteria random:n=5,m=7,cases=4096 --why --json --threads 2 >why.json
expect 0 '' '' /usr/bin/python3 - <<'PYTHON'
import json

found = json.load(open("why.json"))
(shape,) = found["why"]
assert (shape["rows"], shape["cols"], shape["instances"]) == (5, 7, 2048)
predicted = [c["predicted_seconds"] for c in shape["candidates"]]
assert predicted == sorted(predicted) and predicted[0] > 0 and len(predicted) > 3
assert sum(c["instances_solved"] for c in shape["candidates"]) == 4096
for c in shape["candidates"]:
    assert c["threads"] in (1, 2)
    assert (c["measured_seconds"] is None) == (c["instances_solved"] == 0)
PYTHON

# tune writes one file, which only its owner's folder has, and which info and solve then use. On a
# busy machine a warning says that the figures for threads were not measured.
expect 0 'rates of [0-9]+ variants, measured in .*/cache/mexbench/rates-[0-9a-f]{16}.json' '' \
    sh -c "'$MEXBENCH' tune 2>warning"
[ ! -s warning ] || expect 0 'warning: other programs kept all cores busy' '' cat warning
expect 0 'rates +measured on 2.*cache/mexbench/rates-' '' "$MEXBENCH" info
expect 0 'Case #1' 'rates of this machine, measured on' \
    "$MEXBENCH" solve bacteria random:n=3,m=3 --why
file=$(echo cache/mexbench/*)
expect 0 "^$file \$" '' find cache -type f

# Anything wrong with it: one warning, and the same answers. tune replaces it.
for damage in 'truncate -s 40' "sed -i s/gcc/tcc/;s/GNU/TCC/" 'truncate -s 1G'; do
    cp "$file" kept
    $damage "$file"
    expect 0 "^$(tr '\n' ' ' <answers)\$" 'warning: .*/rates-.* is ignored: [^:]*; .mexbench tune' \
        "$MEXBENCH" solve bacteria $board
    [ "$(grep -c ignored "$work/stderr")" = 1 ] || failures=$((failures + 1))
    mv kept "$file"
done
rm "$file"
mkdir "$file"
expect 0 'rates +of a common machine' 'is not a small regular file' "$MEXBENCH" info
expect 1 '' 'mexbench: .*not a regular file' "$MEXBENCH" tune
rmdir "$file"
expect 0 '' '' find cache -type f
XDG_CACHE_HOME='' HOME='' expect 1 '' 'no place to keep rates' "$MEXBENCH" tune
XDG_CACHE_HOME=/dev/null expect 1 '' 'mexbench: /dev/null/.*: Not a directory' "$MEXBENCH" tune

# Threads that wait sleep after a short spin, unless the user has said otherwise.
spins() {
    env -u OMP_WAIT_POLICY -u GOMP_SPINCOUNT OMP_DISPLAY_ENV=verbose "$@" 2>&1 |
        grep GOMP_SPINCOUNT | tail -n 1
}
if [ -n "$(spins "$MEXBENCH" list)" ]; then # libgomp
    solve=("$MEXBENCH" solve bacteria "random:n=2,m=2")
    expect 0 "= '2000'" '' spins "${solve[@]}" --threads 2
    expect 0 "= '2000'" '' spins "${solve[@]}" --thr=2
    expect 0 "= '30000000000'" '' spins env OMP_WAIT_POLICY=active "${solve[@]}" --threads 2
fi
finish
