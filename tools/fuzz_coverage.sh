#!/bin/sh
# Reports which lines and branches of the readers and validators the inputs of the fuzz targets reach (llvm-cov). Lists the lines
# that no input reaches. Exits with 1 if less than 95 % of the lines are reached.
# Usage: fuzz_coverage.sh [INPUTS [BUILD_DIR]]
# INPUTS is a folder with a subfolder of inputs per target, in addition to tests/fuzz/corpus; default build-fuzz/fuzz, where
# tools/fuzz.sh stores its inputs. The default of BUILD_DIR is build-coverage. The lines are written to BUILD_DIR/gaps.txt.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh
inputs=${1:-build-fuzz/fuzz} build=${2:-build-coverage}

# The sources of readers and validators, as regular expressions for their paths.
sources="/src/bake/config/check(_soup)?[.]
/src/bake/live/(compressed_voxels|world_file)[.]
/src/bake/world/check_window[.]
/src/io/config/(lists|parse_json|read_write)[.]
/src/io/detour/(areas|import|lattice|level_file|pieces|read|rings|seams|surface)[.]
/src/io/gltf/
/src/io/input/(formats|gset|heightmap|load_scene|ngon|obj.*|welded_mesh)[.]
/src/io/plans/
/src/io/report/(routes|tile_notes)[.]
/src/navmesh/file/(block_read|cache_entry|complete_shards|read|shard_file|tile_bytes)[.]
/src/navmesh/live/file[.]
/src/navmesh/validate/
/src/plan/check_rings[.]
/tools/navquery/batch_line[.]"
set -f
for pattern in $sources; do
    find src tools -name '*.cpp' | grep -Eq "^${pattern#/}" || { echo "no source matches $pattern"; exit 1; }
done
set +f
sources=$(echo "$sources" | tr '\n' '|')
sources=${sources%|}

ensure_packages $BUILD_PACKAGES libgtest-dev clang-14 llvm-14 libclang-rt-14-dev
# Asserts are off: their branches cannot be reached.
[ -f "$build/CMakeCache.txt" ] || quietly "configuring $build" cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++-14 \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" -DNAVSPAN_QUICK_BUILD=ON -DNAVSPAN_BUILD_EXAMPLES=OFF \
    -DCMAKE_CXX_FLAGS="-fprofile-instr-generate -fcoverage-mapping"
show_build "building $build" cmake --build "$build" --target navspan_fuzz_replay
replay=$build/tests/navspan_fuzz_replay
rm -f "$build"/*.profraw
for target in $(LLVM_PROFILE_FILE=/dev/null "$replay" --list); do
    set -- "tests/fuzz/corpus/$target"
    [ ! -d "$inputs/$target" ] || set -- "$@" "$inputs/$target"
    LLVM_PROFILE_FILE=$build/$target.profraw quietly "$target" "$replay" "$target" "$@"
done
llvm-profdata-14 merge -o "$build/fuzz.profdata" "$build"/*.profraw
llvm-cov-14 export -format=lcov -instr-profile="$build/fuzz.profdata" "$replay" >"$build/fuzz.lcov"
awk -v sources="$sources" -v gaps="$build/gaps.txt" '
    # Prints the lines first..last that no input reaches.
    function end_gap() {
        if (first) print file ":" first (last > first ? "-" last : "") >gaps
        first = 0
    }
    BEGIN { printf "%-45s %11s %7s %14s %7s\n", "file", "lines", "%", "branches", "%"; printf "" >gaps }
    /^SF:/ {
        file = substr($0, 4)
        wanted = file ~ sources && file !~ /[.]h$/
        sub(/^.*\/(src|tools)\//, substr(file, match(file, /(src|tools)\//), RLENGTH), file)
        l = lh = b = bh = 0
    }
    !wanted { next }
    /^DA:/ {
        split(substr($0, 4), part, ",")
        l++
        if (part[2] > 0) { lh++; end_gap() } else { if (!first) first = part[1]; last = part[1] }
    }
    /^BRDA:/ { n = split($0, part, ","); b++; bh += part[n] != "-" && part[n] > 0 }
    /^end_of_record/ {
        end_gap()
        if (!l) next
        printf "%-45s %5d/%5d %6.1f%% %7d/%6d %6.1f%%\n", file, lh, l, 100 * lh / l, bh, b, b ? 100 * bh / b : 100
        L += l; LH += lh; B += b; BH += bh
    }
    END {
        printf "%-45s %5d/%5d %6.1f%% %7d/%6d %6.1f%%\n", "all", LH, L, 100 * LH / L, BH, B, B ? 100 * BH / B : 100
        exit LH < 0.95 * L
    }' "$build/fuzz.lcov" && status=0 || status=1
echo "lines that no input reaches: $build/gaps.txt"
exit $status
