# A variant file without a line in variants.def, a line without a file, a line for one of the
# problem's own files, an unknown instruction set and a malformed line are configure errors that name
# the culprit.
set -euo pipefail
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R "$SOURCE/CMakeLists.txt" "$SOURCE/cmake" "$SOURCE/kernels" "$SOURCE/harness" "$SOURCE/mpi" \
    "$SOURCE/measure" "$SOURCE/cli" "$SOURCE/bench" "$copy/"
folder=$copy/kernels/bacteria
cp "$folder/variants.def" "$copy/variants.def"

# expect TEXT: configuring fails and says TEXT (line breaks aside).
expect() {
    if cmake -S "$copy" -B "$copy/build" -DBUILD_TESTING=OFF >"$copy/log" 2>&1; then
        echo "configured, but should have said: $1"
        exit 1
    fi
    tr -s ' \n' ' ' <"$copy/log" | grep -qF -- "$1" || {
        echo "does not say: $1"
        cat "$copy/log"
        exit 1
    }
    cp "$copy/variants.def" "$folder/variants.def"
}

cmake -S "$copy" -B "$copy/build" -DBUILD_TESTING=OFF >"$copy/log" 2>&1 || {
    cat "$copy/log"
    exit 1
}

touch "$folder/bacteria_orphan.c"
expect "kernels/bacteria/bacteria_orphan.c has no line in variants.def"
rm "$folder/bacteria_orphan.c"

for own in text inputs neighbours judging; do
    echo "VARIANT(bacteria_$own)" >>"$folder/variants.def"
    expect "lists bacteria_$own, but bacteria_$own.c is the problem's own file"
done

echo 'VARIANT(bacteria_missing)' >>"$folder/variants.def"
expect "there is no file kernels/bacteria/bacteria_missing.c"

echo 'VARIANT_ISA(bacteria_naive, avx9)' >>"$folder/variants.def"
expect "names the instruction set 'avx9'"

echo 'VARIANT bacteria_naive' >>"$folder/variants.def"
expect "not a VARIANT(name) or VARIANT_ISA(name, isa) line: VARIANT bacteria_naive"
