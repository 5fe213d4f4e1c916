// Loads a baked level and queries it, as a game does. Links only navspan::runtime, which needs no third-party package.
// Usage: load_and_query [LEVEL.nav]

#include <cstdio>
#include <optional>
#include <string>

#include "navspan/runtime.h"

namespace {

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string level = argc > 1 ? argv[1] : "out/courtyard.nav";

    // read_nav_mesh checks the complete file. If it succeeds, every query on the mesh is safe.
    const navspan::Result<navspan::NavMesh> mesh = navspan::read_nav_mesh(level);
    if (!mesh) return fail(mesh.error());
    std::printf("baked for radius %.1f, height %.1f\n", mesh->info.agent.radius, mesh->info.agent.height);

    // A mesh never changes, so all threads can share it. Each thread owns one scratch and one path. Their memory is reused.
    navspan::SearchScratch scratch;
    navspan::Path path;
    const navspan::PathRequest request{.start = {46, -3.2, 22}, .goal = {46, 0.8, 22}, .snap = 1};
    const navspan::Status found = navspan::find_path(*mesh, scratch, request, path);
    if (!found) return fail(found.error());
    // If the goal is unreachable, the path is partial and ends at the reachable point nearest to the goal.
    switch (path.status) {
        case navspan::PathStatus::complete:
            std::printf("from below the bridge onto it: %.2f m\n", path.length_3d);
            break;
        case navspan::PathStatus::partial:
            std::printf("the path ends %.2f m before the goal: %s\n", path.gap, path.reason.c_str());
            break;
        case navspan::PathStatus::none:
            std::printf("no path: %s\n", path.reason.c_str());
            break;
    }

    // Local queries start at a point on the surface. Find the surface point nearest to the guard.
    const std::optional<navspan::SurfacePoint> guard = navspan::find_nearest(*mesh, {30, 0, 21}, {.max_distance = 1});
    if (!guard) return fail({.message = "there is no ground below the guard"});

    navspan::RaycastHit hit;
    const navspan::Status cast = navspan::raycast(*mesh, {.start = *guard, .end = {30, 0, 46}}, hit);
    if (!cast) return fail(cast.error());
    std::printf("raycast to the south: stopped by %s at %.2f %.2f\n", navspan::stop_name(hit.stop), hit.position.x,
                hit.position.z);
    return path.status == navspan::PathStatus::complete ? 0 : 1;
}
