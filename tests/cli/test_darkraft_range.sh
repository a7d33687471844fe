# Boards rich in X, whose nimbers pass 127 at 36x36, where the vector kernels' bytes have no bit to
# spare (beyond 255 see tests/narrow). They must agree with the iterative kernel on every rectangle.
source "${SOURCE:?}/tests/cli/expect.sh"
board=random:n=36,m=36,x=0.8,l=0.1,cases=1,seed=1
[ -z "${SANITIZE:-}" ] || board=random:n=20,m=20,x=0.8,l=0.1,cases=1,seed=1
"$MEXBENCH" gen darkraft "$board" >board.in
"$MEXBENCH" solve darkraft board.in --digest --json --variant iterative >wanted
digest=$(grep -oE '"digest": *"[0-9a-f]+"' wanted)

for threads in 1 2; do
    expect 0 "$digest" '' "$MEXBENCH" solve darkraft board.in --digest --json \
        --variant batched_base --threads "$threads"
    expect 0 '(WIN|LOSE)' '' "$MEXBENCH" solve darkraft board.in --variant reached_base \
        --threads "$threads"
    cmp "$work/stdout" <("$MEXBENCH" solve darkraft board.in --variant batched_base) || failures=$((failures + 1))
    for isa in avx2 neon; do
        "$MEXBENCH" solve darkraft board.in --variant "batched_$isa" >/dev/null 2>&1 || continue
        expect 0 "$digest" '' "$MEXBENCH" solve darkraft board.in --digest --json \
            --variant "batched_$isa" --threads "$threads"
    done
done
finish
