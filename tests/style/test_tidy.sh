# clang-tidy finds nothing: in what is built for use by all of .clang-tidy but clang's analyzer, which
# takes several times as long and is for scripts/tidy, as the tests' sources are; and by the analyzer
# in kernels/support only. And it does find what is planted, in a source and in a header.
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
