#!/bin/sh
# Runs every `sh` block of a page of the documentation, in order, as a reader would: from the root of the sources, after
# quickstart.sh. The root is a scratch folder with links to the sources and the programs, so nothing is written beside them.
# usage: commands.sh SOURCE_DIR BUILD_DIR PAGE        (PAGE relative to SOURCE_DIR)
set -eu
source=$1 build=$2 page=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Prints the lines of the page's `sh` blocks. The line number of each command is kept for the error message.
awk -v page="$page" '
    /^```sh$/ { inside = 1; next }
    /^```/ { inside = 0 }
    inside && NF { printf "echo \"%s:%d\" >at\n%s\n", page, NR, $0 }
' "$source/$page" >"$scratch/commands"
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
