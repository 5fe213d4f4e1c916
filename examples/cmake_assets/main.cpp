// The game of the example: finds a path on each level that the build has baked.
// Usage: game LEVEL.nav...

#include <cstdio>

#include "navspan/runtime.h"

namespace {

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return fail({.message = "no level; usage: game LEVEL.nav..."});
    navspan::SearchScratch scratch;
    for (int i = 1; i < argc; ++i) {
        // The error message names the file and the problem, for example an older format version.
        const navspan::Result<navspan::NavMesh> mesh = navspan::read_nav_mesh(argv[i]);
        if (!mesh) return fail(mesh.error());
        const auto path = navspan::find_path(*mesh, scratch, {.start = {4, 0, 4}, .goal = {20, 0, 4}, .snap = 1});
        if (!path) return fail(path.error());
        std::printf("%u polygons; path: %s, %.2f m\n", mesh->polygon_count(), navspan::status_name(path->status),
                    path->length_xz);
    }
    return 0;
}
