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

# Compile the modules that queries use. Sources that need features which this compiler lacks (threads, conversion of numbers to
# text) fail to compile and are left out. If queries needed one of them, the linker would report the missing symbols.
for source in $(find src/core src/navmesh src/query tools/viewer/wasm -name "*.cpp" ! -path "src/navmesh/clearance/*"); do
    [ "$source" = src/core/parallel.cpp ] || echo "$source -o $objects/$(echo "$source" | tr / _).o"
done >"$objects/jobs"
xargs -P "$(nproc)" -L 1 -a "$objects/jobs" em++ -std=c++20 -O2 -DNDEBUG -DNAVSPAN_VERSION="\"$version\"" -fno-exceptions -fno-rtti \
    -ffp-contract=off -Iinclude -Isrc -include tools/viewer/wasm/compat.h -c >"$objects/log" 2>&1 </dev/null || true

mkdir -p "$(dirname "$output")"
emar rcs "$objects/library.a" "$objects"/src_*.o
if ! quietly "linking" em++ -O2 "$objects"/tools_*.o "$objects/library.a" -o "$output" --no-entry -sSTANDALONE_WASM \
    -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=16MB \
    -sEXPORTED_FUNCTIONS=_viewer_reserve,_viewer_load,_viewer_path,_viewer_text; then
    grep -E 'error' "$objects/log" | head -n 20 >&2
    rm -f "$output"
    exit 1
fi
echo "$output: $(wc -c <"$output") bytes"
