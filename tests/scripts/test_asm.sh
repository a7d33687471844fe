# scripts/asm and scripts/bound: what they refuse; the table, the listing and the JSON of asm. No time is
# measured.
# needs: llvm-mca-14 objdump
source "${SOURCE:?}/tests/cli/expect.sh"
export MEXBENCH TMPDIR=$work
asm=$SOURCE/scripts/asm

expect 0 'usage: asm .*Exit codes: 0 ' '' "$asm" --help
expect 2 '' 'required: PROBLEM, VARIANT' "$asm"
expect 2 '' "unknown problem 'bacterai'; the build has bacteria, boardgame, darkraft" \
    "$asm" bacterai batched
expect 2 '' "no variant of darkraft is called 'nosuch'; it has naive, .*batched_avx2" \
    "$asm" darkraft nosuch
expect 2 '' "no variant of darkraft is called 'naive' for avx2" "$asm" darkraft naive --isa avx2
expect 2 '' 'invalid choice: .z80' "$asm" darkraft naive --cpu z80
expect 1 '' "there is no compiler 'nosuchcc'" "$asm" darkraft naive --compiler nosuchcc
expect 1 '' 'objdump is not installed; scripts/setup installs it \(package binutils\)' \
    env PATH="$work/empty" "$asm" darkraft naive
mkdir tools
ln -s "$(command -v objdump)" "$(command -v addr2line)" tools
expect 1 '' 'llvm-mca-14 is not installed; scripts/setup installs it \(package llvm-14\)' \
    env PATH="$work/tools" "$asm" darkraft naive
expect 1 '' 'no compile_commands.json' env MEXBENCH=/nowhere/mexbench "$asm" darkraft naive

# A source that does not compile, and one without a loop.
printf '#!/bin/sh\necho "x.c:1: error: wrong" >&2\nexit 1\n' >tools/badcc
cat >tools/emptycc <<'CC'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
echo 'int f(void); int f(void) { return 1; }' | "${CC:-cc}" -x c -c -o "$2" -
CC
chmod +x tools/badcc tools/emptycc
expect 1 '' 'badcc cannot compile darkraft_batched.c: x.c:1: error: wrong' \
    "$asm" darkraft batched_avx2 --compiler "$work/tools/badcc"
expect 1 '' 'darkraft_batched_avx2, built by .*emptycc, has no hot loop' \
    "$asm" darkraft batched_avx2 --compiler "$work/tools/emptycc"

if [ -z "$SANITIZE" ]; then
    # The machine need not have the instruction set. A technique stands for the widest.
    expect 0 'darkraft_batched_avx512, .* hot loops .*icelake-server +bounds by the model of Ice Lake .*faults, .*: none .*loop at [0-9a-f]+ in .*kernels/darkraft/lane_vector.h:[0-9]+ .*%zmm' \
        '' "$asm" darkraft batched
    expect 0 'znver3: .*- \(the model has no vp.*' '' \
        "$asm" darkraft batched --isa avx512 --cpu znver3
    expect 2 '' "no hot loop of darkraft_batched_avx2 has code of 'nosuch'" \
        "$asm" darkraft batched_avx2 --function nosuch
    "$asm" boardgame layered --isa avx2 --json >json
    /usr/bin/python3 - <<'PYTHON'
import json

found = json.load(open("json"))
assert found["variant"] == "boardgame_layered_avx2", found["variant"]
assert list(found["models"]) == ["znver3", "icelake-server", "sapphirerapids"]
assert "Skylake-X" in found["models"]["sapphirerapids"]
for loop in found["loops"]:
    assert loop["instructions"] == len(loop["code"]) >= loop["vector_instructions"] > 0
    for bound in loop["bounds"].values():
        assert bound["cycles"] > 0 and bound["binds"], bound
        assert abs(bound["cycles"] * bound["ipc"] - loop["instructions"]) < 1e-6
assert all(fault["cold"] for fault in found["faults"])
PYTHON
fi

# The bound of a whole solve: the same in each run, for a variant of the tree and for a plug-in.
bound=$SOURCE/scripts/bound
expect 0 'usage: bound .*Exit codes: 0 ' '' "$bound" --help
expect 2 '' 'expected PROBLEM and VARIANT, or --table' "$bound"
expect 2 '' 'expected PROBLEM and VARIANT, or --table' "$bound" bacteria iterative --table
expect 1 '' 'llvm-mca-14 is not installed' env PATH="$work/tools" "$bound" bacteria iterative
if [ -z "$SANITIZE" ] && command -v valgrind >/dev/null; then
    expect 2 '' 'did you mean iterative' "$bound" bacteria iterativ3
    words='at best [0-9.e-]+ cycles a unit of work, by the model of'
    for variant in iterative batched_avx512; do
        expect 0 "bacteria_$variant: $words " '' "$bound" bacteria $variant random:n=6,m=6,cases=8
        cp stdout first
        expect 0 . '' "$bound" bacteria $variant random:n=6,m=6,cases=8
        cp stdout second
        # The counts of a vector kernel differ by about 0.1% from run to run.
        # shellcheck disable=SC2016 # awk's fields
        expect 0 '' '' awk '{ cycles[NR] = $4 }
            END { exit !(NR == 2 && cycles[1] > 0.99 * cycles[2] && cycles[1] < 1.01 * cycles[2]) }' \
            first second
    done
    "${CC:-cc}" -std=c17 -O2 -g1 -shared -fPIC -I"$SOURCE/kernels" -o mine.so \
        "$SOURCE/examples/plugin/bacteria_mine.c"
    expect 0 "bacteria_mine: $words Zen 3 \(znver3\)" '' \
        "$bound" bacteria mine random:n=6,m=6,cases=8 --plugin mine.so
fi
# The table names variants of the tree, once each.
names=$(sed -n 's/^BOUND(\([a-z0-9_]*\),.*/\1/p' "$SOURCE/kernels/bounds.def")
expect 0 '' '' test "$(sort <<<"$names" | uniq -d | wc -l)" = 0
expect 0 '' '' test "$(wc -l <<<"$names")" -ge 10
finish
