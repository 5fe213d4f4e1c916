#!/bin/sh
# Builds and runs a user's project that includes the sources with FetchContent, without a network.
# Usage: fetch.sh SOURCE_DIR GENERATOR compile
#        fetch.sh SOURCE_DIR GENERATOR BUILD_DIR "TARGET..." [CMAKE_ARGUMENT...]
# With "compile", only compiles the project's own source, because building the library takes minutes. The targets are built in
# addition to the project's program. If RUNNER is set, this command runs the program.
set -eu
source=$1 generator=$2 build=$3
shift 3
if [ "$build" = compile ]; then
    build=$(mktemp -d)
    trap 'rm -rf "$build"' EXIT
fi
targets=${1:-}
[ $# = 0 ] || shift
cmake -S "$source/tests/install/fetch" -B "$build" -G "$generator" -DNAVSPAN_SOURCE="$source" \
    -DCMAKE_CXX_COMPILER="${CXX:-c++}" -DCMAKE_CXX_FLAGS="${CXXFLAGS:-}" -DFETCHCONTENT_FULLY_DISCONNECTED=ON "$@" >/dev/null
if [ -z "$targets" ]; then
    cmake --build "$build" --target fetcher_source >/dev/null
    exit
fi
# shellcheck disable=SC2086 # the targets are a list of words
cmake --build "$build" --parallel "$(nproc)" --target fetcher $targets
${RUNNER:-} "$build/fetcher"
