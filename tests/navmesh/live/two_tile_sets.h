#pragma once

// Worlds whose tiles are exchanged at random, for tests of live meshes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bake/world/nav_tile.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/text/random.h"
#include "support/worlds/tile_worlds.h"

namespace navspan::live_test {

using support::Random;
/// The tiles of a world by (tile_z, tile_x).
using Tiles = std::map<std::pair<int32_t, int32_t>, NavTile>;

inline void expect_same(const NavMesh& live, const NavMesh& fresh, const std::string& what) {
    ASSERT_EQ(live.tiles.size(), fresh.tiles.size()) << what;
    for (size_t t = 0; t < live.tiles.size(); ++t) {
        ASSERT_EQ(*live.tiles[t], *fresh.tiles[t]) << what << " tile " << t;
        ASSERT_EQ(*live.surfaces[t], *fresh.surfaces[t]) << what << " tile " << t;
    }
    ASSERT_EQ(live.seams == fresh.seams, true) << what;
    ASSERT_EQ(live.polygon_island == fresh.polygon_island, true) << what;
    ASSERT_EQ(live.islands, fresh.islands) << what;
    ASSERT_EQ(support::has_same_search_edges(live, fresh), true) << what;
    ASSERT_EQ(serialize_nav_mesh(live), serialize_nav_mesh(fresh)) << what;
}

inline BakeConfig live_mesh_config() {
    BakeConfig config;
    config.voxels = {.cell_size = 0.5, .cell_height = 0.2};
    config.tiles.size = 10;
    config.regions.min_area = 0;
    return config;
}

// The tiles of a scene, without boxes (plain) and with boxes at random positions (boxed).
struct TwoTileSets {
    BakeConfig config = live_mesh_config();
    NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    std::vector<NavTile> plain, boxed;

    explicit TwoTileSets(const std::string& scene, Random& random, const LinksConfig& links = {}) {
        config.links = links;
        TriangleSoup soup = support::own_scene_soup(scene);
        plain = support::bake_world_tiles(soup, config);
        DVec3 low = soup.vertices[0], high = low;
        for (const DVec3& v : soup.vertices) {
            low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
            high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
        }
        for (int i = 0; i < 40; ++i) {
            const DVec3 at{random.real(low.x - 5, high.x), random.real(low.y - 1, high.y), random.real(low.z - 5, high.z)};
            support::add_box(soup, at, at + DVec3{random.real(1, 8), random.real(0.3, 4), random.real(1, 8)},
                             random.real(0, 1) < 0.5 ? kDefaultArea : kNullArea);
        }
        boxed = support::bake_world_tiles(soup, config);
    }
};

inline TileChanges random_changes(Random& random, const TwoTileSets& worlds, Tiles& tiles) {
    TileChanges changes;
    std::map<std::pair<int32_t, int32_t>, bool> touched;
    for (int32_t i = random.between(1, 4); i > 0; --i) {
        const std::vector<NavTile>& from = random.between(0, 1) ? worlds.plain : worlds.boxed;
        const NavTile& tile = from[size_t(random.between(0, int32_t(from.size()) - 1))];
        const std::pair place{tile.tile_z, tile.tile_x};
        if (!touched.emplace(place, true).second) continue;
        if (random.between(0, 2) == 0) {
            if (tiles.erase(place)) changes.remove.push_back({tile.tile_x, tile.tile_z});
            continue;
        }
        tiles[place] = tile;
        changes.put.push_back(tile);
    }
    return changes;
}

inline std::vector<NavTile> values(const Tiles& tiles) {
    std::vector<NavTile> out;
    for (const auto& [place, tile] : tiles)
        out.push_back(tile);
    return out;
}

}  // namespace navspan::live_test
