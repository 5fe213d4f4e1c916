// Fuzz targets for the readers of .nav files, with and without the voxels of a live world. Each level that loads must be sound
// and answer every query.

#include <array>

#include "fuzz/targets/sections.h"
#include "fuzz/targets/stored_input.h"
#include "fuzz/targets/target.h"
#include "navspan/bake/live_world.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/query/landmarks.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/every_query.h"
#include "support/worlds/tile_worlds.h"

namespace navspan::fuzz {
namespace {

using support::Random;

void require_valid(const NavMesh& mesh) {
    const Status valid = validate_nav_mesh(mesh);
    require(valid.ok(), valid ? "" : "a loaded mesh is not valid: " + valid.error().message);
}

void run_nav(Input input) {
    if (reads_from_file(input)) {
        const StoredInput file(input, ".nav");
        if (const Result<NavMesh> mesh = read_nav_mesh(file.path()); !mesh) require_one_line(mesh.error().message);
    }
    const Result<std::vector<NavMesh>> meshes = parse_nav_meshes(input);
    if (!meshes) return require_one_line(meshes.error().message);
    Random random(input.size());
    for (const NavMesh& mesh : *meshes) {
        require_valid(mesh);
        support::run_every_query(random, mesh);
    }
    const Bytes bytes = serialize_nav_meshes(*meshes);
    const Result<std::vector<NavMesh>> again = parse_nav_meshes(bytes);
    require(again.ok(), again ? "" : "a written mesh cannot be read: " + again.error().message);
    require(serialize_nav_meshes(*again) == bytes, "a written mesh changes when it is read");
}

NavMesh tiny_mesh(uint64_t seed, int32_t side) {
    Random random(seed);
    return support::random_mesh(random, {.columns = side, .rows = side, .hole = 0.2, .ramps = 0, .areas = 3});
}

// Together, the seeds have every section of a level file. Some seeds have off-mesh links and an index of the links.
std::vector<Bytes> nav_seeds() {
    Random random(1);
    const NavMesh linked = support::with_random_links(random, tiny_mesh(2, 2), 2);
    std::array<NavMesh, 2> two{tiny_mesh(1, 1), tiny_mesh(4, 1)};
    two[0].info.agent_name = "small";
    two[1].info.agent_name = "large";
    return {serialize_nav_mesh(tiny_mesh(1, 1)),
            serialize_nav_mesh(*with_landmarks(linked, 2)),
            serialize_nav_mesh(*with_hubs(support::two_small_tiles())),
            serialize_nav_mesh(*with_hubs(*with_landmarks(linked, 1))),
            serialize_nav_meshes(two),
            serialize_nav_meshes({})};
}

BakeConfig live_config() {
    BakeConfig config;
    config.voxels = {.cell_size = 0.5, .cell_height = 0.25};
    config.tiles.size = 8;
    config.regions.min_area = 0;
    return config;
}

LiveWorld live_world(double size, const LiveWorldParams& params) {
    TriangleSoup soup;
    support::add_box(soup, {0, -1, 0}, {size, 0, 5}, kDefaultArea);
    support::add_box(soup, {2, 0, 2}, {3, 2, 3}, kDefaultArea);
    OffMeshLink link;
    link.start = {4.25, 0, 2};
    link.end = {size - 1.75, 0, 3};
    link.cost = size;
    return *make_live_world(soup, live_config(), nav_mesh_info(live_config(), "{}", "test"), params, {link});
}

// Reads a live mesh and a live world. If the world loads, writes it, and adds and removes obstacles.
void run_live(Input input) {
    if (const Result<LiveMesh> mesh = parse_live_mesh(input)) {
        require(has_kept_tiles(input), "a live mesh without kept tiles");
        require_valid(*mesh->mesh);
    } else {
        require_one_line(mesh.error().message);
    }
    const auto reader = [](const std::string&) -> Result<BakeConfig> { return live_config(); };
    Result<LiveWorld> world = parse_live_world(input, reader);
    if (!world) return require_one_line(world.error().message);
    require(has_live_world(input), "a live world without its section");
    const Result<Bytes> bytes = serialize_live_world(*world);
    require(bytes.ok(), "a live world that cannot be written");
    for (const DVec3 at : {DVec3{1, 0, 1}, DVec3{9, 0, 3}}) {
        const Result<uint32_t> id =
            add_obstacle(*world, BoxObstacle{.center = at, .half_extents = {1, 2, 0.5}, .top_area = kDefaultArea});
        if (update_world(*world)) require_valid(*world->mesh.mesh);
        if (id) remove_obstacle(*world, *id);
    }
    if (update_world(*world)) require_valid(*world->mesh.mesh);
}

std::vector<Bytes> live_seeds() {
    return {*serialize_live_world(live_world(6, {.link_reach = 1})),
            *serialize_live_world(live_world(12, {.keep_voxels = true, .blocks = true})),
            serialize_live_mesh(live_world(10, {.blocks = true, .link_reach = 1}).mesh)};
}

constexpr std::array kLevelTargets{
    Target{"nav", run_nav, nav_seeds, mutate_nav},
    Target{"live", run_live, live_seeds, mutate_nav},
};

}  // namespace

std::span<const Target> level_targets() {
    return kLevelTargets;
}

}  // namespace navspan::fuzz
