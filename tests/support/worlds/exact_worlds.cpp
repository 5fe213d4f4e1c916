#include "support/worlds/exact_worlds.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "core/union_find.h"
#include "navmesh/index/polygon_surface.h"
#include "navspan/navmesh/from_polygons.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan::support {
namespace {

constexpr int32_t kSquareSide = 4;  // side of a square [lattice]

NavMesh sound(Result<NavMesh> mesh) {
    if (mesh) return *mesh;
    std::fprintf(stderr, "test mesh: %s\n", mesh.error().message.c_str());
    std::abort();
}

struct Rectangle {
    int32_t x0 = 0, z0 = 0, x1 = 0, z1 = 0;
    uint8_t area = 63;
};

// Covers a grid of columns x rows squares with random rectangles. Leaves out each square with probability `hole`. Tile borders
// are `cut` columns apart, and no rectangle crosses a tile border.
std::vector<Rectangle> random_rectangles(Random& random, int32_t columns, int32_t rows, double hole, int32_t cut, int areas) {
    std::vector<std::vector<bool>> taken(static_cast<size_t>(rows), std::vector<bool>(static_cast<size_t>(columns)));
    for (auto& row : taken) {
        for (size_t x = 0; x < row.size(); ++x)
            row[x] = random.chance(hole);
    }
    const auto free = [&](const Rectangle& r) {
        for (int32_t z = r.z0; z < r.z1; ++z) {
            for (int32_t x = r.x0; x < r.x1; ++x) {
                if (z >= rows || x >= columns || taken[size_t(z)][size_t(x)] || x / cut != r.x0 / cut) return false;
            }
        }
        return true;
    };
    std::vector<Rectangle> rectangles;
    for (int32_t z = 0; z < rows; ++z) {
        for (int32_t x = 0; x < columns; ++x) {
            Rectangle r{x, z, x + random.between(1, 4), z + random.between(1, 3), 63};
            while (r.x1 - r.x0 > 1 && !free(r))
                --r.x1;
            while (r.z1 - r.z0 > 1 && !free(r))
                --r.z1;
            if (!free(r)) continue;
            for (int32_t k = r.z0; k < r.z1; ++k) {
                for (int32_t i = r.x0; i < r.x1; ++i)
                    taken[size_t(k)][size_t(i)] = true;
            }
            if (areas > 1) r.area = uint8_t(random.between(1, areas));
            rectangles.push_back(r);
        }
    }
    return rectangles;
}

// Returns all points of `corners` on the border of the rectangle, counter-clockwise.
std::vector<std::array<int32_t, 2>> ring_of(const Rectangle& r, const std::set<std::array<int32_t, 2>>& corners) {
    std::vector<std::array<int32_t, 2>> ring;
    const auto add = [&](int32_t x, int32_t z) {
        if (corners.count({x, z})) ring.push_back({x, z});
    };
    for (int32_t x = r.x0; x < r.x1; ++x)
        add(x, r.z1);
    for (int32_t z = r.z1; z > r.z0; --z)
        add(r.x1, z);
    for (int32_t x = r.x1; x > r.x0; --x)
        add(x, r.z0);
    for (int32_t z = r.z0; z < r.z1; ++z)
        add(r.x0, z);
    return ring;
}

// Squares joined edge to edge. Side i goes from corner i to corner i + 1. Sides 0..3 are +z, +x, -z, -x.
class Sheets {
public:
    size_t add(int32_t x, int32_t z) {
        squares_.push_back({x, z, {}, {-1, -1, -1, -1}});
        for (size_t c = 0; c < 4; ++c)
            squares_.back().corner[c] = new_vertex(x + (c == 1 || c == 2), z + (c == 0 || c == 1));
        return squares_.size() - 1;
    }
    bool is_free(size_t s, size_t side) const { return squares_[s].neighbour[side] < 0; }
    size_t size() const { return squares_.size(); }
    bool can_join(size_t a, size_t side, size_t b) const {
        return is_free(a, side) && is_free(b, (side + 2) % 4) && squares_[b].x == squares_[a].x + kStep[side][0] &&
               squares_[b].z == squares_[a].z + kStep[side][1];
    }
    void join(size_t a, size_t side, size_t b) {
        const size_t back = (side + 2) % 4;
        squares_[a].neighbour[side] = int(b);
        squares_[b].neighbour[back] = int(a);
        vertices_.unite(squares_[b].corner[back], squares_[a].corner[(side + 1) % 4]);
        vertices_.unite(squares_[b].corner[(back + 1) % 4], squares_[a].corner[side]);
    }
    size_t attach(size_t a, size_t side) {
        const size_t b = add(squares_[a].x + kStep[side][0], squares_[a].z + kStep[side][1]);
        join(a, side, b);
        return b;
    }
    NavMesh mesh() {
        PolygonSet set;
        for (const auto& [x, z] : places_)
            set.vertices.push_back({double(x), 0, double(z)});
        set.first_corner.push_back(0);
        for (const Square& s : squares_) {
            for (size_t c = 0; c < 4; ++c) {
                set.corners.push_back(vertices_.find(s.corner[c]));
                set.neighbours.push_back(s.neighbour[c] < 0 ? kNoIndex : uint32_t(s.neighbour[c]));
            }
            set.first_corner.push_back(uint32_t(set.corners.size()));
        }
        return sound(nav_mesh_from_polygons(set, {.quantum = 1.0 / kSquareSide, .info = make_info()}));
    }

private:
    static constexpr int32_t kStep[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    struct Square {
        int32_t x = 0, z = 0;
        std::array<uint32_t, 4> corner;
        std::array<int, 4> neighbour;
    };
    uint32_t new_vertex(int32_t x, int32_t z) {
        places_.push_back({x, z});
        return vertices_.add();
    }
    std::vector<Square> squares_;
    std::vector<std::array<int32_t, 2>> places_;
    UnionFind vertices_;
};

}  // namespace

NavMesh random_plan(Random& random, int32_t columns, int32_t rows, double hole, int tiles, int areas) {
    const int32_t cut = (columns + tiles - 1) / tiles;
    std::vector<Rectangle> rectangles;
    while (rectangles.empty())
        rectangles = random_rectangles(random, columns, rows, hole, cut, areas);
    std::set<std::array<int32_t, 2>> corners;
    for (const Rectangle& r : rectangles)
        corners.insert({{r.x0, r.z0}, {r.x1, r.z0}, {r.x0, r.z1}, {r.x1, r.z1}});
    std::vector<NavTile> made;
    for (int32_t t = 0; t < tiles; ++t) {
        PolygonSoup soup;
        soup.tile_x = t;
        soup.frame.x0 = t * cut * kSquareSide;
        soup.width = cut * kSquareSide;
        soup.depth = rows * kSquareSide;
        soup.seams = tiles > 1;
        std::map<std::array<int32_t, 2>, uint32_t> vertex_of;
        for (const Rectangle& r : rectangles) {
            if (r.x0 / cut != t) continue;
            soup.areas.push_back(r.area);
            soup.polygons.emplace_back();
            for (const auto& [x, z] : ring_of(r, corners)) {
                const auto [at, is_new] = vertex_of.try_emplace({x, z}, uint32_t(soup.corners.size()));
                if (is_new) soup.corners.push_back({(x - t * cut) * kSquareSide, z * kSquareSide, 0});
                soup.polygons.back().push_back(at->second);
            }
        }
        made.push_back(make_tile(soup));
    }
    return sound(link_tiles(std::move(made), make_info()));
}

NavMesh random_sheets(Random& random, int squares) {
    Sheets sheets;
    sheets.add(0, 0);
    while (int(sheets.size()) < squares) {
        const auto a = size_t(random.between(0, int32_t(sheets.size()) - 1)), side = size_t(random.between(0, 3));
        if (!sheets.is_free(a, side)) continue;
        std::vector<size_t> mates;
        for (size_t b = 0; b < sheets.size(); ++b) {
            if (sheets.can_join(a, side, b)) mates.push_back(b);
        }
        if (!mates.empty() && random.chance(0.7)) {
            sheets.join(a, side, mates[size_t(random.between(0, int32_t(mates.size()) - 1))]);
        } else {
            sheets.attach(a, side);
        }
    }
    return sheets.mesh();
}

NavMesh double_winding_mesh() {
    Sheets sheets;
    size_t at = sheets.add(0, 0);
    for (const size_t side : {1, 0, 3, 2, 1, 0, 3})
        at = sheets.attach(at, side);
    sheets.join(at, 2, 0);
    for (size_t s = 0; s < 8; ++s) {
        for (size_t side = 0; side < 4; ++side) {
            if (sheets.is_free(s, side)) sheets.attach(s, side);
        }
    }
    return sheets.mesh();
}

QuarterPoint random_quarter_point(Random& random, const NavMesh& mesh, const QueryFilter& filter) {
    while (true) {
        const PolygonRef ref = polygon_ref(mesh, uint32_t(random.between(0, int32_t(mesh.polygon_count()) - 1)));
        const NavPolygon& polygon = polygon_of(mesh, ref);
        if (!admits(filter, polygon)) continue;
        QuarterPoint point{ref};
        const bool corner = random.chance(0.3);
        uint32_t e = 0;
        for (int i = 0; i < 4; ++i) {
            if (i == 0 || !corner) e = polygon.first_edge + uint32_t(random.between(0, int32_t(polygon.edge_count) - 1));
            const LatticePoint p = lattice_point(tile_of(mesh, ref), e);
            point.x += p.x;
            point.z += p.z;
        }
        return point;
    }
}

NavMesh with_quarter_links(Random& random, const NavMesh& mesh, int links, bool cheap) {
    const QueryFilter filter = default_filter(mesh);
    std::vector<OffMeshLink> made;
    for (int i = 0; i < links; ++i) {
        const QuarterPoint a = random_quarter_point(random, mesh, filter), b = random_quarter_point(random, mesh, filter);
        OffMeshLink link{.from = a.polygon, .to = b.polygon, .start = to_world(mesh, a), .end = to_world(mesh, b)};
        link.start.y = polygon_height(mesh, a.polygon, link.start.x, link.start.z);
        link.end.y = polygon_height(mesh, b.polygon, link.end.x, link.end.z);
        const double length = std::hypot(link.start.x - link.end.x, link.start.z - link.end.z);
        link.cost = length * (cheap ? random.real(0, 1.5) : random.real(1, 2));
        link.area = uint8_t(random.chance(0.8) ? 63 : 1);
        made.push_back(link);
    }
    return sound(with_links(mesh, made));
}

}  // namespace navspan::support
