# The benchmark driver refuses to time a wrong kernel. A copy of the tree gets a wrong kernel, in
# which options that end at column 4 have a wrong value; the driver must exit with 4 and name it.
set -euo pipefail
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R "${SOURCE:?}/CMakeLists.txt" "$SOURCE/cmake" "$SOURCE/kernels" "$SOURCE/harness" "$SOURCE/mpi" \
    "$SOURCE/measure" "$SOURCE/cli" "$SOURCE/bench" "$copy/"
folder=$copy/kernels/bacteria
sed -e 's/bacteria_iterative/bacteria_wrong/' \
    -e 's/bacteria_table_mex(table, r, &options)/(uint16_t)(bacteria_table_mex(table, r, \&options) ^ (r.right == 4))/' \
    "$folder/bacteria_iterative.c" >"$folder/bacteria_wrong.c"
echo 'VARIANT(bacteria_wrong)' >>"$folder/variants.def"
cmake -G Ninja -S "$copy" -B "$copy/build" -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Debug >/dev/null
cmake --build "$copy/build" --target mexbench-bench >/dev/null

code=0
"$copy/build/mexbench-bench" bacteria --variant 'iterative|wrong' --benchmark_filter=tiny \
    --benchmark_min_time=0.001 >"$copy/out" 2>"$copy/err" || code=$?
grep -q 'iterative, 1 .* bacteria tiny' "$copy/out"
grep -q 'benchmark(s) failed, the first: bacteria/wrong/tiny.*, bacteria_[a-z]* says' "$copy/err"
[ "$code" = 4 ]
