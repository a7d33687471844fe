# Output that does not arrive: a full disk, a file size limit, a closed pipe. The exit code is 1,
# and the file with the final name is unchanged or missing.
source "${SOURCE:?}/tests/cli/expect.sh"
verbs=(
    'solve bacteria every:cells=8' 'solve bacteria every:cells=2 --json' 'gen bacteria every:cells=10'
    'list' 'list --json' 'info' 'info --json' '--help' '--version' 'solve --help'
    'check bacteria --boards 8 --seed 1' 'check bacteria --boards 8 --seed 1 --json'
    'worst bacteria worst:n=3,m=3 --variant naive --steps 5'
    'bench bacteria --variant naive --benchmark_filter=tiny --benchmark_min_time=0.001'
)
# without_reader COMMAND...: with a closed pipe as standard output.
without_reader() {
    /usr/bin/python3 -c '
import os, subprocess, sys
ours, its = os.pipe()
os.close(ours)
sys.exit(subprocess.call(sys.argv[1:], stdout=its))' "$@"
}
to_full_disk() {
    "$@" >/dev/full
}
for verb in "${verbs[@]}"; do
    read -ra words <<<"$verb"
    code=1
    [ "$verb" != 'solve --help' ] || code=0 # argp does not check whether it can write
    expect $code '' "$([ $code = 0 ] || echo 'cannot write the output')" \
        to_full_disk "$MEXBENCH" "${words[@]}"
    [ $code = 0 ] || expect 1 '' "$(case $verb in check* | worst* | bench*) echo . ;; esac)" \
        without_reader "$MEXBENCH" "${words[@]}"
done

# The results of bench are written to another file, which is then renamed.
bench=("$MEXBENCH" bench bacteria --variant naive --benchmark_filter=tiny
    --benchmark_min_time=0.001 --benchmark_repetitions=3)
limited() {
    # shellcheck disable=SC2016 # expanded by the inner shell
    bash -c 'ulimit -f 1 && "$@"' bash "$@" 2>&1 | cat
    return "${PIPESTATUS[0]}"
}
# only FILE...: the folder holds these files and those of expect, and no others.
only() {
    local found
    found=$(find . -type f ! -name stdout ! -name stderr -printf '%P\n' | sort | tr '\n' ' ')
    [ "$found" = "${*/%/ }" ] || {
        echo "FAILED: files: $found, expected: $*"
        failures=$((failures + 1))
    }
}
expect 1 'cannot write out.json: (File too large|No space left)' '' \
    limited "${bench[@]}" --benchmark_out=out.json
only
echo before >out.json
expect 1 'cannot write out.json: (File too large|No space left)' '' \
    limited "${bench[@]}" --benchmark_out=out.json
expect 0 '^before $' '' cat out.json
expect 1 '' 'cannot write nowhere/out.json: No such file' \
    "${bench[@]}" --benchmark_out=nowhere/out.json
expect 2 '' 'nothing matched' "$MEXBENCH" bench bacteria --benchmark_filter=nosuch --benchmark_out=out.json
expect 0 '.' '' "${bench[@]}" --benchmark_list_tests --benchmark_out=out.json
expect 0 '^before $' '' cat out.json
touch out.json.tmp.2147483646 # the user's own
expect 0 . . "${bench[@]}" --benchmark_out=out.json
rm out.json.tmp.2147483646
only out.json
expect 0 '"steal_after".*"load_avg_after".*"benchmarks".*[]] [}] $' '' cat out.json
rm out.json
# shellcheck disable=SC2016
expect 1 '' 'cannot write the output: (File too large|an earlier write)' \
    bash -c 'ulimit -f 1 && "$MEXBENCH" gen bacteria random:n=99,m=99 >boards.in'
finish
