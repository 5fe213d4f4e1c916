#!/bin/sh
# Fails on an #include that points the wrong way between the modules (README, module map), and on third-party headers where
# they do not belong. Usage: check_includes.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/..}"
bad=0

# what a module may include besides itself
allowed() {
    case $1 in
        core) echo "core" ;;
        polygon) echo "polygon core" ;;
        navmesh) echo "navmesh core polygon" ;;
        query) echo "query core navmesh" ;;
        bake) echo "bake core polygon navmesh" ;;
        plan) echo "plan core polygon navmesh" ;;
        check) echo "check core polygon navmesh query bake plan" ;;
        io) echo "io core polygon navmesh bake plan" ;;
        debug) echo "debug core polygon navmesh query bake plan check" ;;
        *) echo "" ;;
    esac
}

for folder in include/navspan/* src/*; do
    [ -d "$folder" ] || continue
    module=$(basename "$folder")
    may=" $(allowed "$module") "
    if [ "$may" = "  " ]; then
        echo "$folder: not a module of the map"
        bad=1
        continue
    fi
    includes=$(grep -rnoE '^#include "navspan/[a-z]+/' "$folder" || true)
    [ -n "$includes" ] || continue
    while IFS= read -r line; do
        to=${line##*navspan/}
        to=${to%/}
        case $may in
            *" $to "*) ;;
            *)
                echo "${line%%:#include*}: $module must not include $to"
                bad=1
                ;;
        esac
    done <<END
$includes
END
done

third='<(nlohmann|CLI|spdlog|stb|gtest|Recast|Detour)|tiny_obj_loader|tiny_gltf'
if grep -rnE "^#include .*($third)" include; then
    echo "a public header includes a third-party header"
    bad=1
fi
if grep -rnE "^#include .*($third)" src | grep -vE '^src/(io|debug)/'; then
    echo "third-party headers belong to io and debug"
    bad=1
fi
exit $bad
