// Tests the import of Detour tile sets: files that we have exported, and damaged files.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "io/detour/level_file.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/core/hash.h"
#include "navspan/io/detour_file.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/path.h"
#include "support/bakes/methods.h"
#include "support/builders/ground_sampler.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/scenes/scenes.h"

namespace navspan {
namespace {

using Bytes = std::vector<std::byte>;

ImportedDetour import(const Bytes& bytes) {
    Result<ImportedDetour> imported = parse_detour_file(bytes);
    EXPECT_TRUE(imported.ok()) << (imported.ok() ? "" : imported.error().message);
    if (!imported) return {};
    CheckReport report;
    check_nav_mesh(imported->mesh, report);
    EXPECT_TRUE(report.ok()) << (report.ok() ? "" : report.failures.front());
    return *std::move(imported);
}

// Checks that both meshes have the same area and the same path lengths between random points.
void expect_same_level(const NavMesh& mesh, const NavMesh& other, int pairs) {
    EXPECT_EQ(mesh.islands.size(), other.islands.size());
    double area = 0, other_area = 0;
    for (const Island& island : mesh.islands)
        area += island.area;
    for (const Island& island : other.islands)
        other_area += island.area;
    EXPECT_NEAR(area, other_area, 1e-5 * area);
    SearchScratch scratch;
    const support::GroundSampler ground(mesh);
    RandomSequence random{5};
    for (int i = 0; i < pairs; ++i) {
        const SurfacePoint from = ground.point(random), to = ground.point(random);
        const PathRequest request{.start = from.position, .goal = to.position};
        const Result<Path> a = find_path(mesh, scratch, request), b = find_path(other, scratch, request);
        ASSERT_TRUE(a.ok() && b.ok());
        ASSERT_EQ(a->status, b->status) << "pair " << i;
        if (a->status == PathStatus::complete) {
            EXPECT_NEAR(a->length_xz, b->length_xz, 1e-3 * (1 + a->length_xz)) << "pair " << i;
        }
    }
}

TEST(DetourImport, RoundTripKeepsPaths) {
    for (const std::string& scene : support::all_scene_paths()) {
        for (const double tile_size : {0.0, 19.2}) {
            SCOPED_TRACE(scene + (tile_size > 0 ? " in tiles" : ""));
            const NavMesh mesh = support::baked_scene(scene, tile_size);
            const Result<DetourFile> file = detour_file(mesh, DetourRefs::bits32);
            ASSERT_TRUE(file.ok());
            const ImportedDetour imported = import(file->bytes);
            for (const Warning& warning : imported.warnings)
                ADD_FAILURE() << warning.message;
            expect_same_level(mesh, imported.mesh, 1000);
        }
    }
}

TEST(DetourImport, WideReferencesGiveTheSameMesh) {
    const NavMesh mesh = support::baked_scene(support::own_scene_paths()[0], 19.2);
    const ImportedDetour narrow = import(detour_file(mesh, DetourRefs::bits32)->bytes);
    const ImportedDetour wide = import(detour_file(mesh, DetourRefs::bits64)->bytes);
    EXPECT_EQ(detour_file(mesh, DetourRefs(2)).error().kind, ErrorKind::usage);
    EXPECT_EQ(narrow.refs, DetourRefs::bits32);
    EXPECT_EQ(wide.refs, DetourRefs::bits64);
    EXPECT_EQ(serialize_nav_mesh(narrow.mesh), serialize_nav_mesh(wide.mesh));
}

TEST(DetourImport, CellSizeIsRecovered) {
    const NavMesh mesh = support::baked_scene(support::own_scene_paths()[0], 19.2);
    const ImportedDetour imported = import(detour_file(mesh, DetourRefs::bits32)->bytes);
    EXPECT_EQ(imported.mesh.tiles[0]->frame.quantum, mesh.tiles[0]->frame.quantum);
}

NavMesh two_rooms() {
    return support::make_mesh(support::soup_from_picture({"..#..", "..#.."}));
}

OffMeshLink link_at(const NavMesh& mesh, DVec3 start, DVec3 end) {
    const SurfacePoint a = *find_nearest(mesh, start), b = *find_nearest(mesh, end);
    const DVec3 offset = b.position - a.position;
    return {.from = a.polygon,
            .to = b.polygon,
            .start = a.position,
            .end = b.position,
            .cost = std::sqrt(offset.x * offset.x + offset.y * offset.y + offset.z * offset.z),
            .flags = 6,
            .area = 3,
            .user_id = 77,
            .radius = 0.5};
}

TEST(DetourImport, LinksAreaAndFlagsAreKept) {
    const NavMesh mesh = two_rooms();
    const OffMeshLink there = link_at(mesh, {1, 0, 0.5}, {4, 0, 0.5}), back = link_at(mesh, {4, 0, 0.5}, {1, 0, 0.5});
    const OffMeshLink once = link_at(mesh, {1, 0, 1.5}, {4, 0, 1.5});
    const Result<NavMesh> linked = with_links(mesh, {there, back, once});
    ASSERT_TRUE(linked.ok());
    const ImportedDetour imported = import(detour_file(*linked, DetourRefs::bits32)->bytes);
    EXPECT_TRUE(imported.warnings.empty());
    ASSERT_EQ(imported.mesh.links.size(), 3u);
    for (const OffMeshLink& link : imported.mesh.links) {
        EXPECT_EQ(link.flags, 6);
        EXPECT_EQ(link.area, 3);
        EXPECT_EQ(link.user_id, 77u);
        EXPECT_EQ(link.radius, 0.5);
        EXPECT_NEAR(link.cost, 3, 1e-5);
    }
    EXPECT_EQ(imported.mesh.islands.size(), 1u);
}

TEST(DetourImport, ReportsALinkWithoutGround) {
    const NavMesh mesh = two_rooms();
    const Result<NavMesh> linked = with_links(mesh, {link_at(mesh, {1, 0, 0.5}, {4, 0, 0.5})});
    Bytes bytes = detour_file(*linked, DetourRefs::bits32)->bytes;
    const float away = 50;
    std::memcpy(bytes.data() + bytes.size() - 36 + 12, &away, 4);  // x of the link's end; the link is the last block
    const Result<ImportedDetour> imported = parse_detour_file(bytes);
    ASSERT_TRUE(imported.ok()) << imported.error().message;
    ASSERT_EQ(imported->warnings.size(), 1u);
    EXPECT_EQ(imported->warnings[0].code, "link_lost");
    EXPECT_EQ(imported->warnings[0].place->x, 50);
    EXPECT_TRUE(imported->mesh.links.empty());
}

// Byte offsets in a file with one tile and 32-bit references.
constexpr size_t kTile = 48, kTileHeader = 100, kVertices = kTile + kTileHeader;

size_t polygons_at(const Bytes& bytes) {
    int32_t vertices = 0;
    std::memcpy(&vertices, &bytes[kTile + 28], 4);
    return kVertices + size_t(vertices) * 12;
}

TEST(DetourImport, AreaZeroIsGround) {
    Bytes bytes = detour_file(two_rooms(), DetourRefs::bits32)->bytes;
    const size_t at = polygons_at(bytes);
    for (int p = 0; p < 8; ++p)
        bytes[at + size_t(p) * 32 + 31] = std::byte{0};
    const ImportedDetour imported = import(bytes);
    ASSERT_EQ(imported.mesh.info.areas.size(), 1u);
    EXPECT_EQ(imported.mesh.info.areas[0].id, 63);
    EXPECT_EQ(imported.mesh.info.areas[0].name, "ground");
}

TEST(DetourImport, AreaZeroNeedsAFreeId) {
    Bytes bytes = detour_file(support::make_mesh(support::soup_from_picture(
                                  {"................................", "................................"})),
                              DetourRefs::bits32)
                      ->bytes;
    const size_t at = polygons_at(bytes);
    for (int p = 0; p < 64; ++p)
        bytes[at + size_t(p) * 32 + 31] = std::byte(p);
    const Result<ImportedDetour> all = parse_detour_file(bytes);
    ASSERT_FALSE(all.ok());
    EXPECT_EQ(all.error().message,
              "the polygons have area 0 and all of the areas 1 to 63; area 0 is reserved and needs another id, so free one of "
              "the others");
    bytes[at + 7 * 32 + 31] = std::byte{8};
    EXPECT_EQ(import(bytes).mesh.info.areas.size(), 63u);
}

TEST(DetourImport, TilesWithoutPolygonsAreRefused) {
    Bytes bytes = detour_file(two_rooms(), DetourRefs::bits32)->bytes;
    bytes.resize(kTile + kTileHeader);
    const auto size = int32_t(kTileHeader);
    std::memcpy(&bytes[kTile - 4], &size, 4);
    std::memset(&bytes[kTile + 24], 0, 36);  // the counts
    const Result<ImportedDetour> imported = parse_detour_file(bytes);
    ASSERT_FALSE(imported.ok());
    EXPECT_EQ(imported.error().message, "the tile set has no polygons");
}

TEST(DetourImport, AnInvalidHeaderFieldIsNamed) {
    const Bytes valid = detour_file(two_rooms(), DetourRefs::bits32)->bytes;
    const auto message = [&](size_t at) {
        Bytes bytes = valid;
        const float value = -2;
        std::memcpy(&bytes[kTile + at], &value, 4);
        return parse_detour_file(bytes).error().message;
    };
    EXPECT_EQ(message(60), "tile 0 has agent height -2; give 0 to 1e9");
    EXPECT_EQ(message(64), "tile 0 has agent radius -2; give 0 to 1e9");
    EXPECT_EQ(message(68), "tile 0 has maximum climb -2; give 0 to 1e9");
    EXPECT_EQ(message(96), "tile 0 has quantization factor of its tree -2; give 0 to 1e9");
}

TEST(DetourImport, CornersOffTheCellLatticeAreKept) {
    Bytes bytes = detour_file(two_rooms(), DetourRefs::bits32)->bytes;
    float x = 0;
    std::memcpy(&x, &bytes[kVertices], 4);
    x -= 0.07f;
    std::memcpy(&bytes[kVertices], &x, 4);
    const ImportedDetour imported = import(bytes);
    double least = 1;
    const NavTile& tile = *imported.mesh.tiles[0];
    for (uint32_t e = 0; e < tile.half_edges.size(); ++e)
        least = std::min(least, to_world(tile.frame, {double(tile.half_edges[e].x), 0, double(tile.half_edges[e].z)}).x);
    EXPECT_NEAR(least, double(x), 1e-3);
}

TEST(DetourImport, PolygonsThatAreNotConvexAreCut) {
    // Moving a vertex inwards makes the polygon concave.
    PolygonSet set;
    set.vertices = {{0, 0, 0}, {0, 0, 2}, {1, 0, 1.75}, {2, 0, 2}, {2, 0, 0}};
    set.corners = {0, 1, 2, 3, 4};
    set.first_corner = {0, 5};
    set.vertices[2].z = 2.25;
    Bytes bytes = detour_file(*nav_mesh_from_polygons(set), DetourRefs::bits32)->bytes;
    for (size_t v = 0; v < 5; ++v) {
        float z = 0;
        std::memcpy(&z, &bytes[kVertices + 12 * v + 8], 4);
        if (z == 2.25f) z = 1.75f;
        std::memcpy(&bytes[kVertices + 12 * v + 8], &z, 4);
    }
    const ImportedDetour imported = import(bytes);
    ASSERT_EQ(imported.warnings.size(), 1u);
    EXPECT_EQ(imported.warnings[0].code, "polygon_cut");
    EXPECT_GT(imported.mesh.polygon_count(), 1u);
    EXPECT_EQ(imported.mesh.islands.size(), 1u);
    EXPECT_NEAR(imported.mesh.islands[0].area, 3.75, 1e-9);
}

struct Writer {
    Bytes bytes;
    template <class... T>
    void put(T... values) {
        const auto add = [&](auto value) {
            const auto* first = reinterpret_cast<const std::byte*>(&value);
            bytes.insert(bytes.end(), first, first + sizeof value);
        };
        (add(values), ...);
    }
};

// Returns a Detour tile with a column of `count` quads along +z. The quads reach from x to x + 8, and each is `depth` deep.
// @param portal  side of the column that is on the seam; 0: +x, 4: -x
Bytes row_tile(int32_t tile_x, float x, int32_t count, float depth, int portal) {
    Writer w;
    w.put(int32_t{0x444e4156}, int32_t{7}, tile_x, int32_t{0}, int32_t{0}, 0u);
    w.put(count, 2 * count + 2, int32_t{0}, count, int32_t{0}, 2 * count, int32_t{0}, int32_t{0}, count);
    w.put(2.0f, 0.5f, 0.5f, 0.0f, 0.0f, 0.0f, 16.0f, 1.0f, depth * float(count), 1.0f);
    for (int32_t i = 0; i <= count; ++i)
        w.put(x, 0.0f, depth * float(i), x + 8, 0.0f, depth * float(i));
    for (int32_t i = 0; i < count; ++i) {
        const auto v = uint16_t(2 * i);
        const uint16_t out = uint16_t(0x8000 | portal), none = 0;
        w.put(0u, v, uint16_t(v + 2), uint16_t(v + 3), uint16_t(v + 1), none, none);
        w.put(portal == 4 ? out : none, uint16_t(i + 1 < count ? i + 2 : 0), portal == 0 ? out : none, uint16_t(i), none, none);
        w.put(uint16_t{1}, uint8_t{4}, uint8_t{1});
    }
    for (int32_t i = 0; i < count; ++i)
        w.put(0u, uint32_t(2 * i), uint8_t{0}, uint8_t{2}, uint16_t{0});
    for (int32_t i = 0; i < count; ++i)
        w.put(uint32_t{0x00020100}, uint32_t{0x00030200});
    return w.bytes;
}

TEST(DetourImport, EdgeMayHaveAnyNumberOfNeighbours) {
    // One quad is on one side of the seam, and 20 000 quads are on the other side.
    constexpr int32_t kCount = 20'000;
    Writer w;
    w.put(int32_t{0x4d534554}, int32_t{1}, int32_t{2}, 0.0f, 0.0f, 0.0f, 8.0f, 0.125f * kCount, int32_t{4}, int32_t{0x8000});
    for (const Bytes& tile : {row_tile(0, 0, 1, 0.125f * kCount, 0), row_tile(1, 8, kCount, 0.125f, 4)}) {
        w.put(1u, int32_t(tile.size()));
        w.bytes.insert(w.bytes.end(), tile.begin(), tile.end());
    }
    const Result<ImportedDetour> imported = parse_detour_file(w.bytes);
    ASSERT_TRUE(imported.ok()) << imported.error().message;
    EXPECT_TRUE(imported->warnings.empty());
    const NavTile& tile = *imported->mesh.tiles[0];
    ASSERT_EQ(tile.polygons.size(), size_t{kCount} + 1);
    EXPECT_EQ(tile.polygons[0].edge_count, uint32_t{kCount} + 3);
    EXPECT_EQ(imported->mesh.islands.size(), 1u);
    size_t ways = 0;
    for (uint32_t e = 0; e < tile.polygons[0].edge_count; ++e)
        ways += tile.half_edges[e].twin != kNoIndex;
    EXPECT_EQ(ways, size_t{kCount});
}

TEST(DetourImport, UpsideDownLevelsAreRefused) {
    Bytes bytes = detour_file(two_rooms(), DetourRefs::bits32)->bytes;
    for (size_t at = kVertices; at < polygons_at(bytes); at += 12) {
        float z = 0;
        std::memcpy(&z, &bytes[at + 8], 4);
        z = -z;
        std::memcpy(&bytes[at + 8], &z, 4);
    }
    const Result<ImportedDetour> imported = parse_detour_file(bytes);
    ASSERT_FALSE(imported.ok());
    EXPECT_EQ(imported.error().message, "tile 0 (0, 0): polygon 0 runs clockwise seen from above; y must point up");
}

TEST(DetourImport, EveryPrefixIsRefused) {
    const Bytes bytes = detour_file(two_rooms(), DetourRefs::bits32)->bytes;
    for (size_t size = 0; size < bytes.size(); ++size)
        EXPECT_FALSE(parse_detour_file({bytes.data(), size}).ok()) << size;
    Bytes longer = bytes;
    longer.push_back({});
    EXPECT_FALSE(parse_detour_file(longer).ok());
}

TEST(DetourImport, FormatIsDetectedByTheFirstBytes) {
    const NavMesh mesh = two_rooms();
    const Result<LevelFile> ours = parse_level(serialize_nav_mesh(mesh));
    ASSERT_TRUE(ours.ok());
    EXPECT_EQ(ours->format, ".nav format " + std::to_string(kNavFormatVersion));
    const Result<LevelFile> theirs = parse_level(detour_file(mesh, DetourRefs::bits64)->bytes);
    ASSERT_TRUE(theirs.ok());
    EXPECT_EQ(theirs->format, "Detour tile set, 64-bit references, 1 tile");
    EXPECT_EQ(theirs->meshes.size(), 1u);
    EXPECT_FALSE(parse_level({}).ok());
}

TEST(DetourExport, RefusesTileCoordinatesOutOfRange) {
    NavTile tile = support::make_tile(support::soup_from_picture({"."}));
    tile.tile_x = std::numeric_limits<int32_t>::min();
    NavTile other = tile;
    other.tile_x = 0;
    const Result<NavMesh> mesh = link_tiles({tile, other}, support::make_info());
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    const Result<DetourFile> file = detour_file(*mesh, DetourRefs::bits64);
    ASSERT_FALSE(file.ok());
    EXPECT_EQ(
        file.error().message,
        "tile (0, 0) is 2^31 tiles or more away from another tile, which exceeds Detour's tile coordinates; use larger tiles");
}

}  // namespace
}  // namespace navspan
