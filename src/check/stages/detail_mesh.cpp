// Checks the invariants of detail meshes.
//
// In: a detail mesh, its polygon mesh, and the ground that both meshes represent.
// Out: the violated invariants.
// Idea: Tests areas and edges of triangles with exact integers. Tests the height of each triangle at all cell centres inside
// the triangle.
// Source: own method.
// Weak cases: Heights between cell centres are not tested.

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bake/detail/exact_ground.h"
#include "bake/detail/mesh.h"
#include "bake/field/open_spans.h"
#include "check/stages/checks.h"
#include "check/stages/wall_clearance.h"
#include "core/predicates.h"

namespace navspan {
namespace {

struct DetailPoint {
    LatticePoint at;  // position [1/256 cell]
    float y = 0;
    friend bool operator==(const DetailPoint&, const DetailPoint&) = default;
};

struct Checker {
    const DetailMesh& detail;
    const DetailSources& sources;
    const DetailParams& params;
    CheckReport& report;
    std::vector<std::vector<SpanCell>> region_cells{};  // cells of each region, sorted by z
    std::optional<ExactGround> exact{};                 // all walkable triangles; unset if heights come from the field
    std::vector<uint32_t> spans{};  // for each cell of the polygon's bounding box: a span of the polygon's region, or kNoIndex
};

LatticePoint corner_point(const PolyMesh& mesh, uint32_t vertex) {
    return {mesh.vertices[vertex].x * kDetailScale, mesh.vertices[vertex].z * kDetailScale};
}

// Returns all points of the detail mesh of polygon p: first its corners, then the vertices of its DetailPart.
std::vector<DetailPoint> points_of(const Checker& c, size_t p) {
    std::vector<DetailPoint> places;
    for (const uint32_t v : polygon_indices(c.sources.mesh, c.sources.mesh.polygons[p])) {
        places.push_back({corner_point(c.sources.mesh, v), c.detail.vertex_y[v]});
    }
    const DetailPart& part = c.detail.parts[p];
    for (uint32_t i = 0; i < part.vertex_count; ++i) {
        const DetailVertex& v = c.detail.vertices[part.first_vertex + i];
        places.push_back({{v.x, v.z}, v.y});
    }
    return places;
}

std::string detail_polygon_name(size_t polygon) {
    return "detail mesh, polygon " + std::to_string(polygon) + ": ";
}

bool check_ranges(Checker& c) {
    const DetailMesh& d = c.detail;
    const PolyMesh& mesh = c.sources.mesh;
    const uint64_t before = c.report.count;
    if (d.parts.size() != mesh.polygons.size()) fail(c.report, "detail mesh: parts and polygons differ in number");
    if (d.vertex_y.size() != mesh.vertices.size()) fail(c.report, "detail mesh: heights and vertices differ in number");
    if (c.report.count != before) return false;
    for (const float y : d.vertex_y) {
        if (!std::isfinite(y)) fail(c.report, "detail mesh: a vertex height is not finite");
    }
    for (const DetailVertex& v : d.vertices) {
        if (!std::isfinite(v.y)) fail(c.report, "detail mesh: a detail vertex height is not finite");
    }
    for (size_t p = 0; p < d.parts.size(); ++p) {
        const DetailPart& part = d.parts[p];
        if (uint64_t{part.first_vertex} + part.vertex_count > d.vertices.size() ||
            uint64_t{part.first_triangle} + part.triangle_count > d.triangles.size()) {
            fail(c.report, detail_polygon_name(p) + "its part is out of range");
            continue;
        }
        const uint32_t points = mesh.polygons[p].count + part.vertex_count;
        for (uint32_t t = 0; t < part.triangle_count; ++t) {
            for (const uint32_t corner : d.triangles[part.first_triangle + t]) {
                if (corner >= points) fail(c.report, detail_polygon_name(p) + "a triangle corner is out of range");
            }
        }
    }
    return c.report.count == before;
}

void check_triangles(Checker& c, size_t p, const std::vector<DetailPoint>& places) {
    const uint32_t corners = c.sources.mesh.polygons[p].count;
    const auto on_polygon_edge = [&](LatticePoint a, LatticePoint b) {
        for (uint32_t k = 0; k < corners; ++k) {
            const LatticePoint from = places[k].at, to = places[(k + 1) % corners].at;
            if (is_on_segment(from, to, a) && is_on_segment(from, to, b)) return true;
        }
        return false;
    };
    int64_t polygon_area = 0, triangle_area = 0;
    for (uint32_t k = 1; k + 1 < corners; ++k)
        polygon_area += orient2d(places[0].at, places[k].at, places[k + 1].at);
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    const DetailPart& part = c.detail.parts[p];
    for (uint32_t t = 0; t < part.triangle_count; ++t) {
        const auto& tri = c.detail.triangles[part.first_triangle + t];
        const int64_t area = orient2d(places[tri[0]].at, places[tri[1]].at, places[tri[2]].at);
        if (area <= 0) fail(c.report, detail_polygon_name(p) + "a triangle is degenerate or clockwise");
        triangle_area += area;
        for (size_t k = 0; k < 3; ++k)
            edges.push_back({tri[k], tri[(k + 1) % 3]});
    }
    if (triangle_area != polygon_area)
        fail(c.report, detail_polygon_name(p) + "the areas of the triangles do not sum to the area of the polygon");
    std::sort(edges.begin(), edges.end());
    if (std::adjacent_find(edges.begin(), edges.end()) != edges.end())
        fail(c.report, detail_polygon_name(p) + "two triangles overlap");
    for (const auto& [a, b] : edges) {
        if (std::binary_search(edges.begin(), edges.end(), std::pair(b, a))) continue;
        if (!on_polygon_edge(places[a].at, places[b].at))
            fail(c.report, detail_polygon_name(p) + "an inner triangle edge has only one triangle");
    }
    for (const DetailPoint& place : places) {
        for (uint32_t k = 0; k < corners; ++k) {
            if (!is_left_or_on(places[k].at, places[(k + 1) % corners].at, place.at)) {
                fail(c.report, detail_polygon_name(p) + "a vertex is outside the polygon");
            }
        }
    }
}

// Returns the points of `places` on the segment a..b, ordered from a to b.
std::vector<DetailPoint> points_on_segment(const std::vector<DetailPoint>& places, LatticePoint a, LatticePoint b) {
    std::vector<DetailPoint> found;
    for (const DetailPoint& place : places) {
        if (is_on_segment(a, b, place.at)) found.push_back(place);
    }
    std::sort(found.begin(), found.end(), [&](const DetailPoint& s, const DetailPoint& t) {
        return distance_squared(a, s.at) < distance_squared(a, t.at);
    });
    return found;
}

void check_shared_edges(Checker& c, size_t p, const std::vector<DetailPoint>& places) {
    const PolyMesh& mesh = c.sources.mesh;
    const PolyMeshPolygon& polygon = mesh.polygons[p];
    for (uint32_t k = 0; k < polygon.count; ++k) {
        const uint32_t other = polygon_neighbours(mesh, polygon)[k];
        if (other == kNoIndex || other >= p) continue;
        const LatticePoint a = places[k].at, b = places[(k + 1) % polygon.count].at;
        if (points_on_segment(places, a, b) != points_on_segment(points_of(c, other), a, b)) {
            fail(c.report, detail_polygon_name(p) + "the edge to polygon " + std::to_string(other) +
                               " has different points in that polygon");
        }
    }
}

void collect_region_cells(Checker& c) {
    c.region_cells.resize(size_t(c.sources.regions.region_count) + 1);
    for_each_open_span(c.sources.field, [&](int32_t x, int32_t z, uint32_t span) {
        c.region_cells[c.sources.regions.region[span]].push_back({span, {x, z}});
    });
}

// Checks that the detail mesh and the polygon mesh have similar heights at the polygon corners.
void check_corners(Checker& c) {
    // The polygon mesh stores the highest floor around a vertex. The polygon's own floor may be lower by twice the climb. Both
    // limits also include a tolerance of one climb and a few voxels. is_plausible_height uses the same limits.
    const double climb = c.sources.field.walkable_climb, above = climb + 2, below = 3 * climb + 4;
    for (size_t v = 0; v < c.detail.vertex_y.size(); ++v) {
        const double y = double(c.detail.vertex_y[v]) - c.sources.mesh.vertices[v].y;
        if (y > above || y < -below) {
            fail(c.report, "detail mesh, vertex " + std::to_string(v) + ": its height differs by " + std::to_string(y) +
                               " voxels from the height in the polygon mesh");
        }
    }
}

// Compares the height of a triangle with the ground at every cell centre inside the triangle. The array c.spans starts at cell
// (x0, z0) and has `width` cells per row.
void check_triangle_errors(Checker& c, size_t p, const std::array<DetailPoint, 3>& tri, int32_t x0, int32_t z0, int32_t width) {
    const int64_t area = orient2d(tri[0].at, tri[1].at, tri[2].at);
    if (area <= 0) return;
    const auto [low_z, high_z] = std::minmax({tri[0].at.z, tri[1].at.z, tri[2].at.z});
    constexpr int32_t kHalf = kDetailScale / 2;
    for (int32_t z = (low_z + kHalf - 1) / kDetailScale; z * kDetailScale + kHalf <= high_z; ++z) {
        // Least and greatest x of the triangle on the line z = pz [1/256 cell].
        double from = 1e18, to = -1e18;
        const int32_t pz = z * kDetailScale + kHalf;
        for (size_t k = 0; k < 3; ++k) {
            const LatticePoint a = tri[k].at, b = tri[(k + 1) % 3].at;
            if ((a.z < pz && b.z < pz) || (a.z > pz && b.z > pz)) continue;
            const double x = a.z == b.z ? a.x : a.x + double(pz - a.z) * (double(b.x) - a.x) / (double(b.z) - a.z);
            from = std::min({from, x, a.z == b.z ? double(b.x) : x});
            to = std::max({to, x, a.z == b.z ? double(b.x) : x});
        }
        const int32_t first = std::max(int32_t(from / kDetailScale) - 1, x0);
        const int32_t last = std::min(int32_t(to / kDetailScale) + 1, x0 + width - 1);
        for (int32_t x = first; x <= last; ++x) {
            const uint32_t span = c.spans[size_t(z - z0) * size_t(width) + size_t(x - x0)];
            if (span == kNoIndex) continue;
            const LatticePoint centre{x * kDetailScale + kHalf, pz};
            const int64_t w0 = orient2d(tri[1].at, tri[2].at, centre), w1 = orient2d(tri[2].at, tri[0].at, centre);
            const int64_t w2 = area - w0 - w1;
            if (w0 < 0 || w1 < 0 || w2 < 0) continue;
            double ground = c.sources.field.floor[span];
            if (c.exact) {
                const HeightRange range = ground_range(c.sources.field, c.exact->ceilings, span);
                const auto y = ground_height(c.exact->near_points, {x + 0.5, z + 0.5, range.lowest, range.highest});
                if (!y) continue;
                ground = *y;
            }
            const double y = (double(w0) * tri[0].y + double(w1) * tri[1].y + double(w2) * tri[2].y) / double(area);
            // 0.005 exceeds the rounding error of stored heights (1/256 voxel).
            if (std::fabs(y - ground) > c.params.max_error + 0.005) {
                fail(c.report, detail_polygon_name(p) + "at cell " + std::to_string(x) + ", " + std::to_string(z) +
                                   " the surface is at " + std::to_string(y) + ", the ground at " + std::to_string(ground) +
                                   " voxels");
            }
        }
    }
}

// Removes cells of other floors from c.spans. This array has `width` cells per row. The largest connected component of linked
// cells is taken as the floor of the polygon. Adjacent cells on the same floor are linked. A component that is adjacent to the
// largest component is therefore on another floor.
void drop_other_floors(Checker& c, int32_t width) {
    const size_t cells = c.spans.size();
    const auto next_to = [&](size_t i, int d) {
        const size_t x = i % size_t(width);
        if (d == kLeft ? x == 0 : d == kRight && x + 1 == size_t(width)) return cells;
        const size_t next = d == kLeft ? i - 1 : d == kRight ? i + 1 : d == kUp ? i + size_t(width) : i - size_t(width);
        return next < cells && c.spans[next] != kNoIndex ? next : cells;
    };
    std::vector<size_t> part(cells, cells), sizes, pending;
    for (size_t first = 0; first < cells; ++first) {
        if (c.spans[first] == kNoIndex || part[first] != cells) continue;
        part[first] = sizes.size();
        sizes.push_back(0);
        for (pending.assign(1, first); !pending.empty();) {
            const size_t i = pending.back();
            pending.pop_back();
            ++sizes.back();
            for (int d = 0; d < 4; ++d) {
                const size_t next = next_to(i, d);
                if (next == cells || part[next] != cells || neighbour(c.sources.field, c.spans[i], d) != c.spans[next])
                    continue;
                part[next] = part[first];
                pending.push_back(next);
            }
        }
    }
    if (sizes.size() < 2) return;
    const size_t largest = size_t(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    std::vector<char> other(sizes.size() + 1, 0);
    for (size_t i = 0; i < cells; ++i) {
        for (int d = 0; d < 4 && part[i] == largest; ++d) {
            if (const size_t next = next_to(i, d); next != cells && part[next] != largest) other[part[next]] = 1;
        }
    }
    for (size_t i = 0; i < cells; ++i) {
        if (part[i] != cells && other[part[i]]) c.spans[i] = kNoIndex;
    }
}

void check_errors(Checker& c, size_t p, const std::vector<DetailPoint>& places) {
    const PolyMeshPolygon& polygon = c.sources.mesh.polygons[p];
    int32_t x0 = places[0].at.x / kDetailScale, z0 = places[0].at.z / kDetailScale, x1 = x0, z1 = z0;
    for (uint32_t k = 0; k < polygon.count; ++k) {
        const int32_t x = places[k].at.x / kDetailScale, z = places[k].at.z / kDetailScale;
        x0 = std::min(x0, x), x1 = std::max(x1, x), z0 = std::min(z0, z), z1 = std::max(z1, z);
    }
    c.spans.assign(size_t(x1 - x0) * size_t(z1 - z0), kNoIndex);
    const auto& cells = c.region_cells[polygon.region];
    auto cell = std::lower_bound(cells.begin(), cells.end(), z0, [](const SpanCell& s, int32_t z) { return s.cell.z < z; });
    for (; cell != cells.end() && cell->cell.z < z1; ++cell) {
        const auto [x, z] = cell->cell;
        if (x < x0 || x >= x1) continue;
        // Skip cell centres on a polygon edge: the ground there may belong to the neighbour polygon.
        const LatticePoint centre{x * kDetailScale + kDetailScale / 2, z * kDetailScale + kDetailScale / 2};
        bool inside = true;
        for (uint32_t k = 0; k < polygon.count && inside; ++k) {
            inside = is_left(places[k].at, places[(k + 1) % polygon.count].at, centre);
        }
        if (inside) c.spans[size_t(z - z0) * size_t(x1 - x0) + size_t(x - x0)] = cell->span;
    }
    drop_other_floors(c, x1 - x0);
    const DetailPart& part = c.detail.parts[p];
    for (uint32_t t = 0; t < part.triangle_count; ++t) {
        const auto& tri = c.detail.triangles[part.first_triangle + t];
        check_triangle_errors(c, p, {places[tri[0]], places[tri[1]], places[tri[2]]}, x0, z0, x1 - x0);
    }
}

}  // namespace

void check_detail_mesh(const DetailMesh& detail, const DetailSources& sources, const DetailParams& params,
                       CheckReport& report) {
    Checker c{.detail = detail, .sources = sources, .params = params, .report = report};
    if (!check_ranges(c)) return;
    if (sources.ground)
        c.exact = compute_exact_ground(*sources.ground, sources.field, uniform_marks(sources.field.grid, kAllMarks), nullptr);
    // Compare as floats, because detail.max_error may be the limit rounded up to a float.
    if (detail.max_error > float(params.max_error)) fail(report, "detail mesh: its largest error is above the limit");
    check_corners(c);
    collect_region_cells(c);
    for (size_t p = 0; p < detail.parts.size(); ++p) {
        const std::vector<DetailPoint> places = points_of(c, p);
        check_triangles(c, p, places);
        check_shared_edges(c, p, places);
        check_errors(c, p, places);
    }
}

}  // namespace navspan
