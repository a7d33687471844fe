# Help, version, unknown verbs, problems, variants and flags.
source "${SOURCE:?}/tests/cli/expect.sh"

expect 2 '' 'Usage: mexbench VERB' "$MEXBENCH"
expect 0 'solve .* check ' '' "$MEXBENCH" --help
expect 0 '^mexbench [0-9]+\.[0-9]+\.[0-9]+ \(' '' "$MEXBENCH" --version
for verb in list solve gen check bench compare try worst judge explain info; do
    expect 0 "Usage: (mexbench|mexbench-bench) ?$verb?" '' "$MEXBENCH" "$verb" --help
    expect 0 '^mexbench [0-9]' '' "$MEXBENCH" "$verb" --version
    expect 2 '' 'nosuchflag' "$MEXBENCH" "$verb" --nosuchflag
done
expect 2 '' "unknown verb 'slove'; did you mean solve\?" "$MEXBENCH" slove
expect 2 '' "unknown verb 'zzzzzzzz'; 'mexbench --help' lists them" "$MEXBENCH" zzzzzzzz
expect 2 '' "unknown problem 'bacterai'; did you mean bacteria\?" "$MEXBENCH" solve bacterai
expect 2 '' 'expected PROBLEM' "$MEXBENCH" solve
expect 2 '' 'too many arguments' "$MEXBENCH" solve bacteria a b c
expect 2 '' "no variant of bacteria matches 'iterativ3'; did you mean iterative\?" \
    "$MEXBENCH" solve bacteria --variant iterativ3
expect 2 '' 'matches several' "$MEXBENCH" solve bacteria --variant 'naive|iterative'
expect 2 '' "--variant '\('" "$MEXBENCH" solve bacteria --variant '('
# A pattern whose compilation would overflow the stack, or not end, is refused before compilation.
for pattern in "$(printf '(%.0s' {1..14000})" "$(printf '(%.0s' {1..130})a$(printf ')%.0s' {1..130})"; do
    for verb in 'solve bacteria' 'check bacteria' 'bench bacteria' 'compare bacteria' 'try bacteria'; do
        read -ra words <<<"$verb"
        expect 2 '' "--variant '\(+': longer than 256 characters" \
            "$MEXBENCH" "${words[@]}" "--variant=$pattern"
    done
done
expect 2 '' "--variant '.*': '\{' is not supported" \
    "$MEXBENCH" solve bacteria --variant '((a{1,9999}){1,9999}){1,9999}'
for threads in 0 -1 1025 1000000000; do
    expect 2 '' "--threads: $threads is out of range, 1 to 1024" \
        "$MEXBENCH" solve bacteria "--threads=$threads"
done
for threads in two '' 1.5 2x; do
    expect 2 '' "--threads: '$threads' is not a whole number from 1 to 1024" \
        "$MEXBENCH" solve bacteria "--threads=$threads"
done
expect '1|2' '' "expected a file, - or a generator spec as WORKLOAD, not ''" \
    "$MEXBENCH" solve bacteria ''
expect 2 '' "--variant: expected PATTERN, not ''" "$MEXBENCH" check --variant=
expect 2 '' "--dialect: expected NAME, not ''" "$MEXBENCH" solve darkraft --dialect=
expect 2 '' "--corpus: expected DIR, not ''" "$MEXBENCH" bench --corpus=
expect 2 '' "--sandbox: 'on' is not one of auto, off, require" \
    "$MEXBENCH" judge bacteria --sandbox=on -- true
# Names that the user gives do not control the terminal.
control=$'\033[2J'
for words in "solve $control" "solve bacteria $control" "solve bacteria random:$control=1" \
    "solve bacteria random:n=$control" "solve bacteria --threads $control" "$control" \
    "solve bacteria --variant $control" "judge bacteria -- ./$control" \
    "solve bacteria - surplus$control" "judge bacteria --files $control -- true"; do
    read -ra many <<<"$words"
    expect '1|2' '' '\\x1b\[2J' "$MEXBENCH" "${many[@]}"
    expect 1 '' '' grep -qF "$control" stderr
done
expect 2 '' "--isa: 'sse9' is not one of base, avx2, avx512, neon" "$MEXBENCH" solve bacteria --isa sse9
other=neon
[ "$(uname -m)" != aarch64 ] || other=avx2
expect 2 '' "--isa: this processor has no $other, only " "$MEXBENCH" solve bacteria --isa "$other"
expect 2 '' 'bacteria has only one text format' fed '0\n' "$MEXBENCH" solve bacteria --dialect jzoj
expect 2 '' "darkraft has no dialect 'x'" "$MEXBENCH" solve darkraft --dialect x
expect 2 '' 'list does not take --threads|unrecognized option' "$MEXBENCH" list --threads 2

expect 0 'bacteria_naive +base .*\[reference\].*darkraft_naive.*boardgame_naive' '' "$MEXBENCH" list
expect 0 'generators.*random.*density.*every' '' "$MEXBENCH" list bacteria
expect 0 'dialects: codeforces \(default\) jzoj' '' "$MEXBENCH" list darkraft
"$MEXBENCH" list --json | /usr/bin/python3 -c '
import json, sys
problems = json.load(sys.stdin)["problems"]
assert len(problems) >= 3
for p in problems:
    assert p["variants"][0]["reference"] and len(p["variants"]) >= 5
    assert {"random", "every", "mix", "worst"} <= {g["name"] for g in p["generators"]}
'
expect 0 'cpu .*isa .*cores .*caches .*compiler .*openmp' '' "$MEXBENCH" info
"$MEXBENCH" info --json | /usr/bin/python3 -c '
import json, sys
info = json.load(sys.stdin)
assert info["cores"] >= 1 and info["isa"] in ("base", "avx2", "avx512", "neon")
assert "limits" not in info
'
expect 0 'limits .* base +[0-9.]+ AND/ns.* L1d .* memory +([0-9.]+ GB/s read|not measured)' '' \
    "$MEXBENCH" info --limits
finish
