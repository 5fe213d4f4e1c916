#include "bench/tile_change.h"

#include <string>
#include <utility>
#include <vector>

#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "support/scenes/places.h"
#include "support/worlds/tile_worlds.h"

namespace navspan::bench {
namespace {

// Bakes a tile with several obstacles, and a platform if the config has drops. The ground extends beyond the tile on all sides.
// If `more` is true, there is one more obstacle.
NavTile crowded_tile(const BakeConfig& config, bool more) {
    TriangleSoup soup;
    support::add_triangle(soup, {-20, 0, -20}, {-20, 0, 40}, {40, 0, 40});
    support::add_triangle(soup, {-20, 0, -20}, {40, 0, 40}, {40, 0, -20});
    for (int k = 0; k < 3; ++k)
        support::add_box(soup, {1.0 + 2 * k, -1, 2.0 + k}, {2.0 + 2 * k, 3, 3.5 + k}, kNullArea);
    if (more) support::add_box(soup, {4, -1, 1}, {4.7, 3, 1.8}, kNullArea);
    if (config.links.drop_height > 0) support::add_box(soup, {10, -1, 10}, {20, 2, 20}, kDefaultArea);
    for (NavTile& tile : support::bake_world_tiles(soup, config)) {
        if (tile.tile_x == 0 && tile.tile_z == 0) return std::move(tile);
    }
    return {};
}

NavTile moved_tile(NavTile tile, int32_t tile_x, int32_t tile_z) {
    tile.tile_x = tile_x, tile.tile_z = tile_z;
    tile.frame.x0 = tile_x * tile.width, tile.frame.z0 = tile_z * tile.depth;
    return tile;
}

// Returns four requested links on the ground of a tile, whose height is 0. @param corner  of the tile [wu]
std::vector<OffMeshLink> links_in_tile(DVec3 corner) {
    std::vector<OffMeshLink> links;
    for (int k = 0; k < 4; ++k) {
        OffMeshLink& link = links.emplace_back();
        link.start = {corner.x + 0.5 + k, 0, corner.z + 0.7};
        link.end = {corner.x + 7.3 - k, 0, corner.z + 7.3};
        link.cost = kCostIsLength;
    }
    return links;
}

}  // namespace

Result<TileChange> tile_change(int32_t side, ChangedLinks kind) {
    const bool drops = kind == ChangedLinks::drops;
    BakeConfig config;
    config.voxels = {.cell_size = 0.25, .cell_height = 0.2};
    config.tiles.size = 32;
    if (drops) config.links.drop_height = 3;
    const NavTile tile = crowded_tile(config, false), other = crowded_tile(config, true);
    std::vector<NavTile> tiles;
    std::vector<OffMeshLink> links;
    for (int32_t i = 0; i < side * side; ++i) {
        tiles.push_back(moved_tile(tile, i % side, i / side));
        if (kind != ChangedLinks::requests) continue;
        const std::vector<OffMeshLink> more = links_in_tile(to_world(tiles.back().frame, {}));
        links.insert(links.end(), more.begin(), more.end());
    }
    Result<LiveMesh> live =
        make_live_mesh(std::move(tiles), nav_mesh_info(config, "{}", "count"), {.min_island_cells = 64}, std::move(links));
    if (!live) return live.error();
    const auto put = [&](const NavTile& baked) {
        TileChanges changes;
        changes.put.push_back(moved_tile(baked, side / 2, side / 2));
        return changes;
    };
    // The first change may exceed the reserve of the tile. Later changes use the data of earlier snapshots.
    for (int i = 0; i < 3; ++i) {
        live = change_tiles(*live, put(i % 2 == 0 ? other : tile));
        if (!live) return live.error();
    }
    const size_t least = drops ? 16 : kind == ChangedLinks::requests ? 3 : 0;
    if (live->mesh->links.size() < least * size_t(side * side)) return Error{ErrorKind::failed, "too few links"};
    return TileChange{*std::move(live), put(tile)};
}

}  // namespace navspan::bench
