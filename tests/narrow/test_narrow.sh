# Nimbers of darkraft beyond a byte, on boards small enough to check: mexbench_narrow has the vector
# kernels with blocks of 16 nimbers, so that 47 need a second plane and three blocks. They must agree
# with the textbook kernel on every rectangle that they keep.
# usage: test_narrow.sh MEXBENCH_NARROW
set -euo pipefail
boards=n=20,m=20,cases=2
[ -z "${SANITIZE:-}" ] || boards=n=11,m=11,cases=1
found=$("$1" check darkraft "random:$boards,x=0.8,l=0.1,seed=1" \
    --variant '(batched|reached)_(base|avx2)' --seed 1 --threads 2)
echo "$found"
[ "$(grep -c '_base *ok ' <<<"$found")" = 2 ]
