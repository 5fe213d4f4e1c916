// A user's program: bakes a square, writes the mesh to a file, reads it, and finds a path on it.

#include <cstdio>

#include "navspan/bake/bake_tile.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/query/path.h"

int main() {
    navspan::TriangleSoup soup;
    soup.vertices = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}, {10, 0, 0}};
    soup.triangles = {{0, 1, 2}, {0, 2, 3}};
    soup.areas = {navspan::kDefaultArea, navspan::kDefaultArea};
    soup.group_of = {0, 0};
    soup.groups = {{.object = "square", .material = {}, .group = {}}};

    navspan::Result<navspan::NavTile> tile = navspan::bake_tile(soup, navspan::BakeConfig{});
    if (!tile) return std::puts(tile.error().message.c_str()), 1;
    navspan::NavMeshInfo info;
    info.areas = {{"ground", 63, 1, 1.0}};
    const navspan::Result<navspan::NavMesh> baked = navspan::link_tiles({std::move(*tile)}, info);
    if (!baked) return std::puts(baked.error().message.c_str()), 1;

    const navspan::Result<navspan::NavMesh> mesh = navspan::parse_nav_mesh(navspan::serialize_nav_mesh(*baked));
    if (!mesh) return std::puts(mesh.error().message.c_str()), 1;
    navspan::SearchScratch scratch;
    const navspan::Result<navspan::Path> path = navspan::find_path(*mesh, scratch, {.start = {1, 0, 1}, .goal = {9, 0, 9}});
    if (!path) return std::puts(path.error().message.c_str()), 1;
    std::printf("%s, %.2f long\n", navspan::status_name(path->status), path->length_xz);
    return path->status == navspan::PathStatus::complete && path->length_xz > 11.3 && path->length_xz < 11.4 ? 0 : 1;
}
