#!/bin/sh
# Runs all `sh` blocks of a documentation page in order, like a reader who has run quickstart.sh and types the commands in the
# root of the sources. The root is a temporary folder with links to the sources and programs, so that nothing is written to the
# source tree.
# Usage: commands.sh SOURCE_DIR BUILD_DIR PAGE        (PAGE relative to SOURCE_DIR)
set -eu
source=$1 build=$2 page=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Extracts the lines of the `sh` blocks. Before each command, writes its line number to a file for the error message.
awk -v page="$page" '
    /^```sh$/ { inside = 1; next }
    /^```/ { inside = 0 }
    inside && NF { printf "echo \"%s:%d\" >at\n%s\n", page, NR, $0 }
' "$source/$page" >"$scratch/commands"
if grep -q build/tools/navbench "$scratch/commands" && [ ! -x "$build/tools/navbench" ]; then
    echo "skipped: $page runs navbench, which is not built without librecast"
    exit 77
fi
if grep -q build/tools/navbench "$scratch/commands" && grep -q "^CMAKE_CXX_FLAGS:.*-fsanitize" "$build/CMakeCache.txt"; then
    echo "skipped: $page runs navbench, whose counting of memory does not work with a sanitizer"
    exit 77
fi
[ -s "$scratch/commands" ] || { echo "$page has no sh block"; exit 1; }

for name in data tools config.example.json; do ln -s "$source/$name" "$scratch/$name"; done
ln -s "$build" "$scratch/build"
mkdir "$scratch/out"
cd "$scratch"
build/tools/navbake data/scenes/courtyard.obj -o out/courtyard.nav -q
if ! sh -eu commands >output 2>&1; then
    echo "$(cat at): the command fails:"
    tail -n 20 output
    exit 1
fi
