# --memory: layers that do not fit are kept in a file. The answer and the digest are those of a
# solve in memory, also after a kill; nothing is left; every fault of the file is an error.
source "${SOURCE:?}/tests/cli/expect.sh"
narrow=${BUILD:?}/tests/mexbench_narrow # with slices of 3 blocks, so that small boards need files
solve=("$narrow" solve boardgame)
board=worst:n=5,m=5
small=("${solve[@]}" "$board" --variant layered_base --digest)
mkdir scratch
stored=("${small[@]}" --memory 17300K)
here=("${stored[@]}" --scratch scratch)
saved=("${stored[@]}" --checkpoint ck --checkpoint-seconds 0)

ok() {
    "$@" || {
        echo "FAILED: $*"
        failures=$((failures + 1))
    }
}
empty() { [ -z "$(ls -A "${1:-.}")" ]; }

"${small[@]}" >whole.out 2>whole.err
digest=$(sed -n 's/^digest of all tables: //p' whole.err)
takes='takes 16.[0-9] MiB of memory and [0-9.]+ (KiB|MiB) in a file in scratch; writes 4.0 MiB'
expect 0 '.' "^$takes, reads .* digest of all tables: $digest $" "${here[@]}"
ok cmp stdout whole.out
ok empty scratch
expect 0 '"planned_read_bytes": ?[0-9]+' '.' "${here[@]}" --json
expect 0 '.' "$digest $" "${here[@]}" --repeat 2
expect 0 '.' "^digest of all tables: $digest $" "${small[@]}" --memory 64M # it fits
expect 0 '.' "in a file in $work/scratch; .*$digest $" \
    env TMPDIR="$work/scratch" "${stored[@]}" --threads 2

# auto passes over what does not fit, and takes a variant that can use storage.
expect 0 '.' "^$takes.*$digest $" \
    "${solve[@]}" "$board" --digest --memory 17300K --scratch scratch

# What cannot be done is said before the start.
expect 1 '' 'needs at least 1[67]\.[0-9] MiB of memory with files, the limit is 1.0 MiB' \
    "${small[@]}" --memory 1M
expect 1 '' 'boardgame_sweep_base cannot solve 5x5 .*needs .* of memory, the limit is 17' \
    "${solve[@]}" "$board" --variant sweep_base --memory 17M
expect 1 '' 'cannot make a file in nowhere: No such file' "${stored[@]}" --scratch nowhere
expect 1 '' 'cannot make a file in whole.out: Not a directory' "${stored[@]}" --scratch whole.out
# shellcheck disable=SC2016
expect 1 '' 'in a file, and scratch cannot hold it: File too large' \
    bash -c 'ulimit -f 16 && "$@"' bash "${here[@]}"
ok empty scratch
for limit in 0M 12 M 1Mb 1.5G -1G 99999999999999999999G 99999999T; do
    expect 2 '' "^mexbench solve: --memory: .*(is not a size such as|is out of range)" \
        "${small[@]}" "--memory=$limit"
done
expect 2 '' 'scratch is the folder of the files that --memory needs' "${small[@]}" --scratch scratch

# Killed at a random moment, and run to the end: the same answer, and nothing is left.
kills=6
[ -z "${SANITIZE:-}" ] || kills=2
expect 0 "$kills kills, 0 wrong" '' env MEXBENCH="$narrow" \
    "$SOURCE/scripts/kill-test" $kills $board layered_base 17300K

# caught SECONDS COMMAND...: interrupts COMMAND after it has saved to ck.
caught() {
    local pid
    "$@" >killed.out 2>killed.err &
    pid=$!
    until [ -e ck ] || ! kill -0 $pid 2>/dev/null; do :; done
    sleep 0.05
    kill -INT $pid 2>/dev/null || true
    code=0
    wait $pid 2>/dev/null || code=$?
    ok test "$code" = 130
}
caught "${saved[@]}"
file=$(ls -d mexbench.tmp.*)
ok test -s "$file"
cp ck before
expect 1 '' 'ck is a checkpoint with a memory limit of 17 MiB, this has 0' \
    "${small[@]}" --checkpoint ck
ok cmp ck before
mv "$file" elsewhere
expect 1 '' "cannot open \./?$file, which the checkpoint needs: No such file" "${saved[@]}"
cp elsewhere "$file" # another file with that name
expect 1 '' "$file is not the file that the checkpoint was saved with" "${saved[@]}"
ok cmp elsewhere "$file"
mv elsewhere "$file"
expect 0 '.' "resumes from ck, [0-9.]+% done digest of all tables: $digest $" "${saved[@]}"
ok test ! -e ck -a ! -e "$file"

# Damage in the file is noticed, not computed with.
caught "${saved[@]}"
file=$(ls -d mexbench.tmp.*)
head -c "$(stat -c %s "$file")" /dev/zero >zeros
cat zeros >"$file"
expect 1 '' 'a file in \. is damaged: at byte [0-9]+ it does not have what was written' "${saved[@]}"
finish
