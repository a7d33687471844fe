# Completion for bash: verbs, options and their words, problems, variants, dialects, generators, files.
# Everything comes from the command itself: 'mexbench VERB --help' and 'mexbench list --json'.

# _mexbench_list COMMAND KIND [PROBLEM]: names of problems, or of a problem's variants (in short
# form), generators or dialects.
_mexbench_list() {
    "${1%-mpi}" list --json ${3:+"$3"} 2>/dev/null | awk -v kind="$2" -v prefix="${3:-}_" '
        { name = $0; gsub(/^ *("name": )?"|",?$/, "", name) }
        /^ *"(variants|generators|dialects|settings)": \[/ { section = $1; gsub(/[":]/, "", section) }
        /^      "name": / && kind == "problems" { print name }
        /^          "name": / && kind == section {
            print index(name, prefix) == 1 ? substr(name, length(prefix) + 1) : name
        }
        /^        "[^"]*",?$/ && kind == section { print name }'
}

# _mexbench_value HELP OPTION: what --help shows for the value of an option; "" when it has none.
_mexbench_value() {
    sed -nE "s/^ +(-., )?$2(=([^ ]+))?( .*)?$/\3/p" <<<"$1" | head -n 1
}

# _mexbench_arguments HELP: the arguments before the current word that belong to no option.
_mexbench_arguments() {
    local i skip=0
    for ((i = 2; i < COMP_CWORD; i++)); do
        local word=${COMP_WORDS[i]} name=${COMP_WORDS[i]}
        [ "$word" != -v ] || name=--variant
        if [ "$word" = = ]; then
            skip=1
        elif [ $skip = 1 ]; then
            skip=0
        elif [[ $word == -?* ]]; then
            [ -z "$(_mexbench_value "$1" "$name")" ] || skip=1
        else
            printf '%s\n' "$word"
        fi
    done
}

_mexbench() {
    local command=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local words="" option="" files=0 help verb arguments
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        words="$("$command" --help 2>/dev/null | sed -nE 's/^  ([a-z]+) .*/\1/p') --help --version"
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        return
    fi
    verb=${COMP_WORDS[1]}
    help=$("$command" "$verb" --help 2>/dev/null) || return
    mapfile -t arguments < <(_mexbench_arguments "$help")
    if [ "$word" = = ]; then # bash splits words at '='
        option=$before word=''
    elif [ "$before" = = ]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $before == -?* ]]; then
        option=$before
    fi
    [ "$option" != -v ] || option=--variant
    local value=''
    [ -z "$option" ] || value=$(_mexbench_value "$help" "$option")
    case $value in
    '') ;;
    PATTERN) words=$(_mexbench_list "$command" variants "${arguments[0]:-}") ;;
    NAME) words=$(_mexbench_list "$command" dialects "${arguments[0]:-}") ;;
    FILE* | DIR | BINARY | IN,OUT) files=1 ;;
    *\|*) words=${value//|/ } ;;
    *) return ;;
    esac
    if [ -z "$value" ] && [[ $word == -* ]]; then
        words=$(grep -oE -- '--[a-z-]+' <<<"$help" | sort -u)
    elif [ -z "$value" ] && [ "$verb" = new ]; then
        case ${#arguments[@]} in
        0) words="variant problem" ;;
        1) [ "${arguments[0]}" != variant ] || words=$(_mexbench_list "$command" problems) ;;
        esac
    elif [ -z "$value" ] && [ ${#arguments[@]} = 0 ]; then
        words=$(_mexbench_list "$command" problems)
    elif [ -z "$value" ]; then
        case $verb in
        try) words=$(_mexbench_list "$command" variants "${arguments[0]}") ;;
        gen) words=$(_mexbench_list "$command" generators "${arguments[0]}") ;;
        judge) files=1 ;;
        list | info) ;;
        *)
            words=$(_mexbench_list "$command" generators "${arguments[0]}")
            [ "$verb" != compare ] || words+=" $(_mexbench_list "$command" variants "${arguments[0]}")"
            files=1
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(
        compgen -W "$words" -- "$word"
        [ $files = 0 ] || compgen -f -- "$word"
    )
}

complete -o filenames -F _mexbench mexbench mexbench-mpi
