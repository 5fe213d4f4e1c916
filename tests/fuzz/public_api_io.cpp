// The calls of PublicApi with numbers, texts, pictures and files.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "fuzz/public_api_caller.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/core/byte_file.h"
#include "navspan/core/file.h"
#include "navspan/io.h"
#include "support/text/run_program.h"

namespace navspan::misuse {
namespace {

// Returns a name, a path in a config, JSON, or bytes that are not a text.
std::string odd_text(Random& random) {
    static const std::vector<std::string> texts{"",
                                                "ground",
                                                "water",
                                                "*",
                                                "*a*",
                                                "agents",
                                                "areas.water",
                                                "areas.ground.cost",
                                                "rules.*",
                                                "[0]",
                                                "agent.radius",
                                                "agents[0]",
                                                "voxels",
                                                "volumes[0]",
                                                "nothing",
                                                "tiles.size",
                                                "null",
                                                "1e999",
                                                "NaN",
                                                "-5",
                                                "0",
                                                "1,2,3",
                                                "[",
                                                R"({"id": 300})",
                                                R"([1, 2])",
                                                R"("x")",
                                                "islands.seeds",
                                                "agents.ogre",
                                                "radius",
                                                "\xff\xfe",
                                                "a\nb",
                                                std::string("a\0b", 3),
                                                "4294967296",
                                                "agents[99999999999].radius",
                                                "volumes[4294967295].points[2147483648]",
                                                "links.jump_distance"};
    std::string text = pick(random, texts);
    while (random.chance(0.2))
        text += pick(random, texts);
    if (random.chance(0.01)) text = std::string(size_t(random.between(1, 5000)), 'x');
    return text;
}

std::vector<std::byte> odd_bytes(Random& random) {
    std::vector<std::byte> bytes(size_t(random.between(0, 200)));
    for (std::byte& b : bytes)
        b = std::byte(random.next());
    return bytes;
}

// Returns a small offset, or an offset that no memory can hold.
uint64_t odd_offset(Random& random) {
    return random.chance(0.8) ? uint64_t(random.between(0, 300)) : random.next() | uint64_t{1} << 63;
}

}  // namespace

uint64_t Caller::numbers() {
    const DVec3 a = odd_point(random_), b = odd_point(random_);
    o_.line.length_3d = dot(a, b) + distance_3d(a, b) + distance_xz(cross(a, b), min_of(a, max_of(a, b)));
    o_.line.length_3d += turned_upright(a, UpAxis(random_.between(0, 255))).y + (equal_xz(a, b) ? 1 : 0);
    const Grid grid{int32_t(odd_index(random_)), 0, 0, int32_t(odd_index(random_)), int32_t(odd_index(random_))};
    o_.line.length_3d += double(cell_count(grid)) + grid_corner({.origin = a, .cell_size = number()}, grid).x;
    const TileRectangle tiles{grid.x0, grid.width, grid.depth, int32_t(odd_index(random_))};
    EXPECT_TRUE(tiles.join(tiles.clip({})) == tiles);
    EXPECT_TRUE(!tiles.contains(grid.x0, grid.width) || !tiles.is_empty());
    EXPECT_FALSE(CellRectangle{}.contains(grid.x0, grid.width));
    const std::vector<std::byte> bytes = odd_bytes(random_);
    Sha256 sha;
    sha.add(bytes);
    EXPECT_EQ(sha.hex(), sha256_hex(bytes));
    Hasher128 hasher;
    hasher.add(bytes);
    hasher.add(number());
    EXPECT_EQ(to_hex(hasher.finish()).size(), 32u);
    hash_bytes(bytes, mix64(random_.next()));
    const OffMeshLink one = link(mesh());
    EXPECT_EQ(reversed(one).area, one.area);
    is_link({odd_index(random_), odd_index(random_)});
    NavMeshInfo info = mesh().info;
    info.areas.push_back({"odd", uint8_t(odd_index(random_)), 1, number()});
    known_areas(info);
    EXPECT_EQ(find_area(info.areas, "nothing"), nullptr);
    status_name(PathStatus(random_.between(-1, 200)));
    method_name(PathMethod(random_.between(-1, 200)));
    stop_name(RayStop(random_.between(-1, 200)));
    stage_name(Stage(random_.between(-1, 200)));
    CheckReport report;
    fail(report, input_error(odd_text(random_)).message);
    EXPECT_FALSE(report.ok());
    return 0;
}

uint64_t Caller::configs() {
    BakeConfig c = config();
    for (int n = random_.between(0, 3); n > 0; --n)
        (void)set_config_value(c, odd_text(random_), odd_text(random_)).ok();
    if (random_.chance(0.1)) c.agents.resize(size_t(random_.between(1, 3)));
    if (random_.chance(0.1)) c.areas.push_back({odd_text(random_), uint8_t(odd_index(random_)), number(), 1});
    if (random_.chance(0.1)) c.rules.push_back({odd_text(random_), odd_text(random_)});
    if (random_.chance(0.1)) c.agent.name = odd_text(random_);
    if (random_.chance(0.1)) c.links.drop_area = odd_text(random_);
    std::string text = config_json(c);
    const bool valid = check_config(c).ok();
    EXPECT_FALSE(valid && !parse_config(text, "text")) << text;
    EXPECT_FALSE(explain_config(c).ok() && !valid);
    text[size_t(random_.next() % text.size())] = char(random_.next());
    (void)parse_config(text, odd_text(random_), c).ok();
    EXPECT_EQ(configs_of_agents(c).size(), std::max<size_t>(1, c.agents.size()));
    (void)to_voxels(c).ok();
    plan_params(c);
    (void)ground_area(c).ok();
    (void)area_of_rule(c, {odd_text(random_), odd_text(random_)}).ok();
    area_id_of(c.areas, odd_text(random_));
    matches_pattern(odd_text(random_), odd_text(random_));
    nav_mesh_info(c, odd_text(random_), odd_text(random_));
    return 14;
}

FloorPlan Caller::floor_plan() {
    FloorPlan plan;
    for (int n = random_.between(0, 3); n > 0; --n) {
        FloorFeature feature;
        feature.name = odd_text(random_);
        feature.kind = random_.chance(0.3) ? "obstacle" : odd_text(random_);
        if (random_.chance(0.3)) feature.area = odd_text(random_);
        if (random_.chance(0.3)) feature.cost = number();
        for (int k = random_.between(0, 2); k > 0; --k) {
            FloorPolygon& polygon = feature.polygons.emplace_back();
            const double x = random_.between(-9, 9), side = random_.between(1, 9);
            if (random_.chance(0.8)) polygon.rings.push_back({{x, 0, x}, {x, 0, x + side}, {x + side, 0, x}});
            for (int r = random_.between(0, 2); r > 0; --r) {
                std::vector<DVec3>& ring = polygon.rings.emplace_back();
                for (int p = random_.between(0, 5); p > 0; --p)
                    ring.push_back(
                        {double(random_.between(-9, 9)), 0, random_.chance(0.9) ? random_.between(-9, 9) : number()});
            }
        }
        plan.features.push_back(std::move(feature));
    }
    return plan;
}

uint64_t Caller::floor_plans() {
    BakeConfig c = config();
    c.agent.radius = random_.chance(0.7) ? 0 : number();
    if (random_.chance(0.2)) c.plan.quantum = number();
    if (random_.chance(0.2)) c.rules.push_back({odd_text(random_), odd_text(random_)});
    const FloorPlan plan = floor_plan();
    (void)snap_floor_plan(plan, c, odd_text(random_)).ok();
    Warnings warnings;
    const PlanLimit limit{.bytes = random_.chance(0.5) ? 1e8 : number()};
    (void)nav_mesh_from_floor_plan(plan, c, odd_text(random_), mesh().info, warnings, limit).ok();
    GridMap map{random_.between(-1, 9), random_.between(-1, 9), {}};
    map.terrain.assign(size_t(random_.chance(0.7) ? std::abs(map.width * map.height) : random_.between(0, 99)), 'G');
    if (!map.terrain.empty()) map.terrain.back() = char(random_.next());
    if (random_.chance(0.1)) map.width = int32_t(odd_index(random_));
    const Result<CellGrid> cells = make_cell_grid(map, c, warnings);
    if (cells) {
        cells->area(int32_t(odd_index(random_)), int32_t(odd_index(random_)));
        cells->area(map.width - 1, map.height - 1);
    }
    return 4;
}

Drawing Caller::drawing() {
    Drawing d;
    d.title = odd_text(random_);
    if (random_.chance(0.1)) d.corner = point();
    if (random_.chance(0.2)) d.cell_size = number();
    d.width = random_.chance(0.9) ? random_.between(0, 30) : -1;
    d.depth = random_.chance(0.9) ? random_.between(0, 30) : int32_t(odd_index(random_));
    const auto coordinate = [&](int32_t end) {
        return random_.chance(0.98) ? random_.between(0, end) : int32_t(odd_index(random_));
    };
    for (int n = random_.between(0, 20); n > 0; --n)
        d.cells.push_back({coordinate(30), coordinate(30), random_.chance(0.95) ? 1.0F : float(number()), {1, 2, 3, 255}});
    const auto own_point = [&] { return random_.chance(0.9) ? DVec3{random_.real(0, 9), 0, random_.real(0, 9)} : point(); };
    for (int n = random_.between(0, 9); n > 0; --n)
        d.points.push_back(own_point());
    const auto range = [&] { return random_.chance(0.95) ? uint32_t(random_.between(0, 4)) : odd_index(random_); };
    for (int n = random_.between(0, 3); n > 0; --n) {
        d.polygons.push_back({.first = range(), .count = range(), .fill = {1, 2, 3, 255}});
        d.lines.push_back({.first = range(), .count = range(), .color = {}, .width = float(number())});
        d.markers.push_back({own_point(), {}, float(number())});
        d.named_lines.push_back({odd_text(random_), own_point(), own_point(), {}});
    }
    return d;
}

uint64_t Caller::pictures() {
    const Drawing d = drawing();
    const bool drawable = is_drawable(d);
    EXPECT_EQ(to_svg(d).empty(), !drawable);
    if (random_.chance(0.2)) {
        EXPECT_EQ(to_png(d).empty(), !drawable);
    }
    return 3;
}

uint64_t Caller::exports() {
    const NavMesh& m = mesh();
    export_obj(m);
    export_json(m);
    (void)export_glb(m, AreaColors{}).ok();
    const Result<DetourFile> file =
        detour_file(m, DetourRefs(random_.chance(0.8) ? random_.between(0, 1) : int32_t(odd_index(random_))));
    std::vector<std::byte> bytes = file ? file->bytes : odd_bytes(random_);
    EXPECT_TRUE(!file || is_detour_file(bytes));
    if (!bytes.empty()) bytes[size_t(random_.next() % bytes.size())] ^= std::byte(1 + random_.between(0, 254));
    if (random_.chance(0.2)) bytes.resize(bytes.size() / 2);
    is_detour_file(bytes);
    (void)parse_detour_file(bytes).ok();
    if (random_.chance(0.05)) {
        CheckReport report;
        check_nav_mesh(m, report);
        EXPECT_EQ(report.ok(), validate_nav_mesh(m).ok());
    }
    const std::string text = odd_text(random_);
    (void)parse_floor_plan(text, text).ok();
    (void)parse_grid_map(text, text).ok();
    (void)parse_polygon_mesh(text, text).ok();
    const ObjText obj{.name = text, .text = text};
    (void)parse_obj({&obj, 1}, {.up = UpAxis(random_.between(0, 255)), .scale = number()}).ok();
    return 11;
}

void Caller::read_files(const std::filesystem::path& folder) {
    static const std::vector<std::string> suffixes{".obj",  ".gltf", ".glb",     ".png", ".json", ".mesh",
                                                   ".gset", ".map",  ".geojson", ".nav", ".fbx",  ""};
    const std::filesystem::path path = folder / ("file" + pick(random_, suffixes));
    std::vector<std::byte> bytes = odd_bytes(random_);
    if (random_.chance(0.3)) bytes = serialize_nav_mesh(mesh());
    if (random_.chance(0.3)) bytes = serialize_live_mesh(o_.world.mesh);
    if (random_.chance(0.3)) {
        const std::string text = "v 0 0 0\nv 0 0 9\nv 9 0 0\nf 1 2 " + std::to_string(random_.between(-1, 4)) + "\n";
        bytes.assign(std::as_bytes(std::span(text)).begin(), std::as_bytes(std::span(text)).end());
    }
    if (random_.chance(0.9)) (void)write_file_atomically(path, bytes).ok();
    const SceneOptions options{.up = UpAxis(random_.between(0, 7)),
                               .scale = number(),
                               .threads = 1,
                               .max_bytes = random_.next() >> random_.between(0, 63)};
    const std::vector<std::string> paths(size_t(random_.between(0, 2)), path.string());
    (void)load_scene(paths, options, {}).ok();
    (void)load_obj(paths, options).ok();
    (void)load_config(path.string()).ok();
    (void)load_polygon_mesh(path).ok();
    (void)read_nav_mesh(path).ok();
    (void)read_live_mesh(path).ok();
    (void)read_live_world(path, [this](const std::string&) -> Result<BakeConfig> { return config(); }).ok();
    const BakeConfig any = config();
    const std::filesystem::path out = random_.chance(0.8) ? folder / "out.nav" : folder / "missing" / "out.nav";
    (void)bake_nav_file(soup(), any, mesh().info, out, {.threads = 1}).ok();
    const std::vector<AgentBake> agents(size_t(random_.between(0, 2)), {.config = any, .info = mesh().info});
    (void)bake_agents_to_file(soup(), agents, out, {.threads = 1}).ok();
}

uint64_t Caller::disk() {
    MemoryFile memory;
    for (int n = random_.between(0, 4); n > 0; --n)
        (void)memory.write_at(odd_offset(random_), odd_bytes(random_)).ok();
    std::vector<std::byte> bytes = odd_bytes(random_);
    EXPECT_TRUE(!memory.read_at(odd_offset(random_), bytes) || bytes.size() <= memory.bytes.size());
    if (random_.chance(0.9)) return 3;

    const support::TemporaryFolder folder;
    const auto path = [&] {
        return random_.chance(0.5) ? std::filesystem::path(folder / "file") : folder.path() / odd_text(random_);
    };
    Result<DiskFile> file = random_.chance(0.5) ? DiskFile::create_temporary(folder.path()) : DiskFile::create(path(), path());
    if (random_.chance(0.3)) file = DiskFile::create_linkable(folder.path(), path());
    if (file) {
        if (random_.chance(0.2)) {
            (void)file->close().ok();
            EXPECT_FALSE(file->is_open());
        }
        (void)file->write_at(odd_offset(random_), bytes).ok();
        (void)file->read_at(odd_offset(random_), bytes).ok();
        (void)file->link_to_path(path()).ok();
    }
    (void)write_file_atomically(path(), bytes).ok();
    (void)folder_of(path()).ok();
    is_device(path());
    (void)read_file(path(), random_.next()).ok();
    Result<FileReader> reader = FileReader::open(path(), random_.next());
    if (reader) (void)reader->read(bytes).ok();
    Result<PendingFile> pending = random_.chance(0.5) ? PendingFile::create(path()) : PendingFile::write(path(), bytes);
    for (int n = random_.between(0, 5); n > 0 && pending; --n) {
        if (random_.chance(0.4)) (void)pending->bytes().write_at(odd_offset(random_), bytes).ok();
        if (random_.chance(0.4)) (void)pending->bytes().read_at(odd_offset(random_), bytes).ok();
        if (random_.chance(0.4)) (void)pending->close().ok();
        if (random_.chance(0.4)) (void)pending->put_in_place().ok();
        if (random_.chance(0.1)) const PendingFile moved = *std::move(pending);
    }
    Result<TileCache> cache = TileCache::open({.folder = path(), .max_bytes = random_.next() >> random_.between(0, 63)});
    if (cache) {
        const Hash128 key{random_.next(), random_.next()};
        cache->store(key, tile(), bytes);
        const std::optional<CachedTile> found = cache->find(random_.chance(0.5) ? key : Hash128{});
        EXPECT_TRUE(!found || found->notes == bytes);
    }
    return 17;
}

}  // namespace navspan::misuse
