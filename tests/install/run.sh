#!/bin/sh
# Installs the build tree into an empty folder. Then builds and runs two programs with the installed library: a user's project
# and the program of README.md.
# Usage: run.sh SOURCE_DIR BUILD_DIR GENERATOR
set -eu
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$2" --prefix "$prefix/usr" >/dev/null
cmake -S "$1/tests/install" -B "$prefix/build" -G "$3" -DCMAKE_PREFIX_PATH="$prefix/usr" -DCMAKE_CXX_COMPILER="${CXX:-c++}" \
    -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}" >/dev/null
cmake --build "$prefix/build" >/dev/null
"$prefix/build/consumer"
[ -f "$prefix/usr/share/navspan/config.schema.json" ] || { echo "config.schema.json is not installed"; exit 1; }
for file in man/man1/navbake.1 man/man1/navquery.1 bash-completion/completions/navbake zsh/site-functions/_navquery \
    fish/vendor_completions.d/navbake.fish; do
    [ -f "$prefix/usr/share/$file" ] || { echo "share/$file is not installed"; exit 1; }
done
cd "$prefix"
mkdir out
"$2/tools/navbake" "$1/data/scenes/courtyard.obj" -o out/courtyard.nav -q
"$prefix/build/readme" | grep -q '^57.50 2.40 10.50$'
