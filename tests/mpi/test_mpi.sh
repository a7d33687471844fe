# mexbench-mpi: any number of ranks gives layered's answer and digest, and sends what the model says.
# usage: test_mpi.sh [all]    all = more boards
# Killed ranks resume; what is wrong with one rank ends all with a clear error. mexbench_mpi_narrow
# has slices of 5 blocks, so that its rings go round many times.
source "${SOURCE:?}/tests/cli/expect.sh"
mpi=$BUILD/mexbench-mpi
narrow=$BUILD/tests/mexbench_mpi_narrow
if [ ! -x "$mpi" ] || ! command -v mpirun >/dev/null; then
    echo "not run: Open MPI is not installed"
    exit 77
fi
export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS} # MPI keeps memory for itself
on=(timeout 300 mpirun --oversubscribe --bind-to none)
[ "$(id -u)" != 0 ] || on+=(--allow-run-as-root)
layered=("$MEXBENCH" solve boardgame --variant layered --digest)

# ok COMMAND...: an assertion of this script.
ok() {
    "$@" || {
        echo "FAILED: $*"
        failures=$((failures + 1))
    }
}

# equal_on RANKS PROGRAM BOARD OPTION...: answer and digest of layered. The time is in `counted`.
equal_on() {
    local ranks=$1 program=$2 board=$3
    shift 3
    expect 0 "^$(cat answer) $" "digest of all tables: $digest " \
        "${on[@]}" -n "$ranks" "$program" solve boardgame "$board" --digest --time "$@"
    cp stderr counted
}

# set_layered BOARD: answer and digest for equal_on.
set_layered() {
    "${layered[@]}" "$1" >answer 2>whole
    digest=$(sed -n 's/^digest of all tables: //p' whole)
    ok test "${#digest}" = 16
}

# The model and the counts: bytes sent, messages, the largest share of a rank. 1 block = 4 KiB.
as_planned() {
    local program=$1 cells=$2 ranks=$3
    "$program" plan "$cells" "$ranks" | awk 'END { print $4, $8, $7, $9 }' >planned
    sed -n 's/^blocks decided: .* at most \([0-9]*\) .*/\1/p
            s/^bytes sent: \([0-9]*\) in \([0-9]*\) messages, at most \([0-9]*\) .*/\1 \2 \3/p' \
        counted | paste -sd ' ' >found
    ok cmp planned found
}

# cells_of BOARD: the number of its cells.
cells_of() {
    local rows=${1#*n=} cols=${1#*,m=}
    cells=$((${rows%%,*} * ${cols%%,*}))
}

# Boards of 1 to 30 cells, with one, few and many high cells.
boards=('worst:n=4,m=6' 'random:n=17,m=1,patterns=2,cases=1,rule=misere')
narrow_boards=('worst:n=4,m=6,rule=misere')
if [ "${1:-}" = all ]; then
    boards+=('row:n=2,m=14,k=3' 'random:n=3,m=7,patterns=3,cases=1' 'empty:n=1,m=1' 'empty:n=4,m=4')
    [ -n "$SANITIZE" ] || boards+=('worst:n=5,m=6')
    narrow_boards+=('random:n=3,m=7,patterns=3,cases=1' 'row:n=5,m=5,k=4')
fi
for board in "${boards[@]}"; do
    set_layered "$board"
    cells_of "$board"
    for ranks in 1 2 3 4 8; do
        equal_on "$ranks" "$mpi" "$board"
        as_planned "$mpi" "$cells" "$ranks"
    done
done
# Slices of 5 blocks, two threads each, and every instruction set.
for board in "${narrow_boards[@]}"; do
    set_layered "$board"
    cells_of "$board"
    for ranks in 2 3 4 5 8; do
        equal_on "$ranks" "$narrow" "$board" --threads 2
        as_planned "$narrow" "$cells" "$ranks"
    done
    equal_on 3 "$narrow" "$board" --isa base
done
read -r _ _ slices _ _ _ messages _ < <("$narrow" plan 28 8 | tail -1)
ok test "$messages" -gt $((12 * slices)) # 12 pairs of ranks: some slices go in two pieces
printf '4 5 1\n2 2\n11\n11\n.x...\n...x.\n.....\n.....\n' >board
set_layered board
for program in "$mpi" "$narrow"; do
    expect 0 "^$(cat answer) $" "digest of all tables: $digest " \
        "${on[@]}" -n 2 "$program" solve boardgame --digest <board
done

# The closed form, 4,096 * 2^high * t/2 bytes, for t = 0, 6 and 10.
ok test "$("$mpi" plan 40 1 64 1024 | awk '{ print $8 }' | paste -sd ' ')" = \
    "bytes_sent 0 $((3 << 37)) $((5 << 37))"
ok test "$("$mpi" plan 48 8 | awk 'END { print $4, $8 }')" = "$((1 << 30)) $((3 << 44))"

# Killed at a random moment after the first checkpoint; resumed on as many ranks, twice.
board=worst:n=2,m=13
set_layered "$board"
saved=("$narrow" solve boardgame "$board" --digest --checkpoint ck --checkpoint-seconds 0)
# start_and_kill RANKS: kills one rank, if it still runs. Sets $code.
start_and_kill() {
    local ranks=$1 job rank
    "${on[@]}" -n "$ranks" "${saved[@]}" >killed.out 2>killed.err &
    job=$!
    until [ -e "ck.$((ranks - 1)).0" ] || ! kill -0 $job 2>/dev/null; do sleep 0.01; done
    sleep "0.0$((RANDOM % 20))"
    # timeout starts mpirun, and mpirun the ranks
    rank=$(pgrep -P "$(pgrep -P $job)" | sed -n "$((RANDOM % ranks + 1))p") || true
    [ -z "$rank" ] || kill -KILL "$rank" 2>/dev/null || true
    code=0
    wait $job || code=$?
    rm -f ck.*.tmp.* # a kill in the middle of saving leaves one, which no later run removes
}
for ranks in 2 3; do
    for _ in {1..20}; do
        rm -f ck.*
        start_and_kill $ranks
        [ "$code" = 0 ] || [ -s killed.out ] || break
    done
    ok test "$code" != 0
    ok grep -qE 'signal 9|Killed' killed.err
    ok test ! -s killed.out
    start_and_kill $ranks # perhaps during the resumed solve
    expect 0 "^$(cat answer) $" "digest of all tables: $digest " \
        "${on[@]}" -n $ranks "${saved[@]}"
    ok test -z "$(find . -name 'ck*')"
done
# Only what all ranks have is resumed, and by the same solve only.
until start_and_kill 2 && [ "$code" != 0 ] && [ -e ck.0.1 ] && [ -e ck.1.1 ]; do rm -f ck.*; done
expect 1 '' 'rank 0 of 2, this is boardgame_layered, rank 0 of 3' "${on[@]}" -n 3 "${saved[@]}"
expect 1 '' 'is a checkpoint of another board' \
    "${on[@]}" -n 2 "$narrow" solve boardgame worst:n=2,m=13,seed=9 --digest --checkpoint ck
expect 1 '' 'is a checkpoint with --digest, this is without' \
    "${on[@]}" -n 2 "$narrow" solve boardgame "$board" --checkpoint ck
mkdir kept
cp ck.* kept
rm ck.1.*
expect 1 '' 'no checkpoint ck is complete: rank 0 has two files, rank 1 lacks one' \
    "${on[@]}" -n 2 "${saved[@]}"
cp kept/* .
for file in ck.1.*; do truncate -s -1 "$file"; done
expect 1 '' 'rank 1 on .* ck.1.0 is cut short' "${on[@]}" -n 2 "${saved[@]}"
cp kept/* .
for file in ck.1.*; do printf x | dd of="$file" bs=1 seek=9000 conv=notrunc status=none; done
expect 1 '' "rank 1 on .* ck.1.[01] is damaged: its content's hash is wrong" \
    "${on[@]}" -n 2 "${saved[@]}"
cp kept/* .
expect 0 '.' "resumes from ck, .* digest of all tables: $digest " "${on[@]}" -n 2 "${saved[@]}"
ok test -z "$(find . -maxdepth 1 -name 'ck*')"

# limited OPTION VALUE COMMAND...: the command under a limit of ulimit's.
cat >limited <<'END'
ulimit "$1" "$2" && shift 2 && exec "$@"
END
# A full disk on one rank; a name that cannot be written.
saved=("$mpi" solve boardgame 'empty:n=5,m=6' --digest --checkpoint ck --checkpoint-seconds 0)
expect 1 '' 'rank 1: cannot write the checkpoint ck.1.0: File too large' \
    "${on[@]}" -n 1 "${saved[@]}" : -n 1 bash limited -f 12288 "${saved[@]}"
set_layered empty:n=5,m=6
expect 0 '.' "digest of all tables: $digest " "${on[@]}" -n 2 "${saved[@]}"
expect 1 '' 'rank 0 on .*cannot write the checkpoint no/ck.0.0: No such file' \
    "${on[@]}" -n 2 "$mpi" solve boardgame "$board" --checkpoint no/ck

# Unequal builds and options; memory that one rank lacks.
solve=(solve boardgame 'worst:n=4,m=4')
expect 1 '' 'rank 1 on .* slices of 5 blocks, rank 0 is .* slices of 2048 blocks' \
    "${on[@]}" -n 1 "$mpi" "${solve[@]}" : -n 2 "$narrow" "${solve[@]}"
expect 1 '' 'rank 1 on .* --digest, rank 0 is' \
    "${on[@]}" -n 1 "$mpi" "${solve[@]}" : -n 1 "$mpi" "${solve[@]}" --digest
large=(solve boardgame 'empty:n=2,m=19')
[ -n "$SANITIZE" ] || expect 1 '' 'rank 1 on .* of memory, .* available' \
    "${on[@]}" -n 1 "$mpi" "${large[@]}" : \
    -n 1 bash limited -v 1500000 "$mpi" "${large[@]}"

# Usage and input: one message from all ranks.
expect 0 '^Usage: mexbench-mpi solve ' '' "${on[@]}" -n 3 "$mpi" solve --help
ok test "$(grep -c ^Usage stdout)" = 1
expect 2 '' "^mexbench-mpi solve: unrecognized option '--nosuch' Try " \
    "${on[@]}" -n 3 "$mpi" solve --nosuch
ok test "$(grep -c 'unrecognized option' stderr)" = 1
expect 2 '' 'solves boardgame, not bacteria' "$mpi" solve bacteria
expect 2 '' 'Usage: mexbench-mpi VERB' "$mpi"
expect 2 '' 'unknown verb .sovle.' "$mpi" sovle
expect 2 '' 'expected CELLS RANKS' "$mpi" plan 40
expect 2 '' '0 is out of range, 1 to' "$mpi" plan 40 0
expect 1 '' 'mexbench-mpi solves one board, this workload has more' \
    "${on[@]}" -n 2 "$mpi" solve boardgame worst:n=2,m=3,cases=2
echo x >board
expect 1 '' 'rank 0 on .*standard input:1:1: expected number of rows, found "x"' \
    "${on[@]}" -n 2 "$mpi" solve boardgame <board
expect 1 '' 'tables are for boards of at most 48' "$mpi" solve boardgame empty:n=7,m=7
expect 1 '' 'cannot open nowhere' "${on[@]}" -n 2 "$mpi" solve boardgame nowhere
finish
