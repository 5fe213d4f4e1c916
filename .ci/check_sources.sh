#!/bin/sh
# Parses each source in the folders as a file of its own: each must include what it needs, although the other builds of .ci/run
# compile the sources in batches. Default: the library, navbake and navquery.
# Usage: check_sources.sh COMPILER [FOLDER...]
set -eu
cd "$(dirname "$0")/.."
compiler=$1
shift
[ $# -gt 0 ] || set -- src tools/common tools/navbake tools/navquery tools/viewer
find "$@" -name '*.cpp' | sort |
    xargs -P "$(nproc)" -n 1 "$compiler" -std=c++20 -fsyntax-only -Iinclude -Isrc -Itools -Itests -Itests/conformance \
        -isystem /usr/include/recastnavigation '-DNAVSPAN_VERSION=""' '-DNAVSPAN_SOURCE_DIR=""' '-DNAVSPAN_TOOLS_DIR=""' \
        '-DNAVSPAN_DOCS_DIR=""' '-DNAVSPAN_PRELOAD=""' '-DNAVBENCH_RECAST_LIBRARY=""' '-DNAVBENCH_RECAST_VERSION=""'
