#!/bin/sh
# Fails if docs/coming-from-recast.md does not mention a function of Recast's and Detour's public headers, a macro with arguments
# included. Skipped (exit code 77) if the headers are not installed.
# Usage: recast_names.sh SOURCE_DIR [HEADER_DIR]
set -eu
page=$1/docs/coming-from-recast.md headers=${2:-/usr/include/recastnavigation}
if [ ! -e "$headers/Recast.h" ]; then
    echo "skipped: no Recast headers in $headers"
    exit 77
fi
# Groups that the page mentions by a pattern instead of name by name.
patterns='duDebugDraw* duAppend*'
for pattern in $patterns; do
    grep -qF "\`$pattern\`" "$page" || { echo "$page: does not mention $pattern"; exit 1; }
done
missing=0
names=$(sed 's|//.*||' "$headers"/*.h | grep -oE '\b(rc|dt|du)[A-Z][A-Za-z0-9]* *\(' | tr -d ' (' | sort -u)
[ -n "$names" ] || { echo "$headers: no function found"; exit 1; }
for name in $names; do
    for pattern in $patterns; do
        # The pattern must not be quoted.
        # shellcheck disable=SC2254
        case $name in $pattern) continue 2 ;; esac
    done
    grep -qw -- "$name" "$page" && continue
    echo "$name: no mention in docs/coming-from-recast.md; add its counterpart, or that it has none"
    missing=1
done
exit $missing
