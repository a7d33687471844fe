# Every script for users is directly in scripts/ and executable. Its --help shows the exit codes and
# does nothing else. It refuses an unknown option with exit code 2 and does nothing.
# needs: python3:scipy
source "${SOURCE:?}/tests/cli/expect.sh"
mkdir -p tree/tests/fuzz stubs
cp -r "$SOURCE"/{scripts,data,CMakePresets.json} tree/
cp -r "$SOURCE/tests/fuzz/corpus" tree/tests/fuzz/
# Stubs of the tools that would start work; they leave a trace.
for tool in apt-get cmake ctest flock git hyperfine ninja perf valgrind sudo; do
    printf '#!/bin/sh\necho %s "$@" >>"%s"\n' "$tool" "$work/calls" >"stubs/$tool"
done
printf '#!/bin/sh\necho mexbench "$@" >>"%s"\n' "$work/calls" >stubs/mexbench
chmod +x stubs/*
: >calls

snapshot() {
    find tree -printf '%p %s %T@ %m\n' | sort
}

snapshot >before
scripts=0
for script in tree/scripts/*; do
    case ${script##*/} in workbench | packages.txt) continue ;; esac
    scripts=$((scripts + 1))
    [ -x "$script" ] || {
        echo "FAILED: $script is not executable"
        failures=$((failures + 1))
        continue
    }
    stubbed=(env PATH="$work/stubs:$PATH" MEXBENCH="$work/stubs/mexbench" "$script")
    expect 0 '^(usage: (scripts/)?'"${script##*/}"'( |$)).*Exit codes: 0 ' '' "${stubbed[@]}" --help
    expect 2 '' "^(usage: )?${script##*/}" "${stubbed[@]}" --nosuchflag
    snapshot | diff before - >changes || {
        echo "FAILED: $script --help or --nosuchflag changed files:"
        cat changes
        failures=$((failures + 1))
        snapshot >before
    }
done
[ "$scripts" -ge 15 ] || {
    echo "FAILED: only $scripts scripts found"
    failures=$((failures + 1))
}
[ ! -s calls ] || {
    echo "FAILED: tools were called:"
    cat calls
    failures=$((failures + 1))
}
[ -z "$(find tree -name __pycache__)" ] || {
    echo 'FAILED: compiled Python was left in the tree'
    failures=$((failures + 1))
}
finish
