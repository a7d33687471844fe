# mandoc finds no fault in the manual page, which has every verb and every long option of --help.
# needs: mandoc
set -euo pipefail
page=${SOURCE:?}/man/mexbench.1
mandoc -Tlint -W warning "$page"
text=$(mandoc -Tascii "$page" | sed 's/.\x08//g')
status=0
for verb in $("${MEXBENCH:?}" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    for place in " +mexbench $verb" " {5}$verb"; do # the synopsis, the list of verbs
        grep -qE "^$place( |$)" <<<"$text" || {
            echo "no verb $verb in the page"
            status=1
        }
    done
    for option in $("$MEXBENCH" "$verb" --help | grep -oE -- '^ +(-., )?--[a-z-]+' |
        grep -oE -- '--[a-z-]+'); do
        grep -qE -- "$option([=, ]|$)" <<<"$text" || {
            echo "$verb has $option, which is not in the page"
            status=1
        }
    done
done
exit $status
