# bench: flags of the library pass through, filters, exit codes, JSON, the corpus.
source "${SOURCE:?}/tests/cli/expect.sh"
quick=(--benchmark_min_time=0.001 --benchmark_repetitions=2)

expect 0 '^bacteria/naive/tiny/threads:1/process_time/real_time bacteria/memoised/tiny' '' \
    "$MEXBENCH" bench bacteria --benchmark_list_tests
expect 0 'bacteria/iterative/tiny/threads:1/process_time/real_time_median' 'cpu: ' \
    "$MEXBENCH" bench bacteria --variant iterative --benchmark_filter=tiny "${quick[@]}" \
    --benchmark_format=console

# By default a line for each benchmark: median, interval, speed over the first on the load.
number='[0-9.]+(e[+-]?[0-9]+)?'
row="$number [mun]?s +\\[$number, $number\\] +${number}x  agrees +bacteria random:n=4,m=4,cases=20"
boards=random:n=4,m=4,cases=20
timed=("$MEXBENCH" bench bacteria "$boards" --benchmark_min_time=0.001)
expect 0 "^variant, threads +median +interval at 95% +x first  agreement  load iterative, 1 +$row \
bitpacked_base, 1 +$row \$" '^cpu: [^$]*; counts: [a-z ]+ $' \
    "${timed[@]}" --variant 'iterative|bitpacked_base' --benchmark_repetitions=6
expect 0 'iterative, 1 .* 1x .*bitpacked_base, 1 +[^ ]+ [mun]s  [^[]' '' tail -n 2 <("${timed[@]}" \
    --variant 'iterative|bitpacked_base' --benchmark_repetitions=2 2>/dev/null)
expect 0 'iterative, 1 .* boardgame cells 10 iterative, 1 .* boardgame cells 12 ' . "$MEXBENCH" bench \
    boardgame --variant iterative --benchmark_filter='/cells.*/1[02]/' "${quick[@]}"
# shellcheck disable=SC2016
expect 0 '^name,iterations,real_time' '' bash -c '"$MEXBENCH" bench bacteria --variant iterative \
    --benchmark_filter=tiny --benchmark_format=csv --benchmark_min_time=0.001 2>/dev/null'
expect 0 'threads:1/process_time/real_time_median' '.' "$MEXBENCH" bench bacteria --variant iterative \
    --benchmark_filter=tiny "${quick[@]}" --benchmark_display_aggregates_only
expect 2 '' 'nothing matched' "$MEXBENCH" bench bacteria --benchmark_filter=nosuchbenchmark
expect 2 '' 'nothing matched' "$MEXBENCH" bench bacteria --variant nosuchvariant
expect 2 '' 'Google Benchmark has no flag --benchmark_nonsense' \
    "$MEXBENCH" bench bacteria --benchmark_nonsense=1
for flag in repetitions=abc min_time=x repetitions; do
    expect 2 '' "Google Benchmark cannot read the value of --benchmark_$flag \$" \
        "$MEXBENCH" bench bacteria --benchmark_$flag
done
for flag in format=foo out_format= time_unit=parsec; do
    expect 2 '' "--benchmark_${flag%=*}: '${flag#*=}' is not one of [a-z|]+ \$" \
        "$MEXBENCH" bench bacteria --benchmark_$flag
done
for flag in repetitions=-1 repetitions=0 min_time=-1 min_time=nan; do
    expect 2 '' "--benchmark_${flag%=*}: expected a number above 0, not '${flag#*=}' \$" \
        "$MEXBENCH" bench bacteria --benchmark_$flag
done
expect 2 '' "--suite: 'slow' is not one of quick, full" "$MEXBENCH" bench --suite slow
expect 2 '' "unknown problem 'bacteira'; did you mean bacteria\?" "$MEXBENCH" bench bacteira
expect 1 '' 'cannot open nothere.in' "$MEXBENCH" bench bacteria nothere.in
expect 1 '' "'cases=0': number of boards is out of range" "$MEXBENCH" bench bacteria random:n=3,m=3,cases=0
expect 0 'naive, 1 .* darkraft random:n=2,m=3,cases=5 ' '.' \
    "$MEXBENCH" bench darkraft random:n=2,m=3,cases=5 "${quick[@]}"
expect 0 'naive, 1 .* bacteria worst-naive ' '.' \
    "$MEXBENCH" bench bacteria --corpus "$SOURCE/data/worst" --benchmark_filter=naive/worst-naive "${quick[@]}"
expect 2 '' 'mexbench: bacteria_naive cannot solve random:n=30,m=30: ' \
    "$MEXBENCH" bench bacteria random:n=30,m=30 --variant naive
[ -n "${SANITIZE:-}" ] || expect 2 '' \
    'mexbench: bacteria_iterative cannot solve random:n=300,m=300: needs [0-9.]+ [GM]iB of memory, ' \
    prlimit --as=1500000000 "$MEXBENCH" bench bacteria random:n=300,m=300 --variant iterative
mkdir -p empty 'cor[pus]'
cp "$SOURCE/data/worst/bacteria_naive.in" 'cor[pus]'
expect 0 'bacteria/naive/worst-naive/' '' \
    "$MEXBENCH" bench bacteria --corpus 'cor[pus]' --benchmark_list_tests
expect 1 '' '--corpus nosuch: No such file' "$MEXBENCH" bench bacteria --corpus nosuch
expect 1 '' '--corpus empty: no file is named PROBLEM_\*\.in' \
    "$MEXBENCH" bench bacteria --corpus empty
expect 2 '' 'cannot be combined with a WORKLOAD' \
    "$MEXBENCH" bench bacteria --corpus 'cor[pus]' random:n=2,m=2
expect 2 '' '^Failed to match [^$]* mexbench: nothing matched $' \
    "$MEXBENCH" bench bacteria --json --benchmark_filter=nosuchbenchmark

"$MEXBENCH" bench boardgame --benchmark_filter='(bitpacked|parallel)/tiny' "${quick[@]}" \
    --benchmark_out=out.json --benchmark_out_format=json >/dev/null 2>&1
/usr/bin/python3 - <<'PYTHON'
import json
results = json.load(open("out.json"))
context = results["context"]
for key in ("commit", "dirty", "compiler", "flags", "cpu", "isa", "governor", "cores", "counters"):
    assert key in context, key
assert "hash=" in context["load/boardgame/tiny"]
for key in ("steal_before", "steal_after"):
    assert 0 <= context[key]["stolen"] <= context[key]["total"], key
assert context["steal_before"]["total"] <= context["steal_after"]["total"]
assert len(context["load_avg_after"]) == 3
assert context["source/work"] == "counted by the variant"
events = [key[7:] for key, value in context.items() if key.startswith("source/")]
assert {"cycles", "instructions", "branch_misses", "cache_misses", "task_clock_ns"} <= set(events)
rows = [row for row in results["benchmarks"] if row["run_type"] == "iteration"]
assert rows and {"states", "options", "states_per_s", "workspace_bytes"} <= rows[0].keys()
assert all(row["states"] == 512 for row in rows)
for event in events:  # a count where there is a source, and only there
    counts = [row[event] for row in rows if event in row]
    has_source = context[f"source/{event}"] in ("hardware event", "software event")
    assert has_source or event == "work" or not counts, event
    assert all(count >= 0 for count in counts), event
assert all(row["work"] > 0 for row in rows)
PYTHON
# Values known after the run go into JSON only, and into regular files only.
"$MEXBENCH" bench bacteria --variant naive --benchmark_filter=tiny "${quick[@]}" \
    --benchmark_out=out.csv --benchmark_out_format=csv >/dev/null 2>&1
expect 1 '^0 $' '' grep -c steal_before out.csv
# shellcheck disable=SC2016
expect 0 '"context"' . bash -c '"$MEXBENCH" bench bacteria --variant naive --benchmark_filter=tiny \
    --benchmark_min_time=0.001 --benchmark_out=/dev/stdout | cat'
# --json: medians under the names that other verbs use.
expect 0 '^\{' '' "$MEXBENCH" bench boardgame --variant 'bitpacked|naive' --benchmark_filter=/tiny/ \
    "${quick[@]}" --json
/usr/bin/python3 - <<'PYTHON' || failures=$((failures + 1))
import json
found = json.load(open("stdout"))
assert found["suite"] == "quick" and "commit" in found["context"]
timed = [row for row in found["rows"] if "seconds" in row]
assert timed and "boardgame_naive" in [row["variant"] for row in timed]
for row in timed:
    assert (row["problem"], row["label"], row["threads"]) == ("boardgame", "tiny", 1)
    assert row["instances"] > 0 and row["seconds"] > 0 and row["repetitions"] == 2
PYTHON
[ -z "$(find . -name '*.tmp.*')" ] || {
    echo 'FAILED: a temporary file is left'
    failures=$((failures + 1))
}
# No variant is its own witness: a variant timed alone is checked against others of the registry.
# cheat FAULT: FAULT.so.
cheat() {
    "${CC:-cc}" -std=gnu17 -O2 -fPIC -shared -DMX_ISA=base -I"$SOURCE/kernels" "-DFAULT=$1" \
        -o "$1.so" "$SOURCE/tests/plugins/solve_cheating.c"
}
cheat LARGE
expect 0 'cheating, 1 .* darkraft random:n=12,m=12,cases=8' '.' "$MEXBENCH" bench darkraft \
    random:n=12,m=12,cases=8 --variant cheating --plugin LARGE.so "${quick[@]}"
expect 4 'cheating, 1 +darkraft random:n=13,m=13,cases=8: ' \
    '[0-9]+ benchmark.s. failed, the first: darkraft/cheating/.*(answer|disagrees)' \
    "$MEXBENCH" bench darkraft random:n=13,m=13,cases=8 --variant cheating --plugin LARGE.so \
    --benchmark_min_time=0.001
finish
