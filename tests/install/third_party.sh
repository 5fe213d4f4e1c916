#!/bin/sh
# Fails if an object of a library target was compiled with a third-party header that the target may not use.
# Usage: third_party.sh BUILD_DIR TARGET [ALLOWED]. ALLOWED is a regular expression of header paths.
set -eu
allowed=${3:-^$}
ninja -C "$1" -t deps >"$1/deps.txt"
awk -v target="CMakeFiles/$2.dir/" -v allowed="$allowed" '
    /^[^ ]/ { inside = index($0, target) == 1; objects += inside; next }
    inside && /nlohmann|tiny_obj|tiny_gltf|\/stb|\/CLI\/|spdlog|\/fmt\/|gtest|recastnavigation|Recast\.h|Detour/ && $1 !~ allowed {
        print target ": " $1
        bad = 1
    }
    END {
        if (!objects) { print target ": no objects"; bad = 1 }
        exit bad
    }' "$1/deps.txt"
