# clang-tidy finds nothing in the sources outside tests/. All checks of .clang-tidy run except
# clang's analyzer, which is several times slower and runs on kernels/support only; scripts/tidy
# runs all checks on all sources. clang-tidy finds a planted mistake in a source and in a header.
# needs: clang-tidy
source "${SOURCE:?}/tests/cli/expect.sh"
mkdir kernels
cat >kernels/planted.h <<'END'
#define TWICE(a) (a * 2)
END
cat >kernels/planted.c <<'END'
#include "planted.h"
#include <stdlib.h>
int main(void) {
    int *box = malloc(sizeof *box);
    if (box == NULL)
        return *box;
    malloc(1);
    free(box);
    return TWICE(1);
}
END
cat >kernels/sound.c <<'END'
int main(void) {
    return 0;
}
END
tidy=("$SOURCE/scripts/tidy" --build "${BUILD:?}")
expect 1 'planted.c:7:.*bugprone-unused-return-value.*planted.h:1:.*bugprone-macro-parentheses' \
    '^2 sources, 1 with findings' "${tidy[@]}" --quick kernels/planted.c kernels/sound.c
expect 1 'planted.c:6:.*clang-analyzer-core.NullDereference' '^1 sources, 1 with findings' \
    "${tidy[@]}" kernels/planted.c
expect 2 '' 'there is no .*compile_commands.json' "$SOURCE/scripts/tidy" --build .
"${tidy[@]}" --quick "$SOURCE"/{bench,cli,harness/*,measure,kernels,kernels/*}/*.c "$SOURCE"/bench/gbench.cc ||
    failures=$((failures + 1))
"${tidy[@]}" "$SOURCE"/kernels/support/*.c || failures=$((failures + 1))
finish
