// Bakes levels with librecast, loads them with Detour, saves them in RecastDemo's format and imports them. The imported mesh
// must have the same ground and the same paths.

#include <DetourNavMeshQuery.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "navbench/recast/tiles.h"
#include "navspan/core/hash.h"
#include "navspan/io/detour_file.h"
#include "navspan/io/scene.h"
#include "navspan/query/path.h"
#include "navspan/query/random_point.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/scenes/scenes.h"

namespace navspan {
namespace {

constexpr int kImportPairs = 1000;
constexpr int kNodes = 65535;

using Bytes = std::vector<std::byte>;

template <class T>
void put(Bytes& to, const T& value) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
    to.insert(to.end(), bytes, bytes + sizeof value);
}

// Saves a loaded mesh in RecastDemo's format. The tile data includes the links that Detour has created.
Bytes save(const dtNavMesh& mesh) {
    Bytes bytes;
    int32_t tiles = 0;
    for (int i = 0; i < mesh.getMaxTiles(); ++i)
        tiles += mesh.getTile(i)->header && mesh.getTile(i)->dataSize;
    put(bytes, int32_t{0x4d534554});
    put(bytes, int32_t{1});
    put(bytes, tiles);
    put(bytes, *mesh.getParams());
    for (int i = 0; i < mesh.getMaxTiles(); ++i) {
        const dtMeshTile* const tile = mesh.getTile(i);
        if (!tile->header || !tile->dataSize) continue;
        put(bytes, mesh.getTileRef(tile));
        put(bytes, int32_t(tile->dataSize));
        const auto* const data = reinterpret_cast<const std::byte*>(tile->data);
        bytes.insert(bytes.end(), data, data + tile->dataSize);
    }
    return bytes;
}

// Returns the length of Detour's path [wu], or a negative number if no path reaches the goal.
double detour_path(dtNavMeshQuery& query, const DVec3& from, const DVec3& to) {
    static std::vector<dtPolyRef> polygons(kNodes);
    static std::vector<float> points(size_t{3} * kNodes);
    const dtQueryFilter filter;
    const float reach[3] = {0.1f, 1, 0.1f};
    float start[3] = {float(from.x), float(from.y), float(from.z)}, goal[3] = {float(to.x), float(to.y), float(to.z)};
    dtPolyRef first = 0, last = 0;
    query.findNearestPoly(start, reach, &filter, &first, nullptr);
    query.findNearestPoly(goal, reach, &filter, &last, nullptr);
    int count = 0, corners = 0;
    query.findPath(first, last, start, goal, &filter, polygons.data(), &count, kNodes);
    if (!first || count == 0 || polygons[size_t(count) - 1] != last) return -1;
    query.findStraightPath(start, goal, polygons.data(), count, points.data(), nullptr, nullptr, &corners, kNodes);
    double length = 0;
    for (size_t i = 1; i < size_t(corners); ++i)
        length += std::hypot(double(points[3 * i]) - points[3 * i - 3], double(points[3 * i + 2]) - points[3 * i - 1]);
    return length;
}

BakeConfig recast_profile_config(double tile_size) {
    BakeConfig config;
    config.profile = Profile::recast;
    config.tiles.size = tile_size;
    return config;
}

void expect_same_paths(const std::string& scene, double tile_size) {
    const TriangleSoup soup = support::load_scene(scene);
    const BakeConfig config = recast_profile_config(tile_size);
    const Result<VoxelConfig> voxels = to_voxels(config);
    ASSERT_TRUE(voxels.ok());
    const Result<bench::RecastWorld> world = bench::recast_world(soup, *voxels);
    ASSERT_TRUE(world.ok());
    size_t size = 0;
    const bench::DetourPtr detour = bench::recast_bake(*world, config, bench::BakeSpan::lists_to_mesh, 1, size);
    const Result<ImportedDetour> imported = parse_detour_file(save(*detour));
    ASSERT_TRUE(imported.ok()) << imported.error().message;
    for (const Warning& warning : imported->warnings)
        ADD_FAILURE() << warning.message;
    const Status valid = validate_nav_mesh(imported->mesh);
    EXPECT_TRUE(valid.ok()) << valid.error().message;
    EXPECT_EQ(imported->mesh.tiles[0]->frame.quantum, config.voxels.cell_size);

    const NavMesh& mesh = imported->mesh;
    dtNavMeshQuery query;
    ASSERT_TRUE(dtStatusSucceed(query.init(detour.get(), kNodes)));
    SearchScratch scratch;
    std::vector<PointSampler> samplers(mesh.islands.size());
    for (size_t i = 0; i < samplers.size(); ++i)
        EXPECT_TRUE(sample_reachable(mesh, scratch, {.start = support::point_in(mesh.islands[i].first)}, samplers[i]).ok());
    RandomSequence random{7};
    const auto point = [&] {
        const auto polygon = uint32_t(random.unit() * mesh.polygon_count());
        return random_point(mesh, samplers[island_of(mesh, polygon_ref(mesh, polygon))], random)->position;
    };
    int ways = 0, other = 0;
    double ours = 0, theirs = 0;
    for (int i = 0; i < kImportPairs; ++i) {
        const DVec3 from = point(), to = point();
        const Result<Path> path = find_path(mesh, scratch, {.start = from, .goal = to, .method = PathMethod::exact});
        ASSERT_TRUE(path.ok());
        const double length = detour_path(query, from, to);
        other += (length >= 0) != (path->status == PathStatus::complete);
        if (length < 0 || path->status != PathStatus::complete) continue;
        ++ways;
        EXPECT_LE(path->length_xz, length * (1 + 1e-3) + 1e-2) << "pair " << i;
        ours += path->length_xz;
        theirs += length;
    }
    EXPECT_GT(ways, kImportPairs / 4);
    EXPECT_LE(theirs, 1.1 * ours);
    EXPECT_LE(other, kImportPairs / 100);
}

TEST(DetourImport, PathsThroughRecastLevelsEqualDetourPaths) {
    for (const std::string& scene : support::all_scene_paths()) {
        for (const double tile_size : {600.0, 19.2}) {
            SCOPED_TRACE(scene + " in tiles of " + std::to_string(tile_size));
            expect_same_paths(scene, tile_size);
        }
    }
}

}  // namespace
}  // namespace navspan
