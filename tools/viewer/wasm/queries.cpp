// The path queries of the viewer's page, compiled to WebAssembly by build_wasm.sh. Paths are arrays of numbers in memory. Uses
// no third-party code and no JSON.

#include <cstddef>
#include <string>
#include <vector>

#include "navspan/navmesh/nav_file.h"
#include "navspan/query/path.h"
#include "navspan/query/surface_path.h"

namespace navspan {
namespace {

std::vector<std::byte> level_bytes;
NavMesh level;
SearchScratch scratch;
Path path;
std::vector<SurfaceStep> steps;
std::vector<double> answer;
std::string text;

void append(DVec3 p) {
    answer.insert(answer.end(), {p.x, p.y, p.z});
}

}  // namespace
}  // namespace navspan

using namespace navspan;

// [[gnu::used]] keeps functions that only the page calls
extern "C" {

/// Allocates memory for the bytes of a .nav file.
[[gnu::used]] std::byte* viewer_reserve(size_t size) {
    level_bytes.resize(size);
    return level_bytes.data();
}

/// Parses the bytes that the page wrote to the memory of viewer_reserve. Returns 1 for a valid level. Otherwise returns 0, and
/// viewer_text returns the reason.
[[gnu::used]] int viewer_load() {
    Result<NavMesh> mesh = parse_nav_mesh(level_bytes);
    level_bytes = {};
    text = mesh ? std::string() : mesh.error().message;
    if (mesh) level = *std::move(mesh);
    return text.empty();
}

/// Finds a path from a to b with a PathMethod. Returns null if the search fails. Without a complete path, viewer_text returns
/// the reason. The returned array contains:
/// - Eight values: status, method, length seen from above, length along the ground, cost, gap at the goal, gap at the start,
///   number of expanded nodes.
/// - Four counts: number of points, of positions along the ground, of polygons, and of links.
/// - Four lists in the order of the counts. A point or position is x, y, z. A polygon or link is its index in the mesh.
[[gnu::used]] const double* viewer_path(double ax, double ay, double az, double bx, double by, double bz, int method) {
    const PathRequest request{.start = {ax, ay, az}, .goal = {bx, by, bz}, .method = PathMethod(method)};
    const Status found = find_path(level, scratch, request, path);
    text = found ? path.reason : found.error().message;
    if (!found) return nullptr;
    steps.clear();
    if (!path.points.empty()) {
        if (const Status s = surface_path(level, path, /*detail=*/true, scratch, steps); !s) {
            text = s.error().message;
            return nullptr;
        }
    }
    const auto& polygons = path.corridor.polygons;
    answer = {double(path.status),
              double(path.method),
              path.length_xz,
              path.length_3d,
              path.cost,
              path.gap,
              path.start_gap,
              double(path.corridor.expanded),
              double(path.points.size()),
              double(steps.size()),
              double(polygons.size()),
              double(path.links.size())};
    for (const DVec3& p : path.points)
        append(p);
    for (const SurfaceStep& step : steps)
        append(step.position);
    for (const PolygonRef& ref : polygons)
        answer.push_back(polygon_index(level, ref));
    for (const PathLink& link : path.links)
        answer.push_back(link.link);
    return answer.data();
}

/// Returns the last error message or reason, zero-terminated.
[[gnu::used]] const char* viewer_text() {
    return text.c_str();
}

}  // extern "C"
