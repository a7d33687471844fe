# The rooms of the tree follow the rules (rooms.py), and each kind of fault, planted in a copy, is
# found.
source "${SOURCE:?}/tests/cli/expect.sh"
rooms=$SOURCE/tests/style/rooms.py
"$rooms" "$SOURCE" || failures=$((failures + 1))

mkdir tree
cp -r "$SOURCE"/{kernels,harness,measure,bench,cli,mpi} tree/
# planted FILE LINE MESSAGE: adds LINE to FILE; rooms.py must report MESSAGE.
planted() {
    cp "tree/$1" saved
    echo "$2" >>"tree/$1"
    expect 1 "$3" '' "$rooms" tree
    cp saved "tree/$1"
}
planted kernels/support/arena.h '#include "problem.h"' 'arena.h \(support\) includes .*a room above'
planted harness/solve/memory.h '#include "cli/flags.h"' 'memory.h \(solve\) includes cli/flags.h'
planted measure/load.c '#include "bench/suite.h"' 'load.c \(measure\) includes bench/suite.h'
planted bench/suite.c '#include "bacteria/bacteria.h"' "suite.c .* a problem's header"
planted kernels/darkraft/darkraft.c '#include "bacteria/bacteria.h"' 'none of its rooms'
planted harness/check/check.c 'static const char *best = "darkraft_batched";' \
    'check.c:[0-9]+ names darkraft_batched'
planted cli/flags.h '#include "mpi/rank.h"' 'flags.h \(cli\) includes .*a room above'
echo '#include "cli/second.h"' >tree/cli/first.h
echo '#include "cli/first.h"' >tree/cli/second.h
expect 1 'a circle of files: cli/(first|second) -> ' '' "$rooms" tree
rm tree/cli/{first,second}.h
# A comment that looks like an include, and an include of a room below, are not faults.
cp tree/harness/check/check.c saved
printf '/* bacteria */\n#include "support/arena.h"\n' >>tree/harness/check/check.c
"$rooms" "$SOURCE" >before || true
"$rooms" tree >after || true
expect 0 '' '' cmp before after
mkdir empty
expect 1 'has no sources' '' "$rooms" empty
expect 0 '^digraph rooms \{ .*"support" -> .*\} $' '' "$rooms" "$SOURCE" --dot
finish
