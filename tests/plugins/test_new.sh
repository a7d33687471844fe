# mexbench new: what it writes builds against an installation without a warning, passes check, and
# runs in compare; in C, C++ and, where there is a rustc, Rust. Nothing that exists is touched.
source "${SOURCE:?}/tests/cli/expect.sh"
prefix=$work/prefix
cmake --install "${BUILD:?}" --prefix "$prefix" >/dev/null
mexbench=$prefix/bin/mexbench
warnings=-Werror\ -Wpedantic

# build FOLDER: with CMake.
build() {
    CFLAGS=$warnings CXXFLAGS=$warnings cmake -S "$1" -B "$1/build" \
        -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$1/build" >log 2>&1 || { cat log && failures=$((failures + 1)); }
}

# ---- Problems ----
expect 0 "wrote mine/mine.c and mine/CMakeLists.txt; next:.*PREFIX_PATH=$prefix .*check mine" '' \
    "$mexbench" new problem mine
build mine
mine=(--plugin mine/build/mine.so)
expect 0 'mine_reference +ok +40 lists   reference.*mine_halvings +ok +40 lists   answers' 'seed 1' \
    "$mexbench" check mine --seed 1 --boards 40 "${mine[@]}"
printf '3\n1 2 7\n' >numbers.txt
expect 0 '^Case #1: 17 $' '' "$mexbench" solve mine numbers.txt "${mine[@]}"
expect 1 '' 'standard input:1:1: how many numbers 0 is out of range' \
    fed '0\n' "$mexbench" solve mine - "${mine[@]}"
expect 0 '^2 [0-9]+ [0-9]+ $' '' "$mexbench" gen mine random:n=2 "${mine[@]}"
expect 0 'mine_halvings .* than mine_reference|takes the same time' '' "$mexbench" \
    compare mine reference halvings random:n=50,cases=64 --budget 0.1 "${mine[@]}"
expect 0 '^100 ' 'mine_reference.*100 numbers.*steps evaluated' "$mexbench" \
    worst mine random:n=100 --variant reference --steps 20 "${mine[@]}"
expect 0 '.' '' "$mexbench" new problem other --language c++
build other
expect 0 'other_reference +ok .*other_halvings +ok ' '.' \
    "$mexbench" check other --boards 40 --plugin other/build/other.so

# ---- Variants ----
# checked PROBLEM NAME OBJECT OPTION...: the variant passes check.
checked() {
    local problem=$1 name=$2 object=$3
    shift 3
    expect 0 "${problem}_$name +ok " 'seed 1' "$mexbench" check "$problem" --variant "$name" \
        --seed 1 --boards 16 "$@" --plugin "$object"
}
expect 0 'check bacteria --variant fast' '' "$mexbench" new variant bacteria fast
build bacteria_fast
checked bacteria fast bacteria_fast/build/bacteria_fast.so
expect 0 'bacteria_fast .*bacteria_naive' '' "$mexbench" compare bacteria naive fast \
    random:n=4,m=4,cases=64 --budget 0.1 --plugin bacteria_fast/build/bacteria_fast.so
expect 0 '.' '' "$mexbench" new variant mine fast --language c++ "${mine[@]}"
build mine_fast
checked mine fast mine_fast/build/mine_fast.so "${mine[@]}"
expect 1 '' "unknown problem 'mine'; the plug-in of a problem comes before" \
    "$mexbench" list --plugin mine_fast/build/mine_fast.so
expect 0 'make -C darkraft_rusty' '' "$mexbench" new variant darkraft rusty --language rust
expect 0 'make -C oxide' '' "$mexbench" new problem oxide --language rust
if command -v rustc >/dev/null; then
    make -s -C darkraft_rusty
    checked darkraft rusty ./darkraft_rusty/darkraft_rusty.so
    make -s -C oxide
    expect 0 'oxide_reference +ok .*oxide_halvings +ok ' '.' \
        "$mexbench" check oxide --boards 40 --plugin ./oxide/oxide.so
    sed -i 's/; 4\]/; 5]/' darkraft_rusty/darkraft_rusty.rs
    touch darkraft_rusty/darkraft_rusty.rs
    make -s -C darkraft_rusty
    expect 1 '' 'its structures have other sizes than ours' \
        "$mexbench" list --plugin darkraft_rusty/darkraft_rusty.so
else
    echo 'not run: the plug-ins in Rust, rustc is not installed'
fi

# ---- Refused, and nothing written ----
cp -R mine before
expect 1 '' 'mexbench: mine: File exists' "$mexbench" new problem mine
expect 0 '' '' diff -r mine before
expect 2 '' "there already is a problem 'bacteria'" "$mexbench" new problem bacteria
expect 2 '' 'there already is a variant bacteria_naive' "$mexbench" new variant bacteria naive
expect 2 '' "'../x' is not a name" "$mexbench" new problem ../x
expect 2 '' "'A' is not a name" "$mexbench" new variant bacteria A
expect 2 '' 'expected .new variant PROBLEM NAME. or .new problem NAME.' "$mexbench" new problem a b
expect 2 '' "unknown problem 'bacterla'; did you mean bacteria" "$mexbench" new variant bacterla x
ls -d a bacteria_A 2>/dev/null && failures=$((failures + 1))
finish
