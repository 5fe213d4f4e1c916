// Closes and opens a gate on the path of an agent.
// Usage: door [LEVEL.nav]

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "navspan/io.h"

namespace {

using Snapshot = std::shared_ptr<const navspan::NavMesh>;

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

// Returns the length of the path from the agent's position to the goal.
double remaining_length(const navspan::NavMesh& mesh, const navspan::AgentCorridor& agent, navspan::SearchScratch& scratch) {
    std::vector<navspan::CorridorCorner> corners;
    if (!navspan::next_corners(mesh, agent, 1000, scratch, corners)) return 0;  // the corridor belongs to another mesh
    double length = 0;
    navspan::DVec3 last = agent.start.position;
    for (const navspan::CorridorCorner& corner : corners) {
        length += navspan::distance_xz(last, corner.position);
        last = corner.position;
    }
    return length;
}

}  // namespace

int main(int argc, char** argv) {
    // navbake --live wrote this file. It contains the voxels of the level.
    const std::string level = argc > 1 ? argv[1] : "out/live.nav";
    const navspan::ConfigReader stored_config = [&](const std::string& json) { return navspan::parse_config(json, level); };
    navspan::Result<navspan::LiveWorld> world = navspan::read_live_world(level, stored_config);
    if (!world) return fail(world.error());

    // A snapshot of the mesh never changes. Readers may keep the old snapshot.
    const Snapshot open = world->mesh.mesh;
    navspan::SearchScratch scratch;
    const navspan::QueryFilter filter = navspan::default_filter(*open);
    const navspan::PathRequest request{.start = {30, 0, 22}, .goal = {46, 0.8, 22}, .filter = &filter};
    const navspan::Result<navspan::Path> path = navspan::find_path(*open, scratch, request);
    if (!path) return fail(path.error());
    navspan::AgentCorridor agent;
    navspan::set_corridor(request, *path, agent);
    std::printf("open: %.2f m to go\n", remaining_length(*open, agent, scratch));

    // The closed gate is an obstacle. The bake removes the ground that is closer to the gate than the agent's radius.
    const navspan::Result<uint32_t> gate =
        navspan::add_obstacle(*world, navspan::BoxObstacle{.center = {37, 1.5, 22}, .half_extents = {0.3, 1.5, 2}});
    if (!gate) return fail(gate.error());
    const navspan::Result<navspan::WorldUpdate> shut_update = navspan::update_world(*world);
    if (!shut_update) return fail(shut_update.error());
    const Snapshot shut = world->mesh.mesh;

    // Repair the corridor of each agent for the new snapshot. A corridor far from the change stays the same.
    const navspan::Result<navspan::CorridorRepair> repair = navspan::repair_corridor(*open, *shut, filter, scratch, agent);
    if (!repair) return fail(repair.error());
    if (*repair == navspan::CorridorRepair::lost) return fail({.message = "the agent has lost its ground"});
    std::printf("shut: %u tiles baked, %u shared; %.2f m to go, %s\n", shut_update->tiles_baked, shut_update->counts.shared,
                remaining_length(*shut, agent, scratch), agent.complete ? "by the south door" : "as near as possible");

    navspan::remove_obstacle(*world, *gate);
    const navspan::Result<navspan::WorldUpdate> open_update = navspan::update_world(*world);
    if (!open_update) return fail(open_update.error());
    // The detour still exists, so repair_corridor would keep the agent on it. To use the gate, search again.
    const navspan::Result<navspan::Path> again = navspan::find_path(*world->mesh.mesh, scratch, request);
    if (!again) return fail(again.error());
    std::printf("open again: %.2f m\n", again->length_xz);
    return 0;
}
