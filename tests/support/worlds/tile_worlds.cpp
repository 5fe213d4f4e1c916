#include "support/worlds/tile_worlds.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "bake/world/tile_plan.h"
#include "navmesh/mesh/corners.h"
#include "navmesh/seams/link_tiles.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/io/obj.h"
#include "support/scenes/own_scenes.h"

namespace navspan::support {

std::vector<NavTile> bake_world_tiles(const TriangleSoup& soup, const BakeConfig& config) {
    const Result<TilePlan> plan = plan_tiles(soup, *to_voxels(config));
    if (!plan) throw std::runtime_error(plan.error().message);
    std::vector<NavTile> tiles;
    for (size_t t = 0; t < plan->tiles.size(); ++t) {
        Result<NavTile> tile = bake_tile(tile_soup(soup, *plan, t), config, nullptr, &plan->tiles[t]);
        if (!tile) throw std::runtime_error(tile.error().message);
        // bake_tile does not set the position of a tile without triangles, so set it here.
        tile->tile_x = plan->tiles[t].tile_x;
        tile->tile_z = plan->tiles[t].tile_z;
        tiles.push_back(*std::move(tile));
    }
    return tiles;
}

NavMesh link_world(std::vector<NavTile> tiles, const NavMeshInfo& info, uint64_t min_island_cells) {
    std::vector<NavTile> kept;
    for (const NavTile& tile : tiles) {
        if (!tile.polygons.empty()) kept.push_back(tile);
    }
    if (kept.empty() && !tiles.empty()) kept.push_back(tiles[0]);
    Result<NavMesh> mesh = link_tiles(std::move(kept), info, {.min_island_cells = min_island_cells});
    if (!mesh) throw std::runtime_error(mesh.error().message);
    return *std::move(mesh);
}

NavMesh without_blocks(NavMesh mesh) {
    mesh.blocks = {};
    index_search_edges(mesh);
    return mesh;
}

bool has_same_search_edges(const NavMesh& a, const NavMesh& b) {
    const auto number_in_b = [&](uint32_t e) {
        const EdgeRef edge = edge_ref(a, e);
        return edge.valid() ? edge_index(b, edge) : kNoIndex;
    };
    uint32_t used = 0;
    for (uint32_t t = 0; t < a.tiles.size(); ++t) {
        for (uint32_t e = 0; e < a.tiles[t]->half_edges.size(); ++e) {
            const uint32_t in_a = edge_index(a, {t, e}), in_b = edge_index(b, {t, e});
            SearchEdge edge = a.search_edges[in_a];
            edge.twin = number_in_b(edge.twin);
            edge.first = number_in_b(edge.first);
            edge.end = number_in_b(edge.end - 1) + 1;
            edge.only_exit = number_in_b(edge.only_exit);
            if (edge != b.search_edges[in_b] || number_in_b(a.fans[in_a]) != b.fans[in_b]) return false;
            ++used;
        }
    }
    const auto unused = uint32_t(std::count(a.fans.begin(), a.fans.end(), kNoIndex));
    return used + unused == a.edge_count() && a.search_edges.size() == a.edge_count() && a.fans.size() == a.edge_count();
}

TriangleSoup own_scene_soup(const std::string& name) {
    for (const OwnScene& scene : own_scenes()) {
        if (scene.name != name) continue;
        const std::array<ObjText, 1> texts{{{scene.name, scene.text}}};
        TriangleSoup soup = parse_obj(texts)->soup;
        if (!apply_area_rules(soup, BakeConfig{}).ok()) throw std::runtime_error("area rules");
        return soup;
    }
    throw std::runtime_error("no scene " + name);
}

void enable_jumps(BakeConfig& config) {
    config.links.drop_height = 4;
    config.links.jump_distance = 5;
    config.links.jump_height = 1.2;
    config.areas.push_back({.name = "drop", .id = 4, .flags = 4});
    config.areas.push_back({.name = "jump", .id = 5, .flags = 8});
    config.links.drop_area = "drop";
    config.links.jump_area = "jump";
}

void add_triangle(TriangleSoup& soup, DVec3 a, DVec3 b, DVec3 c, uint8_t area) {
    if (soup.groups.empty()) soup.groups.resize(1);
    const auto first = uint32_t(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), {a, b, c});
    soup.triangles.push_back({first, first + 1, first + 2});
    soup.areas.push_back(area);
    soup.group_of.push_back(0);
}

void add_box(TriangleSoup& soup, DVec3 min, DVec3 max, uint8_t top_area) {
    if (soup.groups.empty()) soup.groups.resize(1);
    const auto first = uint32_t(soup.vertices.size());
    for (const double y : {min.y, max.y}) {
        soup.vertices.insert(soup.vertices.end(), {{min.x, y, min.z}, {min.x, y, max.z}, {max.x, y, max.z}, {max.x, y, min.z}});
    }
    const auto quad = [&](uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint8_t area) {
        soup.triangles.push_back({first + a, first + b, first + c});
        soup.triangles.push_back({first + a, first + c, first + d});
        soup.areas.insert(soup.areas.end(), 2, area);
        soup.group_of.insert(soup.group_of.end(), 2, 0);
    };
    quad(4, 5, 6, 7, top_area);
    quad(3, 2, 1, 0, kNullArea);
    for (uint32_t k = 0; k < 4; ++k)
        quad(k, (k + 1) % 4, 4 + (k + 1) % 4, 4 + k, kNullArea);
}

}  // namespace navspan::support
