#include "navspan/query/around.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "navmesh/index/polygon_surface.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/query/height.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan {
namespace {

using support::mesh_from_picture;
using support::Random;
using support::random_polygon;

NavMesh any_mesh(Random& random, uint64_t seed) {
    if (seed % 4 == 0) return support::make_mesh(support::spiral_soup(3), &random);
    return support::random_mesh(random, {.hole = 0.2, .floors = 1 + int(seed % 2), .areas = 3});
}

std::vector<DVec3> corners_of(const NavMesh& mesh, PolygonRef ref) {
    std::vector<DVec3> corners;
    for (const HalfEdge& e : polygon_edges(tile_of(mesh, ref), ref.polygon))
        corners.push_back(to_world(tile_of(mesh, ref).frame, {double(e.x), 0, double(e.z)}));
    return corners;
}

// Returns the largest gap between two convex polygons along the normals of their edges, seen from above. If the gap is
// positive, the polygons are disjoint (separating axis theorem).
double gap(const std::vector<DVec3>& a, const std::vector<DVec3>& b) {
    double most = -1e300;
    for (const auto* ring : {&a, &b}) {
        for (size_t i = 0; i < ring->size(); ++i) {
            const DVec3 d = (*ring)[(i + 1) % ring->size()] - (*ring)[i];
            const double length = std::hypot(d.x, d.z);
            if (length == 0) continue;
            const DVec3 n{d.z / length, 0, -d.x / length};
            double low_a = 1e300, high_a = -1e300, low_b = 1e300, high_b = -1e300;
            for (const DVec3& p : a) {
                low_a = std::min(low_a, p.x * n.x + p.z * n.z);
                high_a = std::max(high_a, p.x * n.x + p.z * n.z);
            }
            for (const DVec3& p : b) {
                low_b = std::min(low_b, p.x * n.x + p.z * n.z);
                high_b = std::max(high_b, p.x * n.x + p.z * n.z);
            }
            most = std::max({most, low_a - high_b, low_b - high_a});
        }
    }
    return most;
}

// Returns the polygons that can be reached through edges that touch a shape. Repeats a pass over all edges until a pass adds no
// polygon. touches(a, b) is true if the segment a..b touches the shape.
template <class Touches>
std::set<PolygonRef> reference_reachable(const NavMesh& mesh, const QueryFilter& filter, PolygonRef start, Touches touches) {
    std::set<PolygonRef> reached{start};
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
            const NavTile& tile = *mesh.tiles[t];
            for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
                const EdgeRef twin = twin_of(mesh, {t, e});
                if (!reached.contains(polygon_at(mesh, {t, e})) || !twin.valid()) continue;
                const PolygonRef next = polygon_at(mesh, twin);
                const HalfEdge &a = tile.half_edges[e], &b = tile.half_edges[next_edge(tile, e)];
                if (!admits(filter, polygon_of(mesh, next))) continue;
                if (!touches(to_world(tile.frame, {double(a.x), 0, double(a.z)}),
                             to_world(tile.frame, {double(b.x), 0, double(b.z)}))) {
                    continue;
                }
                changed = reached.insert(next).second || changed;
            }
        }
    }
    return reached;
}

double distance_to_segment(DVec3 a, DVec3 b, DVec3 p) {
    const double dx = b.x - a.x, dz = b.z - a.z;
    const double t = std::clamp(((p.x - a.x) * dx + (p.z - a.z) * dz) / (dx * dx + dz * dz), 0.0, 1.0);
    return std::hypot(a.x + t * dx - p.x, a.z + t * dz - p.z);
}

TEST(Around, CirclesSpreadOverPortalsThatTouchThem) {
    SearchScratch scratch;
    std::vector<PolygonRef> polygons;
    size_t found = 0;
    for (uint64_t seed = 0; seed < support::rounds(100); ++seed) {
        Random random(seed);
        const NavMesh mesh = any_mesh(random, seed);
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        for (int i = 0; i < 10; ++i) {
            const SurfacePoint at = *find_nearest(mesh, support::random_point(random, mesh));
            const double radius = random.real(0, 10);
            ASSERT_TRUE(polygons_in_circle(mesh, scratch, {at, at.position, radius, &filter}, polygons).ok());
            const std::set<PolygonRef> expected = reference_reachable(
                mesh, filter, at.polygon, [&](DVec3 a, DVec3 b) { return distance_to_segment(a, b, at.position) <= radius; });
            EXPECT_EQ(std::set<PolygonRef>(polygons.begin(), polygons.end()), expected) << "seed " << seed;
            EXPECT_EQ(polygons.front(), at.polygon);
            found += polygons.size();
        }
    }
    EXPECT_GT(found, 1000u / (support::kSanitized ? 10 : 1));
}

TEST(Around, CircleOffTheMeshHasNoPolygons) {
    const NavMesh mesh = mesh_from_picture({"..."});
    SearchScratch scratch;
    std::vector<PolygonRef> polygons;
    ASSERT_TRUE(polygons_in_circle(mesh, scratch, {support::point_in({0, 0}), {2.5, 0, 0.5}, 1}, polygons).ok());
    EXPECT_TRUE(polygons.empty());
    ASSERT_TRUE(polygons_in_circle(mesh, scratch, {support::point_in({0, 0}), {2.5, 0, 0.5}, 1.5}, polygons).ok());
    EXPECT_EQ(polygons.size(), 3u);
    ASSERT_TRUE(polygons_in_circle(mesh, scratch, {support::point_in({0, 0}), {0.5, 0, 0.5}, 0}, polygons).ok());
    EXPECT_EQ(polygons.size(), 1u);
}

TEST(Around, ShapesSpreadOverPortalsThatTouchThem) {
    SearchScratch scratch;
    std::vector<PolygonRef> polygons;
    for (uint64_t seed = 0; seed < support::rounds(200); ++seed) {
        Random random(seed);
        const NavMesh mesh = any_mesh(random, seed);
        const QueryFilter filter = default_filter(mesh);
        for (int i = 0; i < 10; ++i) {
            const DVec3 p = support::random_point(random, mesh);
            std::vector<DVec3> shape{p, p + DVec3{random.real(-5, 5), 0, random.real(-5, 5)},
                                     p + DVec3{random.real(-5, 5), 0, random.real(-5, 5)}};
            if (i % 3 == 0) shape = {p, p + DVec3{3, 0, 0}, p + DVec3{3, 0, 2}, p + DVec3{0, 0, 2}};
            const PolygonRef start = random_polygon(random, mesh);
            ASSERT_TRUE(polygons_in_shape(mesh, scratch, {support::point_in(start), shape, &filter}, polygons).ok());
            if (gap(corners_of(mesh, start), shape) > 0) {
                EXPECT_TRUE(polygons.empty()) << "seed " << seed;
                continue;
            }
            const std::set<PolygonRef> expected = reference_reachable(mesh, filter, start, [&](DVec3 a, DVec3 b) {
                return gap({a, b}, shape) <= 0;
            });
            EXPECT_EQ(std::set<PolygonRef>(polygons.begin(), polygons.end()), expected) << "seed " << seed << " shape " << i;
        }
    }
}

TEST(Around, ShapesMustBeConvex) {
    const NavMesh mesh = mesh_from_picture({"..."});
    SearchScratch scratch;
    std::vector<PolygonRef> polygons;
    const auto ok = [&](const std::vector<DVec3>& shape) {
        return polygons_in_shape(mesh, scratch, {support::point_in({0, 0}), shape, nullptr}, polygons).ok();
    };
    EXPECT_TRUE(ok({{0, 0, 0}, {1, 0, 0}, {1, 0, 1}}));
    EXPECT_TRUE(ok({{1, 0, 1}, {1, 0, 0}, {0, 0, 0}}));
    EXPECT_FALSE(ok({}));
    EXPECT_FALSE(ok({{0, 0, 0}, {1, 0, 0}}));
    EXPECT_FALSE(ok({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}));
    EXPECT_FALSE(ok({{0, 0, 0}, {2, 0, 0}, {1, 0, 0.5}, {2, 0, 2}}));
    EXPECT_FALSE(ok({{0, 0, 0}, {1, 0, 0}, {std::nan(""), 0, 1}}));
    // The outline of the five-pointed star winds around its centre twice.
    EXPECT_FALSE(ok({{0, 0, 3}, {2, 0, -3}, {-3, 0, 1}, {3, 0, 1}, {-2, 0, -3}}));
}

// True if a triangle and a box intersect: none of 13 possible axes separates them (separating axis theorem).
bool triangle_meets_box(const std::array<DVec3, 3>& t, DVec3 min, DVec3 max) {
    const DVec3 centre = (min + max) * 0.5, half = (max - min) * 0.5;
    const std::array<DVec3, 3> axes{DVec3{1, 0, 0}, DVec3{0, 1, 0}, DVec3{0, 0, 1}};
    std::vector<DVec3> all(axes.begin(), axes.end());
    all.push_back(cross(t[1] - t[0], t[2] - t[0]));
    for (size_t i = 0; i < 3; ++i) {
        for (const DVec3& axis : axes)
            all.push_back(cross(t[(i + 1) % 3] - t[i], axis));
    }
    for (const DVec3& n : all) {
        double low = 1e300, high = -1e300;
        for (const DVec3& p : t) {
            low = std::min(low, dot(p - centre, n));
            high = std::max(high, dot(p - centre, n));
        }
        const double reach = half.x * std::fabs(n.x) + half.y * std::fabs(n.y) + half.z * std::fabs(n.z);
        if (low > reach || high < -reach) return false;
    }
    return true;
}

TEST(Around, BoxQueryEqualsALinearSearch) {
    std::vector<PolygonRef> polygons;
    size_t found = 0;
    for (uint64_t seed = 0; seed < support::rounds(150); ++seed) {
        Random random(seed);
        const NavMesh mesh = any_mesh(random, seed);
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        for (int i = 0; i < 10; ++i) {
            const DVec3 min = support::random_point(random, mesh);
            const DVec3 max = min + DVec3{random.real(0, 8), random.real(0, 4), random.real(0, 8)};
            ASSERT_TRUE(polygons_in_box(mesh, {min, max, &filter}, polygons).ok());
            std::vector<PolygonRef> expected;
            for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
                const NavTile& tile = *mesh.tiles[t];
                for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
                    const NavPolygon& polygon = tile.polygons[p];
                    bool meets = false;
                    for (uint32_t k = 0; k < polygon.detail_triangle_count; ++k) {
                        const NavDetailTriangle& c = tile.detail_triangles[polygon.first_detail_triangle + k];
                        const auto corner = [&](uint32_t n) { return to_world(tile.frame, detail_corner(tile, polygon, n)); };
                        meets = meets || triangle_meets_box({corner(c.a), corner(c.b), corner(c.c)}, min, max);
                    }
                    if (meets && admits(filter, polygon)) expected.push_back({t, p});
                }
            }
            EXPECT_EQ(polygons, expected) << "seed " << seed << " box " << i;
            found += polygons.size();
        }
    }
    EXPECT_GT(found, 1000u / (support::kSanitized ? 10 : 1));
    EXPECT_FALSE(polygons_in_box(mesh_from_picture({"."}), {{0, 1, 0}, {1, 0, 1}}, polygons).ok());
    EXPECT_FALSE(polygons_in_box(mesh_from_picture({"."}), {{0, std::nan(""), 0}, {1, 0, 1}}, polygons).ok());
    EXPECT_TRUE(polygons_in_box({}, {{0, 0, 0}, {1, 0, 1}}, polygons).ok());
}

TEST(Reachable, EqualsFixedPointIteration) {
    SearchScratch scratch;
    std::vector<PolygonRef> polygons;
    for (uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const NavMesh mesh = any_mesh(random, seed);
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        const PolygonRef start = random_polygon(random, mesh);
        EXPECT_TRUE(collect_reachable(mesh, scratch, {support::point_in(start), &filter}, polygons).ok());
        const std::set<PolygonRef> expected = reference_reachable(mesh, filter, start, [](DVec3, DVec3) { return true; });
        EXPECT_EQ(std::set<PolygonRef>(polygons.begin(), polygons.end()), expected) << "seed " << seed;
        for (int i = 0; i < 20; ++i) {
            const PolygonRef goal = random_polygon(random, mesh);
            EXPECT_EQ(is_reachable(mesh, scratch, {support::point_in(start), &filter}, support::point_in(goal)),
                      expected.contains(goal))
                << "seed " << seed;
        }
    }
}

TEST(Reachable, LinksAreOneWay) {
    const NavMesh apart = mesh_from_picture({".#."});
    const Result<NavMesh> joined =
        with_links(apart, {{.from = {0, 0}, .to = {0, 1}, .start = {0.5, 0, 0.5}, .end = {2.5, 0, 0.5}, .cost = 2}});
    ASSERT_TRUE(joined.ok());
    SearchScratch scratch;
    EXPECT_TRUE(is_reachable(*joined, scratch, {support::point_in({0, 0})}, support::point_in({0, 1})));
    EXPECT_FALSE(is_reachable(*joined, scratch, {support::point_in({0, 1})}, support::point_in({0, 0})));
    EXPECT_FALSE(is_reachable(apart, scratch, {support::point_in({0, 0})}, support::point_in({0, 1})));
    QueryFilter filter = default_filter(*joined);
    filter.excluded_areas = 1u << 1;
    EXPECT_FALSE(is_reachable(*joined, scratch, {support::point_in({0, 0}), &filter}, support::point_in({0, 1})));
}

TEST(Reachable, AreaIsTheSumOverPolygons) {
    const NavMesh mesh = mesh_from_picture({"..", ".#"});
    SearchScratch scratch;
    std::vector<PolygonRef> polygons;
    EXPECT_TRUE(collect_reachable(mesh, scratch, {support::point_in({0, 0})}, polygons).ok());
    EXPECT_EQ(area_of(mesh, polygons), 3);
}

TEST(Height, SelectsTheNearestFloor) {
    for (uint64_t seed = 0; seed < support::rounds(150); ++seed) {
        Random random(seed);
        const NavMesh mesh = any_mesh(random, seed);
        QueryFilter filter = default_filter(mesh);
        if (seed % 3 == 0) filter.excluded_areas = 1u << 1;
        for (int i = 0; i < 30; ++i) {
            DVec3 p = support::random_point(random, mesh);
            if (i % 5 == 0) p = corners_of(mesh, random_polygon(random, mesh)).front() + DVec3{0, p.y, 0};
            const auto floor = find_floor(mesh, p, {.filter = &filter});
            std::optional<SurfacePoint> best;
            for (uint32_t k = 0; k < mesh.polygon_count(); ++k) {
                const PolygonRef ref = polygon_ref(mesh, k);
                if (!admits(filter, polygon_of(mesh, ref)) || gap(corners_of(mesh, ref), {p}) > 0) continue;
                const double y = polygon_height(mesh, ref, p.x, p.z);
                if (!best || std::fabs(y - p.y) < best->distance) best = SurfacePoint{ref, {p.x, y, p.z}, std::fabs(y - p.y)};
            }
            ASSERT_EQ(floor.has_value(), best.has_value()) << "seed " << seed << " point " << i;
            if (!floor) continue;
            EXPECT_EQ(floor->polygon, best->polygon) << "seed " << seed << " point " << i;
            EXPECT_EQ(floor->position, best->position);
            EXPECT_EQ(floor->distance, best->distance);
        }
    }
}

TEST(Height, SearchesOnlyTheVerticalRange) {
    const NavMesh mesh = support::make_mesh(support::spiral_soup(4));
    const auto low = find_floor(mesh, {0.5, -1, 0.5});
    ASSERT_TRUE(low.has_value());
    EXPECT_FALSE(find_floor(mesh, {0.5, -1, 0.5}, {.max_above = low->distance / 2}).has_value());
    EXPECT_TRUE(find_floor(mesh, {0.5, -1, 0.5}, {.max_above = low->distance * 1.01}).has_value());
    const auto above = find_floor(mesh, {0.5, low->position.y + 0.01, 0.5}, {.max_below = 0});
    ASSERT_TRUE(above.has_value());
    EXPECT_GT(above->position.y, low->position.y);
    EXPECT_FALSE(find_floor({}, {0, 0, 0}).has_value());
}

}  // namespace
}  // namespace navspan
