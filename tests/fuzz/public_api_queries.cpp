// The calls of PublicApi that query meshes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "fuzz/public_api_caller.h"
#include "navspan/core/file.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/text/run_program.h"

namespace navspan::misuse {
void expect_status(const Status& status, bool valid) {
    EXPECT_EQ(status.ok(), valid) << (status ? "" : status.error().message);
    if (status || valid) return;
    EXPECT_EQ(status.error().kind, ErrorKind::usage);
    EXPECT_FALSE(status.error().message.empty());
}

bool is_known(const NavMesh& mesh, const SurfacePoint& point) {
    return has_polygon(mesh, point.polygon) && (point.revision == mesh.revision || point.revision == kAnyRevision);
}

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInfinity = std::numeric_limits<double>::infinity();

double odd_number(Random& random) {
    static const std::vector<double> odd{kNaN, kInfinity, -kInfinity, 0,    -0.0, 1e300,  -1e300, 1e-300,
                                         1e15, -1e15,     1.1e15,     -1.0, 1,    5e-324, 0x1p31, 1e9};
    return random.chance(0.6) ? random.real(0, 20) : pick(random, odd);
}

DVec3 odd_point(Random& random) {
    return {odd_number(random), odd_number(random), odd_number(random)};
}

uint32_t odd_index(Random& random) {
    switch (random.between(0, 3)) {
        case 0:
            return uint32_t(random.next());
        case 1:
            return pick(random, std::vector<uint32_t>{kNoIndex, kLinkTile, 0x7fffffff, 0x80000000});
        default:
            return uint32_t(random.between(0, 40));
    }
}

TriangleSoup small_level(Random& random) {
    TriangleSoup soup;
    for (int z = 0; z <= 6; ++z) {
        for (int x = 0; x <= 6; ++x)
            soup.vertices.push_back({3.0 * x, random.real(0, 0.8), 3.0 * z});
    }
    for (uint32_t z = 0; z < 6; ++z) {
        for (uint32_t x = 0; x < 6; ++x) {
            if (x == 3 && z == 2) continue;
            const uint32_t a = z * 7 + x;
            soup.triangles.push_back({a, a + 7, a + 1});
            soup.triangles.push_back({a + 1, a + 7, a + 8});
        }
    }
    return soup;
}

BakeConfig live_config() {
    BakeConfig config;
    config.tiles.size = 6;
    return config;
}

Objects::Objects(Random& random) {
    support::RandomMeshOptions options{.columns = 5, .rows = 4, .floors = 2, .areas = 3};
    meshes.push_back(support::random_mesh(random, options));
    meshes.push_back(*with_hubs(support::with_random_links(random, support::random_mesh(random), 6)));
    meshes.push_back(support::two_small_tiles());
    meshes.push_back({});
    const BakeConfig config = live_config();
    Result<LiveWorld> made = make_live_world(small_level(random), config, nav_mesh_info(config, "{}", "test"));
    EXPECT_TRUE(made.ok());
    world = *std::move(made);
    meshes.push_back(*world.mesh.mesh);
    meshes.push_back(*with_hubs(*with_landmarks(meshes[0], 2)));
    meshes.push_back(meshes[4]);  // obstacles() replaces meshes[4] and keeps its previous snapshot here
    filter = any_filter = default_filter(meshes[0]);
}

Objects::Objects(const std::vector<NavMesh>& made_meshes, const LiveWorld& made_world)
    : meshes(made_meshes), world(made_world), filter(default_filter(meshes[0])), any_filter(filter) {}

uint64_t Caller::query() {
    static const std::vector<uint64_t (Caller::*)()> all{
        &Caller::references, &Caller::nearest, &Caller::rays,    &Caller::around,   &Caller::reach,
        &Caller::sample,     &Caller::paths,   &Caller::slices,  &Caller::agent,    &Caller::agent,
        &Caller::ground,     &Caller::filters, &Caller::numbers, &Caller::accessors};
    return (this->*pick(random_, all))();
}

PolygonRef Caller::polygon(const NavMesh& mesh) {
    const NavMesh& of = random_.chance(0.7) ? mesh : pick(random_, o_.meshes);
    if (of.polygon_count() > 0 && random_.chance(0.85)) return support::random_polygon(random_, of);
    return {odd_index(random_), odd_index(random_)};
}

SurfacePoint Caller::surface_point(const NavMesh& mesh) {
    const PolygonRef ref = polygon(mesh);
    const DVec3 at =
        has_polygon(mesh, ref) && random_.chance(0.7) ? support::random_surface_point(random_, mesh, ref) : point();
    SurfacePoint found{.polygon = ref, .position = at, .distance = number()};  // without a revision
    if (random_.chance(0.9)) found.revision = random_.chance(0.8) ? mesh.revision : odd_index(random_);
    if (random_.chance(0.1)) found.revision = pick(random_, o_.meshes).revision;
    return found;
}

OffMeshLink Caller::link(const NavMesh& mesh) {
    OffMeshLink link{.from = polygon(mesh), .to = polygon(mesh), .start = point(), .end = point(), .cost = number()};
    link.radius = number();
    link.area = uint8_t(random_.between(0, 70));
    return link;
}

uint64_t Caller::references() {
    const NavMesh& m = mesh();
    const PolygonRef ref = polygon(m);
    const EdgeRef edge{odd_index(random_), odd_index(random_)};
    EXPECT_EQ(has_polygon(m, ref), ref.tile < m.tiles.size() && ref.polygon < m.tiles[ref.tile]->polygons.size());
    EXPECT_TRUE(!has_edge(m, edge) || has_polygon(m, polygon_at(m, edge)));
    EXPECT_EQ(&tile_of(m, ref) == &empty_tile(), ref.tile >= m.tiles.size());
    EXPECT_EQ(&polygon_of(m, ref) == &empty_polygon(), !has_polygon(m, ref));
    EXPECT_EQ(island_of(m, ref) == kNoIndex, !has_polygon(m, ref));
    EXPECT_EQ(polygon_index(m, ref) < m.polygon_count(), has_polygon(m, ref));
    EXPECT_TRUE(has_polygon(m, ref) || links_from(m, ref).empty());
    EXPECT_EQ(edge_index(m, edge) < m.edge_count(), has_edge(m, edge));
    EXPECT_TRUE(has_edge(m, edge) || !(twin_of(m, edge).valid() || polygon_at(m, edge).valid()));
    const PolygonRef any = polygon_ref(m, odd_index(random_));
    EXPECT_EQ(any.valid(), has_polygon(m, any));
    const EdgeRef any_edge = edge_ref(m, odd_index(random_));
    EXPECT_EQ(any_edge.valid(), has_edge(m, any_edge));
    return 11;
}

uint64_t Caller::nearest() {
    const NavMesh& m = mesh();
    const DVec3 at = point();
    const double most = number(), above = number(), below = number();
    const auto found = find_nearest(m, at, {.max_distance = most, .filter = filter()});
    EXPECT_TRUE(!found || (is_known(m, *found) && is_in_world(at) && found->distance <= most));
    const auto floor = find_floor(m, at, {.filter = filter(), .max_above = above, .max_below = below});
    EXPECT_TRUE(!floor || (is_known(m, *floor) && is_in_world(at) && above >= 0 && below >= 0));
    const SurfacePoint on = surface_point(m);
    const bool known = is_known(m, on);
    EXPECT_EQ(has_point(m, on), known);
    EXPECT_EQ(nearest_on_polygon(m, on, at).polygon.valid(), known && is_in_world(at));
    EXPECT_EQ(std::isfinite(surface_height(m, on, at.x, at.z)), known && is_in_world({at.x, 0, at.z}));
    EXPECT_EQ(surface_normal(m, on, at.x, at.z) != DVec3{}, known && is_in_world({at.x, 0, at.z}));
    return 6;
}

uint64_t Caller::rays() {
    const NavMesh& m = mesh();
    const SurfacePoint start = surface_point(m);
    const bool known = is_known(m, start) && is_in_world(start.position);
    const RaycastRequest ray{.start = start, .end = point(), .filter = filter(), .band = {number(), number()}};
    const bool has_band = ray.band.above >= 0 && ray.band.below >= 0;
    expect_status(raycast(m, ray, o_.local.hit), known && is_in_world(ray.end) && has_band);
    const DVec3 end = point();
    expect_status(raycast(m, {.start = start, .end = end, .with_height = false}, o_.local.hit), known && is_in_world(end));
    const MoveRequest move{.start = start, .end = point(), .filter = filter(), .max_length = number()};
    expect_status(move_along_surface(m, move, o_.local.move), known && is_in_world(move.end) && move.max_length >= 0);
    expect_status(move_along_surface(m, {.start = start, .end = end}, o_.local.move), known && is_in_world(end));
    return 4;
}

uint64_t Caller::around() {
    const NavMesh& m = mesh();
    const SurfacePoint start = surface_point(m);
    const bool known = is_known(m, start);
    const WallRequest walls{.start = start, .radius = number(), .filter = filter()};
    const bool has_walls = known && is_in_world(start.position) && walls.radius >= 0;
    expect_status(find_nearest_wall(m, o_.scratch, walls, o_.local.wall), has_walls);
    expect_status(find_walls(m, o_.scratch, walls, o_.local.walls), has_walls);
    const CircleRequest circle{start, point(), number(), filter()};
    expect_status(polygons_in_circle(m, o_.scratch, circle, o_.local.polygons),
                  known && is_in_world(circle.centre) && circle.radius >= 0);
    std::vector<DVec3> shape{{1, 0, 1}, {random_.real(2, 20), 0, 1}, {1, 0, random_.real(2, 20)}};
    expect_status(polygons_in_shape(m, o_.scratch, {start, shape, filter()}, o_.local.polygons), known);
    shape.clear();
    for (int n = random_.between(0, 5); n > 0; --n)
        shape.push_back(point());
    const bool can_be_valid = known && shape.size() >= 3 && std::all_of(shape.begin(), shape.end(), is_in_world);
    const Status found = polygons_in_shape(m, o_.scratch, {start, shape, filter()}, o_.local.polygons);
    expect_status(found, found && can_be_valid);  // whether the shape is convex is not tested here
    const BoxRequest box{point(), point(), filter()};
    const bool ordered = box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z;
    expect_status(polygons_in_box(m, box, o_.local.polygons), is_in_world(box.min) && is_in_world(box.max) && ordered);
    return 6;
}

uint64_t Caller::reach() {
    const NavMesh& m = mesh();
    const SurfacePoint start = surface_point(m), goal = surface_point(m);
    const bool known = is_known(m, start);
    expect_status(collect_reachable(m, o_.scratch, {start, filter()}, o_.local.polygons), known);
    EXPECT_EQ(o_.local.polygons.empty(), !known);
    EXPECT_FALSE(is_reachable(m, o_.scratch, {start, filter()}, goal) && !(known && is_known(m, goal)));
    const double most = number();
    expect_status(polygons_within_distance(m, o_.scratch, {start, most, filter()}, o_.local.within),
                  known && is_in_world(start.position) && most >= 0);
    o_.local.polygons.push_back(polygon(m));
    area_of(m, o_.local.polygons);
    return 4;
}

uint64_t Caller::sample() {
    const NavMesh& m = mesh();
    const SurfacePoint start = surface_point(m);
    PointSampler& sampler = o_.local.sampler;
    uint64_t calls = 1;
    if (random_.chance(0.3)) {
        expect_status(sample_reachable(m, o_.scratch, {start, filter()}, sampler), is_known(m, start));
        ++calls;
    }
    if (random_.chance(0.3)) {
        const CircleRequest circle{start, point(), number(), filter()};
        expect_status(sample_circle(m, o_.scratch, circle, sampler),
                      is_known(m, start) && is_in_world(circle.centre) && circle.radius >= 0 && std::isfinite(circle.radius));
        ++calls;
    }
    if (random_.chance(0.3)) damage_sampler(m);
    const NavMesh& other = mesh();
    const auto found = random_point(other, sampler, o_.sequence);
    const bool known = sampler.revision == other.revision || sampler.revision == kAnyRevision;
    EXPECT_TRUE(!found || (known && is_known(other, *found) && is_in_world(found->position)));
    return calls;
}

void Caller::damage_sampler(const NavMesh& m) {
    PointSampler& sampler = o_.local.sampler;
    const auto index = [&](size_t size) { return size_t(random_.between(0, int32_t(size) - 1)); };
    if (!sampler.triangles.empty() && random_.chance(0.5)) {
        PointSampler::Triangle& triangle = sampler.triangles[index(sampler.triangles.size())];
        triangle = {polygon(m), number(), number(), number(), number(), number(), number()};
    }
    std::vector<double>& sums = sampler.area_prefix_sum;
    if (!sums.empty() && random_.chance(0.3)) sums[index(sums.size())] = number();
    if (!sums.empty() && random_.chance(0.1)) sums.back() = number();
    if (random_.chance(0.05)) sums.assign(sums.size(), number());
    if (random_.chance(0.05)) sums.push_back(number());
    if (random_.chance(0.05)) sampler.triangles.clear();
    if (random_.chance(0.1)) sampler.revision = random_.chance(0.5) ? kAnyRevision : odd_index(random_);
    if (random_.chance(0.1)) sampler.centre = point();
    if (random_.chance(0.1)) sampler.radius = number();
    if (random_.chance(0.2)) sampler.fallback = surface_point(m);
}

uint64_t Caller::filters() {
    const NavMesh& m = mesh();
    QueryFilter any = default_filter(m);
    any.area_cost[size_t(random_.between(0, 63))] = number();
    any.excluded_areas = random_.next() & random_.next() & random_.next();
    o_.any_filter = any;
    if (validate_filter(any)) o_.filter = random_.chance(0.5) ? any : default_filter(m);
    lowest_cost(m, any);
    uniform_cost(m, any, odd_index(random_));
    pruning_is_exact(m, any, odd_index(random_));
    scratch_bytes(o_.scratch);
    return 6;
}

// Calls members of files in any order.
void Caller::files_on_disk() {
    const support::TemporaryFolder folder;
    read_files(folder.path());
    const std::vector<std::byte> bytes(size_t(random_.between(0, 9)));
    Result<DiskFile> file = DiskFile::create_temporary(folder.path());
    if (file) {
        if (random_.chance(0.5)) (void)file->close().ok();
        (void)file->flush().ok();
    }
    Result<PendingFile> pending = PendingFile::create(folder / "pending");
    for (int n = random_.between(0, 4); pending && n > 0; --n)
        (void)(random_.chance(0.5) ? pending->close() : pending->put_in_place()).ok();
    if (random_.chance(0.1)) remove_pending_files();
    Result<FileReader> reader = FileReader::open(folder / "pending");
    if (reader) {
        EXPECT_TRUE(reader->rewind() && reader->size() == 0);
    }
    Result<TileCache> cache = TileCache::open({.folder = folder / "cache", .max_bytes = random_.next()});
    if (!cache) return;
    cache->store({}, NavTile{}, bytes);
    cache->trim();
    EXPECT_EQ(cache->counts().damaged == 0, cache->warnings().empty());
}

}  // namespace navspan::misuse
