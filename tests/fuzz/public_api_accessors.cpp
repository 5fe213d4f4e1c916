// The calls of PublicApi that read single elements: of meshes, tiles, lists, filters and of the products of a bake.

#include <gtest/gtest.h>

#include <iterator>
#include <memory>
#include <variant>

#include "bake/voxelize/walkable_triangles.h"
#include "fuzz/public_api_caller.h"
#include "navspan/debug/stage_drawings.h"

namespace navspan::misuse {
namespace {

// Returns a list of numbers, some of them odd.
template <class T>
std::vector<T> odd_list(Random& random, size_t size) {
    std::vector<T> list(random.chance(0.8) ? size : size_t(random.between(0, 40)));
    for (T& value : list)
        value = T(random.chance(0.8) ? uint32_t(random.between(0, 5)) : odd_index(random));
    return list;
}

Grid odd_grid(Random& random) {
    Grid grid{random.between(-5, 5), random.between(-5, 5), 0, random.between(0, 6), random.between(0, 6)};
    if (random.chance(0.1)) grid.width = int32_t(odd_index(random));
    if (random.chance(0.1)) grid.depth = int32_t(odd_index(random) & 0xffff);
    if (random.chance(0.1)) grid.x0 = int32_t(odd_index(random));
    return grid;
}

// Returns a compact heightfield with one run per row, in which some numbers may be wrong.
CompactHeightfield odd_field(Random& random) {
    CompactHeightfield field;
    field.grid = odd_grid(random);
    field.row_run = field.row_span = {0};
    for (int32_t z = 0; z < std::min(field.grid.depth, 9); ++z) {
        const auto length = uint32_t(std::clamp(field.grid.width, 0, 6));
        field.runs.push_back({0, random.chance(0.95) ? length : odd_index(random), field.row_span.back()});
        field.row_run.push_back(random.chance(0.95) ? uint32_t(field.runs.size()) : odd_index(random));
        field.row_span.push_back(field.row_span.back() + length);
    }
    field.floor = odd_list<uint16_t>(random, field.row_span.back());
    field.area = odd_list<uint8_t>(random, field.floor.size());
    return field;
}

ContourSet odd_contours(Random& random) {
    ContourSet set;
    set.grid = odd_grid(random);
    set.vertices.resize(size_t(random.between(0, 9)));
    set.raw_vertices.resize(size_t(random.between(0, 9)));
    for (ContourVertex& v : set.vertices)
        v.x = int32_t(odd_index(random));
    for (int n = random.between(0, 3); n > 0; --n) {
        Contour contour;
        contour.first = uint32_t(random.between(0, 5));
        contour.count = random.chance(0.8) ? 3 : odd_index(random);
        contour.raw_first = random.chance(0.8) ? 0 : odd_index(random);
        contour.raw_count = uint32_t(random.between(0, 9));
        set.contours.push_back(contour);
    }
    return set;
}

PolyMesh odd_poly_mesh(Random& random) {
    PolyMesh mesh;
    mesh.grid = odd_grid(random);
    mesh.vertices.assign(size_t(random.between(0, 6)),
                         {random.between(0, 9), random.between(0, 9), int32_t(odd_index(random))});
    mesh.indices = odd_list<uint32_t>(random, 9);
    mesh.neighbours = odd_list<uint32_t>(random, 9);
    for (uint32_t n = uint32_t(random.between(0, 3)); n > 0; --n)
        mesh.polygons.push_back({.first = 3 * n - 3, .count = random.chance(0.8) ? 3 : odd_index(random)});
    return mesh;
}

DetailMesh odd_detail(Random& random, const PolyMesh& mesh) {
    DetailMesh detail;
    for (size_t n = 0; n < mesh.vertices.size() + size_t(random.between(0, 1)); ++n)
        detail.vertex_y.push_back(float(odd_number(random)));
    detail.vertices.resize(size_t(random.between(0, 5)));
    for (int n = random.between(0, 5); n > 0; --n)
        detail.triangles.push_back({odd_index(random), uint32_t(random.between(0, 5)), uint32_t(random.between(0, 5))});
    for (size_t n = 0; n < mesh.polygons.size(); ++n) {
        detail.parts.push_back({.first_vertex = uint32_t(random.between(0, 4)),
                                .vertex_count = 1,
                                .first_triangle = uint32_t(random.between(0, 4)),
                                .triangle_count = random.chance(0.9) ? 1 : odd_index(random)});
    }
    if (random.chance(0.1)) detail.parts.push_back({});
    return detail;
}

// A missing value or error throws.
void read_result(Random& random) {
    Result<int> result = Error{ErrorKind::usage, "wrong"};
    if (random.chance(0.5)) result = 7;
    const Result<int>& same = result;
    if (result) {
        EXPECT_EQ(result.value() + *same, 14);
        EXPECT_THROW((void)result.error(), std::bad_variant_access);
    } else {
        EXPECT_EQ(result.error().message, same.error().message);
        EXPECT_THROW((void)result.value(), std::bad_variant_access);
        EXPECT_THROW((void)*same, std::bad_variant_access);
    }
}

}  // namespace

uint64_t Caller::accessors() {
    const NavMesh& m = mesh();
    EXPECT_EQ(m.polygon_count() == 0, m.edge_count() == 0);
    const BlockCutTree& blocks = m.blocks;
    const LandmarkTable& landmarks = m.landmarks;
    const HubIndex& hubs = m.hubs;
    EXPECT_TRUE(!blocks.empty() || !landmarks.empty() || !hubs.empty() || hubs.directions() == 1);
    const OffMeshLink any = link(m);
    EXPECT_TRUE(link_cost(o_.any_filter, any) == any.cost * o_.any_filter.area_cost[any.area & 63] || any.area > 63 ||
                std::isnan(link_cost(o_.any_filter, any)));
    EXPECT_FALSE(any.area > 63 && admits(o_.any_filter, any));
    read_tile(random_.chance(0.5) || m.tiles.empty() ? tile() : *pick(random_, m.tiles));
    read_lists(m);
    const IslandRules rules{.seeds = {}, .seed_reach = number(), .min_area = number(), .keep_largest = odd_index(random_)};
    EXPECT_FALSE(rules.keeps_all() && rules.keep_largest > 0);
    const TileRectangle tile_rectangle{random_.between(-9, 9), random_.between(-9, 9), random_.between(-9, 9), 3};
    EXPECT_EQ(tile_rectangle.is_empty(), tile_rectangle.width() * tile_rectangle.depth() == 0);
    RandomSequence sequence{random_.next()};
    sequence.next();
    const double unit = sequence.unit();
    EXPECT_TRUE(unit >= 0 && unit < 1);
    read_result(random_);
    if (random_.chance(0.1)) read_products();
    if (random_.chance(0.01)) files_on_disk();
    return 0;
}

void Caller::read_tile(const NavTile& tile) {
    const uint32_t edge = odd_index(random_), polygon = odd_index(random_);
    next_edge(tile, edge);
    lattice_point(tile, edge);
    for (const HalfEdge& e : polygon_edges(tile, polygon))
        is_seam_edge(e);
    const NavPolygon& p = polygon < tile.polygons.size() ? tile.polygons[polygon] : empty_polygon();
    NavPolygon changed = p;
    changed.first_detail_vertex = odd_index(random_);
    detail_corner(tile, random_.chance(0.8) ? p : changed, odd_index(random_));
    detail_corners(tile, random_.chance(0.8) ? p : changed, odd_index(random_));
    to_local(tile.frame, to_world(tile.frame, point()));
}

void Caller::read_lists(const NavMesh& m) {
    SharedList<NavTile> tiles = m.tiles;
    EXPECT_EQ(tiles.size(), size_t(std::distance(tiles.begin(), tiles.end())));
    EXPECT_TRUE(tiles.empty() ? !tiles.front() && !tiles.back() : tiles.front()->tile_z <= tiles.back()->tile_z);
    const uint32_t at = odd_index(random_);
    EXPECT_EQ(tiles[at], tiles.owner(at).get());
    tiles.push_back(std::make_shared<const NavTile>());
    tiles.replace(odd_index(random_), std::make_shared<const NavTile>());
    const size_t size = tiles.size();
    tiles.append(random_.chance(0.5) ? tiles : m.tiles, odd_index(random_), odd_index(random_));
    EXPECT_LE(tiles.size(), size + std::max(size, m.tiles.size()));

    PackedLists<uint32_t> lists = m.polygon_island;
    lists.reserve(size_t(random_.between(0, 99)), size_t(random_.between(0, 99)));
    lists.push_back(std::vector<uint32_t>{odd_index(random_)});
    EXPECT_EQ(lists.all().size() - m.polygon_island.all().size(), lists.size() - m.polygon_island.size());
    EXPECT_EQ(lists[at].size(), lists.mutable_list(at).size());
    EXPECT_LE(lists.first(at), lists.all().size());
    EXPECT_TRUE(lists.append(random_.chance(0.5) ? lists : m.polygon_island, odd_index(random_), odd_index(random_)));
    const std::vector<uint32_t> numbers = odd_list<uint32_t>(random_, size_t(random_.between(0, 2)));
    const std::vector<std::vector<uint32_t>> values(size_t(random_.between(0, 2)), numbers);
    const bool valid = numbers.size() == values.size() && (numbers.empty() || numbers.back() < lists.size()) &&
                       (numbers.size() < 2 || numbers[0] < numbers[1]);
    if (numbers.size() <= 2) {
        EXPECT_EQ(lists.replace(numbers, values), valid);
    }
}

void Caller::read_products() {
    const Lattice lattice{.origin = point(), .cell_size = number(), .cell_height = number()};
    const CompactHeightfield field = odd_field(random_);
    EXPECT_EQ(field.span_count(), field.floor.size());
    draw_compact_heightfield(field, lattice);
    draw_generated_links(field, {}, lattice);
    const TriangleSoup level = soup();
    WalkableTriangles walkable;
    walkable.areas = odd_list<uint8_t>(random_, level.triangles.size());
    const Grid grid = odd_grid(random_);
    const bool is_large = cell_count(grid) >= 10000 && cell_count(grid) <= uint64_t{1} << 30;  // valid, but takes long
    if (!is_large) draw_walkable_triangles(level, walkable, grid, lattice);
    const size_t spans = random_.chance(0.8) ? field.span_count() : size_t(random_.between(0, 9));
    draw_distance_field(field, {odd_list<uint16_t>(random_, spans), uint16_t(odd_index(random_))}, lattice);
    RegionMap regions;
    regions.region = odd_list<uint32_t>(random_, spans);
    draw_regions(field, regions, lattice);
    const ContourSet contours = odd_contours(random_);
    for (const Contour& c : contours.contours) {
        EXPECT_LE(simplified_ring(contours, c).size(), contours.vertices.size());
        EXPECT_LE(raw_ring(contours, c).size(), contours.raw_vertices.size());
    }
    for (const ContourVertex& v : contours.vertices)
        EXPECT_EQ(point_of(v).x, v.x);
    draw_contours(contours, lattice);
    const PolyMesh polygons = odd_poly_mesh(random_);
    for (const PolyMeshPolygon& p : polygons.polygons)
        EXPECT_LE(polygon_indices(polygons, p).size() + polygon_neighbours(polygons, p).size(), 80u);
    draw_poly_mesh(polygons, lattice);
    draw_detail_mesh(polygons, odd_detail(random_, polygons), lattice);
    draw_nav_tile(tile());
    BakeProducts products;
    solid_after(Stage(random_.between(-1, kStageCount)), products);
    GroundPlan plan;
    plan.points.resize(size_t(random_.between(0, 9)));
    if (random_.chance(0.8)) plan.first_point = odd_list<uint32_t>(random_, 4);
    EXPECT_LE(plan.ring_count(), plan.first_point.size());
    EXPECT_LE(plan_ring(plan, odd_index(random_)).size(), plan.points.size());
    PolygonSet set;
    if (random_.chance(0.5)) set.first_corner = odd_list<uint32_t>(random_, 3);
    EXPECT_LE(set.polygon_count(), set.first_corner.size());
    const CellGrid cells{random_.between(-2, 9), random_.between(-2, 9), odd_list<uint8_t>(random_, 9)};
    cells.area(int32_t(odd_index(random_)), random_.between(-2, 9));
    if (!o_.world.sources.empty()) {
        EXPECT_GT(source_bytes(*pick(random_, o_.world.sources)), 0u);
    }
}

}  // namespace navspan::misuse
