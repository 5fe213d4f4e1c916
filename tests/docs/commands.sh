#!/bin/sh
# Runs all `sh` blocks of a documentation page in order, like a reader who has run quickstart.sh and types the commands in the
# root of the sources. The root is a temporary folder with links to the sources and programs, so that nothing is written to the
# source tree.
# A `text` block after the line "It prints:" must be part of the output. Times in milliseconds and widths of columns may differ.
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
for program in tools/navbench examples/detour_export; do
    if grep -q "build/$program" "$scratch/commands" && [ ! -x "$build/$program" ]; then
        echo "skipped: $page runs $program, which is not built without librecast"
        exit 77
    fi
done
if grep -q build/tools/navbench "$scratch/commands" && grep -q "^CMAKE_CXX_FLAGS:.*-fsanitize" "$build/CMakeCache.txt"; then
    echo "skipped: $page runs navbench, whose counting of memory does not work with a sanitizer"
    exit 77
fi
[ -s "$scratch/commands" ] || { echo "$page has no sh block"; exit 1; }

for name in data examples tools config.example.json; do ln -s "$source/$name" "$scratch/$name"; done
ln -s "$build" "$scratch/build"
mkdir "$scratch/out"
cd "$scratch"
build/tools/navbake data/scenes/courtyard.obj -o out/courtyard.nav -q
if ! sh -eu commands >output 2>&1; then
    echo "$(cat at): the command fails:"
    tail -n 20 output
    exit 1
fi
awk -v page="$page" '
    { gsub(/[0-9.]+ ms/, "_ ms"); gsub(/ +/, " ") }
    FILENAME == "output" { output = output $0 "\n"; next }
    /^It prints:$/ { expected = 1 }
    /^```text$/ && expected { inside = 1; expected = 0; text = ""; next }
    /^```/ && inside {
        inside = 0
        if (!index(output, text)) { print page ": the commands print something else:\n" output; wrong = 1 }
    }
    inside { text = text $0 "\n" }
    END { exit wrong }
' output "$source/$page"
