// Provides the input of the query benchmark: meshes, and pairs of start and goal.

#include "navbench/pairs.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "core/random.h"
#include "io/input/formats.h"
#include "navbench/common.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/io/polygon_mesh_file.h"
#include "navspan/navmesh/from_polygons.h"
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

// Picks random points on a mesh of one tile, distributed uniformly over its area.
class Ground {
public:
    explicit Ground(const NavMesh& mesh) : mesh_(mesh), tile_(*mesh.tiles[0]) {
        for (uint32_t p = 0; p < tile_.polygons.size(); ++p)
            sums_.push_back((sums_.empty() ? 0 : sums_.back()) + doubled_area(tile_, p));
    }

    uint32_t polygon(RandomSequence& random) const {
        const double at = double(sums_.back()) * random.unit();
        const auto after = std::upper_bound(sums_.begin(), sums_.end() - 1, at);
        return uint32_t(after - sums_.begin());
    }

    std::array<float, 3> point(RandomSequence& random, uint32_t polygon) const {
        const std::span<const HalfEdge> edges = polygon_edges(tile_, polygon);
        double at = double(doubled_area(tile_, polygon)) * random.unit();
        const HalfEdge& o = edges[0];
        size_t i = 1;
        for (; i + 2 < edges.size(); ++i) {
            at -= area(o, edges[i], edges[i + 1]);
            if (at < 0) break;
        }
        double u = random.unit(), v = random.unit();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const HalfEdge &a = edges[i], &b = edges[i + 1];
        DVec3 p = to_world(tile_.frame, {o.x + u * (a.x - o.x) + v * (b.x - o.x), 0, o.z + u * (a.z - o.z) + v * (b.z - o.z)});
        p.y = surface_height(mesh_, {0, polygon}, p.x, p.z);
        return {float(p.x), float(p.y), float(p.z)};
    }

private:
    static double area(const HalfEdge& a, const HalfEdge& b, const HalfEdge& c) {
        return double(int64_t{b.z - a.z} * (c.x - a.x) - int64_t{b.x - a.x} * (c.z - a.z));
    }

    const NavMesh& mesh_;
    const NavTile& tile_;
    std::vector<int64_t> sums_;
};

std::array<float, 3> above(std::array<float, 3> p, RandomSequence& random) {
    return {p[0], float(p[1] + 0.5 * random.unit()), p[2]};
}

}  // namespace

Result<NavMesh> load_level(const std::string& path, const SceneFlags& flags) {
    if (has_content(path, InputContent::triangles) || has_content(path, InputContent::level)) return bake_level(path, flags);
    if (has_content(path, InputContent::polygons)) {
        const Result<PolygonSet> polygons = load_polygon_mesh(path);
        if (!polygons) return polygons.error();
        return nav_mesh_from_polygons(*polygons);
    }
    return read_nav_mesh(path);
}

std::vector<PathPair> random_pairs(const NavMesh& mesh, int count, uint64_t seed) {
    RandomSequence random{seed};
    const Ground ground(mesh);
    std::vector<PathPair> pairs;
    for (int i = 0; i < count; ++i) {
        const uint32_t from = ground.polygon(random);
        uint32_t to = ground.polygon(random);
        for (int again = 0; again < 1000 && island_of(mesh, {0, from}) != island_of(mesh, {0, to}); ++again)
            to = ground.polygon(random);
        PathPair pair;
        pair.ground_from = ground.point(random, from);
        pair.from = above(pair.ground_from, random);
        pair.ground_to = ground.point(random, to);
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
        pairs.push_back({from, to, from, to, length});
    }
    if (pairs.empty()) return Error{ErrorKind::input, path + ": no line with a start and a goal"};
    return pairs;
}

}  // namespace navspan::tools
