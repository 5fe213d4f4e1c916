// Bakes a large level in tiles with a cache, changes the level, and bakes only the affected tiles again.
// Usage: tile_cache [LEVEL.obj [CACHE_FOLDER]]

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "navspan/io.h"

namespace {

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

// Adds a table: a horizontal square that faces up.
void add_table(navspan::TriangleSoup& soup, navspan::DVec3 corner, double side) {
    const uint32_t first = uint32_t(soup.vertices.size());
    const auto group = uint32_t(soup.groups.size());
    soup.groups.push_back({.object = "table", .material = {}, .group = {}});
    for (const navspan::DVec3 step : {navspan::DVec3{0, 0, 0}, {0, 0, side}, {side, 0, side}, {side, 0, 0}})
        soup.vertices.push_back(corner + step);
    for (const std::array<uint32_t, 3> t : {std::array<uint32_t, 3>{0, 1, 2}, {0, 2, 3}}) {
        soup.triangles.push_back({first + t[0], first + t[1], first + t[2]});
        soup.areas.push_back(navspan::kDefaultArea);
        soup.group_of.push_back(group);
    }
}

// Bakes the soup with the cache and prints how many tiles came from the cache.
navspan::Result<navspan::NavMesh> bake(const char* what, const navspan::TriangleSoup& soup, const navspan::BakeConfig& config,
                                       navspan::TileCache& cache) {
    const navspan::TileCacheCounts before = cache.counts();
    const navspan::NavMeshInfo info = navspan::nav_mesh_info(config, navspan::config_json(config), "my tool 1.0");
    navspan::Result<navspan::NavMesh> mesh = navspan::bake_nav_mesh(soup, config, info, {.threads = 0, .cache = &cache});
    if (!mesh) return mesh;
    const navspan::TileCacheCounts after = cache.counts();
    std::printf("%s: %d tiles baked, %d from the cache\n", what, int(after.missing - before.missing),
                int(after.found - before.found));
    return mesh;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string level = argc > 1 ? argv[1] : "data/scenes/terrain.obj";
    const std::string folder = argc > 2 ? argv[2] : "out/tile_cache";
    navspan::Result<navspan::LoadedScene> scene = navspan::load_obj(std::vector<std::string>{level});
    if (!scene) return fail(scene.error());

    // Tile borders are fixed in the world. Several processes may share a cache folder.
    navspan::BakeConfig config;
    config.tiles.size = 64 * config.voxels.cell_size;
    navspan::Result<navspan::TileCache> cache = navspan::TileCache::open({.folder = folder, .max_bytes = 1 << 30});
    if (!cache) return fail(cache.error());

    // With an empty folder, the first bake bakes all tiles, and the second bake takes them from the cache.
    for (const char* what : {"first bake", "second bake"})
        if (const auto mesh = bake(what, scene->soup, config, *cache); !mesh) return fail(mesh.error());

    // A new object affects a tile only if the object touches the tile or its halo.
    add_table(scene->soup, {40, 30, 40}, 2);
    const navspan::Result<navspan::NavMesh> mesh = bake("after a change", scene->soup, config, *cache);
    if (!mesh) return fail(mesh.error());

    // If the cache cannot be read or written, the bake is slower but correct.
    for (const navspan::Warning& warning : cache->warnings())
        std::fprintf(stderr, "warning: %s\n", warning.message.c_str());

    navspan::SearchScratch scratch;
    const auto path = navspan::find_path(*mesh, scratch, {.start = {4, 6, 4}, .goal = {92, 0, 92}});
    if (!path) return fail(path.error());
    std::printf("path over the hills: %s, %.2f m\n", navspan::status_name(path->status), path->length_xz);
    return 0;
}
