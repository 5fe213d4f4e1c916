#!/bin/sh
# Compiles the queries to WebAssembly for the pages of navquery --html and navbake --html. Without them, the pages use a simple
# search. No other build needs this.
# Usage: build_wasm.sh [OUTPUT]; default: build/tools/navspan_viewer.wasm, where the programs look for it.
set -eu
output=${1:-}
case $output in
    "" | /*) ;;
    *) output=$PWD/$output ;;
esac
cd "$(dirname "$0")/../.."
. tools/setup.sh
output=${output:-$PWD/build/tools/navspan_viewer.wasm}

command -v em++ >/dev/null 2>&1 || ensure_packages emscripten
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
version=$(sed -n 's/^project(navspan VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)

# Compile the folders that queries use: a folder is one batch, and the largest is the first. Sources of core/ and viewer/wasm/ are
# compiled alone. Those that need features which this compiler lacks (threads, conversion of numbers to text) fail to compile and
# are left out. If queries needed one of them, the linker would report the missing symbols.
find src/navmesh src/query -name "*.cpp" ! -path "src/navmesh/clearance/*" ! -path "src/navmesh/live/*" ! -path "src/navmesh/seams/*" \
    -printf '%h %p\n' | sort | while read -r folder source; do
    echo "#include \"$PWD/$source\"" >>"$objects/$(echo "$folder" | tr / _).cpp"
done
{
    find "$objects" -name "*.cpp" -printf '%s %p\n' | sort -rn | cut -d ' ' -f 2
    find src/core tools/viewer/wasm -name "*.cpp" ! -path src/core/parallel.cpp
} | while read -r source; do
    echo "$source -o $objects/$(basename "$(dirname "$source")")_$(basename "$source" .cpp).o"
done >"$objects/jobs"
xargs -P "$(nproc)" -L 1 -a "$objects/jobs" em++ -std=c++20 -O2 -DNDEBUG -DNAVSPAN_VERSION="\"$version\"" -fno-exceptions -fno-rtti \
    -ffp-contract=off -Iinclude -Isrc -include tools/viewer/wasm/compat.h -c >"$objects/log" 2>&1 </dev/null || true

mkdir -p "$(dirname "$output")"
find "$objects" -name "*.o" ! -name "wasm_*" -exec emar rcs "$objects/library.a" {} +
if ! quietly "linking" em++ -O2 "$objects"/wasm_*.o "$objects/library.a" -o "$output" --no-entry -sSTANDALONE_WASM \
    -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=16MB \
    -sEXPORTED_FUNCTIONS=_viewer_reserve,_viewer_load,_viewer_path,_viewer_text; then
    grep -E 'error' "$objects/log" | head -n 20 >&2
    rm -f "$output"
    exit 1
fi
echo "$output: $(wc -c <"$output") bytes"
