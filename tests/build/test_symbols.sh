# The rules of variant.h that symbols can show: a variant has no mutable statics and calls no
# function that allocates, prints, or reads the clock, files or the environment. File names are
# unique in the tree.
set -euo pipefail
status=0
checked=0

# A sanitizer adds symbols of its own.
if [ -z "$SANITIZE" ]; then
    while read -r object; do
        source=${SOURCE:?}/kernels/${object##*/kernels/}
        [ -f "${source%.o}" ] || continue # left over from a deleted file
        case $object in
        */support/* | */build_* | *_text.c.o | *_inputs.c.o | *_neighbours.c.o | *_judging.c.o)
            continue
            ;;
        esac
        checked=$((checked + 1))
        mutable=$(objdump -t "$object" | grep -E ' O (\.t?data|\.t?bss|\*COM\*)' |
            grep -v '\.data\.rel\.ro' | awk '{print $NF}' || true)
        outside=$(nm -u "$object" | awk '{print $2}' |
            grep -xE '(malloc|calloc|realloc|free|mmap|printf|fprintf|puts|putc|fopen|open|read|write|getenv|time|clock|clock_gettime|gettimeofday|rand|random|exit|abort|system|fork)' || true)
        if [ -n "$mutable$outside" ]; then
            echo "$(basename "$object"): mutable: ${mutable:-none}, calls: ${outside:-nothing}"
            status=1
        fi
    done < <(find "$BUILD" -path '*mexbench_*.dir*' -name '*_*.c.o' -path '*kernels/*/*')
    if [ "$checked" -lt "$(cat "$SOURCE"/kernels/*/variants.def | grep -c '^VARIANT(')" ]; then
        echo "looked at $checked objects, fewer than there are variants"
        status=1
    fi
fi

twice=$(cd "$SOURCE" && find kernels harness cli measure bench mpi tests -name '*.[ch]' 2>/dev/null |
    sed 's|.*/||' | sort | uniq -d)
if [ -n "$twice" ]; then
    echo "file names that occur twice: $twice"
    status=1
fi
exit $status
