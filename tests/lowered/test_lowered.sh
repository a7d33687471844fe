# The AVX-512 kernels compute what the others do, also where there is no AVX-512: mexbench_lowered has
# them with their 512-bit vectors lowered to AVX2. Their speed is another matter. Without AVX2 it says
# that it is skipped.
# usage: test_lowered.sh MEXBENCH_LOWERED
set -euo pipefail
if ! grep -qw avx2 /proc/cpuinfo; then
    echo "skipped: this machine has no AVX2"
    exit 77
fi
checked=0
for folder in "${SOURCE:?}"/kernels/*/; do
    listed=$(grep -c '^VARIANT_ISA(.*avx512)' "$folder/variants.def" 2>/dev/null) || continue
    found=$("$1" check "$(basename "$folder")" --variant avx512 --seed 1 --boards 240 --threads 2)
    echo "$found"
    [ "$(grep -c '_avx512 *ok ' <<<"$found")" = "$listed" ]
    checked=$((checked + listed))
done
[ "$checked" -gt 0 ]
