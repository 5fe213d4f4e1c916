// A user's program without baking: builds a mesh of two squares, writes it to a file, reads it, and finds a path on it.

#include <cstdio>

#include "navspan/runtime.h"

int main() {
    using namespace navspan;
    PolygonSet squares;
    squares.vertices = {{0, 0, 0}, {0, 0, 10}, {10, 0, 10}, {10, 0, 0}, {20, 0, 10}, {20, 0, 0}};
    squares.corners = {0, 1, 2, 3, 3, 2, 4, 5};
    squares.first_corner = {0, 4, 8};
    const Result<NavMesh> made = nav_mesh_from_polygons(squares);
    if (!made) return std::puts(made.error().message.c_str()), 1;

    const Result<NavMesh> mesh = parse_nav_mesh(serialize_nav_mesh(*made));
    if (!mesh) return std::puts(mesh.error().message.c_str()), 1;
    SearchScratch scratch;
    const Result<Path> path = find_path(*mesh, scratch, {.start = {1, 0, 5}, .goal = {19, 0, 5}});
    if (!path) return std::puts(path.error().message.c_str()), 1;
    std::printf("%s, %.2f long\n", status_name(path->status), path->length_xz);
    return path->status == PathStatus::complete && path->length_xz == 18 ? 0 : 1;
}
