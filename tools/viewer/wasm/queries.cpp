// The library behind the viewer's page, as WebAssembly: a level comes in, paths go out as arrays of numbers. No third party and
// no JSON here: the page reads the numbers where they lie in memory. Compiled by build_wasm.sh.

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

// [[gnu::used]] keeps what only the page calls
extern "C" {

/// Room for the bytes of a .nav file.
[[gnu::used]] std::byte* viewer_reserve(size_t size) {
    level_bytes.resize(size);
    return level_bytes.data();
}

/// Reads those bytes. 1, or 0 and viewer_text says why not.
[[gnu::used]] int viewer_load() {
    Result<NavMesh> mesh = parse_nav_mesh(level_bytes);
    level_bytes = {};
    text = mesh ? std::string() : mesh.error().message;
    if (mesh) level = *std::move(mesh);
    return text.empty();
}

/// The path from a to b with a method of PathMethod. Null, and viewer_text says why; or numbers: status, method, length seen
/// from above, along the ground, cost, gap at the goal, at the start, nodes expanded, and how many there are of what follows:
/// points, places along the ground, polygons, links; then the points and places with x, y, z each, the polygons' numbers over
/// the mesh and the links'. Unless the path is complete viewer_text says why.
[[gnu::used]] const double* viewer_path(double ax, double ay, double az, double bx, double by, double bz, int method) {
    const PathRequest request{.start = {ax, ay, az}, .goal = {bx, by, bz}, .method = PathMethod(method)};
    const Status found = find_path(level, scratch, request, path);
    text = found ? path.reason : found.error().message;
    if (!found) return nullptr;
    steps.clear();
    if (!path.points.empty()) surface_path(level, path, /*detail=*/true, scratch, steps);
    const auto& polygons = path.corridor.polygons;
    answer = {double(path.status), double(path.method), path.length_xz, path.length_3d, path.cost, path.gap, path.start_gap,
              double(path.corridor.expanded), double(path.points.size()), double(steps.size()), double(polygons.size()),
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

/// What went wrong last, ended by a zero.
[[gnu::used]] const char* viewer_text() {
    return text.c_str();
}

}  // extern "C"
