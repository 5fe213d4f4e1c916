#!/bin/sh
# Runs tests under valgrind's memcheck, which finds reads of uninitialized memory. (.ci/run has AddressSanitizer for the rest.)
# Usage: memcheck.sh [--sample] [--filter PATTERN] [--programs "NAME ..."] [BUILD_DIR]
#   --sample         only a few tests; takes less than a minute
#   --filter         runs the tests that match (gtest_filter)
#   --programs       default: "core polygon navmesh query bake"
# The default of BUILD_DIR is build-test; its test programs must exist. Exits with 1 if memcheck reports an error or a test
# fails.
set -eu
cd "$(dirname "$0")/.."

build=build-test filter='*' programs="core polygon navmesh query bake" status=0
while [ $# -gt 0 ]; do
    case $1 in
        --sample) filter='Predicates.*:Hash*.*:Ring.*:PlanarEdges.*:NavTile.*:Height.*:Funnel.*:CropHeightfield.*:AreaRules.*' && shift ;;
        --filter) filter=$2 && shift 2 ;;
        --programs) programs=$2 && shift 2 ;;
        -*) sed -n '3,8s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
        *) build=$1 && shift ;;
    esac
done

for name in $programs; do
    code=0
    # The excluded test compares with long doubles, which valgrind computes with the precision of doubles.
    valgrind -q --error-exitcode=9 "$build/tests/navspan_${name}_test" --gtest_brief=1 \
        --gtest_filter="$filter:-Angle.IsCloseToTheCLibrary" || code=$?
    echo "$name: exit code $code"
    [ "$code" = 0 ] || status=1
done
exit $status
