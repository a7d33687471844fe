# examples/edit_distance, built from an installation: all variants agree, also with the library where
# that is installed; a planted fault is found and shrunk; the verbs that sum lacks work on it.
source "${SOURCE:?}/tests/cli/expect.sh"
prefix=$work/prefix
cmake --install "${BUILD:?}" --prefix "$prefix" >/dev/null
mexbench=$prefix/bin/mexbench
cp -R "$prefix/share/doc/mexbench/examples/edit_distance" edit
CFLAGS='-Werror -Wpedantic' cmake -S edit -B edit/build -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build edit/build >/dev/null
edit=(--plugin edit/build/edit.so)

variants='naive +ok .*memoised +ok .*two_rows +ok .*bitparallel +ok .*batched_base +ok .*parallel +ok'
if grep -q EDIT_WITH_EDLIB edit/build/CMakeFiles/edit.dir/flags.make edit/build/build.ninja 2>/dev/null; then
    variants+=' .*edit_edlib +ok '
else
    echo 'not run: edlib, which is not installed'
    variants+=' .*edit_edlib +skip +edlib was not installed'
fi
expect 0 "$variants" 'seed 1' "$mexbench" check edit --seed 1 --boards 48 --threads 2 "${edit[@]}"
expect 0 '^Case #1: 3 Case #2: 3 $' '' \
    fed '2\n6 7\nkitten\nsitting\n0 3\nabc\n' "$mexbench" solve edit - "${edit[@]}"
expect 1 '' 'standard input:3:2: found .1., expected a letter a-z' \
    fed '1\n2 1\na1\nb\n' "$mexbench" solve edit - "${edit[@]}"
"$mexbench" gen edit similar:n=30,cases=20,seed=4 "${edit[@]}" >pairs.txt
"$mexbench" solve edit pairs.txt "${edit[@]}" >from_file
expect 0 '' '' cmp from_file <("$mexbench" solve edit similar:n=30,cases=20,seed=4 \
    --variant bitparallel "${edit[@]}")
expect 0 '^1 8 8 [a-z]+ [a-z]+ $' 'edit_memoised.*8x8.*cells evaluated' \
    "$mexbench" worst edit random:n=8,m=8 --variant memoised --steps 50 "${edit[@]}"

# ---- A planted fault ----
sed 's/more = more << 1 | (in > 0)/more = more << 1/' edit/edit_bitparallel.c >planted
mv planted edit/edit_bitparallel.c
cmake --build edit/build >/dev/null
expect 4 'edit_bitparallel +FAIL  answer .*smallest pair that still fails:.* 1 +(0 1 +a|1 2 +a +aa) ' 'seed 1' \
    "$mexbench" check edit --variant bitparallel --seed 1 --boards 48 "${edit[@]}"

# ---- A judged program ----
cat >right.py <<'END'
words = open(0).read().split()
at, cases = 1, int(words[0])
for case in range(cases):
    a, b = words[at + 2], words[at + 3]
    at += 4
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(before + (x != y), row[j] + 1, row[j - 1] + 1)
    print(f"Case #{case + 1}: {row[-1]}")
END
sed 's/row\[j\] + 1, row\[j - 1\] + 1/row[j] + 1/' right.py >wrong.py
expect 4 'wrong answer on .*(smallest|a smaller) input that still fails:.*expected: Case #1:' '.' \
    "$mexbench" judge edit --boards 60 --seed 1 "${edit[@]}" -- /usr/bin/python3 "$work/wrong.py"
finish
