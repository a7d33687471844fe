# scripts/kill-test: solves that are killed and resumed are the same, and a difference is found.
source "${SOURCE:?}/tests/cli/expect.sh"

kills=("$SOURCE/scripts/kill-test" 8 "worst:n=2,m=11")
same='same answer and digest'
expect 0 "^never killed: .*kill 8: .*to the end: had resumed at [^,]*, $same 8 kills, 0 wrong \$" '' \
    "${kills[@]}"

cat >random_answers <<END
#!/usr/bin/env bash
echo \$SRANDOM
exec "$MEXBENCH" "\$@"
END
chmod +x random_answers
expect 1 'to the end: .*WRONG: .* [1-9][0-9]* wrong $' '' \
    env MEXBENCH="$work/random_answers" "${kills[@]}"
finish
