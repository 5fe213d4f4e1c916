#!/bin/sh
# Runs the commands of README, CONTRIBUTING, docs and examples that build, install or use a build folder: all `sh setup` blocks,
# in order, in the root of the sources. Before that, writes the game that they build: its CMakeLists.txt is the block of
# docs/getting-started.md, its main.cpp the program of README.md. Run quickstart.sh and test.sh first.
# Usage: setup_commands.sh SOURCE_DIR
set -eu
cd "$1"
HOME=$(mktemp -d)
export HOME
trap 'rm -rf "$HOME" game out/my_game*' EXIT
[ ! -e game ] || { echo "game: already exists; move it away"; exit 1; }
mkdir game
cp tests/install/readme.cpp game/main.cpp
awk '/^```text$/ { block = ""; inside = 1; next }
     /^```/ { if (inside && block ~ /project\(game/) printf "%s", block; inside = 0 }
     inside { block = block $0 "\n" }' docs/getting-started.md >game/CMakeLists.txt
awk '/^ *```sh setup$/ { inside = 1; next }
     /^ *```/ { inside = 0 }
     inside && NF { printf "echo \"%s:%d\" >\"$HOME/at\"\n%s\n", FILENAME, FNR, $0 }' README.md CONTRIBUTING.md docs/*.md \
         examples/README.md examples/*/README.md >"$HOME/commands"
[ -s "$HOME/commands" ] || { echo "the pages have no sh setup block"; exit 1; }
if ! sh -eu "$HOME/commands" >"$HOME/output" 2>&1; then
    echo "$(cat "$HOME/at"): the command fails:"
    tail -n 20 "$HOME/output"
    exit 1
fi
game/build/game | grep -q '^57.50 2.40 10.50$'
