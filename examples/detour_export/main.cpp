// Writes a level in Detour's format, loads it with Detour, and compares Detour's paths with navspan's. This export is for games
// that use Detour at run time.
// Usage: detour_export [LEVEL.nav [OUTPUT.bin]]

#include <DetourNavMesh.h>
#include <DetourNavMeshQuery.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "navspan/io.h"

namespace {

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

// The headers of RecastDemo's file format.
struct SetHeader {
    int32_t magic, version, tiles;
    dtNavMeshParams params;
};
struct TileHeader {
    dtTileRef ref;
    int32_t size;
};

// Loads a set of tiles like RecastDemo's Sample::loadAll. Trusts the sizes in the file, because navspan wrote it.
bool load_tiles(const std::vector<std::byte>& bytes, dtNavMesh& mesh) {
    SetHeader set;
    std::memcpy(&set, bytes.data(), sizeof set);
    if (set.magic != 0x4d534554 || set.version != 1 || dtStatusFailed(mesh.init(&set.params))) return false;  // "MSET"
    const std::byte* at = bytes.data() + sizeof set;
    for (int32_t i = 0; i < set.tiles; ++i) {
        TileHeader tile;
        std::memcpy(&tile, at, sizeof tile);
        auto* data = static_cast<unsigned char*>(dtAlloc(size_t(tile.size), DT_ALLOC_PERM));
        std::memcpy(data, at + sizeof tile, size_t(tile.size));
        if (dtStatusFailed(mesh.addTile(data, tile.size, DT_TILE_FREE_DATA, tile.ref, nullptr))) return false;
        at += sizeof tile + size_t(tile.size);
    }
    return true;
}

// Returns the length of Detour's path seen from above, or -1 if no path reaches the goal.
double detour_length(const dtNavMeshQuery& query, const float* from, const float* to) {
    constexpr int kMost = 256;
    const float reach[3] = {1, 2, 1};
    const dtQueryFilter filter;
    dtPolyRef first = 0, last = 0, polygons[kMost];
    float start[3], goal[3], points[3 * kMost];
    int polygon_count = 0, point_count = 0;
    query.findNearestPoly(from, reach, &filter, &first, start);
    query.findNearestPoly(to, reach, &filter, &last, goal);
    query.findPath(first, last, start, goal, &filter, polygons, &polygon_count, kMost);
    if (polygon_count == 0 || polygons[polygon_count - 1] != last) return -1;
    query.findStraightPath(start, goal, polygons, polygon_count, points, nullptr, nullptr, &point_count, kMost);
    double length = 0;
    for (const float* p = points + 3; p < points + 3 * point_count; p += 3)
        length += std::hypot(double(p[0]) - p[-3], double(p[2]) - p[-1]);
    return length;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string level = argc > 1 ? argv[1] : "out/courtyard.nav";
    const std::string output = argc > 2 ? argv[2] : "out/courtyard.bin";
    const navspan::Result<navspan::NavMesh> mesh = navspan::read_nav_mesh(level);
    if (!mesh) return fail(mesh.error());

    // Detour cannot represent all off-mesh links and costs. Each lost link or changed cost causes a warning.
    const navspan::Result<navspan::DetourFile> file = navspan::detour_file(*mesh, navspan::DetourRefs::bits32);
    if (!file) return fail(file.error());
    for (const navspan::Warning& warning : file->warnings)
        std::fprintf(stderr, "warning: %s\n", warning.message.c_str());
    const navspan::Status written = navspan::write_file_atomically(output, file->bytes);
    if (!written) return fail(written.error());

    const std::unique_ptr<dtNavMesh, decltype(&dtFreeNavMesh)> detour(dtAllocNavMesh(), dtFreeNavMesh);
    const std::unique_ptr<dtNavMeshQuery, decltype(&dtFreeNavMeshQuery)> query(dtAllocNavMeshQuery(), dtFreeNavMeshQuery);
    if (!load_tiles(file->bytes, *detour) || dtStatusFailed(query->init(detour.get(), 2048)))
        return fail({.message = "Detour refuses the tiles"});

    navspan::SearchScratch scratch;
    const auto path = navspan::find_path(*mesh, scratch, {.start = {12, 0, 28}, .goal = {57, 0, 31}});
    if (!path) return fail(path.error());
    const float from[3] = {12, 0, 28}, to[3] = {57, 0, 31};
    std::printf("%zu polygons for Detour; path: Detour %.2f m, navspan %.2f m\n", file->polygons,
                detour_length(*query, from, to), path->length_xz);
    return 0;
}
