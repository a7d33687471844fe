# scripts/bench: while one runs, a second refuses to start and changes nothing.
source "${SOURCE:?}/tests/cli/expect.sh"
mkdir -p tree/data/results
cp -r "$SOURCE/scripts" tree/scripts
exec 8<tree/data/results
flock 8
expect 1 '' '^bench: another scripts/bench is running $' tree/scripts/bench --quick
expect 0 '' '' find tree/data/results -mindepth 1
finish
