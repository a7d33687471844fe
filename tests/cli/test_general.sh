# Help, version, unknown verbs, problems, variants and flags.
source "${SOURCE:?}/tests/cli/expect.sh"

expect 2 '' 'Usage: mexbench VERB' "$MEXBENCH"
expect 0 'solve .* check ' '' "$MEXBENCH" --help
expect 0 '^mexbench [0-9]+\.[0-9]+\.[0-9]+ \(' '' "$MEXBENCH" --version
for verb in list solve gen check bench judge explain info; do
    expect 0 "Usage: (mexbench|mexbench-bench) ?$verb?" '' "$MEXBENCH" "$verb" --help
    expect 0 '^mexbench [0-9]' '' "$MEXBENCH" "$verb" --version
    expect 2 '' 'nosuchflag' "$MEXBENCH" "$verb" --nosuchflag
done
expect 2 '' "no verb 'slove'; did you mean solve\?" "$MEXBENCH" slove
expect 2 '' "no verb 'zzzzzzzz'; 'mexbench --help' shows them" "$MEXBENCH" zzzzzzzz
expect 2 '' "no problem 'bacterai'; did you mean bacteria\?" "$MEXBENCH" solve bacterai
expect 2 '' 'expected PROBLEM' "$MEXBENCH" solve
expect 2 '' 'too many arguments' "$MEXBENCH" solve bacteria a b c
expect 2 '' "no variant of bacteria matches 'iterativ3'; did you mean iterative\?" \
    "$MEXBENCH" solve bacteria --variant iterativ3
expect 2 '' 'matches several' "$MEXBENCH" solve bacteria --variant 'naive|iterative'
expect 2 '' "--variant '\('" "$MEXBENCH" solve bacteria --variant '('
for threads in 0 -1 1000000000 two ''; do
    expect 2 '' "'$threads' is not acceptable" "$MEXBENCH" solve bacteria "--threads=$threads"
done
expect 2 '' "'sse9' is not acceptable" "$MEXBENCH" solve bacteria --isa sse9
expect 2 '' 'bacteria has one format only' fed '0\n' "$MEXBENCH" solve bacteria --dialect jzoj
expect 2 '' "darkraft has no dialect 'x'" "$MEXBENCH" solve darkraft --dialect x
expect 2 '' 'list does not take --threads|unrecognized option' "$MEXBENCH" list --threads 2

expect 0 'bacteria_naive +base .*\[reference\].*darkraft_naive.*boardgame_naive' '' "$MEXBENCH" list
expect 0 'generators.*random.*density.*every' '' "$MEXBENCH" list bacteria
expect 0 'dialects: codeforces \(standard\) jzoj' '' "$MEXBENCH" list darkraft
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
assert info["cores"] >= 1 and info["isa"] in ("base", "avx2", "avx512")
assert "limits" not in info
'
expect 0 'limits .* base +[0-9.]+ AND/ns.* L1d .* memory +([0-9.]+ GB/s read|not measured)' '' \
    "$MEXBENCH" info --limits
finish
