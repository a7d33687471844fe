# Tables of figures in docs/ are generated from committed data (scripts/figures), or name the source
# of their figures (tables.py).
# needs: git python3:scipy
source "${SOURCE:?}/tests/cli/expect.sh"
tables=$SOURCE/tests/style/tables.py
mapfile -t pages < <(git -C "$SOURCE" ls-files 'docs/*.md' | sed "s|^|$SOURCE/|")
expect 0 '' '' "$tables" "${pages[@]}"
expect 0 '[1-9][0-9]* tables' '' "$SOURCE/scripts/figures" --check

# Faults are found.
printf '%s\n' '| a | b |' '|---|---|' '| 1.5 ms | 2 |' '| 3% | x |' >table
expect 1 'table:1: .*no source' '' "$tables" table
# shellcheck disable=SC2016 # backquotes of Markdown
(cat table && printf '\nMeasured with `mexbench bench`, 2026-11-30, AMD EPYC, 2 cores.\n') >sound
expect 0 '' '' "$tables" sound
(cat table && printf '\nMeasured on a quiet machine.\n') >vague
expect 1 'vague:1' '' "$tables" vague
log='# Log\n\nMachine, compiler and date: see [the log](README.md).\n\n'
(printf '%b' "${log}Five runs (768dc90).\n\n" && cat table) >log.md
expect 0 '' '' "$tables" log.md
(printf '%b' "${log}Five runs.\n\n" && cat table) >log.md
expect 1 'log.md:7' '' "$tables" log.md
printf '| a | b |\n|---|---|\n| text | 2 |\n' >words
expect 0 '' '' "$tables" words
cp "$SOURCE/docs/worst-cases.md" page.md
expect 0 '4 tables' '' "$SOURCE/scripts/figures" --check page.md
sed -i '0,/163,200/s//163,201/' page.md
expect 3 '4 tables' 'page.md does not follow from the data' "$SOURCE/scripts/figures" --check page.md
expect 0 '4 tables' '' "$SOURCE/scripts/figures" page.md
expect 0 '' '' cmp page.md "$SOURCE/docs/worst-cases.md"
echo '<!-- figures nosuch -->' >page.md
echo '<!-- end -->' >>page.md
expect 1 '' "'<!-- figures nosuch -->' names no table" "$SOURCE/scripts/figures" page.md
expect 2 '' "no '<!-- figures NAME -->'" "$SOURCE/scripts/figures" words
finish
