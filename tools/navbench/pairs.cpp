// Input of the query benchmark: meshes, and pairs of start and goal.

#include "navbench/pairs.h"

#include <fstream>
#include <sstream>

#include "common/cli.h"
#include "core/text.h"
#include "io/input/formats.h"
#include "navbench/common.h"
#include "navbench/triangle_sampler.h"
#include "navmesh/index/polygon_surface.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/nearest.h"

namespace navspan::tools {
namespace {

Result<NavMesh> bake_level(const std::string& path, const SceneFlags& flags) {
    const Result<LoadedScene> scene = load_geometry(path, flags);
    if (!scene) return scene.error();
    const BakeConfig config;
    Result<NavTile> tile = bake_tile(scene->soup, config);
    if (!tile) return tile.error();
    return linked(*std::move(tile), nav_mesh_info(config, "", "navbench"));
}

// The polygons of a one-tile mesh as triangles.
struct MeshTriangles {
    std::vector<std::array<DVec3, 3>> triangles;  // the heights are not set
    std::vector<uint32_t> polygons;               // polygon of each triangle
};

MeshTriangles ground_of(const NavTile& tile) {
    MeshTriangles ground;
    const auto corner = [&](const HalfEdge& e) { return to_world(tile.frame, {double(e.x), 0, double(e.z)}); };
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        const std::span<const HalfEdge> edges = polygon_edges(tile, p);
        for (size_t i = 1; i + 1 < edges.size(); ++i) {
            ground.triangles.push_back({corner(edges[0]), corner(edges[i]), corner(edges[i + 1])});
            ground.polygons.push_back(p);
        }
    }
    return ground;
}

std::array<float, 3> above(std::array<float, 3> p, RandomSequence& random) {
    return {p[0], float(p[1] + 0.5 * random.unit()), p[2]};
}

}  // namespace

Result<NavMesh> load_level(const std::string& path, const SceneFlags& flags) {
    const InputFormat* format = find_input_format(path);
    if (!format) return read_nav_mesh(path);
    if (!format->read_mesh) return bake_level(path, flags);
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    BakeConfig config;
    if (format->content == InputContent::cells) config.agent.radius = 0;  // as navbake does
    Warnings warnings;
    Result<NavMesh> mesh = format->read_mesh({.text = chars_of(*bytes),
                                              .name = path,
                                              .config = config,
                                              .info = nav_mesh_info(config, "", "navbench"),
                                              .cell_size = soup_source(flags).scale},
                                             warnings);
    report_warnings(warnings);
    return mesh;
}

std::vector<PathPair> random_pairs(const NavMesh& mesh, int count, uint64_t seed) {
    RandomSequence random{seed};
    const MeshTriangles ground = ground_of(*mesh.tiles[0]);
    const bench::TriangleSampler sampler(ground.triangles);
    const auto island = [&](size_t triangle) { return island_of(mesh, {0, ground.polygons[triangle]}); };
    const auto point = [&](size_t triangle) -> std::array<float, 3> {
        const DVec3 p = sampler.point(triangle, random);
        return {float(p.x), float(polygon_height(mesh, {0, ground.polygons[triangle]}, p.x, p.z)), float(p.z)};
    };
    std::vector<PathPair> pairs;
    for (int i = 0; i < count; ++i) {
        const size_t from = sampler.triangle(random);
        size_t to = sampler.triangle(random);
        for (int again = 0; again < 1000 && island(from) != island(to); ++again)
            to = sampler.triangle(random);
        PathPair pair;
        pair.ground_from = point(from);
        pair.from = above(pair.ground_from, random);
        pair.ground_to = point(to);
        pair.to = above(pair.ground_to, random);
        pairs.push_back(pair);
    }
    return pairs;
}

Result<std::vector<PathPair>> read_pairs(const std::string& path) {
    std::ifstream in(path);
    if (!in) return Error{ErrorKind::input, path + ": cannot be read"};
    std::vector<PathPair> pairs;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream fields(line);
        double x0, y0, x1, y1, length;
        if (!(fields >> x0 >> y0 >> x1 >> y1 >> length))
            return Error{ErrorKind::input,
                         path + ": line " + std::to_string(number) + ": five numbers are needed, x y x y length"};
        const std::array<float, 3> from{float(x0), 0, float(-y0)}, to{float(x1), 0, float(-y1)};
        if (!is_in_world(wide(from)) || !is_in_world(wide(to)))
            return Error{ErrorKind::input, path + ": line " + std::to_string(number) + ": a coordinate is beyond 1e15"};
        pairs.push_back({from, to, from, to, length});
    }
    if (pairs.empty()) return Error{ErrorKind::input, path + ": no line with a start and a goal"};
    return pairs;
}

}  // namespace navspan::tools
