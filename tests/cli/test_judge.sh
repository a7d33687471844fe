# judge: usage and text. tests/judged tests the verdicts.
source "${SOURCE:?}/tests/cli/expect.sh"
judge=("$MEXBENCH" judge)
right="$MEXBENCH solve bacteria"
wrong="$right | sed 's/: 2$/: 3/'"

expect 2 '' 'expected PROBLEM -- COMMAND' "${judge[@]}"
expect 2 '' 'expected PROBLEM -- COMMAND' "${judge[@]}" bacteria
expect 2 '' "unknown problem 'bacterai'" "${judge[@]}" bacterai -- true
expect 2 '' 'bacteria has only one text format' "${judge[@]}" bacteria --dialect jzoj -- true
for flag in time-limit=0 time-limit=x memory-limit=0 output-limit=-1 seconds=0 boards=0 cases=0; do
    expect 2 '' "--${flag%%=*}: .*${flag#*=}" "${judge[@]}" bacteria "--$flag" -- true
done
expect 2 '' 'judge does not take --threads|unrecognized option' \
    "${judge[@]}" bacteria --threads 2 -- true

expect 0 '^accepted: [0-9,]+ boards of [0-9]+ shapes in [0-9]+ runs, (in a|without a) sandbox.* tiny boards: .*for more confidence: .*slowest: .*mexbench solve takes .*memory: ' \
    '^seed 3 $' "${judge[@]}" bacteria --seed 3 --boards 100 -- sh -c "$right"
expect 4 '^wrong answer on [0-9]+ of [0-9]+ boards.*smallest input.* 1 1 .*expected: Case #1: 2 .*got: +Case #1: 3 .*why \(nimber.*wins' \
    '^seed 3 $' "${judge[@]}" bacteria --seed 3 --boards 100 -- sh -c "$wrong"
expect 4 '^presentation error on the samples.*for example:.*got: +[0-9]' '^seed 3 $' \
    "${judge[@]}" bacteria --boards 20 --seed 3 -- sh -c "$right | sed 's/.*: //'"

# Output of a judged program is escaped before it is printed.
expect 4 'got: +\?\[31m2' '^seed' \
    "${judge[@]}" bacteria --boards 20 -- sh -c "$right | sed 's/.*: /\x1b[31m/'"

# An unknown value of --sandbox.
expect 2 '' "--sandbox: .*yes" "${judge[@]}" bacteria --sandbox=yes -- true

# A closed pipe is not an error; a full disk is.
expect 0 '' '^seed' sh -c '"$@" | true' sh \
    "${judge[@]}" bacteria --boards 20 -- sh -c "$right"
expect 1 '' 'cannot write the output' sh -c '"$@" >/dev/full' sh \
    "${judge[@]}" bacteria --boards 20 -- sh -c "$right"
finish
