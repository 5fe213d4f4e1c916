#!/bin/sh
# Fails if an #include violates the order of modules or of the folders inside a module (docs/architecture.md), or if a
# third-party header is included outside the module that may use it. Usage: check_includes.sh [ROOT]
#
# Private headers are included as "module/folder/name.h", public headers as "navspan/module/name.h". A public header belongs to
# the first folder with a source of the same name. For all other public headers, the table below names the folder. The order of
# folders holds for public headers too.
set -eu
cd "${1:-$(dirname "$0")/..}"
bad=0

files=$(find src include -name '*.h' -o -name '*.cpp' | sort)
echo "$files" | xargs grep -HE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]' | awk -v files="$files" '
    # For one module: its folders in the order of data flow, and the modules that it may include besides itself.
    function module(name, folders, may,    i, n, list) {
        known[name] = 1
        n = has_folders[name] = split(folders, list, " ")
        for (i = 1; i <= n; i++) place[name, list[i]] = i
        n = split(name " " may, list, " ")
        for (i = 1; i <= n; i++) allowed[name, list[i]] = 1
    }
    # For public headers whose folder is not that of a source of the same name: the first folder that may include them.
    function headers(name, folder, stems,    i, n, list) {
        n = split(stems, list, " ")
        for (i = 1; i <= n; i++) {
            home[name, list[i]] = folder
            row["include/navspan/" name "/" list[i] ".h"] = 1
        }
    }
    # For a file next to the folders of a module: the first folder that may include it, and the last folder that it may include.
    function root(name, file, first, last) {
        first_user[name, file] = first
        last_used[name, file] = last
        row["src/" name "/" file] = 1
    }
    # For a public header that needs types of a later folder.
    function needs(name, stem, others,    i, n, list) {
        n = split(others, list, " ")
        for (i = 1; i <= n; i++) {
            needed[name, stem, list[i]] = 1
            used["include/navspan/" name "/" stem ".h"] = used["include/navspan/" name "/" list[i] ".h"] = 1
        }
    }
    function fail(text) { print text; bad = 1 }

    BEGIN {
        module("core", "", "")
        module("polygon", "", "core")
        module("navmesh", "mesh index graph validate seams clearance file live", "core polygon")
        module("query", "search exact hubs path surface local area agent", "core navmesh")
        module("bake", "config voxelize field regions contours polygons detail jumps world live", "core polygon navmesh")
        module("plan", "", "core polygon navmesh")
        module("check", "mesh stages verify", "core polygon navmesh query bake plan")
        module("debug", "", "core polygon navmesh query bake plan check")
        module("io", "config gltf plans input export detour report", "core polygon navmesh query bake plan check debug")
        headers("navmesh", "mesh", "filter nav_tile")
        headers("navmesh", "graph", "search_index")
        headers("navmesh", "file", "nav_file")
        headers("navmesh", "live", "live_mesh")
        headers("query", "search", "corridor")
        headers("query", "path", "scratch")
        headers("query", "surface", "surface_path")
        headers("query", "agent", "agent_corridor")
        headers("bake", "config", "heightfield triangle_soup volumes")
        headers("bake", "voxelize", "tile_window")
        headers("bake", "field", "compact_heightfield")
        headers("bake", "regions", "regions")
        headers("bake", "detail", "detail_mesh")
        headers("bake", "world", "tile_cache")
        headers("bake", "live", "live_world")
        headers("io", "config", "config_json")
        headers("io", "gltf", "scene")
        headers("io", "export", "mesh_export picture")
        headers("io", "detour", "detour_file")
        # A mesh contains its indices.
        needs("navmesh", "nav_mesh", "surface_tree search_index")
        # state.h contains the scratch memory of all queries. Folders before "path" must not include it; their functions receive
        # only the part that they use.
        root("query", "state.h", "path", "surface")
        root("query", "scratch.cpp", "agent", "surface")

        n = split(files, list, "\n")
        for (i = 1; i <= n; i++) {
            exists[list[i]] = 1
            parts = split(list[i], part, "/")
            if (part[1] != "src") continue
            if (parts == 3 && has_folders[part[2]] && !((part[2], part[3]) in last_used))
                fail(list[i] ": add its row to the table in .ci/check_includes.sh, or move it to a folder")
            if (parts != 4 || !sub(/\.cpp$/, "", part[4])) continue
            if (("include/navspan/" part[2] "/" part[4] ".h") in row) {
                if (home[part[2], part[4]] == part[3])
                    fail(list[i] ": remove the row of its header from the table in .ci/check_includes.sh")
                continue
            }
            if (!((part[2], part[4]) in home) || place[part[2], part[3]] < place[part[2], home[part[2], part[4]]])
                home[part[2], part[4]] = part[3]
        }
        for (i = 1; i <= n; i++) {
            if (split(list[i], part, "/") != 4 || part[1] != "include" || !has_folders[part[3]]) continue
            sub(/\.h$/, "", part[4])
            if (!((part[3], part[4]) in home)) fail(list[i] ": add its row to the table in .ci/check_includes.sh")
        }
        for (path in used) row[path] = 1
        for (path in row)
            if (!(path in exists)) fail(path ": has a row in the table in .ci/check_includes.sh, but does not exist")
    }
    {
        file = $0
        sub(/:[ \t]*#.*/, "", file)
        header = $0
        sub(/^[^:]*:[ \t]*#[ \t]*include[ \t]*[<"]/, "", header)
        sub(/[>"].*/, "", header)
        public = file ~ /^include\//
        n = split(file, from, "/")
        own = public ? (n > 3 ? from[3] : "") : from[2]
        if (public) {
            from_stem = from[4]
            sub(/\.h$/, "", from_stem)
            folder = (own, from_stem) in home ? home[own, from_stem] : ""
        } else {
            folder = n == 4 ? from[3] : last_used[own, from[3]]
        }
        if (own != "" && !(own in known)) fail(file ": not a module of the map")
        if (folder != "" && !((own, folder) in place)) fail(file ": not a folder of the map")

        if (header ~ /nlohmann|tiny_obj_loader|tiny_gltf|^stb|spdlog|CLI\/|gtest|Recast|Detour/) {
            if (public) fail(file ": a public header includes the third-party header " header)
            else if (own != "io" || header ~ /CLI\/|gtest|Recast|Detour/) fail(file ": " own " must not include " header)
            next
        }
        n = split(header, to, "/")
        if ($0 !~ /include[ \t]*"/ && to[1] != "navspan" && !(to[1] in known)) next
        if (to[1] == "navspan") {
            if (own == "") next
            if (n < 3) { fail(file ": must not include the umbrella header " header); next }
            target = to[2]
            stem = to[3]
            sub(/\.h$/, "", stem)
            target_folder = (target, stem) in home ? home[target, stem] : ""
        } else {
            if (public) { fail(file ": a public header includes the private header " header); next }
            target = to[1]
            target_folder = n == 3 ? to[2] : first_user[target, to[2]]
        }
        if (!((own, target) in allowed)) fail(file ": " own " must not include " target " (" header ")")
        else if (public && (own, from_stem, stem) in needed) next
        else if (own == target && folder != "" && target_folder != "" && place[own, target_folder] > place[own, folder])
            fail(file ": the folder " folder " comes before " target_folder " and must not include it (" header ")")
    }
    END { exit bad }' || bad=1

# Fails if there are more than 70 public headers, if a file repeats the name of its folder as a prefix (the name of a test may
# consist of it), or if a folder has more than 24 source files.
count=$(find include -name '*.h' | wc -l)
if [ "$count" -gt 70 ]; then
    echo "include: $count public headers; at most 70"
    bad=1
fi
find src tools tests bindings examples -name '*.h' -o -name '*.cpp' 2>/dev/null | awk -F/ '
    { name = $NF; sub(/_test\.cpp$/, "", name) }
    index(name, $(NF - 1) "_") == 1 { print $0 ": drop the name of its folder from the name of the file"; bad = 1 }
    END { exit bad }' || bad=1
find src include tools tests bindings examples -name '*.h' -o -name '*.cpp' 2>/dev/null | sed 's|/[^/]*$||' | sort | uniq -c |
    awk '$1 > 24 { print $2 ": " $1 " source files in one folder; at most 24"; bad = 1 } END { exit bad }' || bad=1
exit $bad
