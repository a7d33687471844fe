# The record of counted work: a new technique passes without one; any difference fails.
source "${SOURCE:?}/tests/cli/expect.sh"

# compared: compares with the record in work.tsv.
compared() {
    "$SOURCE/tests/work.py" work.tsv
}

workload='mix:cells=6,cases=30,seed=4'
cat >record <<END
problem	workload	technique	work
$(grep -P "^bacteria\t$workload\t" "$SOURCE/data/golden/work.tsv")
END

cp record work.tsv
expect 0 '^[1-9][0-9]* counts, 0 wrong $' '' compared
grep -v bacteria_iterative record >work.tsv
expect 0 '^bacteria_iterative has no record; .* --write adds it [0-9]+ counts, 0 wrong $' '' compared
sed '/bacteria_iterative/s/$/1/' record >work.tsv
expect 1 '^bacteria_iterative on mix.*: the record says ([0-9]+)1, it counts \1 ' '' compared
# A technique that is recorded on one workload only.
sed '/bacteria_iterative/s/seed=4/seed=5/' record >work.tsv
expect 1 'bacteria_iterative on mix.*seed=4: the record says None, it counts ' '' compared
# No record at all.
head -n 1 record >work.tsv
expect 1 '^0 counts, 0 wrong $' '' compared
finish
