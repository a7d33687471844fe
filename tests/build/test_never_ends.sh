# No library ends the process that uses it: no object of the kernels, the harness and the measuring
# library calls exit, abort or a similar function. The exceptions are listed with their reasons.
set -euo pipefail
never='exit|_exit|_Exit|quick_exit|abort|err|errx|verr|verrx|error|__assert_fail|pthread_exit'
allowed=(
    'process.c.o:_exit' # ends a child between fork and exec
    'child.c.o:_exit'   # ends a forked child, which must not run the parent's handlers
    'clock.c.o:_exit'   # ends an interrupted process whose kernel does not return in time
)
ends() {
    nm -A -u "$@" | sed -nE "s/^[^ ]*[:\/]([^:\/ ]+\.o): +U ($never)\$/\1:\2/p" | sort -u
}

status=0
for library in mexbench_kernels mexbench_harness mexbench_measure; do
    archive=$(find "${BUILD:?}" -maxdepth 2 -name "lib$library.a")
    [ -n "$archive" ] || {
        echo "there is no lib$library.a in $BUILD"
        status=1
        continue
    }
    while read -r found; do
        for entry in "${allowed[@]}"; do
            [ "$found" != "$entry" ] || continue 2
        done
        echo "lib$library.a: ${found%:*} calls ${found#*:}"
        status=1
    done < <(ends "$archive")
done

# The check finds a planted call.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '#include <stdlib.h>\nvoid f(void);\nvoid f(void) { exit(3); }\n' >"$work/planted.c"
cc -c "$work/planted.c" -o "$work/planted.c.o"
ar rc "$work/libplanted.a" "$work/planted.c.o"
for file in planted.c.o libplanted.a; do
    [ "$(ends "$work/$file")" = planted.c.o:exit ] || {
        echo "exit is not noticed in $file"
        status=1
    }
done
exit $status
