// The calls of PublicApi that make meshes.

#include <gtest/gtest.h>

#include "fuzz/public_api_caller.h"
#include "navmesh/validate/tile.h"

namespace navspan::misuse {
namespace {

// Returns an enumerator, or sometimes any other value. @param last  the last enumerator
template <class Enum>
Enum odd_enum(Random& random, Enum last) {
    return Enum(random.chance(0.9) ? random.between(0, int32_t(last)) : random.between(0, 255));
}

void change_methods(Random& random, BakeConfig& c) {
    if (random.chance(0.2)) c.profile = odd_enum(random, Profile::recast);
    if (random.chance(0.2)) c.filters.ledges = odd_enum(random, LedgeTest::slope_aware);
    if (random.chance(0.2)) c.erosion.method = odd_enum(random, ErosionMethod::euclidean);
    if (random.chance(0.2)) c.regions.method = odd_enum(random, RegionMethod::sheets);
    if (random.chance(0.2)) c.contours.walls = odd_enum(random, WallSimplification::one_sided);
    if (random.chance(0.2)) c.detail.heights = odd_enum(random, HeightSource::triangles);
    if (random.chance(0.2)) c.plan.partition = odd_enum(random, PartitionMethod::meadow);
    if (random.chance(0.2)) c.plan.triangulation = odd_enum(random, TriangulationMethod::automatic);
}

BakeOptions odd_options(Random& random) {
    BakeOptions options{.threads = uint32_t(random.between(1, 3))};
    if (random.chance(0.3)) options.max_memory = random.chance(0.5) ? odd_number(random) : random.real(1e6, 1e9);
    options.warns_about_level = random.chance(0.5);
    options.rebake = random.chance(0.5);
    return options;
}

// Changes some numbers of a source, and its voxels if it has any.
TileSource damaged(Random& random, TileSource source) {
    if (random.chance(0.1)) source.window.x0 = int32_t(odd_index(random));
    if (random.chance(0.1)) source.window.halo = int32_t(odd_index(random));
    if (random.chance(0.1)) source.is_empty = random.chance(0.5);
    if (random.chance(0.1)) source.soup = {};
    if (random.chance(0.1) && !source.soup.triangles.empty()) source.soup.triangles.back()[0] = odd_index(random);
    if (random.chance(0.1) && !source.soup.vertices.empty()) source.soup.vertices.back() = odd_point(random);
    if (random.chance(0.1)) source.soup.areas.assign(source.soup.triangles.size(), uint8_t(odd_index(random)));
    if (random.chance(0.05)) source.voxels.emplace();
    if (!source.voxels) return source;
    std::vector<uint8_t>& bytes = source.voxels->bytes;
    for (int n = random.between(0, 3); n > 0 && !bytes.empty(); --n)
        bytes[size_t(random.next() % bytes.size())] = uint8_t(random.next());
    if (random.chance(0.2)) bytes.resize(bytes.size() * size_t(random.between(0, 3)) / 2, 0xff);
    if (random.chance(0.1)) source.voxels->spans = odd_index(random);
    if (random.chance(0.1)) source.voxels->grid.y0 = int32_t(odd_index(random));
    if (random.chance(0.05)) source.voxels->grid.width = int32_t(odd_index(random));
    return source;
}

// Makes solid voxels with random spans, mostly well-formed.
Heightfield odd_voxels(Random& random, const Grid& grid) {
    Heightfield field{.grid = grid, .first = {0}, .spans = {}};
    for (uint64_t c = cell_count(grid); c > 0 && c < 10000; --c) {
        for (int32_t bottom = random.between(0, 20); random.chance(0.5);) {
            const int32_t top = bottom + random.between(1, 9);
            const bool walkable = random.chance(0.7);
            field.spans.push_back({.bottom = uint16_t(bottom),
                                   .top = uint16_t(top),
                                   .area = walkable ? kDefaultArea : kNullArea,
                                   .fate = walkable ? SpanFate::walkable : SpanFate::steep});
            bottom = top + random.between(random.chance(0.05) ? -9 : 1, 20);
        }
        field.first.push_back(uint32_t(field.spans.size()));
    }
    if (random.chance(0.2)) field.first[size_t(random.next() % field.first.size())] = odd_index(random);
    if (random.chance(0.2) && !field.spans.empty()) field.spans.back().top = uint16_t(odd_index(random));
    if (random.chance(0.2) && !field.spans.empty()) field.spans.back().area = uint8_t(odd_index(random));
    if (random.chance(0.2) && !field.spans.empty()) field.spans.back().fate = SpanFate(random.between(0, 255));
    if (random.chance(0.2)) field.grid.y0 = int32_t(odd_index(random));
    if (random.chance(0.1)) field.grid.width = int32_t(odd_index(random));
    return field;
}

}  // namespace

uint64_t Caller::build() {
    static const std::vector<uint64_t (Caller::*)()> all{
        &Caller::links,       &Caller::islands,     &Caller::live_mesh, &Caller::obstacles, &Caller::bake,
        &Caller::plans,       &Caller::polygon_set, &Caller::files,     &Caller::tiles,     &Caller::configs,
        &Caller::floor_plans, &Caller::pictures,    &Caller::exports,   &Caller::disk};
    return (this->*pick(random_, all))();
}

uint64_t Caller::links() {
    const NavMesh& m = mesh();
    std::vector<LinkRequest> wanted;
    for (int n = random_.between(0, 3); n > 0; --n)
        wanted.push_back({.name = "link", .link = link(m), .reach = number(), .two_way = random_.chance(0.5)});
    Warnings warnings;
    UnplacedLinks unplaced;
    std::vector<OffMeshLink> placed = place_links(m, wanted, &warnings, &unplaced);
    warn_unplaced_links(unplaced, true, &warnings);
    if (random_.chance(0.5)) placed.push_back(link(m));
    sort_links(placed);
    (void)with_links(m, std::move(placed)).ok();
    (void)with_landmarks(m, uint32_t(random_.between(0, 70))).ok();
    const Result<NavMesh> labelled = with_hubs(m, {.max_bytes = random_.next() >> random_.between(0, 63), .threads = 1});
    if (labelled) {
        EXPECT_GE(hub_bytes(labelled->hubs), sizeof(uint32_t));
    }
    HubBuild build;
    auto snapshot = random_.chance(0.1) ? nullptr : std::make_shared<const NavMesh>(m);
    for (int n = random_.between(1, 20); n > 0; --n)
        (void)step_hubs(build, snapshot, random_.next() >> random_.between(0, 63)).ok();
    return 6;
}

uint64_t Caller::islands() {
    const NavMesh& m = mesh();
    IslandRules rules{.seeds = {}, .seed_reach = number(), .min_area = number(), .keep_largest = odd_index(random_)};
    for (int n = random_.between(0, 3); n > 0; --n)
        rules.seeds.push_back(point());
    std::vector<PrunedIsland> pruned;
    Warnings warnings;
    (void)prune_islands(m, rules, &pruned, &warnings).ok();
    EXPECT_EQ(seed_links(rules).size(), rules.seeds.size());
    const PlacedSeeds seeds{{link(m), link(m)}, {odd_index(random_), odd_index(random_)}};
    EXPECT_EQ(choose_islands(m.islands, {}, seeds, rules, &pruned, &warnings).size(), m.islands.size());
    return 3;
}

NavTile Caller::tile() {
    const NavMesh& m = mesh();
    NavTile tile = m.tiles.empty() || random_.chance(0.1) ? NavTile{} : *pick(random_, m.tiles);
    if (random_.chance(0.5) && !o_.world.mesh.tiles.empty()) tile = *pick(random_, o_.world.mesh.tiles)->baked;
    if (random_.chance(0.2)) tile.agent.radius = number();
    if (random_.chance(0.2)) tile.tile_x = int32_t(odd_index(random_));
    if (random_.chance(0.1)) tile.frame.quantum = number();
    if (random_.chance(0.1)) tile.frame.x0 = int32_t(odd_index(random_));
    if (random_.chance(0.1) && !tile.polygons.empty()) tile.polygons.back().edge_count = uint16_t(odd_index(random_));
    if (random_.chance(0.1) && !tile.half_edges.empty()) tile.half_edges.back().twin = odd_index(random_);
    return tile;
}

uint64_t Caller::live_mesh() {
    const LiveMesh live = random_.chance(0.2) ? LiveMesh{} : o_.world.mesh;
    TileChanges changes;
    for (int n = random_.between(0, 2); n > 0; --n)
        changes.put.push_back(tile());
    if (random_.chance(0.3)) changes.remove.push_back({int32_t(odd_index(random_)), int32_t(odd_index(random_))});
    (void)change_tiles(live, changes).ok();
    (void)change_links(live, {link(mesh())}).ok();
    LiveMeshParams params;
    params.link_reach = number();
    (void)make_live_mesh(std::move(changes.put), mesh().info, params, {link(mesh())}).ok();
    const std::vector<std::byte> bytes = serialize_live_mesh(live);
    EXPECT_EQ(has_kept_tiles(bytes), live.mesh != nullptr);
    return 5;
}

uint64_t Caller::tiles() {
    std::vector<NavTile> all;
    for (int n = random_.between(0, 3); n > 0; --n)
        all.push_back(tile());
    for (const NavTile& one : all) {
        if (!validate_tile(one)) continue;
        (void)validate_border(one).ok();
        (void)validate_tile_links(one).ok();
        (void)validate_areas(one, mesh().info).ok();
    }
    (void)link_tiles(std::move(all), mesh().info).ok();
    return 2;
}

AreaVolume Caller::volume() {
    AreaVolume v{.shape = odd_enum(random_, VolumeShape::prism),
                 .min = point(),
                 .max = point(),
                 .center = point(),
                 .half_extents = point()};
    v.yaw = number();
    v.radius = number();
    v.height = number();
    v.min_y = number();
    v.max_y = number();
    for (int n = random_.between(0, 4); n > 0; --n)
        v.points.push_back(point());
    return v;
}

Obstacle Caller::obstacle() {
    const auto area = random_.chance(0.5) ? kNullArea : uint8_t(random_.between(60, 66));
    switch (random_.between(0, 3)) {
        case 0:
            return BoxObstacle{.center = point(), .half_extents = point(), .yaw = number(), .top_area = area};
        case 1:
            return CylinderObstacle{.center = point(), .radius = number(), .height = number(), .top_area = area};
        case 2:
            return TriangleObstacle{.triangles = {{point(), point(), point()}}, .area = area};
        default:
            return volume();
    }
}

uint64_t Caller::obstacles() {
    LiveWorld nothing;
    EXPECT_FALSE(add_obstacle(nothing, obstacle()).ok());
    EXPECT_FALSE(update_world(nothing).ok());
    const Obstacle one = obstacle();
    const std::span<const Obstacle> list(&one, 1);
    (void)tiles_affected_by(list, random_.chance(0.2) ? config() : o_.world.config).ok();
    (void)check_obstacles(list, o_.world.config).ok();
    const TileSource source = damaged(random_, *pick(random_, o_.world.sources));
    (void)rebuild_tile(random_.chance(0.5) ? source : *pick(random_, o_.world.sources),
                       random_.chance(0.2) ? config() : o_.world.config, list)
        .ok();
    const Result<uint32_t> id = add_obstacle(o_.world, one);
    remove_obstacle(o_.world, odd_index(random_));
    const NavMesh before = *o_.world.mesh.mesh;
    if (!update_world(o_.world) && id) remove_obstacle(o_.world, *id);
    while (o_.world.obstacles.size() > 3)
        remove_obstacle(o_.world, o_.world.obstacles.front().id);
    o_.meshes.back() = before;
    o_.meshes[4] = *o_.world.mesh.mesh;
    return 8;
}

TriangleSoup Caller::soup() {
    TriangleSoup soup = small_level(random_);
    const auto index = [&](size_t size) { return size_t(random_.between(0, int32_t(size) - 1)); };
    if (random_.chance(0.3)) soup.vertices[index(soup.vertices.size())] = odd_point(random_);
    if (random_.chance(0.3)) soup.triangles[index(soup.triangles.size())][1] = odd_index(random_);
    if (random_.chance(0.2)) soup.areas.assign(index(80), uint8_t(odd_index(random_)));
    if (random_.chance(0.2)) soup.group_of.assign(index(80), odd_index(random_));
    if (random_.chance(0.1)) soup = {};
    if (random_.chance(0.1)) append_triangle(soup, {point(), point(), point()}, uint8_t(odd_index(random_)));
    return soup;
}

BakeConfig Caller::config() {
    BakeConfig c = live_config();
    const std::vector<double*> fields{&c.agent.radius,   &c.agent.height,        &c.agent.max_climb,    &c.agent.max_slope,
                                      &c.tiles.size,     &c.voxels.cell_size,    &c.voxels.cell_height, &c.islands.min_area,
                                      &c.tiles.origin.x, &c.links.jump_distance, &c.links.drop_height};
    for (int n = random_.between(0, 2); n > 0; --n)
        *pick(random_, fields) = number();
    if (random_.chance(0.5)) change_methods(random_, c);
    if (random_.chance(0.2)) c.volumes.push_back(volume());
    if (random_.chance(0.2))
        c.off_mesh_links.push_back({.start = point(), .end = point(), .radius = number(), .cost = number()});
    if (random_.chance(0.1)) c.island_seeds.push_back(point());
    if (random_.chance(0.1)) c.areas = {};
    // These values are valid, but such bakes take minutes.
    if (c.voxels.cell_size < 0.1 || c.voxels.cell_height < 0.1) c.voxels = {};
    if (c.agent.radius > 2) c.agent.radius = 0.6;
    if (c.links.jump_distance > 10) c.links.jump_distance = 0;
    return c;
}

void Caller::voxels(const Grid& grid) {
    VoxelConfig config;
    const Result<VoxelConfig> valid = to_voxels(live_config());
    if (valid && random_.chance(0.8)) config = *valid;
    if (random_.chance(0.2)) config.max_slope = number();
    if (random_.chance(0.2)) config.max_climb = number();
    if (random_.chance(0.2)) config.lattice.cell_height = number();
    if (random_.chance(0.1)) config.walkable_height = int32_t(odd_index(random_));
    if (random_.chance(0.1)) config.walkable_climb = int32_t(odd_index(random_));
    config.ledges = odd_enum(random_, LedgeTest::slope_aware);
    FilterParams params = filter_params(config);
    if (random_.chance(0.1)) params.link_climb = int32_t(odd_index(random_));
    if (random_.chance(0.1)) params.max_spans = odd_index(random_);
    const Heightfield solid = odd_voxels(random_, grid);
    draw_heightfield(solid, {});
    EXPECT_LE(column_spans(solid, odd_index(random_)).size(), solid.spans.size());
    std::vector<SpanFate> fates;
    (void)filter_and_compact(solid, params, random_.chance(0.5) ? &fates : nullptr).field.ok();
    filtered_heightfield(solid, fates, odd_enum(random_, Filter::low_height));
}

uint64_t Caller::bake() {
    const BakeConfig c = config();
    TriangleSoup s = soup();
    (void)check_config(c).ok();
    config_warnings(c);
    (void)apply_area_rules(s, c).ok();
    s = soup();
    const NavMeshInfo info = nav_mesh_info(c, "{}", "test");
    level_warnings(s, c, {.up = odd_enum(random_, UpAxis::minus_x), .scale = number()});
    (void)bake_tile(s, c).ok();
    const TileWindow window{.tile_x = 0,
                            .tile_z = 0,
                            .x0 = random_.between(-9, 9),
                            .size = random_.between(-1, 40),
                            .halo = random_.between(-1, 8)};
    const SolidSource solid = [&](const Grid& grid) -> std::optional<Heightfield> {
        if (random_.chance(0.2)) return std::nullopt;
        return odd_voxels(random_, grid);
    };
    (void)bake_tile(s, c, nullptr, random_.chance(0.8) ? &window : nullptr, random_.chance(0.5) ? solid : nullptr).ok();
    const int32_t side = window.size + 2 * window.halo;
    const Grid grid{.x0 = window.x0 - window.halo, .z0 = window.z0 - window.halo, .y0 = 0, .width = side, .depth = side};
    (void)bake_voxels(odd_voxels(random_, grid), s, c, window).ok();
    voxels(grid);
    (void)bake_nav_mesh(s, c, info, odd_options(random_)).ok();
    (void)bake_live_mesh(s, c, info, odd_options(random_)).ok();
    std::vector<AgentBake> agents;
    for (const BakeConfig& one : configs_of_agents(c))
        agents.push_back({.config = random_.chance(0.9) ? one : config(), .info = info});
    if (random_.chance(0.3)) agents.push_back({.config = c, .info = info});
    (void)bake_agents(s, agents, odd_options(random_)).ok();
    const Result<LiveWorld> live = bake_live_world(s, c, info, odd_options(random_));
    if (live) (void)serialize_live_world(*live).ok();
    (void)make_live_world(s, c, info, {.keep_voxels = random_.chance(0.5), .link_reach = number()}, {link(mesh())}).ok();
    const Result<std::vector<TileSource>> sources = keep_tiles(s, c);
    if (sources && !sources->empty()) {
        const Result<TileSource> voxels = keep_voxels(sources->front(), random_.chance(0.5) ? c : config());
        const TileSource source = damaged(random_, voxels ? *voxels : sources->front());
        (void)keep_voxels(source, c).ok();
        (void)rebuild_tile(source, c, {}).ok();
    }
    return 15;
}

uint64_t Caller::plans() {
    GroundPlan plan;
    plan.quantum = random_.chance(0.7) ? 0.25 : number();
    for (int n = random_.between(0, 3); n > 0; --n) {
        if (random_.chance(0.8)) add_shape(plan, uint8_t(random_.between(0, 66)));
        std::vector<LatticePoint> ring;
        for (int k = random_.between(0, 6); k > 0; --k)
            ring.push_back(
                {random_.between(-50, 50), random_.chance(0.02) ? int32_t(odd_index(random_)) : random_.between(-50, 50)});
        add_ring(plan, ring);
    }
    if (random_.chance(0.1)) plan.first_point.push_back(odd_index(random_));
    if (random_.chance(0.1) && !plan.shapes.empty()) plan.shapes.back().ring_count = odd_index(random_);
    if (random_.chance(0.05)) plan.first_point.clear();
    const PlanParams params{.radius = random_.chance(0.7) ? 0 : number(),
                            .partition = odd_enum(random_, PartitionMethod::meadow),
                            .triangulation = odd_enum(random_, TriangulationMethod::automatic),
                            .max_vertices = random_.between(-1, 8)};
    (void)nav_mesh_from_plan(plan, params, {}).ok();
    CellGrid grid{.width = random_.between(-2, 9), .depth = random_.between(0, 9), .areas = {}};
    grid.areas.assign(size_t(random_.between(0, 81)), uint8_t(random_.between(0, 70)));
    if (random_.chance(0.7) && grid.width >= 0) grid.areas.resize(size_t(grid.width) * size_t(grid.depth), 63);
    const Result<GroundPlan> cells = plan_of_cells(grid, {.cell_size = number(), .steps_per_cell = random_.between(-1, 3)});
    if (cells) (void)polygons_from_plan(*cells, params).ok();
    return 3;
}

uint64_t Caller::polygon_set() {
    PolygonSet set;
    for (int n = random_.between(0, 8); n > 0; --n)
        set.vertices.push_back(random_.chance(0.9) ? DVec3{double(random_.between(0, 9)), 0, double(random_.between(0, 9))}
                                                   : point());
    for (int n = random_.between(0, 12); n > 0; --n)
        set.corners.push_back(random_.chance(0.95) ? uint32_t(random_.between(0, 8)) : odd_index(random_));
    set.first_corner = {0, uint32_t(set.corners.size())};
    if (random_.chance(0.5)) set.first_corner = {0, 3, 6};
    if (random_.chance(0.1)) set.first_corner.push_back(odd_index(random_));
    if (random_.chance(0.2)) set.neighbours.assign(set.corners.size(), odd_index(random_));
    if (random_.chance(0.2)) set.areas.assign(2, uint8_t(odd_index(random_)));
    (void)nav_mesh_from_polygons(set, {.quantum = random_.chance(0.7) ? 0 : number(), .info = {}}).ok();
    return 1;
}

uint64_t Caller::files() {
    const NavMesh& m = mesh();
    std::vector<std::byte> bytes = serialize_nav_mesh(m);
    EXPECT_EQ(bytes.size(), serialize_nav_meshes(std::span(&m, 1)).size());
    for (int n = random_.between(0, 3); n > 0; --n)
        bytes[size_t(random_.next() % bytes.size())] ^= std::byte(1 + random_.between(0, 254));
    if (random_.chance(0.2)) bytes.resize(size_t(random_.next() % bytes.size()));
    if (random_.chance(0.8)) repair_nav_checksum(bytes);
    (void)parse_nav_mesh(bytes).ok();
    (void)parse_nav_meshes(bytes).ok();
    (void)parse_live_mesh(bytes).ok();
    has_kept_tiles(bytes);
    has_live_world(bytes);
    (void)parse_live_world(bytes, [this](const std::string&) -> Result<BakeConfig> { return config(); }).ok();
    (void)serialize_live_world(random_.chance(0.5) ? LiveWorld{} : o_.world).ok();
    summarize_nav_file(m, odd_index(random_));
    total_area(m.islands);
    (void)validate_info(m.info).ok();
    (void)validate_nav_mesh(m).ok();
    return 12;
}

}  // namespace navspan::misuse
