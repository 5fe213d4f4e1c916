// Runs fixed workloads, called parts. `instructions.sh` counts the instructions of each part and compares them with recorded
// counts.
//
// The program runs once under valgrind --tool=callgrind, on one thread. Each part resets the counts with
// navspan_count_from_here. At navspan_count_until_here, callgrind writes the counts to a file. The program prints the names of
// the parts in the order of these files.
//
//   --growth   runs the parts that depend on the number of contour vertices, each with few vertices and with eight times as
//              many; `growth.sh` compares the two counts
//   --key      prints only a text that identifies what affects the counts besides the source code: compiler, C library,
//              processor family, asserts

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bake/world/nav_tile.h"
#include "bench/readers.h"
#include "bench/tile_change.h"
#include "navbench/kinds/kinds.h"
#include "navbench/levels/growth.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/hash.h"
#include "navspan/io/floor_plan.h"
#include "navspan/io/obj.h"
#include "navspan/navmesh/live_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/plan/plan.h"
#include "navspan/query/path.h"
#include "navspan/query/random_point.h"
#include "navspan/query/raycast.h"
#include "query/local/raycast.h"
#include "support/scenes/places.h"
#include "support/worlds/tile_worlds.h"

// Markers for callgrind. The compiler must neither inline nor merge these functions.
extern "C" {
[[gnu::noinline]] void navspan_count_from_here() {
    asm volatile("nop" ::: "memory");
}
[[gnu::noinline]] void navspan_count_until_here() {
    asm volatile("nop; nop" ::: "memory");
}
}

namespace navspan {
namespace {

template <class Work>
void count(const std::string& name, Work work) {
    navspan_count_from_here();
    work();
    navspan_count_until_here();
    std::printf("%s\n", name.c_str());
}

struct StageCounter : BakeProbe {
    std::string profile;
    explicit StageCounter(std::string name) : profile(std::move(name)) {}
    void before(Stage) override { navspan_count_from_here(); }
    void after(Stage stage, const BakeProducts&) override {
        navspan_count_until_here();
        // A single pass runs all filters and builds the compact heightfield. Report its instructions at the first filter stage.
        const bool fused = stage == Stage::filter_low_hanging;
        std::printf("%s %s\n", profile.c_str(), fused ? "filters + compact" : stage_name(stage));
    }
};

[[noreturn]] void give_up(const Error& error) {
    std::fprintf(stderr, "%s\n", error.message.c_str());
    std::exit(1);
}

void count_bakes(const TriangleSoup& soup, BakeConfig config) {
    for (const Profile profile : {Profile::recast, Profile::accurate}) {
        config.profile = profile;
        StageCounter counter(profile == Profile::recast ? "recast" : "accurate");
        if (const auto tile = bake_tile(soup, config, &counter); !tile) give_up(tile.error());
    }
    config.tiles.size = 64 * config.voxels.cell_size;
    count("accurate tiles of 64 cells", [&] {
        const auto mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "count"));
        if (!mesh) give_up(mesh.error());
    });
}

std::vector<PathRequest> pairs(const NavMesh& mesh, size_t wanted) {
    DVec3 min, max;
    const auto smaller = [](const Island& a, const Island& b) { return a.area < b.area; };
    island_bounds(mesh, *std::max_element(mesh.islands.begin(), mesh.islands.end(), smaller), min, max);
    RandomSequence random{7};
    const auto random_position = [&] {
        const double x = random.unit(), z = random.unit();
        return DVec3{min.x + x * (max.x - min.x), min.y, min.z + z * (max.z - min.z)};
    };
    std::vector<PathRequest> requests;
    while (requests.size() < wanted) {
        const DVec3 start = random_position(), goal = random_position();
        requests.push_back({.start = start, .goal = goal, .surface = false});
    }
    return requests;
}

void count_queries(const NavMesh& mesh) {
    std::vector<PathRequest> requests = pairs(mesh, 100);
    SearchScratch scratch;
    Path path;
    for (const PathMethod method : {PathMethod::astar, PathMethod::exact, PathMethod::weighted}) {
        count(std::string("100 paths ") + method_name(method), [&] {
            for (PathRequest& request : requests) {
                request.method = method;
                if (const Status found = find_path(mesh, scratch, request, path); !found) give_up(found.error());
            }
        });
    }
}

// A kind of rays. Every ray has this stop.
struct RayKind {
    const char* name;
    RayStop stop = RayStop::end;
    bool has_bands = false;  // every second ray has a height band
    bool with_height = true;
};

// Returns rays of 10 m in random directions, from random points of the largest island.
std::vector<RaycastRequest> random_rays(const NavMesh& mesh, const RayKind& kind, size_t wanted) {
    constexpr double kLength = 10;
    const auto smaller = [](const Island& a, const Island& b) { return a.area < b.area; };
    const Island& island = *std::max_element(mesh.islands.begin(), mesh.islands.end(), smaller);
    const SurfacePoint ground{.polygon = island.first, .position = {}, .revision = mesh.revision};
    SearchScratch scratch;
    PointSampler sampler;
    if (const Status s = sample_reachable(mesh, scratch, {.start = ground}, sampler); !s) give_up(s.error());
    RandomSequence random{11};
    RaycastHit hit;
    std::vector<RaycastRequest> rays;
    while (rays.size() < wanted) {
        const std::optional<SurfacePoint> start = random_point(mesh, sampler, random);
        if (!start) give_up(Error{ErrorKind::failed, "the largest island has no points"});
        const double angle = 6.283185307179586 * random.unit();
        const DVec3 direction{std::cos(angle), 0, std::sin(angle)};
        RaycastRequest ray{.start = *start, .end = start->position + direction * kLength, .with_height = kind.with_height};
        if (kind.has_bands && rays.size() % 2) ray.band = {.above = 0.5, .below = 0.5};
        if (const Status s = raycast(mesh, ray, hit); !s) give_up(s.error());
        if (hit.stop == kind.stop) rays.push_back(ray);
    }
    return rays;
}

// Counts searches for the ground below points that are 0.3 m above it.
void count_nearest(const NavMesh& mesh) {
    const std::vector<RaycastRequest> rays = random_rays(mesh, {.name = "nearest"}, 1000);
    count("1000 nearest points", [&] {
        for (const RaycastRequest& ray : rays) {
            if (!find_nearest(mesh, ray.start.position + DVec3{0, 0.3, 0})) give_up(Error{ErrorKind::failed, "no ground"});
        }
    });
}

// Counts rays with and without the validation of their arguments. `instructions.sh` compares the two counts.
void count_rays(const NavMesh& mesh) {
    for (const RayKind& kind :
         {RayKind{.name = "1000 rays", .has_bands = true}, RayKind{.name = "1000 rays to walls", .stop = RayStop::wall},
          RayKind{.name = "1000 rays without heights", .with_height = false},
          RayKind{.name = "1000 rays to walls without heights", .stop = RayStop::wall, .with_height = false}}) {
        const std::vector<RaycastRequest> rays = random_rays(mesh, kind, 1000);
        RaycastHit hit;
        const auto cast = [&](auto& raycast_function) {
            for (const RaycastRequest& ray : rays) {
                if (const Status s = raycast_function(mesh, ray, hit); !s) give_up(s.error());
            }
        };
        cast(raycast);  // the lists in `hit` grow
        count(kind.name, [&] { cast(raycast); });
        count(std::string(kind.name) + " without validation", [&] { cast(cast_valid_ray); });
    }
}

void count_kinds() {
    for (const bench::LevelKind& kind : bench::level_kinds()) {
        const TriangleSoup soup = bench::generate_level(kind, {.side = 24, .cell = 0.3}, 1);
        for (const Profile profile : {Profile::recast, Profile::accurate}) {
            BakeConfig config;
            config.profile = profile;
            const std::string name = profile == Profile::recast ? "recast " : "accurate ";
            count(name + std::string(kind.name), [&] {
                if (const auto tile = bake_tile(soup, config); !tile) give_up(tile.error());
            });
        }
    }
}

int run(const std::string& scene_name) {
    const std::string paths[] = {support::source_path("data/scenes/" + scene_name)};
    Result<LoadedScene> scene = Error{};
    count("load_obj", [&] { scene = load_obj(paths); });
    if (!scene) give_up(scene.error());
    BakeConfig config;
    if (const auto ruled = apply_area_rules(scene->soup, config); !ruled) give_up(ruled.error());
    count_bakes(scene->soup, config);
    const auto mesh = bake_nav_mesh(scene->soup, config, nav_mesh_info(config, "{}", "count"));
    if (!mesh) give_up(mesh.error());
    const std::vector<std::byte> bytes = serialize_nav_mesh(*mesh);
    count("parse_nav_mesh", [&] {
        const auto parsed = parse_nav_mesh(bytes);
        if (!parsed) give_up(parsed.error());
    });
    count_queries(*mesh);
    count_nearest(*mesh);
    count_rays(*mesh);
    count_kinds();
    return 0;
}

struct GrowthCounter : BakeProbe {
    size_t vertices = 0;
    static bool grows(Stage stage) {
        const auto stages = bench::growing_stages();
        return std::find(stages.begin(), stages.end(), stage) != stages.end();
    }
    void before(Stage stage) override {
        if (grows(stage)) navspan_count_from_here();
    }
    void after(Stage stage, const BakeProducts& products) override {
        if (!grows(stage)) return;
        navspan_count_until_here();
        if (stage == Stage::contours) vertices = products.contours->vertices.size();
        std::printf("%s/%zu\n", stage_name(stage), vertices);
    }
};

void add_square(GroundPlan& plan, int32_t x, int32_t z, int32_t width) {
    const std::vector<LatticePoint> ring{{x, z}, {x, z + width}, {x + width, z + width}, {x + width, z}};
    add_ring(plan, ring);
}

// Counts the erosion of a floor with many holes. The erosion radius is four times the spacing of the holes.
void count_erosion(size_t vertices) {
    constexpr int32_t kPitch = 64, kRadius = 4 * kPitch;
    const auto side = int32_t(std::ceil(std::sqrt(double(vertices) / 4)));
    GroundPlan plan;
    add_square(plan, -3 * kRadius, -3 * kRadius, side * kPitch + 6 * kRadius);
    for (int32_t i = 0; i < side * side; ++i)
        add_square(plan, i % side * kPitch, i / side * kPitch, kPitch / 4);
    count("erode holes/" + std::to_string(plan.points.size()), [&] {
        if (const auto polygons = polygons_from_plan(plan, {.radius = kRadius}); !polygons) give_up(polygons.error());
    });
}

// Counts the overlay and the erosion of bars that cross about `crossings` times.
void count_bars(size_t crossings) {
    constexpr int32_t kPitch = 64, kWidth = kPitch / 2;
    const auto bars = int32_t(std::ceil(std::sqrt(double(crossings))));
    GroundPlan plan;
    const auto add_bar = [&](LatticePoint low, LatticePoint high) {
        const std::vector<LatticePoint> ring{low, {low.x, high.z}, high, {high.x, low.z}};
        add_shape(plan, kPlainGround);
        add_ring(plan, ring);
    };
    for (int32_t i = 0; i < bars; ++i) {
        add_bar({-kPitch, i * kPitch}, {bars * kPitch, i * kPitch + kWidth});
        add_bar({i * kPitch, -kPitch}, {i * kPitch + kWidth, bars * kPitch});
    }
    count("erode crossing bars/" + std::to_string(bars * bars), [&] {
        if (const auto polygons = polygons_from_plan(plan, {.radius = kWidth / 4}); !polygons) give_up(polygons.error());
    });
}

// Counts the bake of a building with many storeys.
void count_storeys(size_t storeys) {
    TriangleSoup soup;
    for (size_t i = 0; i < storeys; ++i) {
        const double y = 3.0 * double(i);
        support::add_triangle(soup, {0, y, 0}, {0, y, 10}, {10, y, 10});
    }
    count("bake storeys/" + std::to_string(storeys), [&] {
        if (const auto tile = bake_tile(soup, bench::growth_config()); !tile) give_up(tile.error());
    });
}

void count_change(int32_t side, bench::ChangedLinks kind) {
    Result<bench::TileChange> change = bench::tile_change(side, kind);
    if (!change) give_up(change.error());
    const char* with = kind == bench::ChangedLinks::drops      ? " with drops"
                       : kind == bench::ChangedLinks::requests ? " with requested links"
                                                               : "";
    count("change a tile" + std::string(with) + "/" + std::to_string(side * side), [&] {
        if (const auto changed = change_tiles(change->before, std::move(change->changes)); !changed) give_up(changed.error());
    });
}

int count_growth() {
    for (const auto kind : {bench::ChangedLinks::none, bench::ChangedLinks::drops, bench::ChangedLinks::requests}) {
        for (const int32_t side : {8, 32})
            count_change(side, kind);
    }
    for (const size_t vertices : {size_t{1000}, size_t{8000}}) {
        count_erosion(vertices / 2);
        count_bars(vertices / 4);
        count_storeys(vertices / 20);
        const bench::Measure measure = [](const std::string& part, size_t n, const std::function<void()>& work) {
            count(part + "/" + std::to_string(n), work);
        };
        bench::grow_readers(vertices, [](const std::string& part, size_t n, const std::function<size_t()>& read) {
            count(part + "/" + std::to_string(n), read);
        });
        bench::grow_rings(vertices, measure);
        const TriangleSoup floor = bench::pillared_floor(vertices);
        GrowthCounter counter;
        if (const auto tile = bake_tile(floor, bench::growth_config(), &counter); !tile) give_up(tile.error());
    }
    return 0;
}

// Prints the key, for example "gcc-12-glibc-2.36-x86_64-asserts".
void print_key() {
    std::string key;
#if defined(__clang__)
    key = "clang-" + std::to_string(__clang_major__);
#elif defined(__GNUC__)
    key = "gcc-" + std::to_string(__GNUC__);
#endif
#if defined(__GLIBC__)
    key += "-glibc-" + std::to_string(__GLIBC__) + "." + std::to_string(__GLIBC_MINOR__);
#endif
#if defined(__x86_64__)
    key += "-x86_64";
#elif defined(__aarch64__)
    key += "-aarch64";
#endif
#if !defined(NDEBUG)
    key += "-asserts";
#endif
    std::printf("%s\n", key.c_str());
}

}  // namespace
}  // namespace navspan

int main(int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "--key") == 0) {
        navspan::print_key();
        return 0;
    }
    if (argc == 2 && std::strcmp(argv[1], "--growth") == 0) return navspan::count_growth();
    return navspan::run(argc == 2 ? argv[1] : "courtyard.obj");
}
