#!/bin/sh
# Fails if a public function is neither called by the misuse test (public_api_*.cpp) nor listed below.
# Usage: covered.sh SOURCE_DIR
set -euf
cd "$1"
# The caller implements the interfaces BakeProbe and ByteFile. SearchScratch::state is for the library only.
others='BakeProbe::before BakeProbe::after BakeProbe::cancelled BakeProbe::needs_fates BakeProbe::needs_soup
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
