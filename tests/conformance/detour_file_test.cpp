// Tests exported Detour files: loads them with Detour and compares its query results with ours.

#include "navspan/io/detour_file.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "detour_client.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/path.h"
#include "navspan/query/raycast.h"
#include "support/bakes/methods.h"
#include "support/builders/ground_sampler.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/scenes/polygon_scenes.h"
#include "support/scenes/scenes.h"

namespace navspan {
namespace {

constexpr int kFilePairs = 1000;
constexpr double kFloatSlack = 1e-4;  // tolerance for 32-bit floats: relative for lengths, absolute for positions [wu]

// Checks that Detour can cross every linked seam edge in both directions.
void expect_open_seams(const NavMesh& mesh, DetourClient& detour) {
    constexpr double kStep = 0.01;  // distance from the seam on each side [wu]
    int steps = 0, lost = 0;
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        const NavTile& tile = *mesh.tiles[slot];
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            const uint32_t twin = tile.half_edges[e].twin;
            if (twin == kNoIndex || !(twin & kSeamBit) || !twin_of(mesh, {slot, e}).valid()) continue;
            const uint32_t first = tile.polygons[tile.edge_polygon[e]].first_edge;
            const DVec3 a = to_world(tile.frame, detail_corner(tile, tile.polygons[tile.edge_polygon[e]], e - first));
            const uint32_t next = next_edge(tile, e);
            const DVec3 b = to_world(tile.frame, detail_corner(tile, tile.polygons[tile.edge_polygon[e]], next - first));
            const double length = std::hypot(b.x - a.x, b.z - a.z);
            const DVec3 across{(b.z - a.z) / length * kStep, 0, (a.x - b.x) / length * kStep};
            const DVec3 middle = (a + b) * 0.5;
            Point on, from = narrow(middle - across), to = narrow(middle + across);
            if (!detour.nearest(from, on) || length_xz(from, on) > 1e-3 || !detour.nearest(to, on) || length_xz(to, on) > 1e-3)
                continue;
            ++steps;
            lost += detour.free_share(from, to) < 1 || detour.free_share(to, from) < 1;
        }
    }
    EXPECT_EQ(lost, 0) << "of " << steps;
}

// Checks that Detour and our queries agree at random points. They must find the same heights, connect the same pairs and hit
// the same walls. Detour must not find a path shorter than our path.
void expect_same_answers(const NavMesh& mesh) {
    const Result<DetourFile> file = detour_file(mesh, DetourRefs::bits32);
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_TRUE(file->warnings.empty());
    DetourClient detour(file->bytes);
    expect_open_seams(mesh, detour);
    SearchScratch scratch;
    const support::GroundSampler ground(mesh);
    RandomSequence random{11};
    int other_rays = 0, other_heights = 0, ways = 0;
    double ours = 0, theirs = 0;
    // If few pairs are connected, as on levels with many islands, test up to twice as many pairs.
    for (int i = 0; i < kFilePairs || (ways <= kFilePairs / 4 && i < 2 * kFilePairs); ++i) {
        SCOPED_TRACE("pair " + std::to_string(i));
        const SurfacePoint from = ground.point(random), to = ground.point(random);
        const Point start = narrow(from.position), goal = narrow(to.position);
        Point on;
        ASSERT_NE(detour.nearest(start, on), 0u);
        EXPECT_LE(length_xz(start, on), kFloatSlack);
        float y = 0;
        other_heights += !detour.height(start, y) || std::fabs(y - start[1]) > 1e-3;

        const double length = detour.path(start, goal);
        ASSERT_EQ(length >= 0, island_of(mesh, from.polygon) == island_of(mesh, to.polygon));
        if (length >= 0) {
            const Result<Path> path =
                find_path(mesh, scratch, {.start = from.position, .goal = to.position, .method = PathMethod::exact});
            EXPECT_LE(path->length_xz, length * (1 + kFloatSlack) + kFloatSlack);
            ours += path->length_xz;
            theirs += length;
            ++ways;
        }
        RaycastHit hit;
        ASSERT_TRUE(raycast(mesh, {.start = from, .end = to.position}, hit));
        other_rays += std::fabs(hit.t - detour.free_share(start, goal)) > 1e-3;
    }
    EXPECT_GT(ways, kFilePairs / 4);
    EXPECT_LE(theirs, 1.1 * ours);
    // Allow a few differences: Detour may stop a ray at a corner, or select another floor because of rounding.
    EXPECT_LE(other_rays, kFilePairs / 50);
    EXPECT_LE(other_heights, kFilePairs / 50);
}

TEST(DetourFile, DetourAnswersLikeNavspanOnBakedLevels) {
    for (const std::string& scene : support::all_scene_paths()) {
        for (const double tile_size : {0.0, 19.2}) {
            SCOPED_TRACE(scene + (tile_size > 0 ? " in tiles" : ""));
            expect_same_answers(support::baked_scene(scene, tile_size));
        }
    }
}

TEST(DetourFile, DetourAnswersLikeNavspanOnPolygonsOfManyCorners) {
    for (const std::string& scene : support::polygon_scene_paths()) {
        SCOPED_TRACE(scene);
        expect_same_answers(support::load_polygon_scene(scene));
    }
}

NavMesh two_rooms() {
    return support::make_mesh(support::soup_from_picture({"..#.."}));
}

OffMeshLink link_at(const NavMesh& mesh, DVec3 start, DVec3 end, double cost) {
    const SurfacePoint a = *find_nearest(mesh, start), b = *find_nearest(mesh, end);
    return {.from = a.polygon, .to = b.polygon, .start = a.position, .end = b.position, .cost = cost, .flags = 1, .area = 63};
}

TEST(DetourFile, LinksKeepTheirEnds) {
    const NavMesh mesh = two_rooms();
    const OffMeshLink there = link_at(mesh, {1, 0, 0.5}, {4, 0, 0.5}, 3), back = link_at(mesh, {4, 0, 0.5}, {1, 0, 0.5}, 3);
    const Point left{0.5f, 0, 0.5f}, right{4.5f, 0, 0.5f};
    for (const bool both : {false, true}) {
        const Result<NavMesh> linked = with_links(mesh, both ? std::vector{there, back} : std::vector{there});
        const Result<DetourFile> file = detour_file(*linked, DetourRefs::bits32);
        ASSERT_TRUE(file.ok());
        EXPECT_TRUE(file->warnings.empty());
        DetourClient detour(file->bytes);
        EXPECT_GT(detour.path(left, right), 3.9);
        EXPECT_EQ(detour.path(right, left) >= 0, both);
    }
}

TEST(DetourFile, LinksKeepTheirIdsAndRadii) {
    const NavMesh mesh = two_rooms();
    OffMeshLink there = link_at(mesh, {1, 0, 0.5}, {4, 0, 0.5}, 3), back = link_at(mesh, {4, 0, 0.5}, {1, 0, 0.5}, 3);
    there.user_id = back.user_id = 1234;
    there.radius = back.radius = 0.75;
    const Result<DetourFile> file = detour_file(*with_links(mesh, {there, back}), DetourRefs::bits32);
    DetourClient detour(file->bytes);
    const dtOffMeshConnection& link = detour.connection(0);
    EXPECT_EQ(link.userId, 1234u);
    EXPECT_EQ(link.rad, 0.75f);
    EXPECT_EQ(link.flags, DT_OFFMESH_CON_BIDIR);
    EXPECT_TRUE(detour.takes_connection({0.5f, 0, 0.5f}, {4.5f, 0, 0.5f}));
}

TEST(DetourFile, ReportsLinksWithADifferentCostInDetour) {
    const NavMesh mesh = two_rooms();
    const Result<NavMesh> linked = with_links(mesh, {link_at(mesh, {1, 0, 0.5}, {4, 0, 0.5}, 1)});
    const Result<DetourFile> file = detour_file(*linked, DetourRefs::bits32);
    ASSERT_EQ(file->warnings.size(), 1u);
    EXPECT_EQ(file->warnings[0].code, "link_cost");
    EXPECT_EQ(file->warnings[0].place->x, 1);
}

TEST(DetourFile, ReportsLinksBeyondAdjacentTiles) {
    // The mesh has 5 x 5 tiles, each with a square of ground in its centre. Links lead from the central tile to all others.
    std::vector<NavTile> tiles;
    for (int32_t z = 0; z < 5; ++z) {
        for (int32_t x = 0; x < 5; ++x) {
            support::PolygonSoup soup = support::soup_from_picture({"###", "#.#", "###"});
            soup.width = soup.depth = 12;
            soup.frame.x0 = 12 * x, soup.frame.z0 = 12 * z;
            soup.tile_x = x, soup.tile_z = z;
            tiles.push_back(support::make_tile(soup));
        }
    }
    const NavMesh mesh = *link_tiles(std::move(tiles), support::make_info());
    const auto middle = [](int32_t x, int32_t z) { return DVec3{3 * x + 1.5, 0, 3 * z + 1.5}; };
    std::vector<OffMeshLink> links;
    for (int32_t i = 0; i < 25; ++i) {
        const DVec3 to = middle(i % 5, i / 5), offset = to - middle(2, 2);
        if (i != 12) links.push_back(link_at(mesh, middle(2, 2), to, std::sqrt(dot(offset, offset))));
    }
    const Result<DetourFile> file = detour_file(*with_links(mesh, links), DetourRefs::bits32);
    ASSERT_TRUE(file.ok());
    DetourClient detour(file->bytes);
    for (int32_t i = 0; i < 25; ++i) {
        const bool around = std::abs(i % 5 - 2) <= 1 && std::abs(i / 5 - 2) <= 1;
        EXPECT_EQ(detour.path(narrow(middle(2, 2)), narrow(middle(i % 5, i / 5))) >= 0, around) << i;
    }
    ASSERT_EQ(file->warnings.size(), 16u);
    for (const Warning& warning : file->warnings) {
        EXPECT_EQ(warning.code, "link_too_far");
        EXPECT_NE(warning.message.find("at (7.5, 0, 7.5) ends beyond the adjacent tiles"), std::string::npos);
        EXPECT_EQ(*warning.place, middle(2, 2));
    }
}

NavMesh row_of_squares(uint32_t count) {
    PolygonSet set;
    set.first_corner.push_back(0);
    for (uint32_t i = 0; i <= count; ++i) {
        set.vertices.push_back({double(i), 0, 0});
        set.vertices.push_back({double(i), 0, 1});
    }
    for (uint32_t i = 0; i < count; ++i) {
        set.corners.insert(set.corners.end(), {2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2});
        set.first_corner.push_back(uint32_t(set.corners.size()));
    }
    Result<NavMesh> mesh = nav_mesh_from_polygons(set);
    EXPECT_TRUE(mesh.ok()) << mesh.error().message;
    return *std::move(mesh);
}

TEST(DetourFile, ErrorsNameTheExceededLimit) {
    EXPECT_TRUE(detour_file(row_of_squares(32766), DetourRefs::bits32).ok());
    const Result<DetourFile> many = detour_file(row_of_squares(32768), DetourRefs::bits32);
    ASSERT_FALSE(many.ok());
    EXPECT_EQ(many.error().message,
              "tile (0, 0) has 32768 polygons and links, and Detour allows 32767 in a tile; set or lower tiles.size");
    EXPECT_FALSE(detour_file(NavMesh{}, DetourRefs::bits32).ok());
}

// Returns the number of bytes before the links of a Detour tile, and the number of bytes after them.
std::pair<size_t, size_t> around_links(const std::vector<std::byte>& bytes, size_t tile) {
    const auto count = [&](size_t offset) {
        size_t at = tile + offset;
        return size_t(take<int32_t>(bytes, at));
    };
    const size_t before = 100 + 12 * count(28) + 32 * count(24);
    const size_t after = 12 * count(36) + 12 * count(40) + 4 * count(44) + 16 * count(48) + 36 * count(52);
    return {before, after};
}

TEST(DetourFile, WideReferencesChangeOnlyReferencesAndLinks) {
    const NavMesh mesh = support::baked_scene(support::own_scene_paths()[0], 19.2);
    const Result<DetourFile> a = detour_file(mesh, DetourRefs::bits32), b = detour_file(mesh, DetourRefs::bits64);
    ASSERT_TRUE(a.ok() && b.ok());
    EXPECT_TRUE(detour_file(mesh, DetourRefs::bits32)->bytes == a->bytes);
    EXPECT_EQ(std::memcmp(a->bytes.data(), b->bytes.data(), 36), 0);
    size_t at_a = 40, at_b = 40;
    for (uint64_t i = 0; i < a->tiles; ++i) {
        take<uint32_t>(a->bytes, at_a);
        const auto size_a = size_t(take<int32_t>(a->bytes, at_a));
        EXPECT_EQ(take<uint64_t>(b->bytes, at_b), uint64_t{1} << 48 | i << 20);
        const auto size_b = size_t(take<int32_t>(b->bytes, at_b));
        EXPECT_EQ(take<int32_t>(b->bytes, at_b), 0);
        const auto [before, after] = around_links(a->bytes, at_a);
        EXPECT_EQ(std::memcmp(&a->bytes[at_a], &b->bytes[at_b], before), 0);
        EXPECT_EQ((size_a - before - after) / 12, (size_b - before - after) / 16);
        EXPECT_EQ(std::memcmp(&a->bytes[at_a + size_a - after], &b->bytes[at_b + size_b - after], after), 0);
        at_a += size_a;
        at_b += size_b;
    }
    EXPECT_EQ(at_b, b->bytes.size());
}

}  // namespace
}  // namespace navspan
