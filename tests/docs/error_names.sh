#!/bin/sh
# Fails unless docs/errors-and-threads.md mentions every public function that is not inline, by its name or by a pattern such as
# `draw_*`. Member functions and operators are not tested.
# Usage: error_names.sh SOURCE_DIR
set -eu
cd "$1"
page=docs/errors-and-threads.md
patterns=$(grep -oE '`[a-z_]+_\*`' "$page" | tr -d '`')
names=$(cat include/navspan/*/*.h |
    sed -nE '/^(inline|constexpr|struct|class|enum|using|static)/d; s/^[A-Za-z][^(]*[ *&]([a-z_0-9]+)\(.*/\1/p' | sort -u)
[ -n "$names" ] || { echo "include/navspan: no function found"; exit 1; }
missing=0
for name in $names; do
    grep -qF "\`$name\`" "$page" && continue
    for pattern in $patterns; do
        # The pattern must not be quoted.
        # shellcheck disable=SC2254
        case $name in $pattern) continue 2 ;; esac
    done
    echo "$name: no mention in $page; add what it returns and its errors"
    missing=1
done
exit $missing
