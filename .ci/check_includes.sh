#!/bin/sh
# Fails if an #include violates the order of modules or of the folders inside a module (docs/architecture.md), or if a
# third-party header is included outside the module that may use it. Usage: check_includes.sh [ROOT]
#
# Private headers are included as "module/folder/name.h", public headers as "navspan/module/name.h". A public header belongs to
# the first folder with a source of the same name. A header that only contains types belongs to no folder.
set -eu
cd "${1:-$(dirname "$0")/..}"
bad=0

find src include -name '*.h' -o -name '*.cpp' | sort | xargs grep -HE '^#include ' | awk -v sources="$(find src -name '*.cpp' | sort)" '
    # A module, its folders in the order of data flow, and the modules that it may include besides itself.
    function module(name, folders, may,    i, n, list) {
        known[name] = 1
        n = split(folders, list, " ")
        for (i = 1; i <= n; i++) place[name, list[i]] = i
        n = split(name " " may, list, " ")
        for (i = 1; i <= n; i++) allowed[name, list[i]] = 1
    }
    function fail(text) { print text; bad = 1 }

    BEGIN {
        module("core", "", "")
        module("polygon", "", "core")
        module("navmesh", "mesh index graph validate seams file live", "core polygon")
        module("query", "search exact path surface local area agent", "core navmesh")
        module("bake", "config voxelize field regions contours polygons detail jumps world live", "core polygon navmesh")
        module("plan", "", "core polygon navmesh")
        module("check", "mesh stages verify", "core polygon navmesh query bake plan")
        module("debug", "", "core polygon navmesh query bake plan check")
        module("io", "config gltf input plans export detour report", "core polygon navmesh query bake plan check debug")
        n = split(sources, list, "\n")
        for (i = 1; i <= n; i++) {
            if (split(list[i], part, "/") != 4) continue
            stem = part[4]
            sub(/\.cpp$/, "", stem)
            if (!((part[2], stem) in home) || place[part[2], part[3]] < place[part[2], home[part[2], stem]])
                home[part[2], stem] = part[3]
        }
    }
    {
        file = $0
        sub(/:#include .*/, "", file)
        header = $0
        sub(/^[^:]*:#include [<"]/, "", header)
        sub(/[>"].*/, "", header)
        public = file ~ /^include\//
        n = split(file, from, "/")
        own = public ? (n > 3 ? from[3] : "") : from[2]
        folder = !public && n == 4 ? from[3] : ""
        if (own != "" && !(own in known)) fail(file ": not a module of the map")
        if (folder != "" && !((own, folder) in place)) fail(file ": not a folder of the map")

        if (header ~ /nlohmann|tiny_obj_loader|tiny_gltf|^stb\/|CLI\/|spdlog|fmt\/|gtest|Recast|Detour/) {
            if (public) fail(file ": a public header includes the third-party header " header)
            else if (own != "io" || header ~ /CLI\/|spdlog|fmt\/|gtest|Recast|Detour/) fail(file ": " own " must not include " header)
            next
        }
        if ($0 !~ /#include "/) next
        n = split(header, to, "/")
        if (to[1] == "navspan") {
            if (n < 3 || own == "") next
            target = to[2]
            stem = to[3]
            sub(/\.h$/, "", stem)
            target_folder = (target, stem) in home ? home[target, stem] : ""
        } else {
            if (public) { fail(file ": a public header includes the private header " header); next }
            target = to[1]
            target_folder = n == 3 ? to[2] : ""
        }
        if (!((own, target) in allowed)) fail(file ": " own " must not include " target " (" header ")")
        else if (own == target && folder != "" && target_folder != "" && place[own, target_folder] > place[own, folder])
            fail(file ": the folder " folder " comes before " target_folder " and must not include it (" header ")")
    }
    END { exit bad }' || bad=1

# At most 70 public headers, and at most 24 source files per folder.
count=$(find include -name '*.h' | wc -l)
if [ "$count" -gt 70 ]; then
    echo "include: $count public headers; at most 70"
    bad=1
fi
find src include tools tests bindings examples -name '*.h' -o -name '*.cpp' 2>/dev/null | sed 's|/[^/]*$||' | sort | uniq -c |
    awk '$1 > 24 { print $2 ": " $1 " source files in one folder; at most 24"; bad = 1 } END { exit bad }' || bad=1
exit $bad
