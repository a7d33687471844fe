# Completion: bash's function on command lines; the syntax for zsh, where zsh is installed.
source "${SOURCE:?}/tests/cli/expect.sh"
touch boards.in

# completed WORD...: prints bash's completions of the last word on one line.
completed() {
    # shellcheck disable=SC2016 # expanded by the inner shell
    bash -c 'source "$SOURCE/completions/mexbench.bash"
        COMP_WORDS=("$MEXBENCH" "$@")
        COMP_CWORD=$#
        _mexbench
        printf "%s " "${COMPREPLY[@]}"' bash "$@"
}

expect 0 '^list ' '' completed ''
expect 0 '^check compare $' '' completed c
expect 0 '^--version $' '' completed --v
expect 0 '^bacteria darkraft boardgame $' '' completed solve ''
expect 0 '^boardgame $' '' completed check --seed 7 bo
expect 0 '^--plugin $' '' completed solve --pl
expect 0 '^--benchmark_|--suite' '' completed bench --
expect 0 '^naive $' '' completed solve bacteria --variant na
expect 0 '^naive $' '' completed solve bacteria --variant = na
expect 0 '^naive $' '' completed try bacteria na
expect 0 '^avx2 avx512 $' '' completed solve --isa = av
expect 0 '^quick full $' '' completed bench --suite ''
expect 0 '^random $' '' completed gen darkraft ran
expect 0 '^boards.in $' '' completed solve bacteria boa
expect 0 '^boards.in $' '' completed explain bacteria --svg boa
expect 0 '^ $' '' completed solve --threads ''
expect 0 '^variant problem $' '' completed new ''
expect 0 '^bacteria $' '' completed new variant ba
expect 0 '^c c\+\+ $' '' completed new --language c
expect 0 '^ $' '' completed nonsense ''

if command -v zsh >/dev/null; then
    expect 0 '' '' zsh -n "$SOURCE/completions/_mexbench"
else
    echo 'not run: the syntax check of completions/_mexbench, zsh is not installed'
fi
finish
