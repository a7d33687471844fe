# scripts/bench: while one runs, a second refuses at once and touches nothing.
source "${SOURCE:?}/tests/cli/expect.sh"
export TMPDIR=$work
: >mexbench-bench.lock
exec 8<mexbench-bench.lock
flock 8
expect 1 '' '^bench: another one is running $' "$SOURCE/scripts/bench" --quick
expect 1 '' '^bench: another one is running $' "$SOURCE/scripts/bench" --quick
finish
