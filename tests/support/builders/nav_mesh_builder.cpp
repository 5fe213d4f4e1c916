#include "support/builders/nav_mesh_builder.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "core/predicates.h"
#include "navmesh/index/surface_tree.h"
#include "navmesh/mesh/index_tile.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan::support {
namespace {

using Corner = PolygonSoup::Corner;

LatticePoint point(const Corner& c) {
    return {c.x, c.z};
}

// Triangulates the ring as a fan around the first corner that gives no degenerate triangle. Returns an empty list if there is
// no such corner.
std::vector<NavDetailTriangle> fan(const std::vector<Corner>& ring) {
    const auto n = uint32_t(ring.size());
    for (uint32_t s = 0; s < n; ++s) {
        std::vector<NavDetailTriangle> triangles;
        for (uint32_t i = 1; i + 1 < n; ++i) {
            const uint32_t b = (s + i) % n, c = (s + i + 1) % n;
            if (orient2d(point(ring[s]), point(ring[b]), point(ring[c])) <= 0) break;
            triangles.push_back({s, b, c});
        }
        if (triangles.size() == n - 2) return triangles;
    }
    return {};
}

// Triangulates the ring as a star around `centre` [1/256 lattice]. Returns an empty list if `centre` is not
// strictly inside the ring.
std::vector<NavDetailTriangle> star(const std::vector<Corner>& ring, LatticePoint centre) {
    const auto n = uint32_t(ring.size());
    std::vector<NavDetailTriangle> triangles;
    const auto fine = [](const Corner& c) { return LatticePoint{c.x * kDetailQuantum, c.z * kDetailQuantum}; };
    for (uint32_t i = 0; i < n; ++i) {
        if (orient2d(fine(ring[i]), fine(ring[(i + 1) % n]), centre) <= 0) return {};
        triangles.push_back({i, (i + 1) % n, n});
    }
    return triangles;
}

void add_detail(NavTile& tile, NavPolygon& polygon, const std::vector<Corner>& ring, Random* random) {
    polygon.first_detail_vertex = uint32_t(tile.detail_vertices.size());
    polygon.first_detail_triangle = uint32_t(tile.detail_triangles.size());
    std::vector<NavDetailTriangle> triangles = fan(ring);
    if (triangles.empty() || (random && random->chance(0.5))) {
        int64_t x = 0, z = 0;
        float y = 0;
        for (const Corner& c : ring) {
            x += int64_t{c.x} * kDetailQuantum;
            z += int64_t{c.z} * kDetailQuantum;
            y = std::max(y, c.y);
        }
        const auto n = int64_t(ring.size());
        const LatticePoint centre{int32_t(x / n), int32_t(z / n)};
        if (auto around = star(ring, centre); !around.empty()) {
            triangles = around;
            tile.detail_vertices.push_back({centre.x, centre.z, random ? y + float(random->real(-0.5, 0.5)) : y});
        }
    }
    polygon.detail_vertex_count = uint32_t(tile.detail_vertices.size()) - polygon.first_detail_vertex;
    polygon.detail_triangle_count = uint32_t(triangles.size());
    tile.detail_triangles.insert(tile.detail_triangles.end(), triangles.begin(), triangles.end());
}

bool on_border(const NavTile& tile, const HalfEdge& a, const HalfEdge& b) {
    return (a.x == b.x && (a.x == 0 || a.x == tile.width)) || (a.z == b.z && (a.z == 0 || a.z == tile.depth));
}

}  // namespace

NavTile make_tile(const PolygonSoup& soup, Random* random) {
    NavTile tile;
    tile.frame = soup.frame;
    tile.tile_x = soup.tile_x;
    tile.tile_z = soup.tile_z;
    tile.width = soup.width;
    tile.depth = soup.depth;
    for (const Corner& c : soup.corners) {
        tile.vertex_y.push_back(c.y);
        tile.width = std::max(tile.width, c.x);
        tile.depth = std::max(tile.depth, c.z);
    }
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> edge_of;
    for (size_t p = 0; p < soup.polygons.size(); ++p) {
        NavPolygon polygon;
        polygon.first_edge = uint32_t(tile.half_edges.size());
        polygon.edge_count = uint32_t(soup.polygons[p].size());
        polygon.flags = 1;
        polygon.area = soup.areas.empty() ? 63 : soup.areas[p];
        std::vector<Corner> ring;
        for (size_t i = 0; i < soup.polygons[p].size(); ++i) {
            const uint32_t v = soup.polygons[p][i], w = soup.polygons[p][(i + 1) % soup.polygons[p].size()];
            ring.push_back(soup.corners[v]);
            edge_of[{v, w}] = uint32_t(tile.half_edges.size());
            tile.half_edges.push_back({ring.back().x, ring.back().z, v, kNoIndex});
        }
        add_detail(tile, polygon, ring, random);
        tile.polygons.push_back(polygon);
    }
    for (const auto& [ends, e] : edge_of) {
        const auto twin = edge_of.find({ends.second, ends.first});
        if (twin != edge_of.end()) tile.half_edges[e].twin = twin->second;
    }
    index_tile(tile);
    if (soup.seams) {
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            HalfEdge& edge = tile.half_edges[e];
            if (edge.twin == kNoIndex && on_border(tile, edge, tile.half_edges[next_edge(tile, e)])) edge.twin = kSeamBit;
        }
        index_tile(tile);
    }
    return tile;
}

NavMeshInfo make_info() {
    NavMeshInfo info{.tool_version = "test", .config = "{}", .agent = {0.6, 2, 0.9, 45}, .areas = {}};
    for (uint8_t id = 1; id <= 8; ++id)
        info.areas.push_back({"area" + std::to_string(id), id, 1, 1.0});
    info.areas.push_back({"ground", 63, 1, 1.0});
    return info;
}

NavMesh make_mesh(const PolygonSoup& soup, Random* random) {
    Result<NavMesh> mesh = link_tiles({make_tile(soup, random)}, make_info());
    if (!mesh) {
        std::fprintf(stderr, "test mesh: %s\n", mesh.error().message.c_str());
        std::abort();
    }
    return *mesh;
}

namespace {

// Builds the polygons of random_soup.
class RandomBlocks {
public:
    RandomBlocks(Random& random, const RandomMeshOptions& options) : random_(random), o_(options) {}

    PolygonSoup build() {
        add_corners();
        for (int f = 0; f + 1 < o_.floors; ++f) {
            for (int i = 0; i < o_.ramps; ++i)
                add_ramp(f, random_.between(0, o_.columns - 1), random_.between(0, o_.rows - 1));
        }
        for (int f = 0; f < o_.floors; ++f) {
            for (int32_t k = 0; k < o_.rows; ++k) {
                for (int32_t i = 0; i < o_.columns; ++i) {
                    if (!replaced_.contains({f, i, k}) && !random_.chance(o_.hole)) add_block(f, f, i, k);
                }
            }
        }
        return std::move(soup_);
    }

private:
    uint32_t corner(int f, int32_t i, int32_t k) const { return uint32_t((f * (o_.rows + 1) + k) * (o_.columns + 1) + i); }

    void add_corners() {
        for (int f = 0; f < o_.floors; ++f) {
            for (int32_t k = 0; k <= o_.rows; ++k) {
                for (int32_t i = 0; i <= o_.columns; ++i)
                    soup_.corners.push_back(
                        {jittered(i, o_.columns), jittered(k, o_.rows), float(f) * 3 + float(random_.real(0, 1))});
            }
        }
    }

    int32_t jittered(int32_t n, int32_t last) {
        return n == 0 ? 0 : n == last ? n * o_.block : n * o_.block + random_.between(-o_.block / 3, o_.block / 3);
    }

    // Replaces a block of floor f and the block above it by a ramp, unless a ramp already replaces one of them. Moves the upper
    // corners above the lower corners, so that the ramp overlaps no adjacent block.
    void add_ramp(int f, int32_t i, int32_t k) {
        if (replaced_.contains({f, i, k}) || replaced_.contains({f + 1, i, k})) return;
        for (const auto& [x, z] : {std::pair{i, k}, {i + 1, k}, {i, k + 1}, {i + 1, k + 1}}) {
            const Corner& below = soup_.corners[corner(f, x, z)];
            Corner& above = soup_.corners[corner(f + 1, x, z)];
            above.x = below.x, above.z = below.z;
        }
        replaced_.insert({f, i, k});
        replaced_.insert({f + 1, i, k});
        add_block(f, f + 1, i, k);
    }

    // Adds a block as a quadrilateral or two triangles. Its left corners are on floor `left`, its right corners on `right`.
    void add_block(int left, int right, int32_t i, int32_t k) {
        // The corners are counter-clockwise seen from above.
        const std::vector<uint32_t> q{corner(left, i, k + 1), corner(right, i + 1, k + 1), corner(right, i + 1, k),
                                      corner(left, i, k)};
        const auto turn = [&](size_t a, size_t b, size_t c) {
            return orient2d(point(soup_.corners[q[a]]), point(soup_.corners[q[b]]), point(soup_.corners[q[c]]));
        };
        const bool convex = turn(0, 1, 2) > 0 && turn(1, 2, 3) > 0 && turn(2, 3, 0) > 0 && turn(3, 0, 1) > 0;
        if (convex && o_.merge && random_.chance(0.7)) {
            add(q);
        } else if (turn(0, 1, 2) > 0 && turn(2, 3, 0) > 0) {
            add({q[0], q[1], q[2]});
            add({q[2], q[3], q[0]});
        } else {
            add({q[0], q[1], q[3]});
            add({q[1], q[2], q[3]});
        }
    }

    void add(std::vector<uint32_t> ring) {
        soup_.polygons.push_back(std::move(ring));
        soup_.areas.push_back(o_.areas == 1 ? uint8_t{63} : uint8_t(random_.between(1, o_.areas)));
    }

    Random& random_;
    const RandomMeshOptions& o_;
    PolygonSoup soup_;
    std::set<std::tuple<int, int32_t, int32_t>> replaced_;  // floor and position of each block that a ramp replaces
};

}  // namespace

PolygonSoup random_soup(Random& random, const RandomMeshOptions& options) {
    return RandomBlocks(random, options).build();
}

NavMesh random_mesh(Random& random, const RandomMeshOptions& options) {
    while (true) {
        const PolygonSoup soup = random_soup(random, options);
        if (!soup.polygons.empty()) return make_mesh(soup, &random);
    }
}

PolygonSoup soup_from_picture(const std::vector<const char*>& rows, int32_t side) {
    PolygonSoup soup;
    std::map<std::pair<int32_t, int32_t>, uint32_t> corner_of;
    const auto corner = [&](int32_t x, int32_t z) {
        const auto [at, is_new] = corner_of.try_emplace({x, z}, uint32_t(soup.corners.size()));
        if (is_new) soup.corners.push_back({x * side, z * side, 0});
        return at->second;
    };
    for (int32_t z = 0; z < int32_t(rows.size()); ++z) {
        for (int32_t x = 0; rows[size_t(z)][x]; ++x) {
            const char c = rows[size_t(z)][x];
            if (c == '#') continue;
            soup.polygons.push_back({corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z), corner(x, z)});
            soup.areas.push_back(c >= '1' && c <= '8' ? uint8_t(c - '0') : uint8_t{63});
        }
    }
    return soup;
}

NavMesh mesh_from_picture(const std::vector<const char*>& rows) {
    return make_mesh(soup_from_picture(rows));
}

NavMesh two_small_tiles() {
    PolygonSoup left = soup_from_picture({"..", ".#"}), right = soup_from_picture({"..", ".."});
    left.seams = right.seams = true;
    left.width = right.frame.x0 = 8;
    right.tile_x = 1;
    return *link_tiles({make_tile(left), make_tile(right)}, make_info());
}

PolygonSoup spiral_soup(int turns, int32_t side) {
    constexpr std::array<std::array<int32_t, 2>, 8> ring{{{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}, {2, 1}, {2, 0}, {1, 0}}};
    PolygonSoup soup;
    std::map<std::pair<int32_t, int32_t>, uint32_t> before;
    for (int k = 0; k < 8 * turns; ++k) {
        const auto [x, z] = ring[size_t(k % 8)];
        std::map<std::pair<int32_t, int32_t>, uint32_t> own;
        std::vector<uint32_t> polygon;
        for (const auto& [i, j] : {std::pair{x, z + 1}, {x + 1, z + 1}, {x + 1, z}, {x, z}}) {
            const auto known = before.find({i, j});
            const uint32_t v = known != before.end() ? known->second : uint32_t(soup.corners.size());
            if (v == soup.corners.size()) soup.corners.push_back({i * side, j * side, float(k) * 0.5f});
            own[{i, j}] = v;
            polygon.push_back(v);
        }
        soup.polygons.push_back(polygon);
        soup.areas.push_back(63);
        before = own;
    }
    return soup;
}

NavTile bricks_with_walls(Random& random) {
    constexpr uint32_t kColumns = 6, kRows = 4, kPoints = kColumns + 1;
    PolygonSoup soup;
    for (uint32_t i = 0; i < kPoints * (kRows + 1); ++i)
        soup.corners.push_back({int32_t(i % kPoints) * 2, int32_t(i / kPoints) * 2, 0});
    for (uint32_t row = 0; row < kRows; ++row) {
        for (uint32_t x = 0, end; x < kColumns; x = end) {
            end = std::min(kColumns, x + uint32_t(random.between(1, 4)));
            std::vector<uint32_t>& ring = soup.polygons.emplace_back();
            for (uint32_t i = x; i <= end; ++i)
                ring.push_back((row + 1) * kPoints + i);
            for (uint32_t i = end + 1; i-- > x;)
                ring.push_back(row * kPoints + i);
        }
    }
    NavTile tile = make_tile(soup);
    for (HalfEdge& edge : tile.half_edges) {
        if (edge.twin == kNoIndex || !random.chance(0.2)) continue;
        tile.half_edges[edge.twin].twin = kNoIndex;
        edge.twin = kNoIndex;
    }
    index_tile(tile);
    return tile;
}

PolygonRef random_polygon(Random& random, const NavMesh& mesh) {
    return polygon_ref(mesh, uint32_t(random.between(0, int32_t(mesh.polygon_count()) - 1)));
}

DVec3 random_point(Random& random, const NavMesh& mesh) {
    const NavTile& tile = *mesh.tiles[size_t(random.between(0, int32_t(mesh.tiles.size()) - 1))];
    const double reach = random.chance(0.8) ? 2 : 100;
    return to_world(tile.frame, {random.real(-reach, tile.width + reach), random.real(-reach, 6 + reach),
                                 random.real(-reach, tile.depth + reach)});
}

DVec3 random_surface_point(Random& random, const NavMesh& mesh, PolygonRef ref) {
    const NavTile& tile = tile_of(mesh, ref);
    const NavPolygon& polygon = polygon_of(mesh, ref);
    const int32_t t = random.between(0, int32_t(polygon.detail_triangle_count) - 1);
    const NavDetailTriangle& triangle = tile.detail_triangles[polygon.first_detail_triangle + uint32_t(t)];
    const DVec3 a = detail_corner(tile, polygon, triangle.a), b = detail_corner(tile, polygon, triangle.b);
    const DVec3 c = detail_corner(tile, polygon, triangle.c);
    // Set u and v to 0 with probability 0.2 each. The point is then on an edge or a corner of the triangle.
    double u = random.chance(0.2) ? 0 : random.real(0, 1), v = random.chance(0.2) ? 0 : random.real(0, 1);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    return to_world(tile.frame, a + (b - a) * u + (c - a) * v);
}

OffMeshLink link_between(const NavMesh& mesh, DVec3 start, DVec3 end, double cost) {
    const SurfacePoint a = *find_nearest(mesh, start), b = *find_nearest(mesh, end);
    return {.from = a.polygon, .to = b.polygon, .start = a.position, .end = b.position, .cost = cost, .flags = 1, .area = 63};
}

OffMeshLink random_link(Random& random, const NavMesh& mesh, bool cheap) {
    const auto place = [&](PolygonRef& polygon, DVec3& point) {
        polygon = random_polygon(random, mesh);
        point = random_surface_point(random, mesh, polygon);
    };
    OffMeshLink link;
    place(link.from, link.start);
    place(link.to, link.end);
    const double dx = link.end.x - link.start.x, dz = link.end.z - link.start.z;
    link.cost = std::sqrt(dx * dx + dz * dz) * (cheap ? random.real(0, 1) : 1 + random.real(0, 1));
    link.area = tile_of(mesh, link.from).polygons[link.from.polygon].area;
    return link;
}

NavMesh with_random_links(Random& random, const NavMesh& mesh, int count, bool cheap) {
    std::vector<OffMeshLink> links;
    for (int i = 0; i < count; ++i)
        links.push_back(random_link(random, mesh, cheap));
    Result<NavMesh> linked = with_links(mesh, links);
    if (!linked) {
        std::fprintf(stderr, "test mesh: %s\n", linked.error().message.c_str());
        std::abort();
    }
    return *linked;
}

}  // namespace navspan::support
