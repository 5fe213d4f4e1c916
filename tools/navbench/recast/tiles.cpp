// Bakes a tiled world with librecast and Detour like a typical application.
//
// All tiles share the level's float vertices; each tile has its own triangle indices. All grids start at the lowest height of
// the level. The polygons of a tile become a Detour tile with a bounding volume tree. One Detour mesh holds all tiles.

#include "navbench/recast/tiles.h"

#include <DetourNavMeshBuilder.h>

#include <algorithm>

#include "bake/voxelize/rasterize.h"
#include "core/floor_div.h"
#include "core/parallel.h"
#include "navbench/recast/stages.h"

namespace navspan::bench {
namespace {

struct DetourData {
    unsigned char* data = nullptr;
    int size = 0;
};

}  // namespace

support::RecastBake tile_bake(const RecastWorld& world, const RecastTile& tile) {
    support::RecastBake bake;
    bake.config = world.config;
    bake.grid = tile.grid;
    bake.border = world.border;
    bake.vertices = world.vertices, bake.triangles = tile.triangles, bake.wanted_areas = tile.areas;
    const Lattice& lattice = world.config.lattice;
    bake.cs = float(lattice.cell_size);
    bake.ch = float(lattice.cell_height);
    bake.bmin[0] = float(lattice.cell_size * tile.grid.x0);
    bake.bmin[1] = float(lattice.cell_height * tile.grid.y0);
    bake.bmin[2] = float(lattice.cell_size * tile.grid.z0);
    bake.bmax[0] = float(lattice.cell_size * (tile.grid.x0 + tile.grid.width));
    bake.bmax[1] = float(lattice.cell_height * (tile.grid.y0 + RC_SPAN_MAX_HEIGHT));
    bake.bmax[2] = float(lattice.cell_size * (tile.grid.z0 + tile.grid.depth));
    return bake;
}

namespace {

// Runs all enabled stages of a tile up to the detail mesh.
support::RecastBake run_recast_stages(const RecastWorld& world, const RecastTile& tile) {
    support::RecastBake bake = tile_bake(world, tile);
    for (const auto& [stage, run, on] : support::recast_stages(bake.config)) {
        if (on) run(bake);
        if (stage == Stage::compact_heightfield) bake.solid.reset();
    }
    return bake;
}

DetourData detour_tile(int32_t tile_x, int32_t tile_z, support::RecastBake& bake, const BakeConfig& config) {
    rcPolyMesh& mesh = *bake.mesh;
    if (mesh.npolys == 0) return {};
    for (int i = 0; i < mesh.npolys; ++i)
        mesh.flags[i] = 1;
    dtNavMeshCreateParams p{};
    p.verts = mesh.verts, p.vertCount = mesh.nverts;
    p.polys = mesh.polys, p.polyAreas = mesh.areas, p.polyFlags = mesh.flags, p.polyCount = mesh.npolys, p.nvp = mesh.nvp;
    p.detailMeshes = bake.detail->meshes, p.detailVerts = bake.detail->verts, p.detailVertsCount = bake.detail->nverts;
    p.detailTris = bake.detail->tris, p.detailTriCount = bake.detail->ntris;
    p.walkableHeight = float(config.agent.height), p.walkableRadius = float(config.agent.radius);
    p.walkableClimb = float(config.agent.max_climb);
    p.tileX = tile_x, p.tileY = tile_z;
    p.cs = mesh.cs, p.ch = mesh.ch, p.buildBvTree = true;
    std::copy_n(mesh.bmin, 3, p.bmin);
    std::copy_n(mesh.bmax, 3, p.bmax);
    DetourData out;
    support::require_recast(dtCreateNavMeshData(&p, &out.data, &out.size), "dtCreateNavMeshData");
    return out;
}

DetourPtr link(const RecastWorld& world, const std::vector<DetourData>& tiles, size_t& bytes) {
    DetourPtr mesh(dtAllocNavMesh());
    dtNavMeshParams params{};
    const double size = world.config.lattice.cell_size;
    params.tileWidth = params.tileHeight = float(world.config.tile_size * size);
    int tile_bits = 1;
    while ((size_t{1} << tile_bits) < tiles.size())
        ++tile_bits;
    params.maxTiles = 1 << tile_bits;
    params.maxPolys = 1 << std::max(22 - tile_bits, 1);
    support::require_recast(dtStatusSucceed(mesh->init(&params)), "dtNavMesh::init");
    bytes = 0;
    for (const DetourData& tile : tiles) {
        if (!tile.data) continue;
        bytes += size_t(tile.size);
        const dtStatus added = mesh->addTile(tile.data, tile.size, DT_TILE_FREE_DATA, 0, nullptr);
        support::require_recast(dtStatusSucceed(added), "dtNavMesh::addTile");
    }
    return mesh;
}

}  // namespace

Result<RecastWorld> recast_world(const TriangleSoup& soup, const VoxelConfig& config) {
    const Result<Grid> grid = grid_of(soup, config.lattice, config.walkable_height);
    if (!grid) return grid.error();
    RecastWorld world{config, *grid, config.walkable_radius + 3, {}, {}, soup.areas, {}};
    for (const DVec3& v : soup.vertices) {
        const DVec3 p = v - config.lattice.origin;
        world.vertices.insert(world.vertices.end(), {float(p.x), float(p.y), float(p.z)});
    }
    for (const auto& t : soup.triangles)
        world.triangles.insert(world.triangles.end(), {int(t[0]), int(t[1]), int(t[2])});
    world.tiles = find_tiles(world);
    return world;
}

std::vector<RecastTile> find_tiles(const RecastWorld& world) {
    const Grid& level = world.grid;
    const int32_t size = world.config.tile_size, side = size + 2 * world.border;
    const int32_t low_x = floor_div(level.x0, size), low_z = floor_div(level.z0, size);
    const int32_t columns = floor_div(level.x0 + level.width, size) - low_x + 1;
    const int32_t rows = floor_div(level.z0 + level.depth, size) - low_z + 1;
    std::vector<RecastTile> tiles;
    for (int32_t z = low_z; z < low_z + rows; ++z) {
        for (int32_t x = low_x; x < low_x + columns; ++x)
            tiles.push_back({x, z, {x * size - world.border, z * size - world.border, level.y0, side, side}, {}, {}});
    }
    // Tile index relative to the first tile. Truncation equals floor here, because negative values are clamped to 0.
    const float per_unit = float(1 / (world.config.lattice.cell_size * size)), border = float(world.border) / float(size);
    const auto tile_at = [&](float v, float grow, int32_t low, int32_t count) {
        return std::clamp(int32_t(v * per_unit - float(low) + grow), 0, count - 1);
    };
    const auto for_each_tile = [&](size_t triangle, auto visit) {
        const int* t = &world.triangles[3 * triangle];
        const float *a = &world.vertices[3 * size_t(t[0])], *b = &world.vertices[3 * size_t(t[1])],
                    *c = &world.vertices[3 * size_t(t[2])];
        const int32_t x0 = tile_at(std::min({a[0], b[0], c[0]}), -border, low_x, columns);
        const int32_t x1 = tile_at(std::max({a[0], b[0], c[0]}), border, low_x, columns);
        const int32_t z0 = tile_at(std::min({a[2], b[2], c[2]}), -border, low_z, rows);
        const int32_t z1 = tile_at(std::max({a[2], b[2], c[2]}), border, low_z, rows);
        for (int32_t z = z0; z <= z1; ++z) {
            for (int32_t x = x0; x <= x1; ++x)
                visit(size_t(z) * size_t(columns) + size_t(x));
        }
    };
    std::vector<size_t> count(tiles.size());
    for (size_t i = 0; i < world.areas.size(); ++i)
        for_each_tile(i, [&](size_t t) { ++count[t]; });
    for (size_t t = 0; t < tiles.size(); ++t) {
        tiles[t].triangles.reserve(3 * count[t]);
        tiles[t].areas.reserve(count[t]);
    }
    for (size_t i = 0; i < world.areas.size(); ++i) {
        const int* corners = &world.triangles[3 * i];
        for_each_tile(i, [&](size_t t) {
            tiles[t].triangles.insert(tiles[t].triangles.end(), corners, corners + 3);
            tiles[t].areas.push_back(world.areas[i]);
        });
    }
    std::erase_if(tiles, [](const RecastTile& tile) { return tile.areas.empty(); });
    return tiles;
}

const char* bake_span_name(BakeSpan span) {
    constexpr std::array<const char*, 3> names{"stages only", "from lists to a linked mesh", "from triangles to a linked mesh"};
    return names[size_t(span)];
}

const char* bake_span_help(BakeSpan span) {
    constexpr std::array<const char*, 3> helps{
        "both sides get each tile's triangles and end with its detail mesh; planning, packing and linking are not timed",
        "librecast gets each tile's triangles without being timed for it, navspan finds them; both end with a mesh that finds "
        "paths, Detour's by dtCreateNavMeshData and addTile",
        "the same, but librecast is also timed for making its lists of triangles: each triangle goes to the tiles that its "
        "bounding box touches"};
    return helps[size_t(span)];
}

DetourPtr recast_bake(const RecastWorld& world, const BakeConfig& config, BakeSpan span, unsigned threads, size_t& bytes) {
    std::vector<RecastTile> found;
    if (span == BakeSpan::triangles_to_mesh) found = find_tiles(world);
    const std::vector<RecastTile>& tiles = span == BakeSpan::triangles_to_mesh ? found : world.tiles;
    std::vector<DetourData> done(tiles.size());
    parallel_for(tiles.size(), {.threads = threads}, [&](size_t t, unsigned) {
        support::RecastBake bake = run_recast_stages(world, tiles[t]);
        if (span != BakeSpan::stages_only) done[t] = detour_tile(tiles[t].tile_x, tiles[t].tile_z, bake, config);
    });
    if (span == BakeSpan::stages_only) return nullptr;
    return link(world, done, bytes);
}

DetourPtr detour_mesh(support::RecastBake& bake, const BakeConfig& config) {
    const DetourData tile = detour_tile(0, 0, bake, config);
    DetourPtr mesh(dtAllocNavMesh());
    if (!tile.data) return mesh;
    support::require_recast(dtStatusSucceed(mesh->init(tile.data, tile.size, DT_TILE_FREE_DATA)), "dtNavMesh::init");
    return mesh;
}

}  // namespace navspan::bench
