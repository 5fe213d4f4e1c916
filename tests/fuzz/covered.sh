#!/bin/sh
# Fails if a public function is neither called by the misuse test (public_api_*.cpp) nor listed below.
# Usage: covered.sh SOURCE_DIR
set -euf
cd "$1"
# These functions have their own tests:
#   - load_*: tests/io and the fuzz targets of the texts; read_nav_mesh, read_live_mesh, read_live_world: they read a file and
#     call the functions parse_*, which are called here
#   - bake_nav_file, bake_agents_to_file: tests/pipeline, tests/cli and tests/fault; in memory, bake_nav_mesh and bake_agents
#   - remove_pending_files: tests/core/file_test.cpp; has no arguments
# The caller implements the interfaces BakeProbe and ByteFile. SearchScratch::state is for the library only.
others='load_scene load_obj load_config load_polygon_mesh read_nav_mesh read_live_mesh read_live_world
    bake_nav_file bake_agents_to_file remove_pending_files
    BakeProbe::before BakeProbe::after BakeProbe::cancelled BakeProbe::needs_fates BakeProbe::needs_soup
    ByteFile::read_at ByteFile::write_at SearchScratch::state'

bad=0
calls=$(mktemp)
trap 'rm -f "$calls"' EXIT
functions=$(find include -name '*.h' | xargs awk -f tests/fuzz/public_functions.awk | sort -u)
types=$(echo "$functions" | sed -n 's/::.*//p' | sort -u)
find tests/fuzz -name 'public_api_*.cpp' | xargs awk -v types="$(echo $types)" -f tests/fuzz/called_functions.awk | sort -u >"$calls"
for name in $functions; do
    case " $(echo $others) " in *" $name "*) continue ;; esac
    grep -qxF "$name" "$calls" && continue
    echo "$name: no call in tests/fuzz/public_api_*.cpp; add one"
    bad=1
done
for name in $others; do
    case " $(echo $functions) " in *" $name "*) continue ;; esac
    echo "$name: listed in tests/fuzz/covered.sh, but no public function; remove it"
    bad=1
done
exit $bad
