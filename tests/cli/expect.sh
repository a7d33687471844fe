# Sourced by the tests of the command. MEXBENCH is the command, SOURCE the tree.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

# expect CODE OUT ERR COMMAND...: the exit code ('1|4' is either), and extended expressions that
# standard output and standard error (line ends as blanks) must contain; '' means that there must be
# nothing.
expect() {
    local code=$1 out=$2 err=$3 got=0
    shift 3
    "$@" >"$work/stdout" 2>"$work/stderr" || got=$?
    local problem=
    [[ "|$code|" == *"|$got|"* ]] || problem="exit $got, expected $code"
    matches "$out" stdout || problem="$problem; stdout is not like '$out'"
    matches "$err" stderr || problem="$problem; stderr is not like '$err'"
    if [ -n "$problem" ]; then
        failures=$((failures + 1))
        echo "FAILED: $*"
        echo "  $problem"
        head -c 400 "$work/stdout" | sed 's/^/  out: /'
        head -c 400 "$work/stderr" | sed 's/^/  err: /'
    fi
}

matches() {
    if [ -z "$1" ]; then
        [ ! -s "$work/$2" ]
    else
        tr '\n' ' ' <"$work/$2" | grep -qE -- "$1"
    fi
}

# fed TEXT COMMAND...: the command with TEXT (printf escapes) on standard input.
fed() {
    local text=$1
    shift
    # shellcheck disable=SC2059 # the text is a format on purpose
    printf -- "$text" | "$@"
}

finish() {
    echo "$failures failures"
    [ "$failures" = 0 ]
}
