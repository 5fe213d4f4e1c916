// Queries at special positions of a mesh.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/filter.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/query/path.h"
#include "soups/soup.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/path_checks.h"
#include "support/oracles/local_queries.h"

namespace navspan::soups {
namespace {

using support::Random;

constexpr uint64_t kLocalQueries = 17;  // number of queries of run_local_queries
constexpr uint64_t kCheckedPairs = 20;  // number of pairs for which check_path runs; it takes longer than the query
constexpr std::array kSteps{0.0, 0.0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 0.05};

// Returns a vertex, a point of an edge or portal, a detail vertex or a point of the surface.
DVec3 special_point(const NavMesh& mesh, Random& random) {
    const PolygonRef ref = support::random_polygon(random, mesh);
    const NavTile& tile = tile_of(mesh, ref);
    const NavPolygon& polygon = polygon_of(mesh, ref);
    const int kind = random.between(0, 3);
    if (kind == 3) return support::random_surface_point(random, mesh, ref);
    if (kind == 2) {
        const int32_t corners = int32_t(polygon.edge_count + polygon.detail_vertex_count);
        return to_world(tile.frame, detail_corner(tile, polygon, uint32_t(random.between(0, corners - 1))));
    }
    const uint32_t i = uint32_t(random.between(0, int32_t(polygon.edge_count) - 1));
    const DVec3 a = to_world(tile.frame, detail_corner(tile, polygon, i));
    const DVec3 b = to_world(tile.frame, detail_corner(tile, polygon, i + 1 == polygon.edge_count ? 0 : i + 1));
    return a + (b - a) * (kind == 0 ? 0.0 : random.between(0, 8) / 8.0);
}

DVec3 near_special_point(const NavMesh& mesh, Random& random) {
    const DVec3 p = special_point(mesh, random);
    const double step = kSteps[size_t(random.between(0, int32_t(kSteps.size()) - 1))];
    const auto offset = [&] { return step * random.between(-1, 1); };
    return p + DVec3{offset(), offset(), offset()};
}

std::string text_of(DVec3 p) {
    char text[100];
    std::snprintf(text, sizeof text, "%.17g,%.17g,%.17g", p.x, p.y, p.z);
    return text;
}

// Returns the tolerance for lengths [wu]. Far from the origin, coordinates are less accurate, so the tolerance is larger.
double tolerance(const Path& path, DVec3 at) {
    return 1e-6 * (1 + path.length_xz) + 1e-12 * (std::fabs(at.x) + std::fabs(at.z));
}

struct PairQuery {
    const NavMesh& mesh;
    const QueryFilter& filter;
    SearchScratch& scratch;
    Counts& counts;

    Path find(DVec3 start, DVec3 goal, PathMethod method, CheckReport& report, bool check) {
        const PathRequest request{.start = start, .goal = goal, .filter = &filter, .method = method};
        Path path;
        ++counts.queries;
        if (const Status s = find_path(mesh, scratch, request, path); !s) {
            fail(report, std::string(method_name(method)) + ": " + s.error().message);
        } else if (check) {
            support::check_path(mesh, filter, request, path, report);
        }
        return path;
    }
};

// Compares the methods and both directions for a pair of points. All areas cost the same.
void check_pair(PairQuery& query, DVec3 start, DVec3 goal, bool check, CheckReport& report) {
    const Path there = query.find(start, goal, PathMethod::exact, report, check);
    const Path back = query.find(goal, start, PathMethod::exact, report, false);
    const Path corridor = query.find(start, goal, PathMethod::astar, report, check);
    if (!report.ok()) return;
    for (const Path* path : {&there, &back, &corridor}) {
        if (path->status == PathStatus::none) return fail(report, "no path: " + path->reason);
    }
    // A point can be equally near to several islands that touch. The start determines which island the path uses.
    const auto island = [&](const Path& path) {
        const PolygonRef polygon = path.corridor.polygons.front();
        return query.mesh.polygon_island[polygon.tile][polygon.polygon];
    };
    const bool comparable = island(there) == island(back);
    if ((comparable && there.status != back.status) || there.status != corridor.status)
        return fail(report, "the methods differ in the status");
    if (there.status != PathStatus::complete) return;
    if (comparable && std::fabs(there.length_xz - back.length_xz) > tolerance(there, start)) {
        fail(report, "length " + std::to_string(there.length_xz) + ", but back " + std::to_string(back.length_xz));
    }
    if (there.length_xz > corridor.length_xz + tolerance(there, start)) {
        fail(report, "the exact path is longer than the path in a corridor");
    }
}

}  // namespace

std::string query_fault(const NavMesh& mesh, Random& random, uint64_t pairs, Counts& counts) {
    if (mesh.polygon_count() == 0) return "";
    SearchScratch scratch;
    support::LocalResults answers;
    const QueryFilter weighted = default_filter(mesh);
    QueryFilter uniform = weighted;
    uniform.area_cost.fill(1);
    PairQuery exact{mesh, uniform, scratch, counts}, cheapest{mesh, weighted, scratch, counts};
    for (uint64_t i = 0; i < pairs; ++i) {
        const DVec3 start = near_special_point(mesh, random), goal = near_special_point(mesh, random);
        CheckReport report;
        check_pair(exact, start, goal, i < kCheckedPairs, report);
        if (i % 4 == 0) cheapest.find(start, goal, PathMethod::weighted, report, i < kCheckedPairs);
        support::run_local_queries(mesh, scratch, {start, goal, random.real(0, 3), &weighted, random.next()}, answers);
        counts.queries += kLocalQueries;
        if (!report.ok()) return "from " + text_of(start) + " to " + text_of(goal) + ": " + report.failures.front();
    }
    return "";
}

}  // namespace navspan::soups
