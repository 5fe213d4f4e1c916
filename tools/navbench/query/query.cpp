// navbench query LEVEL...: compares our queries with Detour's, alternately in one process, on the same polygons.
//
// Detour's polygons have at most six corners, so larger polygons are cut. If a mesh has larger polygons, our queries are timed
// on the original mesh and on the cut mesh.
//
// Path and nearest-polygon queries start from positions. Raycasts and moves start from points whose polygons are known. Our
// path queries do not compute portal crossings. Detour's node pool has 65535 nodes.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>
#include <functional>
#include <nlohmann/json.hpp>

#include "common/cli.h"
#include "navbench/common.h"
#include "navbench/pairs.h"
#include "navbench/query/rounds.h"
#include "navbench/recast/detour.h"
#include "navbench/split_mesh.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/landmarks.h"
#include "navspan/query/move.h"
#include "navspan/query/path.h"
#include "navspan/query/raycast.h"

namespace navspan::tools {
namespace {

using bench::DetourMesh;
using bench::DetourPath;
using bench::DetourPoint;

// Lengths of rays and moves [wu].
constexpr float kRay = 20, kMove = 3;

// One of our meshes, with the memory kept between queries.
struct Ours {
    std::string name;
    const NavMesh* mesh = nullptr;
    bool corridor = true;                    // PathRequest::corridor
    std::vector<SurfacePoint> located = {};  // for each pair: its start, snapped to the surface
    SearchScratch scratch = {};
    Path path = {};

    RaycastHit hit = {};
    MoveResult walk = {};

    const Path& find(const std::array<float, 3>& from, const std::array<float, 3>& to, PathMethod method) {
        const PathRequest request{
            .start = wide(from), .goal = wide(to), .method = method, .surface = false, .corridor = corridor};
        checked(find_path(*mesh, scratch, request, path));
        return path;
    }
};

SurfacePoint nearest_on(const NavMesh& mesh, const std::array<float, 3>& point) {
    const std::optional<SurfacePoint> found = find_nearest(mesh, wide(point));
    if (!found) throw std::runtime_error("find_nearest found no polygon");
    return *found;
}

struct Level {
    std::string name;
    NavMesh whole, split;
    DetourMesh detour;
    std::vector<PathPair> pairs;
    std::vector<DetourPoint> located;
    std::vector<Ours> ours;
};

// Compares Detour's paths with ours. The two libraries snap a point above a slope to different surface points. Therefore random
// starts and goals lie exactly on the ground.
struct Quality {
    double detour_nodes = 0, our_nodes = 0;    // mean number of search nodes
    double length_ratio = 0, worst_ratio = 0;  // Detour's length divided by our length: ratio of the sums, largest ratio
    // Number of Detour's paths that miss the goal; number of our paths that miss the goal; number of our paths that are longer
    // than Detour's path.
    int detour_partial = 0, our_partial = 0, longer = 0;
    size_t scratch_bytes = 0;  // memory kept between queries
    // `known`: number of pairs with a published length. `known_missed`: number of these pairs for which our length has a
    // relative error above 1e-6.
    int known = 0, known_missed = 0;
};

Quality path_quality(Level& level, Ours& ours, PathMethod method) {
    Quality quality;
    double detour_sum = 0, our_sum = 0;
    for (const PathPair& q : level.pairs) {
        const DetourPath theirs = level.detour.path(q.ground_from.data(), q.ground_to.data());
        const Path& path = ours.find(q.ground_from, q.ground_to, method);
        quality.detour_nodes += theirs.nodes;
        quality.our_nodes += double(path.corridor.pushed);
        quality.detour_partial += !theirs.complete;
        quality.our_partial += path.status != PathStatus::complete;
        if (q.shortest >= 0) {
            ++quality.known;
            quality.known_missed += std::fabs(path.length_xz - q.shortest) > 1e-6 * std::max(q.shortest, 1e-3);
        }
        if (!theirs.complete || path.status != PathStatus::complete || path.length_xz < 1e-3) continue;
        detour_sum += theirs.length_xz;
        our_sum += path.length_xz;
        quality.worst_ratio = std::max(quality.worst_ratio, theirs.length_xz / path.length_xz);
        quality.longer += path.length_xz > theirs.length_xz * (1 + 1e-5);
    }
    const double count = double(level.pairs.size());
    quality.detour_nodes /= count;
    quality.our_nodes /= count;
    quality.length_ratio = our_sum > 0 ? detour_sum / our_sum : 1;
    quality.scratch_bytes = scratch_bytes(ours.scratch);
    return quality;
}

class Report {
public:
    Report(const Level& level, int rounds, Json& json) : level_(level), rounds_(rounds), json_(json) {
        std::printf("%s: %u polygons (%u cut to six corners), %zu pairs, %s; Detour's tile %zu bytes\n", level.name.c_str(),
                    level.whole.polygon_count(), level.split.polygon_count(), level.pairs.size(),
                    count_of(uint64_t(rounds), "round").c_str(), level.detour.bytes());
        std::printf("  %-18s %-9s %9s %9s %9s %9s %9s %7s\n", "[us]", "", "mean", "p50", "p95", "p99", "max", "ratio");
    }

    void add(const std::string& query, const std::vector<Side>& sides) {
        const std::vector<QueryFigures> figures = measure_sides(sides, level_.pairs.size(), rounds_);
        for (size_t s = 0; s < sides.size(); ++s) {
            const QueryFigures& f = figures[s];
            const double ratio = figures[0].mean / std::max(f.mean, 1e-9);
            std::printf("  %-18s %-9s %9.3f %9.3f %9.3f %9.3f %9.3f %7.2f\n", s ? "" : query.c_str(), sides[s].name.c_str(),
                        f.mean, f.p50, f.p95, f.p99, f.max, ratio);
            json_.push_back({{"query", query},
                             {"side", sides[s].name},
                             {"mean_us", f.mean},
                             {"p50_us", f.p50},
                             {"p95_us", f.p95},
                             {"p99_us", f.p99},
                             {"max_us", f.max},
                             {"ratio", ratio}});
        }
    }

    // Adds quality figures to the last entries of the report: first Detour's entry, then an entry for each of our meshes.
    void add_quality(const std::vector<Quality>& qualities) {
        const size_t first = json_.size() - qualities.size();
        json_[first - 1]["nodes"] = qualities[0].detour_nodes;
        json_[first - 1]["partial"] = qualities[0].detour_partial;
        for (size_t i = 0; i < qualities.size(); ++i) {
            const Quality& q = qualities[i];
            auto& line = json_[first + i];
            line["nodes"] = q.our_nodes;
            line["partial"] = q.our_partial;
            line["length_ratio"] = q.length_ratio;
            line["worst_length_ratio"] = q.worst_ratio;
            line["longer_than_detour"] = q.longer;
            line["scratch_bytes"] = q.scratch_bytes;
            std::printf(
                "      %s: %.0f nodes a query (Detour %.0f), partial %d (Detour %d), Detour's paths %.4f times as long, "
                "at worst %.3f; longer than Detour's %d; %.0f KB a thread",
                line["side"].get<std::string>().c_str(), q.our_nodes, q.detour_nodes, q.our_partial, q.detour_partial,
                q.length_ratio, q.worst_ratio, q.longer, double(q.scratch_bytes) / 1024);
            if (q.known) std::printf("; known lengths missed %d of %d", q.known_missed, q.known);
            std::printf("\n");
        }
    }

private:
    const Level& level_;
    int rounds_;
    Json& json_;
};

// Returns the sides of a comparison: one for Detour, then one for each of our meshes.
std::vector<Side> sides_of(Level& level, const std::function<double(size_t)>& detour,
                           const std::function<double(Ours&, size_t)>& ours) {
    std::vector<Side> sides{{"detour", detour}};
    for (Ours& our : level.ours)
        sides.push_back({our.name, [&our, ours](size_t i) { return ours(our, i); }});
    return sides;
}

void bench_paths(Level& level, Report& report, PathMethod method, const std::string& name) {
    report.add(
        name,
        sides_of(
            level, [&](size_t i) { return level.detour.path(level.pairs[i].from.data(), level.pairs[i].to.data()).length_xz; },
            [&, method](Ours& ours, size_t i) {
                const PathPair& q = level.pairs[i];
                return ours.find(q.from, q.to, method).length_xz;
            }));
    std::vector<Quality> qualities;
    for (Ours& ours : level.ours)
        qualities.push_back(path_quality(level, ours, method));
    report.add_quality(qualities);
}

// Appends the mesh `result`, which has an index, to `indexed`. Prints the size of the index and its computation time since
// `start`.
Ours with_index(const std::string& name, const NavMesh& mesh, Result<NavMesh> result, std::clock_t start,
                std::deque<NavMesh>& indexed) {
    if (!result) throw std::runtime_error(name + ": " + result.error().message);
    const auto bytes = double(serialize_nav_mesh(*result).size()) - double(serialize_nav_mesh(mesh).size());
    std::printf("  %s: %.3f MB, %.3f s of processor time\n", name.c_str(), bytes / 1e6,
                double(std::clock() - start) / CLOCKS_PER_SEC);
    return {.name = name, .mesh = &indexed.emplace_back(*std::move(result))};
}

// Compares each path method and each index with Detour, on the level's own polygons.
void bench_methods(Level& level, Report& report) {
    constexpr uint64_t kHubBytes = 64'000'000;
    std::deque<NavMesh> indexed;
    NavMesh mesh = level.whole;
    mesh.landmarks = {};
    mesh.hubs = {};
    std::vector<std::pair<Ours, PathMethod>> methods;
    methods.emplace_back(Ours{.name = "astar", .mesh = &mesh}, PathMethod::astar);
    methods.emplace_back(Ours{.name = "exact", .mesh = &mesh}, PathMethod::exact);
    const std::clock_t start = std::clock();
    methods.emplace_back(with_index("landmarks", mesh, with_landmarks(mesh, 8), start, indexed), PathMethod::exact);
    const std::clock_t next = std::clock();
    methods.emplace_back(with_index("hubs", mesh, with_hubs(mesh, {.max_bytes = kHubBytes}), next, indexed), PathMethod::exact);
    const NavMesh* labelled = methods.back().first.mesh;
    methods.emplace_back(Ours{.name = "hubs, no corridor", .mesh = labelled, .corridor = false}, PathMethod::exact);
    const auto detour = [&level](size_t i) {
        return level.detour.path(level.pairs[i].from.data(), level.pairs[i].to.data()).length_xz;
    };
    std::vector<Side> sides{{"detour", detour}};
    for (auto& [ours, method] : methods) {
        sides.push_back({ours.name, [&level, &ours = ours, method = method](size_t i) {
                             return ours.find(level.pairs[i].from, level.pairs[i].to, method).length_xz;
                         }});
    }
    report.add("methods", sides);
}

// Returns, for each pair, the point at distance `length` from the start towards the goal.
std::vector<std::array<float, 3>> points_towards_goals(const Level& level, float length) {
    std::vector<std::array<float, 3>> points;
    for (const PathPair& q : level.pairs) {
        const float dx = q.to[0] - q.from[0], dz = q.to[2] - q.from[2], far = std::sqrt(dx * dx + dz * dz);
        const float scale = far > 0 ? length / far : 0;
        points.push_back({q.from[0] + dx * scale, q.from[1], q.from[2] + dz * scale});
    }
    return points;
}

// Detour's raycast does not compute the height of the end point. If with_height is false ("flat"), our raycast does not compute
// it either.
void bench_raycast(Level& level, Report& report, bool with_height) {
    const auto ends = points_towards_goals(level, kRay);
    report.add(with_height ? "raycast 20" : "raycast 20 flat",
               sides_of(
                   level, [&](size_t i) { return double(level.detour.raycast(level.located[i], ends[i].data())); },
                   [&, with_height](Ours& ours, size_t i) {
                       RaycastRequest request{.start = ours.located[i], .end = wide(ends[i])};
                       request.with_height = with_height;
                       checked(raycast(*ours.mesh, request, ours.hit));
                       return ours.hit.t;
                   }));
}

void bench_move(Level& level, Report& report, bool with_height) {
    const auto ends = points_towards_goals(level, kMove);
    report.add(with_height ? "move 3" : "move 3 flat",
               sides_of(
                   level, [&](size_t i) { return double(level.detour.move(level.located[i], ends[i].data())[0]); },
                   [&, with_height](Ours& ours, size_t i) {
                       MoveRequest request{.start = ours.located[i], .end = wide(ends[i])};
                       request.with_height = with_height;
                       checked(move_along_surface(*ours.mesh, request, ours.walk));
                       return ours.walk.length;
                   }));
}

void bench_nearest(Level& level, Report& report) {
    report.add("nearest",
               sides_of(
                   level, [&](size_t i) { return double(level.detour.nearest(level.pairs[i].from.data()).position[0]); },
                   [&](Ours& ours, size_t i) { return nearest_on(*ours.mesh, level.pairs[i].from).position.x; }));
}

Result<Level> prepare_level(const std::string& path, const BenchOptions& options) {
    Result<NavMesh> mesh = load_level(path, options.input);
    if (!mesh) return mesh.error();
    Result<NavMesh> split = bench::split_mesh(*mesh, bench::kDetourCorners);
    if (!split) return Error{split.error().kind, path + ": " + split.error().message};
    Result<DetourMesh> detour = DetourMesh::make(*split);
    if (!detour) return Error{detour.error().kind, path + ": " + detour.error().message};
    Level level{path, std::move(*mesh), std::move(*split), std::move(*detour), {}, {}, {}};
    if (options.paths.empty()) {
        level.pairs = random_pairs(level.whole, options.pairs, options.seed);
    } else {
        Result<std::vector<PathPair>> pairs = read_pairs(options.paths);
        if (!pairs) return pairs.error();
        level.pairs = std::move(*pairs);
    }
    return level;
}

void locate_starts(Level& level) {
    const bool cut = level.split.polygon_count() != level.whole.polygon_count();
    level.ours.push_back({.name = "ours", .mesh = &level.whole});
    if (cut) level.ours.push_back({.name = "ours cut", .mesh = &level.split});
    for (const PathPair& q : level.pairs) {
        level.located.push_back(level.detour.nearest(q.from.data()));
        for (Ours& ours : level.ours)
            ours.located.push_back(nearest_on(*ours.mesh, q.from));
    }
}

int bench_level(const std::string& path, const BenchOptions& options, Json& levels) {
    Result<Level> prepared = prepare_level(path, options);
    if (!prepared) return report_error(prepared.error());
    Level& level = *prepared;
    locate_starts(level);
    Json queries = Json::array();
    Report report(level, options.rounds, queries);
    const auto wanted = [&](const std::string& query) { return options.only.empty() || options.only == query; };
    if (wanted("nearest")) bench_nearest(level, report);
    if (wanted("path")) bench_paths(level, report, PathMethod::astar, "path");
    if (wanted("exact")) bench_paths(level, report, PathMethod::exact, "exact");
    if (options.only == "methods") bench_methods(level, report);
    for (const bool with_height : {true, false}) {
        if (wanted("raycast")) bench_raycast(level, report, with_height);
        if (wanted("move")) bench_move(level, report, with_height);
    }
    levels.push_back({{"level", path},
                      {"polygons", level.whole.polygon_count()},
                      {"cut_polygons", level.split.polygon_count()},
                      {"pairs", level.pairs.size()},
                      {"rounds", options.rounds},
                      {"queries", queries}});
    std::printf("\n");
    return 0;
}

}  // namespace

int bench_query(const BenchOptions& options) {
    const std::string version = library_version("librecast's Detour", reinterpret_cast<const void*>(&dtAllocNavMesh));
    std::printf("against %s\n", version.c_str());
    Json report{{"detour", version}, {"levels", Json::array()}};
    for (const std::string& level : options.scenes) {
        if (const int code = bench_level(level, options, report["levels"])) return code;
    }
    const std::vector<std::string> columns{
        "level",  "polygons", "cut_polygons", "pairs", "rounds", "query",   "side",         "mean_us",           "p50_us",
        "p95_us", "p99_us",   "max_us",       "ratio", "nodes",  "partial", "length_ratio", "worst_length_ratio"};
    const bool written = append_csv(options.csv, version, columns, joined_rows(report["levels"], "queries"));
    return written && write_json(options.json, report) ? 0 : 1;
}

}  // namespace navspan::tools
