# The AVX-512 kernels agree with the others, also on a machine without AVX-512: in mexbench_lowered
# their 512-bit vectors are lowered to AVX2. Their speed means nothing. Skipped without AVX2.
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
