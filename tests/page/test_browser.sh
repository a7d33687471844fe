# The page of results in a real browser: every control, reading by pointer and keyboard, no console
# error, no request, contrast and labels (axe). Screenshots stay in the build folder.
# needs: chromium node node:playwright-core node:axe-core python3:scipy
source "${SOURCE:?}/tests/cli/expect.sh"
CHROMIUM=$(command -v chromium)
export CHROMIUM
shots=$BUILD/page
mkdir -p "$shots"
cd "$SOURCE"
expect 0 '' '' scripts/report --html "$work/all.html" data/results/*/
# A run of the driver itself: no limits, no second run, no maps.
expect 0 '' '' scripts/report --html "$work/small.html" tests/report/fixture.json
expect 0 '' '' test "$(stat -c %s "$work/all.html")" -le 2000000
expect 0 'checks passed' '' node tests/page/test_page.mjs "$work/all.html" "$work/small.html" "$shots"
finish
