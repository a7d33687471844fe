# explain: the golden text, colour, pictures, large boards, and refusals.
source "${SOURCE:?}/tests/cli/expect.sh"

explain() {
    "$MEXBENCH" explain "$@"
}

# ---- The text ----
{
    fed '1\n3 4\n..#.\n....\n.#..\n' explain bacteria
    fed '1\n2 2\n..\n..\n' explain bacteria
    fed '1\n1 1\n#\n' explain bacteria
    fed '2 2\nLL\nRX\n' explain darkraft
    fed '2 2\nLL\nRX\n' explain darkraft --dialect jzoj
    fed '3 3 2\n1 3\n111\n2 2\n11\n01\n' explain boardgame
    fed '2\n1 1\n.\n2 2\n#.\n..\n' explain bacteria
} >text
diff -u "$SOURCE/tests/cli/golden_explain.txt" text || failures=$((failures + 1))

# With many boards, one line per board, which agrees with the judge's answer.
check_lines() {
    local problem=$1 lost=$2
    explain "$problem" mix:cases=400,seed=3 >lines
    [ "$(grep -c ' board [0-9]*,\|^board [0-9]*,' lines)" = 400 ] || return 1
    ! grep -E "$lost;" lines | grep -vE 'no opening wins|there is no opening' &&
        ! grep -vE "$lost;" lines | grep -vE ' wins: it leaves '
}
for line in 'bacteria Case #[0-9]+: 0' 'darkraft LOSE' 'boardgame Bob'; do
    check_lines "${line%% *}" "${line#* }" || { echo "$line" && failures=$((failures + 1)); }
done

# ---- One board of several, and workloads without boards ----
expect 0 'board 2, 4x4: Case #2.*V in column' '' explain bacteria random:n=4,m=4,cases=3,seed=2 --case 2
expect 2 '' '--case: the workload has no board 4, only 3' explain bacteria random:n=4,m=4,cases=3 --case 4
expect 2 '' '--case: 0 is out of range, 1 to ' explain bacteria --case 0
expect 2 '' 'the workload has no boards' fed '0\n' explain bacteria
expect 1 '.' "standard input:5:1: expected '\.' or '#'" fed '2\n1 1\n.\n1 1\nx\n' explain bacteria
expect 1 '' 'cannot open nothere.in' explain bacteria nothere.in
expect 2 '' 'did you mean bacteria' explain bacterai

# ---- Large boards ----
expect 0 'too large to draw.*the start has value.* wins: it leaves .*rectangle rows' '' \
    explain bacteria random:n=41,m=9,seed=1
expect 0 'openings, and the value.*H in row 41' '' explain bacteria random:n=41,m=9,density=0 --all
expect 0 '\.\.\. and 1 more, --all lists them' '' explain darkraft random:n=5,m=5
expect 0 'row 5, column 5' '' explain darkraft random:n=5,m=5 --all
expect 0 'the start has value 3: the first player wins, 2 of 38 openings win' '' \
    explain boardgame row:n=1,m=38,k=3
expect 0 'wins, ! lets the opponent win at once:.* 1 +! +! .*column 1 +loony' '' \
    fed '1 2 1\n1 2\n11\n' explain boardgame
expect 0 'Bob.*no values of openings: boardgame_topdown gave up on an opening' '' \
    explain boardgame clustered:n=4,m=8,patterns=2,cells=4,seed=2

# ---- Colour: on a terminal, unless it is refused ----
cat >terminal.py <<'PYTHON'
import os
import pty
import sys

sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))
PYTHON
board=random:n=4,m=4,seed=1
for refusal in NO_COLOR= NO_COLOR=1 TERM=dumb; do
    env -u NO_COLOR TERM=xterm "$refusal" /usr/bin/python3 terminal.py \
        "$MEXBENCH" explain bacteria "$board" </dev/null | tr -d '\r' >shown
    sed 's/\x1b\[[0-9;]*m//g' shown >plain
    explain bacteria "$board" | diff - plain || failures=$((failures + 1))
    coloured=no
    cmp -s shown plain || coloured=yes
    case $refusal in NO_COLOR=) wanted=yes ;; *) wanted=no ;; esac
    [ $coloured = $wanted ] || { echo "$refusal: coloured $coloured" && failures=$((failures + 1)); }
done

# ---- Pictures ----
explain bacteria random:n=5,m=7,seed=4 --svg b.svg >/dev/null
fed '3 3\nLRX\nXLL\nRRL\n' explain darkraft --svg d.svg >/dev/null
fed '3 3 2\n1 3\n111\n2 2\n11\n01\n' explain boardgame --svg g.svg >/dev/null
fed '1\n1 1\n#\n' explain bacteria --svg lost.svg >/dev/null
/usr/bin/python3 - <<'PYTHON'
import xml.etree.ElementTree as tree

SVG = "{http://www.w3.org/2000/svg}"
for name, cells in (("b", 2 * 35), ("d", 2 * 9), ("g", 2 * 9), ("lost", 1)):
    root = tree.parse(name + ".svg").getroot()
    assert root.tag == SVG + "svg", root.tag
    width, height = float(root.get("width")), float(root.get("height"))
    boxes = [r for r in root.iter(SVG + "rect") if r.get("width") == "34"]
    assert len(boxes) == cells, (name, len(boxes))
    for box in boxes:
        assert float(box.get("x")) + 34 <= width and float(box.get("y")) + 34 <= height
    texts = [t.text for t in root.iter(SVG + "text")]
    assert any("the start has value" in t for t in texts), texts
    assert "prefers-color-scheme:dark" in root.find(SVG + "style").text
    assert root.find(SVG + "title").text
assert [t for t in texts if "there is no opening" in t]
PYTHON
cp b.svg before.svg
expect 2 '' '--svg draws one board; select it with --case' \
    explain bacteria random:n=3,m=3,cases=2 --svg b.svg
expect 1 '.' 'no picture of board 1: it is too large to draw' \
    explain bacteria random:n=41,m=3 --svg b.svg
expect 1 '.' 'cannot write nothere/x.svg: No such file' explain bacteria "$board" --svg nothere/x.svg
(ulimit -f 1 && trap '' XFSZ && expect 1 '.' 'cannot write b.svg: File too large' \
    explain bacteria random:n=20,m=20,seed=1 --svg b.svg && finish >/dev/null) ||
    failures=$((failures + 1))
cmp b.svg before.svg || failures=$((failures + 1))
[ -z "$(find . -name '*.tmp.*')" ] || { echo 'left over' && failures=$((failures + 1)); }
# shellcheck disable=SC2016
expect 1 '' 'cannot write the output' bash -c '"$MEXBENCH" explain bacteria random >/dev/full'

# --json: one document with the same facts.
expect 0 '^\{' '' explain bacteria random:n=3,m=4,cases=3,seed=5 --json --all
/usr/bin/python3 - <<'PYTHON' || failures=$((failures + 1))
import json
found = json.load(open("stdout"))
assert (found["problem"], found["complete"]) == ("bacteria", True)
assert [board["board"] for board in found["boards"]] == [1, 2, 3]
for board in found["boards"]:
    openings = board["all_openings"]
    assert len(openings) == board["openings"]
    assert sum(opening["leaves"] == 0 for opening in openings) == board["winning_openings"]
    assert (board["value"] != 0) == (board["winning_opening"] is not None)
PYTHON
expect 1 '' 'standard input:1:1' fed 'x\n' explain bacteria --json
finish
