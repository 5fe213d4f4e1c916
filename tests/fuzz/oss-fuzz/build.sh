#!/bin/bash -eu
# Builds the fuzz targets for OSS-Fuzz, which sets CC, CXX, CXXFLAGS, LIB_FUZZING_ENGINE, SRC, WORK and OUT. CMake fetches the
# third-party packages, so that they are instrumented, too.
cmake -S "$SRC/navspan" -B "$WORK/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE= -DNAVSPAN_FUZZ=ON \
    -DNAVSPAN_BUILD_EXAMPLES=OFF
cmake --build "$WORK/build" --target navspan_fuzz navspan_fuzz_replay
# One program contains all targets. Its name selects the target.
replay=$WORK/build/tests/navspan_fuzz_replay
for target in $("$replay" --list); do
    cp "$WORK/build/tests/navspan_fuzz" "$OUT/navspan_fuzz_$target"
    rm -rf "$WORK/inputs"
    mkdir "$WORK/inputs"
    "$replay" --seeds "$target" "$WORK/inputs"
    [ ! -d "$SRC/navspan/tests/fuzz/corpus/$target" ] || cp "$SRC/navspan/tests/fuzz/corpus/$target"/* "$WORK/inputs"
    zip -q -j -r "$OUT/navspan_fuzz_${target}_seed_corpus.zip" "$WORK/inputs"
done
