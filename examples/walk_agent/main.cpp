// Walks an agent along its corridor, frame by frame, as game code does. Links only navspan::runtime.
// Usage: walk_agent [LEVEL.nav]

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "navspan/runtime.h"

namespace {

constexpr double kSpeed_m_per_s = 3.5;
constexpr double kFrame_s = 1.0 / 60;

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

// Returns the point that the agent reaches in one frame on a straight line to its next corner.
navspan::DVec3 next_position(navspan::DVec3 position, navspan::DVec3 corner) {
    const double distance = navspan::distance_xz(position, corner);
    const double step = std::min(kSpeed_m_per_s * kFrame_s, distance);
    return distance > 0 ? position + (corner - position) * (step / distance) : corner;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string level = argc > 1 ? argv[1] : "out/courtyard.nav";
    const navspan::Result<navspan::NavMesh> mesh = navspan::read_nav_mesh(level);
    if (!mesh) return fail(mesh.error());

    // Search only once. Each frame then only updates the corridor, which is much cheaper than a search.
    navspan::SearchScratch scratch;
    const navspan::QueryFilter filter = navspan::default_filter(*mesh);
    const navspan::PathRequest request{.start = {12, 0, 28}, .goal = {57, 0, 31}, .filter = &filter};
    const navspan::Result<navspan::Path> path = navspan::find_path(*mesh, scratch, request);
    if (!path) return fail(path.error());
    navspan::AgentCorridor agent;
    navspan::set_corridor(request, *path, agent);
    if (!agent.complete) return fail({.message = "no complete path: " + path->reason});

    double walked = 0;
    int frames = 0;
    std::vector<navspan::CorridorCorner> corners;
    for (;; ++frames) {
        // One corner is enough to steer. With two or three corners, a game can smooth the turns.
        const navspan::Status ahead = navspan::next_corners(*mesh, agent, 1, scratch, corners);
        if (!ahead) return fail(ahead.error());
        if (corners.empty()) return fail({.message = "the corridor is empty"});
        const navspan::CorridorCorner& corner = corners.front();
        const navspan::DVec3 before = agent.start.position;
        const bool arrived = navspan::distance_xz(before, corner.position) < 0.01;
        if (arrived && corner.kind == navspan::CornerKind::goal) break;
        // A game plays an animation here. After the animation, the agent is at the end of the off-mesh link.
        if (arrived && corner.kind == navspan::CornerKind::link) {
            navspan::take_next_link(*mesh, agent);
            continue;
        }

        // Moves the agent along the mesh; walls stop the agent. If physics pushes the agent, pass its pushed position instead.
        const navspan::Status moved =
            navspan::move_corridor_start(*mesh, filter, next_position(before, corner.position), agent);
        if (!moved) return fail(moved.error());
        walked += navspan::distance_xz(before, agent.start.position);
        if (frames % 120 == 0) {
            const navspan::DVec3 now = agent.start.position;
            std::printf("%4.1f s: %.2f %.2f %.2f\n", frames * kFrame_s, now.x, now.y, now.z);
        }
        if (frames > 60 * 60) return fail({.message = "the agent did not arrive within a minute"});
    }
    std::printf("arrived after %.1f s: walked %.2f m, path %.2f m\n", frames * kFrame_s, walked, path->length_xz);
    return 0;
}
