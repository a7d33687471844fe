# Kernels with small limits, on boards small enough to check. mexbench_narrow has darkraft's vector
# kernels with blocks of 16 nimbers, so that 47 need a second plane and three blocks, and
# boardgame's layered kernel with slices of 5 blocks, so that its ring goes round many times and its
# last slice is needed, and with blocks that are stored past the caches. They must agree with the
# reference on every state that they keep or digest. With layers in storage, in slices of 3 blocks,
# layered must move what it has planned and give the same digest, whatever the memory limit.
# boardgame's kernel of nimbers has only 0 to 2, and gives up beyond.
# usage: test_narrow.sh MEXBENCH_NARROW
set -euo pipefail
boards=n=20,m=20,cases=2
[ -z "${SANITIZE:-}" ] || boards=n=11,m=11,cases=1
found=$("$1" check darkraft "random:$boards,x=0.8,l=0.1,seed=1" \
    --variant '(batched|reached)_(base|avx2)' --seed 1 --threads 2)
echo "$found"
[ "$(grep -c '_base *ok ' <<<"$found")" = 2 ]

# Boards of 13 to 20 cells; one more row or column changes the shape of a ring.
for sides in n=3,m=5 n=4,m=4 n=3,m=6 n=4,m=5; do
    for kind in worst:$sides,cases=1 random:$sides,patterns=3,cases=2 row:$sides; do
        found=$("$1" check boardgame "$kind" --variant 'layered_(base|avx2)' --seed 1 --threads 2)
        echo "$found"
        grep -q '_base *ok ' <<<"$found"
    done
done

# Limits from what is too little to what needs no storage, in KiB beside the 16 MiB for the program.
digest_of() { sed -n 's/^digest of all tables: //p' <<<"$1"; }
for spec in worst:n=4,m=6 random:n=3,m=8,patterns=3 row:n=5,m=5; do
    stored=0
    for threads in 1 2; do
        solve=("$1" solve boardgame "$spec" --variant layered_base --digest --threads "$threads")
        whole=$(digest_of "$("${solve[@]}" 2>&1)")
        [ -n "$whole" ]
        for limit in 16500 {16800..18400..100}; do
            found=$("${solve[@]}" --time --memory "${limit}K" 2>&1) || {
                grep -q 'needs at least .* of memory with files' <<<"$found"
                continue
            }
            [ "$(digest_of "$found")" = "$whole" ]
            grep -q '^takes' <<<"$found" || continue
            stored=$((stored + 1))
            grep -Eq '^moved: ([0-9]+) bytes written, ([0-9]+) read; planned: \1 and \2;' <<<"$found"
        done
    done
    echo "$spec: $stored solves with storage"
    [ "$stored" -ge 4 ]
done

# On a row of 6 cells no nimber exceeds 2; the value of a row of 7 cells is 3.
"$1" solve boardgame row:n=1,m=6,k=3 --values --isa avx2 --json | grep '"boardgame_nimbers_'
"$1" solve boardgame row:n=1,m=7,k=3 --values --isa avx2 --json | grep '"value":3' |
    grep '"boardgame_mex"'
