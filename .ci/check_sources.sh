#!/bin/sh
# Parses each source of the library, navbake and navquery as a file of its own: each must include what it needs, although the
# other builds of .ci/run compile the sources in batches.
# Usage: check_sources.sh COMPILER
set -eu
cd "$(dirname "$0")/.."
find src tools/common tools/navbake tools/navquery tools/viewer -name '*.cpp' | sort |
    xargs -P "$(nproc)" -n 1 "$1" -std=c++20 -fsyntax-only -Iinclude -Isrc -Itools '-DNAVSPAN_VERSION=""'
