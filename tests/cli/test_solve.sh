# solve: output, and errors for every kind of bad input.
source "${SOURCE:?}/tests/cli/expect.sh"

board='2\n1 4\n#...\n1 1\n.\n'
expect 0 '^Case #1: 2 Case #2: 2 $' '' fed "$board" "$MEXBENCH" solve bacteria
expect 0 '^Case #1: 2 Case #2: 2 $' '' fed "$board" "$MEXBENCH" solve bacteria -
expect 0 '^Case #1: 2 Case #2: 2 $' '' fed '2\r\n1 4\r\n#...\r\n1 1  \r\n.' "$MEXBENCH" solve bacteria
expect 0 '' '' fed '0\n' "$MEXBENCH" solve bacteria
expect 0 'Case #1: 2' 'bacteria_iterative: 2 boards, 3 times, .* s in solve, .* us a board' \
    fed "$board" "$MEXBENCH" solve bacteria --time --repeat 3 --variant iterative
expect 0 '"variant": "bacteria_iterative".*"answers_hash"' '' \
    fed "$board" "$MEXBENCH" solve bacteria --json --variant iterative
# --json is one document for any number of boards; the text has the same answers.
"$MEXBENCH" solve bacteria random:n=3,m=3,cases=10000 --json >many.json
"$MEXBENCH" solve bacteria random:n=3,m=3,cases=10000 >many
/usr/bin/python3 - <<'PYTHON' || failures=$((failures + 1))
import json
found = json.load(open("many.json"))
assert (found["problem"], found["instances"]) == ("bacteria", 10000)
assert found["workload"] == "random:n=3,m=3,cases=10000" and found["seconds"] > 0
printed = [int(line.split(": ")[1]) for line in open("many")]
assert found["answers"] == printed and len(printed) == 10000
PYTHON
expect 0 '"answers": \[\].*"instances": 0' '' fed '0\n' "$MEXBENCH" solve bacteria --json
expect 1 '' 'standard input:1:1' fed 'x\n' "$MEXBENCH" solve bacteria --json
expect 1 '"answers": \[ *2 *\],.*"error": "standard input:4:1' 'standard input:4:1' \
    fed '2\n1 1\n.\nx\n' "$MEXBENCH" solve bacteria --json
expect 0 'LOSE' '' fed '2 2\nLL\nRX\n' "$MEXBENCH" solve darkraft
expect 0 'WIN' '' fed '2 2\nLL\nRX\n' "$MEXBENCH" solve darkraft --dialect jzoj
expect 0 'Alice' '' fed '1 7 1\n1 3\n111\n' "$MEXBENCH" solve boardgame

# Every error names line and column, and good answers come first.
bad() {
    local problem=$1 text=$2 error=$3 out=${4:-}
    expect 1 "$out" "$error" fed "$text" "$MEXBENCH" solve "$problem"
}
bad bacteria '' 'standard input:1:1: expected number of cases, found end of input'
bad bacteria '\n\n' 'standard input:3:1: expected number of cases, found end of input'
bad bacteria '2\n1 1\n.\n' 'standard input:4:1: expected number of rows, found end of input' '^Case #1: 2 $'
bad bacteria '1\n1 1\n.\nx\n' 'standard input:4:1: expected the end of the input after 1 cases' '^Case #1: 2 $'
bad bacteria '1\n2 2\n.x\n..\n' "standard input:3:2: expected '.' or '#'"
bad bacteria '1\n2 2\n.\n..\n' 'standard input:3:1: row has 1 character, expected 2'
bad bacteria '1\n2 2\n. .\n..\n' 'standard input:3:1: row has 1 character, expected 2'
bad bacteria '1\n2 2\n...\n..\n' 'standard input:3:1: row has 3 characters, expected 2'
bad bacteria '1\n0 2\n' 'standard input:2:1: number of rows 0 is out of range 1 to 4096'
bad bacteria '1\n2000000000 2000000000\n' 'standard input:2:1: number of rows 2000000000 is out of range'
bad bacteria '99999999999999999999\n' 'standard input:1:1: number of cases 99999999999999999999 is out of range'
bad bacteria '-1\n' 'standard input:1:1: expected number of cases, found "-1"'
bad bacteria '1\n1 1\n\001\377\n' "standard input:3:"
bad darkraft '' 'standard input:1:1: expected number of rows, found end of input'
bad darkraft '1 1\nL\n1 1\n' 'standard input:4:1: expected row, found end of input' '^WIN $'
bad darkraft '1 1\nl\n' 'standard input:2:1: expected'
bad boardgame '' 'standard input:1:1: expected number of rows, found end of input'
bad boardgame '8 9 0\n' 'standard input:1:[0-9]+: .*72.*64'
bad boardgame '1 2 0\nmisery\n' 'standard input:2:1: expected rule "normal" or "misere"'
bad boardgame '1 2 0\nmis\n' 'standard input:2:1: rule has 3 characters, expected 6'
bad boardgame '2 2 0\nx.\n' 'standard input:3:1: expected board row, found end of input'
bad boardgame '2 2 0\nx.\n.o\n' "standard input:3:2: expected '.' or 'x'"
bad boardgame '2 2 0\nx..\n' 'standard input:2:1: board row has 3 characters, expected 2'
bad boardgame '2 2 1\n1 1\n2\n' 'standard input:3:1: expected'
bad boardgame '2 2 1\n' 'standard input:2:1: expected .*, found end of input'
bad boardgame '2 2 1\n1 1000000000\n111\n' 'standard input:3:1: .* 3 characters, expected 1000000000'

expect 1 '' 'cannot open nothere.txt: No such file' "$MEXBENCH" solve bacteria nothere.txt
expect 1 '' 'is a directory' "$MEXBENCH" solve bacteria "$work"
expect 1 '' 'cannot (read|open) standard input: Bad file descriptor' "$MEXBENCH" solve bacteria <&-
# shellcheck disable=SC2016 # expanded by the inner shell
expect 0 'Case #1' '' bash -c '"$MEXBENCH" solve bacteria every:cells=8 | head -n 1'
# shellcheck disable=SC2016
expect 1 '' 'cannot write the output: No space left' bash -c \
    '"$MEXBENCH" solve bacteria every:cells=8 >/dev/full'
printf '1\n1 1\n.\n' >'a file
with a line end'
expect 0 'Case #1: 2' '' "$MEXBENCH" solve bacteria 'a file
with a line end'

# Boards that a variant cannot solve, or that need too much memory, give a clear error.
expect 1 '' 'bacteria_naive cannot solve 9x9: plays on sets of at most 16 cells, this board has 81' \
    "$MEXBENCH" solve bacteria empty:n=9,m=9 --variant naive
expect 1 '' 'cannot solve 4096x4096: needs [0-9.]+ TiB of memory, [0-9.]+ [MG]iB available' \
    "$MEXBENCH" solve bacteria empty:n=4096,m=4096 --variant iterative
expect 1 '' 'cannot solve 5x8.*: needs 1.0 TiB of memory, [0-9.]+ [MG]iB available' \
    "$MEXBENCH" solve boardgame empty:n=5,m=8 --variant iterative

# --values: the value, winning first moves and counts; of every board, or an error.
expect 0 'nimber: 3 +winning first moves: 1,1 1,4 1,8 1,12 1,15 +P-positions: 157 of ' '' \
    "$MEXBENCH" solve boardgame row:n=1,m=15,k=3 --values
expect 0 'Bob +nimber: 0 +winning first moves: none' '' \
    "$MEXBENCH" solve boardgame row:n=1,m=12,k=3 --values
expect 0 'nimber: loony +winning first moves: 1,1 1,2 +P-positions: 0 of 1 ' '' \
    fed '1 2 1\n1 1\n1\n' "$MEXBENCH" solve boardgame --values
expect 0 'Bob +nimber: 0 +winning first moves: none +P-positions: 0 of 0 ' '' \
    fed '1 2 1\n1 1\n0\n' "$MEXBENCH" solve boardgame --values
expect 0 'Case #2: 2 +nimber: 1 +winning first moves: H in row 1; V in column 1 ' '' \
    fed '2\n1 1\n#\n1 1\n.\n' "$MEXBENCH" solve bacteria --values
expect 0 '"boards": \[\], +"complete": true' '' fed '0\n' "$MEXBENCH" solve bacteria --values --json
expect 1 'Alice +nimber: 1' 'standard input:2:1: expected number' \
    fed '1 1 0\n1x\n' "$MEXBENCH" solve boardgame --values
expect 1 '"value":1.*"complete": false' 'standard input:2:1: expected number' \
    fed '1 1 0\n1x\n' "$MEXBENCH" solve boardgame --values --json
expect 1 '' 'board 1: boardgame_topdown gave up on it' \
    "$MEXBENCH" solve boardgame worst:n=5,m=5 --values --variant topdown
expect 1 '' 'board 1: boardgame_bitpacked finds no nimbers of this board' \
    "$MEXBENCH" solve boardgame row --values --variant bitpacked
expect 0 'P-positions.* digest: 61ddc7dcaeee9a15 ' '' \
    "$MEXBENCH" solve boardgame worst:n=4,m=7 --values --digest --variant nimbers
expect 2 '' '--values takes no --time' "$MEXBENCH" solve boardgame row --values --time

# Settings: options that one problem declares. They change every board.
notakto=("$MEXBENCH" solve boardgame "row:n=3,m=3")
expect 0 '^Alice $' '' "${notakto[@]}" --rule misere
expect 0 '^Bob $' '' "${notakto[@]}" --rule=misere --after 2,2
expect 0 '^Alice $' '' "${notakto[@]}" --rule misere --after '2,1'
expect 0 '^Alice $' '' "${notakto[@]}" --after '1,1 1,2' --rule normal
expect 0 '"settings": \{"rule":"misere","after":"2,2"\}.*"answers": \[ *0 *\]' '' \
    "${notakto[@]}" --rule misere --after 2,2 --json
expect 0 '"settings": \{"rule":"misere"\}.*"boards"' '' "${notakto[@]}" --rule misere --values --json
expect 0 'winning first moves: 2,2 +P-pos' '' "${notakto[@]}" --rule misere --values
expect 0 'misere x.. ... ..x $' '' "$MEXBENCH" gen boardgame row:n=3,m=3 --rule misere --after '1,1  3,3'
expect 1 '' 'board 1: --rule: expected normal or misere, not .*x1b' "${notakto[@]}" --rule $'\e'
expect 1 '' 'board 1: --after: row 2, column 2 is filled already' "${notakto[@]}" --after '2,2 2,2'
for place in '0,1' '1,0' '4,1' '1,4' '99999999999999999999,1'; do
    expect 1 '' 'board 1: --after: row [0-9]+, column [0-9]+ is outside the board' \
        "${notakto[@]}" --after "$place"
done
for text in '' 1 '1,' ',1' '1,1,1' '1,1x' '-1,1' '1, 1' '1,1;1,2'; do
    expect 1 '' 'board 1: --after: expected "row,column row,column", from 1, not' \
        "${notakto[@]}" --after "$text"
done
expect 1 '^Bob $' 'board 2: --after: row 1, column 2 is outside' \
    "$MEXBENCH" solve boardgame - --after 1,2 <<<'1 3 0 1 1 0'
expect 2 '' 'darkraft does not take --rule' "$MEXBENCH" solve darkraft random:n=3,m=3 --rule misere
expect 2 '' "unrecognized option '--ruler'" "${notakto[@]}" --ruler 1

# An interrupt ends a long solve with 130 and leaves nothing behind.
"$MEXBENCH" solve bacteria random:n=150,m=150 --variant iterative >/dev/null 2>&1 &
pid=$!
sleep 1
kill -INT $pid
code=0
wait $pid || code=$?
[ "$code" = 130 ] || {
    echo "interrupted solve: exit $code"
    failures=$((failures + 1))
}
finish
