# Every option that names a file to write refuses a symbolic link, which stays as it is, like the
# file behind it. A pipe and a device are refused as well; only bench writes there, directly.
source "${SOURCE:?}/tests/cli/expect.sh"
export MEXBENCH
echo mine >notes
mkdir results
ln -s ../notes results/bacteria_iterative.stat.json
for name in link link.json link.md link.svg; do ln -s notes $name; done
ln -s nowhere dangling.json
mkfifo pipe

# refuses FILE OUT COMMAND...: exit 1 with the reason, and nothing has changed.
refuses() {
    expect 1 "$2" "$1: not a regular file, which could be replaced" "${@:3}"
    if [ "$(cat notes)" != mine ] || [ ! -L link ] || [ -e nowhere ]; then
        echo "FAILED: ${*:3}: the link was followed or replaced"
        failures=$((failures + 1))
    fi
}
board=random:n=3,m=3
bench=("$MEXBENCH" bench bacteria "$board" --variant naive --benchmark_min_time=0.001)
checkpoint=("$MEXBENCH" solve boardgame "row:n=3,m=4" --variant layered_base --checkpoint)
for file in link dangling.json pipe /dev/null; do
    refuses "$file" '' "${checkpoint[@]}" "$file"
    refuses "$file" Case "$MEXBENCH" explain bacteria "$board" --svg "$file"
    refuses "$file" '' "$SOURCE/scripts/gate" HEAD --json "$file"
    refuses "$file" '' "$SOURCE/scripts/choice-trial" "$file"
done
for file in link dangling.json; do
    refuses "$file" '' "${bench[@]}" --benchmark_out="$file"
done
"${bench[@]}" --benchmark_out=/dev/stdout 2>/dev/null | cat >piped
expect 0 '"context"' '' cat piped
for file in link.json link.md dangling.json; do
    refuses "$file" '' "$SOURCE/scripts/processes" bacteria auto "$board" --export "$file"
done
if command -v perf >/dev/null && perf stat -e task-clock true 2>/dev/null; then
    expect 1 '.*' 'results/bacteria_iterative.stat.json: not a regular file' \
        "$SOURCE/scripts/profile" bacteria iterative "$board" --seconds 0.01 --out results
fi
expect 0 '^mine $' '' cat notes
finish
