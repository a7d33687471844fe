# scripts/setup: installs what is missing; an optional package that cannot be installed is named and
# left out, a needed one is an error.
source "${SOURCE:?}/tests/cli/expect.sh"
mkdir stubs
sed '/^#/d; / all /d; s/ .*//' "$SOURCE/scripts/packages.txt" >all
cat >stubs/dpkg-query <<'END'
#!/bin/sh
for package; do :; done
grep -qx "$package" installed && printf installed
END
cat >stubs/apt-get <<'END'
#!/bin/sh
echo "apt-get $*" >>calls
[ "$1" = install ] || exit 0
for word; do
    case $word in install | -*) continue ;; esac
    ! grep -qx "$word" refused || exit 100
    packages="$packages $word"
done
for package in $packages; do echo "$package" >>installed; done
END
printf '#!/bin/sh\necho 0\n' >stubs/id
chmod +x stubs/*
# machine MISSING... -- REFUSED...: the stubs' machine.
machine() {
    cp all installed
    : >refused
    : >calls
    while [ "$1" != -- ]; do
        sed -i "/^$1$/d" installed
        shift
    done
    shift
    printf '%s\n' "$@" >refused
}
setup=(env PATH="$work/stubs:$PATH" "$SOURCE/scripts/setup")

machine -- nothing
expect 0 '' '' "${setup[@]}"
expect 0 '' '' cat calls
machine cmake hyperfine -- nothing
expect 0 '' 'installing cmake hyperfine' "${setup[@]}"
expect 0 'cmake hyperfine' '' tail -n 2 installed
machine cmake hyperfine valgrind -- hyperfine
expect 0 '' 'could not install hyperfine' "${setup[@]}"
expect 0 'cmake valgrind' '' tail -n 2 installed
machine cmake hyperfine -- cmake
expect 1 '' 'could not install cmake' "${setup[@]}"
# --all adds what drives a browser, unless its command is there. npm's packages are optional.
cp -r "$SOURCE/scripts" tree
mkdir -p tests/page
touch tests/page/package-lock.json
mv tree scripts
all=(env PATH="$work/stubs:$PATH" "$work/scripts/setup" --all)
printf '#!/bin/sh\nexit 0\n' | tee stubs/{chromium,node,rustc,qemu-aarch64} stubs/aarch64-linux-gnu-{gcc,g++} >stubs/npm
chmod +x stubs/*
machine -- nothing
expect 0 '' '^setup: installing the npm packages of tests/page $' "${all[@]}"
expect 0 '' '' cat calls
mkdir tests/page/node_modules
sleep 0.01
touch tests/page/node_modules/.package-lock.json
expect 0 '' '' "${all[@]}"
rm -r tests/page/node_modules
printf '#!/bin/sh\nexit 1\n' >stubs/npm
expect 0 '' 'could not install the npm packages' "${all[@]}"
machine cmake -- cmake
expect 1 '' 'could not install cmake' "${all[@]}"
expect 2 '' 'unexpected argument' "${setup[@]}" everything
finish
