# Hostile input and little memory: names, endless garbage, thread counts, RLIMIT_AS.
source "${SOURCE:?}/tests/cli/expect.sh"

# Names that a careless program takes for something else.
# shellcheck disable=SC2016 # nothing is to be expanded
names=('a file' $'a file\nwith a line end' '-n' '--json' '*' '$(exit 7)' ';exit 7' $'\t' '"' "'" $'\377')
for name in "${names[@]}"; do
    printf '1\n1 1\n.\n' >"./$name"
    expect 0 '^Case #1: 2 $' '' "$MEXBENCH" solve bacteria "./$name"
    expect 0 '^Case #1: 2 $' '' "$MEXBENCH" solve bacteria -- "$name"
    printf 'x' >"./$name"
    expect 1 '' ':1:1: expected number of cases, found "x"' "$MEXBENCH" solve bacteria -- "$name"
done
printf '1\n1 1\n.\n' >random:n=2,m=2 # a file of a generator's name needs a path
expect 0 '^Case #1: 2 $' '' "$MEXBENCH" solve bacteria ./random:n=2,m=2
printf '1\n1 1\n.\n' >'a file'
expect 0 'naive +ok +1 board' seed "$MEXBENCH" check bacteria 'a file' --variant naive
expect 1 '' 'expected a file, - or a generator spec as WORKLOAD' "$MEXBENCH" solve bacteria ''

# Endless input: refused at the first bytes, in constant memory.
if [ -z "${SANITIZE:-}" ]; then # a sanitizer needs terabytes of address space
    small() {
        # shellcheck disable=SC2016 # expanded by the inner shell
        bash -c 'ulimit -v 65536 && exec "$@"' bash "$@"
    }
else
    small() {
        "$@"
    }
fi
# left MESSAGE PROBLEM COMMAND...: solve refuses COMMAND's output early and stops reading it.
left() {
    local message=$1 problem=$2
    shift 2
    ("$@" 2>/dev/null || true) | expect 1 '' "$message" small "$MEXBENCH" solve "$problem"
}
left ':1:1: expected number of cases, found "y"' bacteria yes
left ':1:1: number of cases 1111.* (more than|out of range)|more than 4096 digits' bacteria \
    bash -c "yes 1 | tr -d '\n'"
left ':1:1: expected number of rows, found ' darkraft cat /dev/zero
left ':1:1: expected number of rows, found ' boardgame bash -c "yes '' | tr '\n' x"
# 1 GB of blanks, or of a valid beginning, is read to the end in constant memory.
if [ -z "${SANITIZE:-}" ]; then
    # shellcheck disable=SC2016
    expect 1 '' ':[0-9]+:1: expected number of cases, found end of input' \
        bash -c 'ulimit -v 65536; yes "" | head -c 1G | "$MEXBENCH" solve bacteria'
    # shellcheck disable=SC2016
    expect 1 '' ':3:1: .* has 1000000000 characters, expected 2|:3:1: .* more than' \
        bash -c 'ulimit -v 65536; (printf "2 2 1\n1 2\n"; yes 1 | tr -d "\n" | head -c 1G) |
            "$MEXBENCH" solve boardgame'
fi
left 'row has more than 2 characters' bacteria bash -c "printf '1\n2 2\n'; yes . | tr -d '\n'"

for threads in 0 -1 1000000000 99999999999999999999 1e3 ' 2' 0x2; do
    for verb in 'solve bacteria' check 'bench bacteria' 'try bacteria naive'; do
        read -ra words <<<"$verb"
        expect 2 '' "--threads: .*$threads.* (is out of range, 1 to 1024|is not a whole number)" "$MEXBENCH" "${words[@]}" "--threads=$threads"
    done
done

# A limit on the address space is known before the solve; the error has both figures.
if [ -z "${SANITIZE:-}" ]; then
    expect 1 '' 'cannot solve 300x300: needs [0-9.]+ GiB of memory, [0-9.]+ MiB available' \
        small "$MEXBENCH" solve bacteria empty:n=300,m=300 --variant iterative
    for megabytes in 6 7 8 9 10 12 14 16 20 24 28 32; do
        code=0
        # shellcheck disable=SC2016
        bash -c 'ulimit -v $((1024 * $1)); shift; exec "$@"' bash $megabytes \
            "$MEXBENCH" solve bacteria random:n=20,m=20,cases=50 --seed 3 >out 2>err || code=$?
        [ $code != 0 ] || cp out whole
        # 127: the loader itself has no memory for the libraries.
        if ! { { [ $code = 1 ] && grep -q memory err; } || [ $code = 0 ] || [ $code = 127 ]; }; then
            echo "FAILED: $megabytes MB of address space: exit $code: $(cat err)"
            failures=$((failures + 1))
        fi
    done
    expect 0 '' '' cmp whole <("$MEXBENCH" solve bacteria random:n=20,m=20,cases=50 --seed 3)
fi
finish
