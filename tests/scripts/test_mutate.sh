# scripts/mutate, from end to end, in a repository of its own; and which mutants a line has.
# needs: git bwrap objdump
source "${SOURCE:?}/tests/cli/expect.sh"
bwrap --ro-bind / / --unshare-pid --unshare-net true || exit 77
export TMPDIR=$work/tmp GIT_CONFIG_GLOBAL=/dev/null
mkdir -p tmp repository/{scripts,kernels,tests}
cd repository
cp -r "$SOURCE"/scripts/{mutate,workbench} scripts/
mutate=scripts/mutate

# ok COMMAND...: an assertion of this script.
ok() {
    "$@" || {
        echo "FAILED: $*"
        failures=$((failures + 1))
    }
}

# ---- The mutants of a line ----
cat >lines.c <<'END_OF_LINES'
/* a + b; */
    if (x < 10 && text[0] != '0')
        done = false; // 1 + 1
    call(a,
         b);
    const int sum = a - 1u;
    p->next += *q & 0xff;
    printf("1 + 1 %d", ~x);
#define N 5
END_OF_LINES
/usr/bin/python3 -B - >mutants <<'END_OF_PYTHON'
import pathlib, sys
sys.path.insert(0, "scripts")
from workbench import mutants
path = pathlib.Path("lines.c").resolve()
for found in mutants.mutants_of(path, path.parent, range(2, 10)).values():
    print(*found, sep="\n")
END_OF_PYTHON
sed 's/^lines.c:\([0-9]\): .*  ->  /\1 /' mutants >found
cat >expected <<'END_OF_MUTANTS'
2 if (x <= 10 && text[0] != '0')
2 if (x < 10 && text[0] == '0')
2 if (x < 10 || text[0] != '0')
2 if (x < 11 && text[0] != '0')
2 if (x < 9 && text[0] != '0')
2 if (x < 10 && text[1] != '0')
2 if (x < 10 && text[-1] != '0')
2 if (!(x < 10 && text[0] != '0'))
3 done = true; // 1 + 1
3 ;
6 const int sum = a + 1u;
6 const int sum = a - 2u;
6 const int sum = a - 0u;
7 p->next -= *q & 0xff;
7 p->next += *q | 0xff;
7 p->next += *q & 0x100;
7 p->next += *q & 0xfe;
7 ;
8 printf("1 + 1 %d", x);
8 ;
END_OF_MUTANTS
ok diff expected found
rm lines.c mutants found expected

# ---- A run ----
cat >CMakeLists.txt <<'END_OF_FILE'
cmake_minimum_required(VERSION 3.25)
project(numbers C)
add_compile_options(-g -Wall -Werror)
add_executable(test_numbers tests/test_numbers.c kernels/numbers.c)
enable_testing()
add_test(NAME numbers COMMAND test_numbers)
END_OF_FILE
cat >CMakePresets.json <<'END_OF_FILE'
{"version": 6,
 "configurePresets": [
   {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build/release"}]}
END_OF_FILE
cat >kernels/numbers.c <<'END_OF_FILE'
int is_small(int x) {
    return x < 10;
}
int sum(int a, int b) {
    return a + b;
}
END_OF_FILE
printf 'int nothing(void);\n' >kernels/numbers.h
# tested LAST: the test calls is_small with 5 and these two.
tested() {
    cat >tests/test_numbers.c <<END_OF_FILE
int is_small(int x);
int sum(int a, int b);
int main(void) {
    return sum(2, 3) != 5 || !is_small(5) || !is_small($1) || is_small($2);
}
END_OF_FILE
}
tested 9 10
printf 'build/\n__pycache__/\n' >.gitignore
git init -q .
git add -A
summary='^2 of 2 mutants \(seed 1\): '
none=', 0 survived, 0 did not compile; [0-9]+ s $'
expect 0 "${summary}2 killed \(0 of them timed out\)$none" '2/2\].*killed by numbers failed' $mutate
tested 5 50
before=$(git status --porcelain)
expect 1 '^kernels/numbers.c:2: return x < 10; +-> .*1 killed .*1 survived' 'results: ' \
    $mutate kernels/numbers.c
ok test "$(git status --porcelain)" = "$before"
ok test -z "$(find "$TMPDIR" -mindepth 1 ! -name '*.jsonl')"

# ---- What was kept: finished, cut, survivors ----
rm "$TMPDIR"/*
expect 1 '1 killed .*1 survived' 'results: ' $mutate
mv "$TMPDIR"/*.jsonl all.jsonl
expect 1 '1 killed .*1 survived' '^results: ' $mutate --resume all.jsonl
head -c -20 all.jsonl >cut.jsonl
expect 1 '1 killed .*1 survived' '\[1/1\].*results: cut.jsonl' $mutate --resume cut.jsonl
tested 9 10
expect 0 '^1 of 1 mutants .*1 killed' '\[1/1\]' $mutate --again all.jsonl
sed -i 's/x < 10/10 > x/' kernels/numbers.c
expect 2 '' '1 survivors left out.*no mutant was tested' $mutate --again all.jsonl

# ---- What is refused ----
expect 2 '' '.gitignore is not a results file of mutate' $mutate --resume .gitignore
expect 1 '' 'nosuch: No such file' $mutate --resume nosuch
expect 2 '' 'no C source in scripts' $mutate scripts
expect 2 '' 'no mutant was tested' $mutate kernels/numbers.h
expect 2 '' "'0' is not a whole number above 0" $mutate --count 0
printf 'wrong\n' >>kernels/numbers.c
expect 1 '' 'the build without a mutant failed: .*error' $mutate
sed -i '$d' kernels/numbers.c
tested 9 5
expect 1 '^0 of 2 mutants' 'numbers is left out: failed without a mutant.*no test for kernels/numbers.c passes' $mutate
ok test -z "$(find "$TMPDIR" -mindepth 1 ! -name '*.jsonl')"

# ---- Interrupted: 130, and the copy is gone ----
tested 9 10
sed -i 's/return sum/for (volatile long i = 0; i < 4000000000; i++) {}\n    &/' tests/test_numbers.c
code=0
timeout --preserve-status -s INT 4 $mutate >out 2>err || code=$?
ok test $code = 130
ok test "$(grep -c Traceback err)" = 0
ok test -z "$(find "$TMPDIR" -mindepth 1 ! -name '*.jsonl')"
finish
