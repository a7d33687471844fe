# Installs into a fresh prefix, builds the template of a plug-in from there with CMake and with
# make, runs it with the verbs, and loads every wrong plug-in. These tests do not use the source
# tree or the build: everything comes from the prefix.
source "${SOURCE:?}/tests/cli/expect.sh"
prefix=$work/prefix
cmake --install "${BUILD:?}" --prefix "$prefix" >/dev/null
mexbench=$prefix/bin/mexbench
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig:$prefix/lib64/pkgconfig
flags=(-std=c17 -O2 -Wall -Wextra -fPIC -shared -DMX_ISA=base)
headers=$prefix/include/mexbench

# compile NAME SOURCE OPTION...: builds NAME.so in the working directory.
compile() {
    local name=$1 source=$2
    shift 2
    cc "${flags[@]}" -I"$headers" "$@" -o "$name.so" "$SOURCE/tests/plugins/$source"
}

# refused TEXT FILE: list prints TEXT on standard error, nothing on standard output, and exits with
# 1.
refused() {
    expect 1 '' "$1" "$mexbench" list --plugin "$2"
}

# ---- What is installed ----
for file in bin/mexbench bin/mexbench-bench share/man/man1/mexbench.1 \
    share/bash-completion/completions/mexbench share/zsh/site-functions/_mexbench; do
    [ -s "$prefix/$file" ] || { echo "not installed: $file" && failures=$((failures + 1)); }
done
isa=(-DMX_ISA=base)
if [ "$(uname -m)" = x86_64 ]; then # some headers are for wide vectors
    read -ra isa < <(echo -DMX_ISA=avx2 "$(pkg-config --variable=avx2_flags mexbench)")
fi
(cd "$headers" && find . -name '*.h') | while read -r header; do
    echo "#include \"${header#./}\"" |
        cc -std=c17 -fopenmp -Wall -Wextra -Werror -fsyntax-only "${isa[@]}" -I"$headers" -x c - ||
        echo "$header"
done >alone 2>&1
[ ! -s alone ] || { cat alone && failures=$((failures + 1)); }

# ---- The template, both ways ----
cp -R "$prefix/share/doc/mexbench/examples/plugin" mine
cmake -S mine -B by-cmake -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS=-Werror >/dev/null
cmake --build by-cmake >/dev/null
make -s -C mine
for plugin in by-cmake/bacteria_mine.so ./mine/bacteria_mine.so; do
    expect 0 'bacteria_mine +base +bottom-up over strips' '' "$mexbench" list --plugin "$plugin"
    expect 0 'bacteria_mine +ok +[0-9]+ boards   every state' 'seed 5' \
        "$mexbench" check bacteria --variant mine --plugin "$plugin" --seed 5 --boards 160
    expect 0 'iterative, 1 .* mine, 1 .*x +agrees +bacteria tiny' '.' \
        "$mexbench" bench bacteria --variant 'mine|iterative' --plugin "$plugin" \
        --benchmark_filter=tiny --benchmark_min_time=0.001 --benchmark_repetitions=2
done
"$mexbench" bench bacteria --variant mine --plugin "$plugin" --benchmark_filter=tiny \
    --benchmark_min_time=0.001 --benchmark_format=json 2>/dev/null | /usr/bin/python3 -c '
import json, sys
context = json.load(sys.stdin)["context"]
assert context["plugin/1"] == sys.argv[1] and context["idea/bacteria/mine"], context
' "$plugin"
sample=$SOURCE/data/cases/bacteria/00_official_sample
expect 0 'Case #3: 7' '' "$mexbench" solve bacteria "$sample.in" --variant mine --plugin "$plugin"
expect 0 'bacteria_mine +ok .*tiny .* (faster|slower)' '.' \
    "$mexbench" try bacteria mine --plugin "$plugin"
expect 0 '.' 'bacteria_mine.*3x3.*options evaluated' \
    "$mexbench" worst bacteria worst:n=3,m=3 --variant mine --steps 50 --plugin "$plugin"
expect 2 '' "no variant of bacteria matches 'mine'" "$mexbench" solve bacteria --variant mine
"$mexbench" list bacteria --json --plugin "$plugin" | grep -q '"name": "bacteria_mine"'

# ---- Several plug-ins, and the same plug-in twice ----
compile other fields.c -Wno-override-init '-DMEMBERS=.name="bacteria_other"'
expect 0 'bacteria_mine .*bacteria_other ' '' \
    "$mexbench" list --plugin "$plugin" --plugin other.so
expect 1 '' "there already is a bacteria_mine" \
    "$mexbench" list --plugin "$plugin" --plugin "$plugin"
many=()
for _ in $(seq 17); do many+=(--plugin other.so); done
expect 2 '' 'more than 16 plug-ins' "$mexbench" list "${many[@]}"
expect 2 '' "info does not take --plugin|unrecognized option" "$mexbench" info --plugin x

# ok COMMAND...: an assertion of this script.
ok() {
    "$@" || {
        echo "FAILED: $*"
        failures=$((failures + 1))
    }
}

# ---- Files that are not plug-ins ----
echo 'int main(void) { return 0; }' >program.c
echo text >text.so
: >empty.so
cc -o program program.c
cc -c -o object.o program.c
compile missing no_plugin.c -DMISSING
compile function no_plugin.c -DFUNCTION
compile short no_plugin.c -DSHORT
compile undefined no_plugin.c -DUNDEFINED
refused '^mexbench: --plugin nothere.so: No such file or directory' nothere.so
refused 'file too short|invalid ELF header' text.so
refused 'file too short' empty.so
refused 'mexbench: --plugin \.: ' .
refused 'cannot dynamically load' program
refused 'only ET_DYN and ET_EXEC can be loaded' object.o
refused 'exports no mx_plugin' missing.so
refused 'its mx_plugin is not a descriptor' function.so
refused 'undefined symbol: nobody_has_this' undefined.so
expect 2 '' "--plugin: expected FILE.so, not ''" "$mexbench" list --plugin ''

# ---- Descriptors that are wrong ----
# field TEXT OPTION...: the plug-in built with the options is refused with the text.
field() {
    local text=$1
    shift
    compile field fields.c -Wno-override-init "$@"
    refused "mexbench: --plugin field.so: .*$text" field.so
}
compile field fields.c
expect 0 'bacteria_fields' '' "$mexbench" list --plugin field.so
refused 'for contract version 0, but this mexbench has version [0-9]+: build it against the headers' short.so
field 'for contract version 999, but this mexbench has version [0-9]+: build it' -DCONTRACT=999
compile one no_plugin.c
refused 'one.so: was built for contract version 1, but this mexbench has version 3: include "variant.h" instead of "kernel.h" and build it' one.so
field 'structures have other sizes than ours' -DVARIANT_BYTES=8
field "is for the unknown problem 'chess'" '-DPROBLEM="chess"'
field 'descriptor has no problem' -DPROBLEM=NULL
field 'descriptor has no variant' -DVARIANT=NULL
for member in name idea solve; do
    field "variant has no $member " "-DMEMBERS=.$member=NULL"
done
field 'variant has no probe ' -DMEMBERS=.keeps=MX_KEEPS_ALL
field "must be named bacteria_" '-DMEMBERS=.name="mine"'
field "must be named bacteria_" '-DMEMBERS=.name="bacteria_"'
field "must be named bacteria_" '-DMEMBERS=.name="bacteria_a b"'
field "must be named bacteria_" "-DMEMBERS=.name=\"bacteria_$(printf 'a%.0s' $(seq 99))\""
field 'there already is a bacteria_iterative' '-DMEMBERS=.name="bacteria_iterative"'
field 'reserved must be NULL' '-DMEMBERS=.reserved={"set"}'
field 'is out of range' -DMEMBERS=.max_batch=0
field 'is out of range' -DMEMBERS=.isa=4
field 'is out of range' '-DMEMBERS=.keeps=7,.probe=(void*)16'
field 'loading it crashed \(SIGSEGV\)|loading it exited with code' '-DPROBLEM=(const char*)16'

# ---- Crashes ----
compile abort solve_wrong.c '-DLOADED=abort()'
compile leave solve_wrong.c '-DLOADED=exit(0)'
compile crash solve_crash.c
refused 'loading it crashed \(SIGABRT\)' abort.so
refused 'loading it exited with code 0' leave.so
expect 1 '' 'loading it crashed \(SIGABRT\)' "$mexbench" check bacteria --plugin abort.so
expect 4 'bacteria_iterative +ok .*bacteria_crash +FAIL  (crashed \(SIGSEGV\)|exited).*again: mexbench check .* --plugin crash.so' \
    'seed 3' "$mexbench" check bacteria --variant 'crash|iterative' --boards 400 --seed 3 --plugin crash.so
number=$(grep -oE -- '--board [0-9]+' stdout | cut -d' ' -f2)
expect 4 'bacteria_crash +FAIL ' '.' "$mexbench" check bacteria --variant crash --seed 3 \
    --board "${number:?}" --plugin crash.so
notice='crashed \(SIGSEGV\) with a plug-in loaded; .mexbench check bacteria|AddressSanitizer'
expect 1 '' "$notice" "$mexbench" solve bacteria random:n=5,m=5 --variant crash --plugin crash.so
expect 1 '' "$notice" "$mexbench" bench bacteria random:n=5,m=5 --variant crash --plugin crash.so

# ---- A solve that ends the process never looks like success ----
small=(bacteria "random:n=3,m=3" --variant ends --plugin ends.so)
ended='bacteria_ends ended the process with exit code'
for act in 'exit(0)' 'exit(3)' 'quick_exit(0)' '_exit(0)' '_exit(113)' '_exit(4)'; do
    compile ends solve_ends.c -D_GNU_SOURCE "-DACT=$act"
    expect 1 '' "$ended" "$mexbench" solve "${small[@]}"
    expect 1 '' "$ended" "$mexbench" solve "${small[@]}" --json
    expect 1 '' "$ended" "$mexbench" worst "${small[@]}" --steps 5
    expect 4 'bacteria_ends +FAIL  exited with code' '.' "$mexbench" check "${small[@]}" --boards 8
done
for act in 'exit(0)' '_exit(0)'; do
    compile ends solve_ends.c -D_GNU_SOURCE "-DACT=$act"
    expect 1 '' "$ended 0" "$mexbench" bench "${small[@]}" --benchmark_min_time=0.001
    expect 1 '' "ended the process with exit code 0" \
        "$mexbench" compare bacteria iterative ends random:n=3,m=3 --plugin ends.so --budget 1
done

# So is ending it in any other function of the variant, or in a thread.
compile ends solve_ends.c '-DACT=(void)0' '-DWORKSPACE_BYTES=(exit(3), (size_t)0)'
expect 1 '' 'bacteria_ends ended the process with exit code 3' "$mexbench" solve "${small[@]}"
expect 1 '' 'ended the process with exit code 3' \
    "$mexbench" bench "${small[@]}" --benchmark_min_time=0.001
for act in 'return MX_STOPPED' 'return (enum mx_outcome)77' 'raise(SIGKILL)' 'raise(SIGTERM)' \
    'raise(SIGINT)'; do
    compile ends solve_ends.c -D_GNU_SOURCE "-DACT=$act"
    row=$([[ $act = raise* ]] || echo 'ends, 1 +bacteria random:n=3,m=3: bacteria_ends')
    fault='bacteria_ends:? (stopped without being told|solve returned an invalid|was killed|raised SIG)'
    expect 1 '' "$fault" "$mexbench" solve "${small[@]}"
    expect 1 '' "$fault" "$mexbench" solve "${small[@]}" --json
    expect 1 '' "$fault" "$mexbench" worst "${small[@]}" --steps 5
    expect '1|4' "$row" 'bacteria.ends' "$mexbench" bench "${small[@]}" --benchmark_min_time=0.001
    expect '1|4' '' 'bacteria_ends' \
        "$mexbench" compare bacteria iterative ends random:n=3,m=3 --plugin ends.so --budget 1
    expect 4 'bacteria_ends +FAIL' '.' "$mexbench" check "${small[@]}" --boards 8
done
compile ends solve_ends.c -D_GNU_SOURCE '-DACT=raise(SIGSTOP)'
expect 0 'Case #1: 0' 'bacteria_ends was stopped \(SIGSTOP\) and is continued' \
    "$mexbench" solve "${small[@]}"
expect 1 '' 'bacteria_ends stops itself \(SIGSTOP\)' "$mexbench" worst "${small[@]}" --steps 9

# ---- What a kernel or a constructor prints is no output of the command ----
# The template, made to print.
sed -e 's/^static enum mx_outcome solve(.*/#include "printing.h"\n&\n    print_in_solve();/' \
    -e 's/bacteria_mine/bacteria_prints/g' mine/bacteria_mine.c >prints.c
cc "${flags[@]}" -D_GNU_SOURCE -I"$headers" -I"$SOURCE/tests/plugins" -o prints.so prints.c
prints=(--plugin prints.so)
board=random:n=3,m=3
times=(--benchmark_min_time=0.001 --benchmark_repetitions=2)
not_in_output() { ! grep -q 'printed by' stdout; }
is_json() { /usr/bin/python3 -m json.tool stdout >/dev/null; }
# apart CODE OUT COMMAND...: expect, with what the plug-in prints on standard error only.
apart() {
    expect "$1" "$2" 'printed by a' "${@:3}" "${prints[@]}"
    ok not_in_output
}
apart 0 '^Case #1: [0-9]+ $' "$mexbench" solve bacteria $board --variant prints
apart 0 '^1 3 3 [.#]{3} [.#]{3} [.#]{3} $' \
    "$mexbench" worst bacteria $board --variant prints --steps 5
apart 0 '^bacteria_iterative +ok .*bacteria_prints +ok [^{]*$' \
    "$mexbench" check bacteria $board --variant 'prints|iterative'
apart 0 'prints, 1 .* agrees' "$mexbench" bench bacteria $board --variant prints "${times[@]}"
apart 0 '^name,iterations.*prints' \
    "$mexbench" bench bacteria $board --variant prints "${times[@]}" --benchmark_format=csv
apart 0 '^bacteria/prints/[^ ]* $' \
    "$mexbench" bench bacteria $board --variant prints --benchmark_list_tests
apart '0|5' 'bacteria_prints' "$mexbench" compare bacteria iterative prints $board --budget 1
apart 0 '^bacteria: ' "$mexbench" list bacteria
for command in "solve bacteria $board --variant prints" "list bacteria" "try bacteria prints" \
    "check bacteria $board --variant prints" "compare bacteria iterative prints $board --budget 1" \
    "bench bacteria $board --variant prints ${times[*]}"; do
    read -ra words <<<"$command"
    apart '0|5' '^[{]' "$mexbench" "${words[@]}" --json
    ok is_json
done

# ---- Memory is touched beforehand only where time is taken ----
compile ends solve_ends.c '-DACT=(void)0' '-DWORKSPACE_BYTES=(size_t)512 << 20'
# peak COMMAND...: the largest resident set of its processes, in MiB.
peak() {
    /usr/bin/python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)' "$@"
}
barred=(bacteria "random:n=2,m=2,density=1" --variant ends --plugin ends.so)
if [ -z "${SANITIZE:-}" ]; then
    ok test "$(peak "$mexbench" solve "${barred[@]}")" -lt 256
    ok test "$(peak "$mexbench" worst "${barred[@]}" --steps 2)" -lt 256
    ok test "$(peak "$mexbench" solve "${barred[@]}" --time)" -ge 512
    ok test "$(peak "$mexbench" solve "${barred[@]}" --json)" -ge 512
    ok test "$(peak "$mexbench" worst "${barred[@]}" --steps 2 --by time)" -ge 512
    ok test "$(peak "$mexbench" bench "${barred[@]}" --benchmark_min_time=0.001)" -ge 512
fi

# ---- A kernel cannot read what the command reads ----
compile ends solve_ends.c '-DACT=(void)!read(0, (char[4096]){0}, 4096)'
many() { "$mexbench" gen bacteria random:n=2,m=2,density=1,cases=60000; }
ok test "$(many | "$mexbench" solve bacteria - --variant ends --plugin ends.so | wc -l)" = 60000

# ---- A plug-in leaves no process, and changes of the surroundings are found ----
compile ends solve_ends.c -D_GNU_SOURCE '-DACT=leave_children()'
processes() { pgrep -fc -- "$mexbench.*plugin ends.so" || true; }
expect 0 'Case #1: 0' '' "$mexbench" solve "${small[@]}"
ok test "$(processes)" = 0
expect 4 'bacteria_ends +FAIL  leaves a process behind' '.' "$mexbench" check "${small[@]}" --boards 8
ok test "$(processes)" = 0
expect 0 'clears.x1b.2Jthe screen.x7f.xc2.x9b' '' "$mexbench" list bacteria --plugin ends.so
field "must be named bacteria_.*, not 'bacteria_.x1b.2J'" '-DMEMBERS=.name="bacteria_\033[2J"'
# Loads once; crashes when it is loaded a second time.
compile second solve_wrong.c -D_GNU_SOURCE \
    '-DLOADED=if (open("loaded_before", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0) abort()'
expect 1 '' 'plugin second.so: loading it crashed \(SIGABRT\)' "$mexbench" list --plugin second.so
compile rounds solve_wrong.c '-DLOADED=fesetround(FE_UPWARD)'
refused 'rounds.so: loading it changes the floating-point mode' rounds.so

# ---- A wrong answer is caught like any other ----
compile wrong solve_wrong.c
expect 4 'darkraft_one +FAIL .*darkraft_naive says 0.*smallest board' 'seed 3' \
    "$mexbench" check darkraft --variant one --seed 3 --plugin wrong.so
expect 4 '.' 'benchmark\(s\) failed, the first: darkraft/one' \
    "$mexbench" bench darkraft random:n=2,m=3,cases=5 --variant 'naive|one' --plugin wrong.so \
    --benchmark_min_time=0.001

# ---- The library ----
if [ -z "${SANITIZE:-}" ]; then # its users would need the sanitizer, too
    version=$("$mexbench" --version | grep -oE '[0-9]+\.[0-9]+' | head -n 1)
    printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(embedding LANGUAGES C)' \
        "find_package(mexbench $version REQUIRED)" "add_executable(embedding embedding.c)" \
        'target_link_libraries(embedding PRIVATE mexbench::kernels)' >CMakeLists.txt
    cp "$SOURCE/tests/plugins/embedding.c" .
    cmake -S . -B by-cmake-too -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build by-cmake-too >/dev/null
    ./by-cmake-too/embedding "$sample.in" | cmp - "$sample.ans" || failures=$((failures + 1))
    # shellcheck disable=SC2046
    cc -std=c17 embedding.c -o embedding $(pkg-config --cflags --libs mexbench)
    ./embedding "$sample.in" | cmp - "$sample.ans" || failures=$((failures + 1))
fi
finish
