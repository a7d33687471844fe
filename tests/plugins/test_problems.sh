# Installs into a fresh prefix and brings problems of its own as plug-ins: examples/sum through every
# verb, and problems that are wrong or lie. Everything is built from the prefix.
source "${SOURCE:?}/tests/cli/expect.sh"
prefix=$work/prefix
cmake --install "${BUILD:?}" --prefix "$prefix" >/dev/null
mexbench=$prefix/bin/mexbench

# ---- A whole problem: floats with a tolerance, no text format, no states ----
cp -R "$prefix/share/doc/mexbench/examples/sum" .
cmake -S sum -B sum/build -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS=-Werror >/dev/null
cmake --build sum/build >/dev/null
sum=(--plugin sum/build/sum.so)
expect 0 '^sum: sum +sum_naive .*reference.*sum_kahan .*values / 16' '' \
    "$mexbench" list sum "${sum[@]}"
expect 0 'sum_naive +ok +64 instances   reference.*sum_simd +ok +64 instances   answers' 'seed 1' \
    "$mexbench" check sum --seed 1 --boards 64 "${sum[@]}"
expect 0 '^Case #1: [0-9.]+ Case #2: [0-9.]+ $' '' "$mexbench" solve sum random:n=3,cases=2 "${sum[@]}"
expect 0 '"answers": \[ +\[[0-9.]+\]' '' "$mexbench" solve sum random:n=3 --json "${sum[@]}"
expect 0 '.' 'sum_naive: 1 instance, .* s in solve, .* us an instance' \
    "$mexbench" solve sum random:n=3 --time "${sum[@]}"
expect 0 'sum_(naive|simd) (is|may be|takes) .*, 64 instances and ' '' "$mexbench" \
    compare sum naive simd random:cases=64 --budget 0.1 "${sum[@]}"
expect 0 'sum/kahan/random/threads:1/256.*instances=16' '.' "$mexbench" bench sum --variant kahan \
    --benchmark_filter=/256 --benchmark_min_time=0.001 --benchmark_format=console "${sum[@]}"
expect 0 '^random:n=256,seed=[0-9]+ $' 'sum_naive.*16392 bytes.*nanoseconds' \
    "$mexbench" worst sum --variant naive --steps 5 "${sum[@]}"
expect 0 'Case #3' 'sum foresees no times.* 3 instances at a time.*sum_naive +1 +- .*' \
    "$mexbench" solve sum random:n=3,cases=3 --why "${sum[@]}"
# No word of games is said about it.
for flags in --threads=1 --json; do
    for words in 'list sum' 'check sum --seed 1 --boards 8' 'solve sum random:n=3 --why' \
        'compare sum naive simd random:cases=64 --budget 0.1' 'worst sum --variant naive --steps 5' \
        'bench sum --variant kahan --benchmark_filter=/256 --benchmark_min_time=0.001'; do
        # shellcheck disable=SC2086 # words of a command
        "$mexbench" $words $flags "${sum[@]}" || true
    done
done >said 2>&1
expect 0 'sum_kahan.*"sum_kahan' '' tr '\n' ' ' <said
expect 1 '' '' grep -iE 'boards?[^-]|nimber|opening|game' said
lacks() {
    expect 2 '' "$@" "${sum[@]}"
}
lacks 'sum has no text format to write' "$mexbench" gen sum random
lacks 'sum explains no answers' "$mexbench" explain sum random
lacks 'sum has no states, and so no table' "$mexbench" solve sum random --digest
lacks 'sum does not count work' "$mexbench" solve sum random --count
lacks 'sum does not count work .*--by time' "$mexbench" worst sum --variant naive --by work
lacks '--against compares the answers of two builds by their bytes' \
    "$mexbench" compare sum naive --against "$mexbench"
expect 2 '' 'sum judges no programs' "$mexbench" judge sum "${sum[@]}" -- cat
expect 1 '' 'sum has no text format; give a generator spec such as random:seed=1' \
    "$mexbench" solve sum numbers.txt "${sum[@]}"

# A wrong sum is beyond the tolerance, and is shrunk through the generator's parameters.
sed 's/sum += part\[lane\];/sum += part[lane] * (lane == 15 ? 0.9f : 1);/' sum/sum.c >sum/wrong.c
echo 'mexbench_add_plugin(wrong wrong.c)' >>sum/CMakeLists.txt
cmake --build sum/build >/dev/null
expect 4 'sum_simd +FAIL  answer differs from sum_naive: value 1 of 1 is .* ulps.*smallest instance that still fails:.*random:n=1,seed=' \
    'seed 1' "$mexbench" check sum --seed 1 --boards 64 --plugin sum/build/wrong.so
expect 4 '' 'sum_simd' "$mexbench" compare sum naive simd --budget 0.1 --plugin sum/build/wrong.so

# ---- Problems that are wrong ----
# strange OPTION...: strange.so.
strange() {
    cc -std=c17 -O1 -fPIC -shared -Wno-override-init -D_GNU_SOURCE -I"$prefix/include/mexbench" \
        "$@" -o strange.so "$SOURCE/tests/plugins/problem_strange.c"
}
# refused TEXT OPTION...
refused() {
    local text=$1
    shift
    strange "$@"
    expect 1 '' "mexbench: --plugin strange.so: .*$text" "$mexbench" list --plugin strange.so
}
strange
expect 0 'strange_right +ok .*strange_other +ok +[0-9]+ instances' 'seed 1' \
    "$mexbench" check strange --seed 1 --boards 40 --plugin strange.so
for member in name bytes same_shape generators variants write_answer; do
    refused "its problem has no $member " "-DMEMBERS=.$member=NULL"
done
refused 'no write_long_answer ' -DLONG -DMEMBERS=.write_long_answer=NULL
refused 'no answer_bytes ' -DLONG -DMEMBERS=.answer_bytes=NULL
refused 'answer_bytes is set, but' -DMEMBERS=.answer_bytes=answer_bytes
refused 'needs both read and write' '-DMEMBERS=.read=(void*)16'
refused 'all of states, state and describe_state, or none' '-DMEMBERS=.states=(void*)16'
refused 'all of start, opening and drawing' '-DMEMBERS=.start=(void*)16'
refused 'its tolerance is negative' '-DMEMBERS=.tolerance={-1, 0, 0}'
refused "there already is a problem 'bacteria'" '-DMEMBERS=.name="bacteria"'
refused "a problem's name has at most 64 letters" '-DMEMBERS=.name="a b"'
refused "its variant must be named stranger_" '-DMEMBERS=.name="stranger"'
refused 'for contract version 999, but this mexbench has version' -DCONTRACT=999
refused 'structures have other sizes than ours' -DPROBLEM_BYTES=8
refused 'keeps says that it keeps states, but the problem has no states' \
    '-DVARIANT_MEMBERS=.keeps=MX_KEEPS_ALL, .probe=(void*)16'
refused 'it has two variants strange_right' '-DVARIANT_MEMBERS=.name="strange_right"'
refused 'does not count its exact work' -DVARIANT_MEMBERS=.every_option=true
refused 'parameter n needs a name in a-z, 0-9 and _ for each of its values' \
    '-DPARAMETER={"n", "n", false, 0, 2, 0, (const char *const[]){"one", "two", NULL}}'
refused 'parameter n has no help, or a default outside its range' \
    '-DPARAMETER={"n", "words", false, 5, 100, 1}'
refused 'its load big: character 7' '-DMEMBERS=.bench_loads=(struct mx_bench_load[]){{"big", "words:x=1", true, 0}, {0}}'
refused 'its textbook is none of its variants' '-DMEMBERS=.textbook=(void*)16'
refused 'a dialect.s name has other characters .*x1[bB]' \
    '-DMEMBERS=.dialects=(const char *const[]){"\033[2J", NULL}'
refused 'a load.s label has other characters .*a b' \
    '-DMEMBERS=.bench_loads=(struct mx_bench_load[]){{"a b", "words", true, 0}, {0}}'
strange '-DMEMBERS=.summary="\033[2J"' '-DPARAMETER={"n", "\033[3J", false, 1, 100, 10}'
expect 0 'strange: strange, .x1[bB].2J .*n +.x1[bB].3J, 1 to 100' \
    '' "$mexbench" list strange --plugin strange.so

# ---- Functions that fail or lie ----
refused 'its generator words makes no instance of default size' '-DMAKE=return NULL'
refused 'making an instance with its generator words crashed' '-DMAKE=abort()'
refused 'making an instance with its generator words exited' '-DMAKE=exit(0)'
refused 'bytes says 12 .*expected a multiple of 8' '-DBYTES=return 12'
refused 'bytes says .*took .* from the arena' '-DBYTES=return 8000'
refused 'bytes says [0-9]+, then [0-9]+, for the same instance' '-DBYTES=if (calls > 1) return 8 * calls'
refused 'same_shape says that an instance .* and its copy differ' '-DSAME=return a == b'
refused 'makes another instance from the same seed' \
    '-DMAKE=static int calls; count = values[0] + (uint64_t)++calls'
refused 'answer_bytes says 0' -DLONG '-DMEMBERS=.answer_bytes=no_bytes'

strange '-DMAKE=if (index == 5) return NULL'
expect 1 '5: 11 $' 'out of memory, or a failure, in generator words at instance 5' \
    "$mexbench" solve strange words:cases=9 --plugin strange.so
strange '-DMAKE=if (index == 50) abort()'
expect 1 '' 'crashed \(SIGABRT\) with a plug-in loaded' \
    "$mexbench" solve strange words:cases=90 --plugin strange.so
expect 2 'skip  a generator, or another function of the problem, crashed' '.' \
    "$mexbench" check strange --boards 80 --plugin strange.so
strange '-DSAME=return true' # instances of other lengths still make other batches
expect 0 '1: 10 2: 11 3: 12' '' "$mexbench" solve strange words:cases=3 --plugin strange.so
expect 0 'strange_other +ok' 'seed' "$mexbench" check strange --boards 40 --plugin strange.so

# A setting of a plug-in's problem: the plug-in is loaded before the option is known.
strange '-DMEMBERS=.settings=(const struct mx_setting[]){{"words", "N", "Take N words", set_words}, {0}}'
expect 0 '^1: 7 2: 7 $' '' \
    "$mexbench" solve strange words:cases=2 --words=7 --plugin strange.so
expect 0 '^1: 7 $' '' "$mexbench" solve --words 7 --plugin=strange.so strange words
expect 1 '' 'instance 1: --words: no words instead of 10' \
    "$mexbench" solve strange words --plugin strange.so --words 0
expect 0 'setting --words=N  Take N words' '' "$mexbench" list strange --plugin strange.so
expect 2 '' "unrecognized option '--letters=7'" \
    "$mexbench" solve strange words --letters=7 --plugin strange.so
expect 2 '' 'strange does not take --rule' \
    "$mexbench" solve strange words --rule misere --plugin strange.so
refused 'a setting needs a name in' '-DMEMBERS=.settings=(const struct mx_setting[]){{"words", "N", "N"}, {0}}'

# ---- Answers of bytes ----
strange -DLONG
expect 0 '1: aaaaaaaaaa 2: aaaaaaaaaaa' '' "$mexbench" solve strange words:cases=2 --plugin strange.so
expect 0 '"6161' '' "$mexbench" solve strange words --json --plugin strange.so
expect 0 'strange_other +ok' 'seed' "$mexbench" check strange --boards 40 --plugin strange.so
expect 5 'worth [0-9.]+ bits of the 32' '' "$mexbench" compare strange right other words:cases=64 \
    --budget 0.1 --plugin strange.so
# wrong TEXT STATEMENT: a solve that ends with the statement fails with the text.
wrong() {
    strange -DLONG "-DSOLVE=$2"
    expect 4 "strange_other +FAIL  $1" 'seed' \
        "$mexbench" check strange --seed 1 --boards 40 --plugin strange.so
}
wrong 'answer differs from strange_right: byte 1 of [0-9]+ is 0x62, not 0x61' \
    '*(char *)mx_answer(run, 0) = (char)98'
wrong 'writes past the end of an answer of' \
    '((char *)mx_answer(run, 0))[answer_bytes(mx_instance(&run->batch, 0))] = 1'
wrong 'writes past the end of answers' 'memset(mx_answer(run, 0), 1, 3000)'
wrong 'writes before the start of answers' '((char *)mx_answer(run, 0))[-1] ^= 1'
wrong 'changes its instance' '*(uint64_t *)(uintptr_t)mx_instance(&run->batch, 0) = 1'
finish
