// The calls of PublicApi that query meshes.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "fuzz/public_api_caller.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan::misuse {

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
    filter = default_filter(meshes[0]);
}

Objects::Objects(const std::vector<NavMesh>& made_meshes, const LiveWorld& made_world)
    : meshes(made_meshes), world(made_world), filter(default_filter(meshes[0])) {}

uint64_t Caller::query() {
    static const std::vector<uint64_t (Caller::*)()> all{
        &Caller::references, &Caller::nearest, &Caller::rays,   &Caller::around, &Caller::reach,
        &Caller::sample,     &Caller::paths,   &Caller::slices, &Caller::agent,  &Caller::agent,
        &Caller::ground,     &Caller::filters, &Caller::numbers};
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
    SurfacePoint found{ref, at, number()};
    if (random_.chance(0.7)) found.revision = random_.chance(0.7) ? mesh.revision : odd_index(random_);
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
    const PolygonRef any = polygon_ref(m, odd_index(random_));
    EXPECT_EQ(any.valid(), has_polygon(m, any));
    const EdgeRef any_edge = edge_ref(m, odd_index(random_));
    EXPECT_EQ(any_edge.valid(), has_edge(m, any_edge));
    return 4;
}

uint64_t Caller::nearest() {
    const NavMesh& m = mesh();
    const DVec3 at = point();
    const auto found = find_nearest(m, at, {.max_distance = number(), .filter = filter()});
    EXPECT_TRUE(!found || has_polygon(m, found->polygon));
    const auto floor = find_floor(m, at, {.filter = filter(), .max_above = number(), .max_below = number()});
    EXPECT_TRUE(!floor || has_polygon(m, floor->polygon));
    const SurfacePoint on = surface_point(m);
    const bool known = has_point(m, on);
    EXPECT_EQ(nearest_on_polygon(m, on, at).polygon.valid(), known && is_in_world(at));
    EXPECT_EQ(std::isfinite(surface_height(m, on, at.x, at.z)), known && is_in_world({at.x, 0, at.z}));
    const DVec3 normal = surface_normal(m, on, at.x, at.z);
    EXPECT_TRUE(known || normal == DVec3{});
    return 5;
}

uint64_t Caller::rays() {
    const NavMesh& m = mesh();
    const SurfacePoint start = surface_point(m);
    const RaycastRequest ray{.start = start, .end = point(), .filter = filter(), .band = {number(), number()}};
    const bool known = has_point(m, start);
    EXPECT_FALSE(raycast(m, ray, o_.local.hit).ok() && !known);
    EXPECT_FALSE(raycast(m, {.start = start, .end = point()}, o_.local.hit).ok() && !known);
    const MoveRequest move{.start = start, .end = point(), .filter = filter(), .max_length = number()};
    EXPECT_FALSE(move_along_surface(m, move, o_.local.move).ok() && !known);
    EXPECT_FALSE(move_along_surface(m, {.start = start, .end = point()}, o_.local.move).ok() && !known);
    return 4;
}

uint64_t Caller::around() {
    const NavMesh& m = mesh();
    const SurfacePoint start = surface_point(m);
    const bool known = has_point(m, start);
    const WallRequest walls{.start = start, .radius = number(), .filter = filter()};
    EXPECT_FALSE(find_nearest_wall(m, o_.scratch, walls, o_.local.wall).ok() && !known);
    EXPECT_FALSE(find_walls(m, o_.scratch, walls, o_.local.walls).ok() && !known);
    const CircleRequest circle{start, point(), number(), filter()};
    EXPECT_FALSE(polygons_in_circle(m, o_.scratch, circle, o_.local.polygons).ok() && !known);
    std::vector<DVec3> shape;
    for (int n = random_.between(0, 5); n > 0; --n)
        shape.push_back(point());
    EXPECT_FALSE(polygons_in_shape(m, o_.scratch, {start, shape, filter()}, o_.local.polygons).ok() && !known);
    (void)polygons_in_box(m, {point(), point(), filter()}, o_.local.polygons).ok();
    return 5;
}

uint64_t Caller::reach() {
    const NavMesh& m = mesh();
    const SurfacePoint start = surface_point(m);
    const bool known = has_point(m, start);
    EXPECT_EQ(collect_reachable(m, o_.scratch, {start, filter()}, o_.local.polygons).ok(), known);
    EXPECT_FALSE(is_reachable(m, o_.scratch, {start, filter()}, surface_point(m)) && !known);
    EXPECT_FALSE(polygons_within_distance(m, o_.scratch, {start, number(), filter()}, o_.local.within).ok() && !known);
    o_.local.polygons.push_back(polygon(m));
    area_of(m, o_.local.polygons);
    return 4;
}

uint64_t Caller::sample() {
    const NavMesh& m = mesh();
    const SurfacePoint start = surface_point(m);
    if (random_.chance(0.3)) {
        EXPECT_EQ(sample_reachable(m, o_.scratch, {start, filter()}, o_.local.sampler).ok(), has_point(m, start));
    }
    if (random_.chance(0.3)) (void)sample_circle(m, o_.scratch, {start, point(), number(), filter()}, o_.local.sampler).ok();
    const NavMesh& other = mesh();
    const auto found = random_point(other, o_.local.sampler, o_.sequence);
    EXPECT_TRUE(!found || has_polygon(other, found->polygon));
    return 2;
}

PathRequest Caller::path_request() {
    PathRequest request{
        .start = point(), .goal = point(), .filter = filter(), .snap = random_.chance(0.5) ? kInfinity : number()};
    request.method = PathMethod(random_.between(0, int(PathMethod::hubs)));
    request.surface = random_.chance(0.7);
    request.corridor = random_.chance(0.7);
    if (random_.chance(0.1)) request.clearance = number();
    return request;
}

uint64_t Caller::paths() {
    const NavMesh& m = mesh();
    const bool found = find_path(m, o_.scratch, path_request(), o_.path).ok();
    EXPECT_TRUE(!found || o_.path.status != PathStatus::none || !o_.path.reason.empty());
    const auto any = uint8_t(odd_index(random_));
    for (const std::string name :
         {status_name(PathStatus(any)), method_name(PathMethod(any)), stop_name(RayStop(any)), stage_name(Stage(any))})
        EXPECT_FALSE(name.empty());
    if (random_.chance(0.02)) {
        const std::vector<PathRequest> requests{path_request(), path_request()};
        EXPECT_EQ(find_paths(m, requests, {.threads = 1}).size(), 2u);
    }
    return 1;
}

uint64_t Caller::slices() {
    const NavMesh& m = mesh();
    if (random_.chance(0.3)) o_.search = {};
    if (random_.chance(0.6)) (void)begin_path(m, o_.scratch, path_request(), o_.search).ok();
    step_path(random_.chance(0.7) ? m : mesh(), o_.scratch, o_.search, uint64_t(random_.between(0, 9)));
    if (random_.chance(0.2)) (void)find_path(m, o_.scratch, path_request(), o_.path).ok();
    finish_path(random_.chance(0.7) ? m : mesh(), o_.scratch, o_.search, o_.path);
    return 3;
}

void Caller::damage_corridor(const NavMesh& m) {
    const auto index = [&](size_t size) { return size_t(random_.between(0, int32_t(size) - 1)); };
    std::vector<PolygonRef>& polygons = o_.agent.polygons;
    std::vector<EdgeRef>& portals = o_.agent.portals;
    if (!polygons.empty() && random_.chance(0.5)) polygons[index(polygons.size())] = polygon(m);
    if (!portals.empty() && random_.chance(0.5)) portals[index(portals.size())] = {odd_index(random_), odd_index(random_)};
    if (random_.chance(0.1)) o_.agent.goal.polygon = polygon(m);
    if (random_.chance(0.1)) o_.agent.start.position = point();
    if (random_.chance(0.1)) polygons.push_back(polygon(m));
    if (random_.chance(0.1)) portals.clear();
}

uint64_t Caller::agent() {
    const NavMesh& m = mesh();
    const PathRequest request = path_request();
    if (random_.chance(0.5) && find_path(m, o_.scratch, request, o_.path)) set_corridor(request, o_.path, o_.agent);
    if (random_.chance(0.2)) damage_corridor(m);
    const NavMesh& now = random_.chance(0.7) ? m : mesh();
    uint64_t calls = 0;
    for (; calls < 4; ++calls) {
        switch (random_.between(0, 5)) {
            case 0:
                (void)move_corridor_start(now, o_.filter, point(), o_.agent).ok();
                break;
            case 1:
                (void)move_corridor_goal(now, o_.filter, point(), o_.agent).ok();
                break;
            case 2:
                (void)next_corners(now, o_.agent, size_t(random_.between(0, 5)), o_.scratch, o_.corners).ok();
                break;
            case 3:
                take_next_link(now, o_.agent);
                break;
            case 4:
                (void)shortcut_corridor(now, o_.filter, size_t(random_.between(0, 9)), o_.scratch, o_.agent).ok();
                break;
            default:
                if (random_.chance(0.5)) (void)repair_corridor(mesh(), now, o_.filter, o_.scratch, o_.agent).ok();
                break;
        }
    }
    return calls;
}

uint64_t Caller::ground() {
    const NavMesh& m = mesh();
    const bool steps = surface_path(m, o_.path, random_.chance(0.5), o_.scratch, o_.steps).ok();
    EXPECT_EQ(unfold_path(m, o_.path, o_.scratch, o_.line).ok(), steps);
    surface_length(o_.steps);
    const double wide = number();
    const bool valid = wide > 0 && std::isfinite(wide);
    if (random_.chance(0.05)) {
        const Status prepared = prepare_clearance(m, wide, {&o_.scratch, 1});
        EXPECT_EQ(prepared.ok(), valid) << wide << " " << (prepared ? "" : prepared.error().message);
    }
    PathClearance clearance;
    const ClearanceRequest request{.steps = o_.steps, .radius = number(), .filter = filter()};
    EXPECT_FALSE(measure_clearance(random_.chance(0.8) ? m : mesh(), o_.scratch, request, clearance).ok() &&
                 !(request.radius >= 0));
    if (random_.chance(0.1)) o_.path = {};
    return 4;
}

uint64_t Caller::filters() {
    const NavMesh& m = mesh();
    QueryFilter any = default_filter(m);
    any.area_cost[size_t(random_.between(0, 63))] = number();
    any.excluded_areas = random_.next() & random_.next() & random_.next();
    if (validate_filter(any)) o_.filter = random_.chance(0.5) ? any : default_filter(m);
    lowest_cost(m, any);
    uniform_cost(m, any, odd_index(random_));
    pruning_is_exact(m, any, odd_index(random_));
    scratch_bytes(o_.scratch);
    return 6;
}

}  // namespace navspan::misuse
