# --checkpoint: a killed or interrupted solve resumes to the same answer and digest. A checkpoint of
# another solve is refused and kept. --digest does not depend on how it is computed.
source "${SOURCE:?}/tests/cli/expect.sh"
solve=("$MEXBENCH" solve boardgame)
board=worst:n=4,m=6,seed=3
small=("${solve[@]}" "$board" --variant layered_base --digest)
saved=("${small[@]}" --checkpoint ck --checkpoint-seconds 0)

# ok COMMAND...: an assertion of this script.
ok() {
    "$@" || {
        echo "FAILED: $*"
        failures=$((failures + 1))
    }
}

# in_the_middle SIGNAL COMMAND...: starts COMMAND and sends the signal a random time after it has
# saved to ck. Repeats this if COMMAND ended before. Sets $code to the exit code.
in_the_middle() {
    local signal=$1 pid
    shift
    for _ in {1..100}; do
        rm -f ck
        "$@" >killed.out 2>killed.err &
        pid=$!
        until [ -e ck ] || ! kill -0 $pid 2>/dev/null; do :; done
        sleep "0.00$((RANDOM % 10))"
        kill "-$signal" $pid 2>/dev/null || true
        code=0
        wait $pid 2>/dev/null || code=$?
        [ "$code" = 0 ] || return 0
    done
    echo "never caught in the middle: $*"
    failures=$((failures + 1))
}

# The digest is the same by the kernel, by probe, and on any number of threads. The digest of
# several boards is the sum.
"${small[@]}" >whole.out 2>whole.err
digest=$(sed -n 's/^digest of all tables: //p' whole.err)
ok test "${#digest}" = 16
for variant in layered_base sweep_base bitpacked; do
    for threads in 1 2 3; do
        expect 0 '.' "^digest of all tables: $digest $" \
            "${solve[@]}" "$board" --variant $variant --threads $threads --digest
    done
done
expect 0 "\"digest\": \"$digest\"" '' "${small[@]}" --json --repeat 2
expect 0 '"digest": null' '' "${solve[@]}" "$board" --variant layered_base --json
forgets=("${solve[@]}" "worst:n=3,m=4" --variant memoised --digest)
expect 0 '"digest": null' '' "${forgets[@]}" --json
expect 0 '.' '^digest of all tables: unknown, boardgame_memoised does not keep' "${forgets[@]}"
for variant in naive layered_base; do
    "${solve[@]}" mix:cells=9,cases=40 --seed 5 --variant $variant --digest --json |
        grep digest >"$variant.digest"
done
ok grep -q '"digest": "[0-9a-f]\{16\}"' naive.digest
ok cmp naive.digest layered_base.digest

# Killed once at a random moment, then run to the end. Then only the checkpoint is removed.
in_the_middle KILL "${saved[@]}"
ok test "$code" = 137
notes=(ck.tmp.2147483646 ck.tmp.20261130 ck.tmp.aaaaaaaaaaaa)
for note in "${notes[@]}"; do echo notes >"$note"; done
expect 0 '.' "^resumes from ck, [0-9.]+% done digest of all tables: $digest $" "${saved[@]}"
ok cmp stdout whole.out
ok test ! -e ck
for note in "${notes[@]}"; do ok grep -qx notes "$note"; done
ok test "$(printf '%s ' ck*)" = "ck.tmp.20261130 ck.tmp.2147483646 ck.tmp.aaaaaaaaaaaa "

# Interrupted: it saves once more before the next save is due, exit 130.
in_the_middle INT "${saved[@]}"
ok test "$code" = 130
for seconds in 0.4 2 8; do # until it is past its first stage
    expect 130 '' '' timeout --preserve-status -s INT $seconds "${solve[@]}" worst:n=2,m=17 \
        --digest --variant layered_base --checkpoint last --checkpoint-seconds 1000
    [ ! -e last ] || break
done
ok test -s last
expect 0 '.' "^resumes from ck.* $digest $" "${saved[@]}"

# The error names the difference, and the file is unchanged.
in_the_middle KILL "${saved[@]}"
cp ck before
refused() {
    local words=$1
    shift
    expect 1 '' "^mexbench: .*ck.*$words" "$@" --checkpoint ck
    ok cmp ck before
}
for other in worst:n=4,m=6,seed=4 worst:n=3,m=8; do
    refused 'is a checkpoint of another board' \
        "${solve[@]}" $other --digest --variant layered_base
done
refused 'is a checkpoint with --digest, this is without' \
    "${solve[@]}" "$board" --variant layered_base
refused 'is a checkpoint with --threads 1, this is with 2' "${small[@]}" --threads 2
printf x >>before
cp before ck
refused 'is too long' "${small[@]}"
truncate -s 5000 ck
cp ck before
refused 'is cut short' "${small[@]}"
echo 'a text of mine' | tee ck >before
refused 'is not a checkpoint' "${small[@]}"
rm ck

# A full disk: an error at once, and the previous save is still valid.
in_the_middle KILL "${saved[@]}"
cp ck before
# shellcheck disable=SC2016
expect 1 '' 'mexbench: cannot write the checkpoint ck: File too large' \
    bash -c 'ulimit -f 16 && "$@"' bash "${saved[@]}"
ok cmp ck before
expect 0 '.' "^resumes from ck.* $digest $" "${saved[@]}"
expect 1 '' 'cannot write the checkpoint nowhere/ck: No such file' \
    "${small[@]}" --checkpoint nowhere/ck
expect 1 '' 'cannot write the checkpoint /dev/null: not a regular file' \
    "${small[@]}" --checkpoint /dev/null
ln -s notes.txt link
expect 1 '' 'cannot write the checkpoint link: not a regular file' "${small[@]}" --checkpoint link
ok test -L link -a ! -e notes.txt

# Only one board, and only with a variant that can resume.
expect 1 '' 'one board, this workload has more' "${solve[@]}" worst:n=2,m=3,cases=2 \
    --variant layered_base --checkpoint ck
expect 1 '' 'expected number of rows, found end of input' \
    fed '' "${solve[@]}" --variant layered_base --checkpoint ck
expect 2 '' 'boardgame_sweep_base cannot resume from a checkpoint; boardgame_layered_base can' \
    "${solve[@]}" "$board" --variant sweep_base --checkpoint ck
expect 2 '' 'no variant of bacteria can resume from a checkpoint' \
    "$MEXBENCH" solve bacteria empty:n=2,m=2 --checkpoint ck
expect 2 '' 'exclude each other' "${saved[@]}" --repeat 2
expect 0 '"variant": "boardgame_layered' '' "${solve[@]}" worst:n=4,m=4 --checkpoint ck --json
expect 0 '"variant": "boardgame_layered' '' "${solve[@]}" empty:n=2,m=13 --checkpoint ck --json
ok test ! -e ck
finish
