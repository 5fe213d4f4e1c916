#!/bin/sh
# Configures the kinds of builds that the rest of .ci/run does not build completely. CMake fails if a source is missing, or if a
# target links a target that this kind of build does not have. Also compiles an example without the tools and tests, and
# builds in the given build folder the programs that a full build leaves out.
# Usage: configurations.sh BUILD_DIR
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# quietly COMMAND...
quietly() { "$@" >"$work/log" 2>&1 || { echo "$*"; tail -40 "$work/log"; exit 1; }; }

programs=$(ninja -C "$1" -t targets all | sed -n 's/: [^:]*_EXECUTABLE_LINKER.*//p')
# shellcheck disable=SC2086 # the programs are a list of words
quietly ninja -C "$1" $programs

# configure NAME CMAKE_ARGUMENT...
configure() {
    build=$work/$1
    shift
    quietly cmake -S . -B "$build" -G Ninja "$@"
}
without_tools="-DCMAKE_LINK_LIBRARIES_ONLY_TARGETS=ON -DNAVSPAN_BUILD_TOOLS=OFF"
configure library $without_tools -DNAVSPAN_BUILD_TESTS=OFF
configure tests $without_tools -DNAVSPAN_BUILD_EXAMPLES=OFF -DNAVSPAN_QUICK_BUILD=ON
configure runtime -DCMAKE_LINK_LIBRARIES_ONLY_TARGETS=ON -DNAVSPAN_RUNTIME_ONLY=ON
configure tools -DNAVSPAN_BUILD_TESTS=OFF
for preset in release debug sanitize; do
    configure "$preset" --preset "$preset"
done
configure examples $without_tools -DNAVSPAN_BUILD_TESTS=OFF -DNAVSPAN_BUILD_EXAMPLES=ON
quietly ninja -C "$build" examples/CMakeFiles/example_load_and_query.dir/load_and_query/main.cpp.o
