# gen: the same bytes on every machine, and refusals.
source "${SOURCE:?}/tests/cli/expect.sh"

# sum PROBLEM SPEC: fingerprint of the output of gen.
golden() {
    local want=$1 got
    shift
    got=$("$MEXBENCH" gen "$@" | sha256sum | cut -c1-16)
    [ "$got" = "$want" ] || {
        echo "FAILED: gen $* gives $got, not $want"
        failures=$((failures + 1))
    }
}
source "${SOURCE:?}/tests/cli/golden_gen.sh"

expect 0 '^2 1 1 \. 1 1 # $' '' "$MEXBENCH" gen bacteria every:cells=1
expect 0 '^1 2 3 \.\.\. \.\.\. $' '' "$MEXBENCH" gen bacteria empty:n=2,m=3
expect 0 '^2 2 XX XX $' '' "$MEXBENCH" gen darkraft allx:n=2,m=2
expect 0 '^2 3 0 $' '' "$MEXBENCH" gen boardgame empty:n=2,m=3

expect 2 '' "bacteria has no generator 'radnom'" "$MEXBENCH" gen bacteria radnom:n=1
expect 2 '' "random has no parameter 'q' \(it has n, m, density, cases, seed\)" \
    "$MEXBENCH" gen bacteria random:q=1
expect 2 '' "'density=2': fraction of radioactive cells is out of range 0 to 1" \
    "$MEXBENCH" gen bacteria random:density=2
expect 2 '' "'n=x': not a whole number from 1 to 4096" "$MEXBENCH" gen bacteria random:n=x
expect 2 '' "'n=': not a whole number" "$MEXBENCH" gen bacteria random:n=
expect 2 '' "character 8: 'n': expected key=value" "$MEXBENCH" gen bacteria random:n
expect 2 '' "character 8: '': expected key=value" "$MEXBENCH" gen bacteria random:
expect 2 '' "'cases=0': number of boards is out of range 1 to 4294967295" \
    "$MEXBENCH" gen bacteria random:cases=0
expect 2 '' 'out of range' "$MEXBENCH" gen bacteria random:cases=18446744073709551615
expect 2 '' "character 12: 'n=6': 'n' is given twice" "$MEXBENCH" gen bacteria random:n=5,n=6
expect 2 '' "character 15: 'seed=2': 'seed' is given twice" \
    "$MEXBENCH" gen darkraft random:seed=1,seed=2
expect 2 '' 'the seed is given twice: --seed 9 and seed=5' \
    "$MEXBENCH" gen bacteria random:seed=5 --seed 9
expect 2 '' 'the seed is given twice: --seed 9 and seed=5' \
    "$MEXBENCH" solve bacteria random:seed=5 --seed 9
expect 2 '' 'random: x and l add up to more than 1' "$MEXBENCH" gen darkraft random:x=0.6,l=0.5
expect 2 '' 'clustered: x and l add up to more than 1' "$MEXBENCH" gen darkraft clustered:x=1
expect 2 '' 'out of range' "$MEXBENCH" gen bacteria random:n=99999999999
expect 2 '' 'rows is out of range 1 to 4096' \
    "$MEXBENCH" gen bacteria random:n=99999999999999999999999
expect 2 '' 'rows is out of range 1 to 4096' "$MEXBENCH" gen bacteria random:n=-1
expect 2 '' 'seed is out of range 0 to 18446744073709551615' \
    "$MEXBENCH" gen bacteria random:seed=18446744073709551616
expect 2 '' 'cells is out of range 0 to 1' "$MEXBENCH" gen bacteria random:density=-0.1
expect 2 '' 'cells is out of range 0 to 1' "$MEXBENCH" gen bacteria random:density=99999999999999
expect 2 '' 'more than 9 decimal places' "$MEXBENCH" gen bacteria random:density=0.1234567891
expect 2 '' 'not a decimal fraction from 0 to 1, such as 0.02' \
    "$MEXBENCH" gen bacteria random:density=1e-3
expect 2 '' 'every has 2 boards, fewer than cases=3' "$MEXBENCH" gen bacteria every:cells=1,cases=3
expect 2 '' 'worst: a board has at most 64 cells' "$MEXBENCH" gen boardgame worst:n=8,m=9
expect 2 '' "character 8: 'rule=x': not one of normal, misere" "$MEXBENCH" gen boardgame random:rule=x
expect 0 '^1 2 0 misere $' '' "$MEXBENCH" gen boardgame empty:n=1,m=2,rule=misere
expect 0 '^1 3 0 x{3} $' '' "$MEXBENCH" gen boardgame random:n=1,m=3,patterns=0,filled=1
# shellcheck disable=SC2016
expect 0 '^1000000 ' '' bash -c '"$MEXBENCH" gen bacteria random:cases=1000000 | head -n 2'

# solve reads the output of gen and gives the same answers as for the spec.
for problem in bacteria darkraft boardgame; do
    for spec in mix:cells=16,cases=40,seed=3 every:cells=3 worst:n=3,m=3; do
        "$MEXBENCH" gen "$problem" "$spec" >written
        "$MEXBENCH" solve "$problem" "$spec" >direct
        expect 0 '' '' cmp direct <("$MEXBENCH" solve "$problem" written)
    done
done
# --seed is the seed of a spec without one.
expect 0 '' '' cmp <("$MEXBENCH" gen bacteria random:seed=5) <("$MEXBENCH" gen bacteria random --seed 5)
# A generator that hides a file of the same name says so.
printf '1\n1 1\n.\n' >worst
expect 0 '^Case #1: ' "'worst' is taken as a generator; write ./worst" \
    "$MEXBENCH" solve bacteria worst
expect 0 '^Case #1: ' '' "$MEXBENCH" solve bacteria ./worst
finish
