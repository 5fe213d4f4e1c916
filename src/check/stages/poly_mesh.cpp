// Checks the invariants of a polygon mesh.
//
// In: a polygon mesh, and the contours from which it was made.
// Out: the violated invariants.
// Idea: Checks array sizes and indices first, then each invariant. Invariant numbers refer to check_poly_mesh in checks.h. A
// region in the `issues` of the mesh or of the contours is exempt from invariants 3 to 5. Regions next to an exempt region or
// next to another tile are exempt from invariant 5.
// Source: own method.
// Weak cases: Errors of exempt regions are missed.

#include "bake/polygons/poly_mesh.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "check/stages/checks.h"
#include "polygon/ring.h"

namespace navspan {
namespace {

LatticePoint point(const PolyMesh& mesh, uint32_t vertex) {
    return {mesh.vertices[vertex].x, mesh.vertices[vertex].z};
}

std::vector<LatticePoint> ring_of(const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    std::vector<LatticePoint> ring;
    for (const uint32_t v : polygon_indices(mesh, polygon))
        ring.push_back(point(mesh, v));
    return ring;
}

std::string mesh_polygon_name(const PolyMesh& mesh, uint32_t polygon) {
    const PolyMeshPolygon& p = mesh.polygons[polygon];
    const LatticePoint at = point(mesh, mesh.indices[p.first]);
    return "poly mesh: polygon " + std::to_string(polygon) + " (region " + std::to_string(p.region) + ", at " +
           lattice_text(at) + ") ";
}

bool on_seam(const PolyMesh& mesh, uint32_t e) {
    return !mesh.on_seam.empty() && mesh.on_seam[e];
}

// Counts the collinear polygon corners on a seam. These corners do not count towards max_vertices.
uint32_t count_corners_in_seams(const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    const std::span<const uint32_t> corners = polygon_indices(mesh, polygon);
    uint32_t count = 0;
    for (uint32_t k = 0; k < polygon.count; ++k) {
        const uint32_t before = k == 0 ? polygon.count - 1 : k - 1, after = k + 1 == polygon.count ? 0 : k + 1;
        count += on_seam(mesh, polygon.first + before) && on_seam(mesh, polygon.first + k) &&
                 is_collinear(point(mesh, corners[before]), point(mesh, corners[k]), point(mesh, corners[after]));
    }
    return count;
}

// Checks array sizes, offsets and indices. Returns false if one is wrong, because other checks could then read out of range.
bool check_ranges(const PolyMesh& mesh, CheckReport& report) {
    const uint64_t before = report.count;
    if (mesh.indices.size() != mesh.neighbours.size()) fail(report, "poly mesh: indices and neighbours differ in number");
    if (!mesh.on_seam.empty() && mesh.on_seam.size() != mesh.indices.size()) fail(report, "poly mesh: seam flags are missing");
    size_t total = 0;
    for (uint32_t p = 0; p < mesh.polygons.size(); ++p) {
        const PolyMeshPolygon& polygon = mesh.polygons[p];
        if (polygon.first != total)
            fail(report, "poly mesh: polygon " + std::to_string(p) + " does not start where the previous polygon ends");
        total += polygon.count;
        if (polygon.count < 3) fail(report, "poly mesh: polygon " + std::to_string(p) + " has fewer than 3 vertices");
    }
    if (total != mesh.indices.size()) fail(report, "poly mesh: some indices belong to no polygon");
    for (const uint32_t i : mesh.indices) {
        if (i >= mesh.vertices.size()) fail(report, "poly mesh: vertex " + std::to_string(i) + " is out of range");
    }
    for (const uint32_t q : mesh.neighbours) {
        if (q != kNoIndex && q >= mesh.polygons.size()) fail(report, "poly mesh: a neighbour is out of range");
    }
    return report.count == before;
}

void check_shape(const PolyMesh& mesh, uint32_t p, const PolyMeshParams& params, CheckReport& report) {
    const size_t n = mesh.polygons[p].count;
    const size_t counted = n - count_corners_in_seams(mesh, mesh.polygons[p]);
    if (counted > size_t(params.max_vertices))
        fail(report, mesh_polygon_name(mesh, p) + "has " + std::to_string(counted) + " vertices");
    const std::vector<LatticePoint> ring = ring_of(mesh, mesh.polygons[p]);
    bool convex = doubled_area(ring) > 0;
    for (size_t i = 0; i < n; ++i) {
        convex = convex && orient2d(ring[i], ring[(i + 1) % n], ring[(i + 2) % n]) >= 0 && ring[i] != ring[(i + 1) % n];
    }
    if (!convex) fail(report, mesh_polygon_name(mesh, p) + "is not convex and counter-clockwise");
}

void check_neighbours(const PolyMesh& mesh, uint32_t p, CheckReport& report) {
    const PolyMeshPolygon& polygon = mesh.polygons[p];
    for (uint32_t k = 0; k < polygon.count; ++k) {
        const uint32_t q = mesh.neighbours[polygon.first + k];
        if (q == kNoIndex) continue;
        const uint32_t a = mesh.indices[polygon.first + k], b = mesh.indices[polygon.first + (k + 1) % polygon.count];
        const PolyMeshPolygon& other = mesh.polygons[q];
        bool found = false;
        for (uint32_t m = 0; m < other.count; ++m) {
            found |= mesh.indices[other.first + m] == b && mesh.indices[other.first + (m + 1) % other.count] == a &&
                     mesh.neighbours[other.first + m] == p;
        }
        if (!found || q == p) fail(report, mesh_polygon_name(mesh, p) + "and its neighbour " + std::to_string(q) + " disagree");
    }
}

struct RegionSum {
    int64_t contour_area = 0, polygon_area = 0;  // twice the area [cell^2]
    uint32_t open_contour_edges = 0, open_polygon_edges = 0;
    bool has_issues = false, neighbours_have_issues = false;
};

// Sets has_issues for each region in the issues of the mesh or of the contours. Sets neighbours_have_issues for each region
// next to a region with issues or next to another tile.
void mark_issues(const PolyMesh& mesh, const ContourSet& contours, std::vector<RegionSum>& sums) {
    for (const auto* list : {&mesh.issues, &contours.issues}) {
        for (const ContourIssue& t : *list) {
            if (t.region < sums.size()) sums[t.region].has_issues = true;
        }
    }
    for (const Contour& contour : contours.contours) {
        for (const ContourVertex& v : simplified_ring(contours, contour)) {
            // A neighbour number beyond `sums` stands for another tile (kSeamRegion) or for a region whose contour was dropped.
            const bool unsure = v.neighbour >= sums.size() || sums[v.neighbour].has_issues;
            sums[contour.region].neighbours_have_issues |= v.neighbour != 0 && unsure;
        }
    }
}

// For each region, sums the areas of contours and polygons, and counts their wall edges.
std::vector<RegionSum> sum_regions(const PolyMesh& mesh, const ContourSet& contours) {
    uint32_t regions = 0;
    for (const Contour& contour : contours.contours)
        regions = std::max(regions, contour.region);
    for (const PolyMeshPolygon& polygon : mesh.polygons)
        regions = std::max(regions, polygon.region);
    std::vector<RegionSum> sums(size_t{regions} + 1);
    std::vector<LatticePoint> ring;
    for (const Contour& contour : contours.contours) {
        ring.clear();
        for (uint32_t i = contour.first; i < contour.first + contour.count; ++i) {
            ring.push_back({contours.vertices[i].x, contours.vertices[i].z});
            sums[contour.region].open_contour_edges += contours.vertices[i].neighbour == 0;
        }
        sums[contour.region].contour_area += doubled_area(ring);
    }
    for (const PolyMeshPolygon& polygon : mesh.polygons) {
        sums[polygon.region].polygon_area += doubled_area(ring_of(mesh, polygon));
        for (const uint32_t q : polygon_neighbours(mesh, polygon))
            sums[polygon.region].open_polygon_edges += q == kNoIndex;
    }
    mark_issues(mesh, contours, sums);
    return sums;
}

void check_regions(const std::vector<RegionSum>& sums, bool refined, CheckReport& report) {
    for (uint32_t r = 1; r < sums.size(); ++r) {
        const RegionSum& s = sums[r];
        if (s.has_issues) continue;
        if (s.contour_area != s.polygon_area) {
            fail(report, "poly mesh: region " + std::to_string(r) + " has doubled area " + std::to_string(s.contour_area) +
                             " in its contours and " + std::to_string(s.polygon_area) + " in its polygons");
        }
        if (refined && s.open_contour_edges != s.open_polygon_edges && !s.neighbours_have_issues) {
            fail(report, "poly mesh: region " + std::to_string(r) + " has " + std::to_string(s.open_contour_edges) +
                             " wall edges in its contours and " + std::to_string(s.open_polygon_edges) + " in its polygons");
        }
    }
}

using RegionSide = std::tuple<uint32_t, int32_t, int32_t, int32_t, int32_t>;  // region, start (x, z), end (x, z)

// Splits an axis-aligned edge into cell sides and appends the cell sides to `sides`. Appends any other edge unsplit.
void split_edge(uint32_t region, LatticePoint a, LatticePoint b, std::vector<RegionSide>& sides) {
    const int32_t length = std::abs(b.x - a.x) + std::abs(b.z - a.z);
    if (a == b || (a.x != b.x && a.z != b.z)) {  // degenerate, or not parallel to an axis
        sides.emplace_back(region, a.x, a.z, b.x, b.z);
        return;
    }
    const int32_t dx = (b.x - a.x) / length, dz = (b.z - a.z) / length;
    for (LatticePoint at = a; at != b; at = {at.x + dx, at.z + dz})
        sides.emplace_back(region, at.x, at.z, at.x + dx, at.z + dz);
}

// Checks that every polygon edge without a neighbour of the same region is a contour edge of the region. On a seam, a polygon
// edge may cover several contour edges.
void check_borders(const PolyMesh& mesh, const ContourSet& contours, const std::vector<RegionSum>& sums, CheckReport& report) {
    std::vector<RegionSide> edges, sides;
    for (const Contour& contour : contours.contours) {
        const std::span<const ContourVertex> ring = simplified_ring(contours, contour);
        for (size_t i = 0; i < ring.size(); ++i) {
            const ContourVertex& next = ring[(i + 1) % ring.size()];
            if (ring[i].neighbour == kSeamRegion) {
                split_edge(contour.region, {ring[i].x, ring[i].z}, {next.x, next.z}, edges);
            } else {
                edges.emplace_back(contour.region, ring[i].x, ring[i].z, next.x, next.z);
            }
        }
    }
    std::sort(edges.begin(), edges.end());
    for (uint32_t p = 0; p < mesh.polygons.size(); ++p) {
        const PolyMeshPolygon& polygon = mesh.polygons[p];
        if (sums[polygon.region].has_issues) continue;
        for (uint32_t k = 0; k < polygon.count; ++k) {
            const uint32_t q = mesh.neighbours[polygon.first + k];
            if (q != kNoIndex && mesh.polygons[q].region == polygon.region) continue;
            const LatticePoint a = point(mesh, mesh.indices[polygon.first + k]);
            const LatticePoint b = point(mesh, mesh.indices[polygon.first + (k + 1) % polygon.count]);
            sides.clear();
            if (on_seam(mesh, polygon.first + k)) {
                split_edge(polygon.region, a, b, sides);
            } else {
                sides.emplace_back(polygon.region, a.x, a.z, b.x, b.z);
            }
            if (std::all_of(sides.begin(), sides.end(),
                            [&](const RegionSide& side) { return std::binary_search(edges.begin(), edges.end(), side); })) {
                continue;
            }
            fail(report, mesh_polygon_name(mesh, p) + "ends inside its region, at an edge from " + lattice_text(a) + " to " +
                             lattice_text(b));
        }
    }
}

// x, z and region of all polygon vertices.
using CornerList = std::vector<std::tuple<int32_t, int32_t, uint32_t>>;

CornerList list_corners(const PolyMesh& mesh) {
    CornerList corners;
    for (const PolyMeshPolygon& polygon : mesh.polygons) {
        for (const uint32_t v : polygon_indices(mesh, polygon)) {
            corners.emplace_back(mesh.vertices[v].x, mesh.vertices[v].z, polygon.region);
        }
    }
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    return corners;
}

// Checks that no vertex of the polygon's region lies inside a polygon edge without a neighbour. An edge with a neighbour is
// skipped: two polygons share the whole edge, so a vertex inside must be on another floor.
void check_t_junctions(const PolyMesh& mesh, const CornerList& corners, uint32_t p, CheckReport& report) {
    const PolyMeshPolygon& polygon = mesh.polygons[p];
    for (uint32_t k = 0; k < polygon.count; ++k) {
        if (mesh.neighbours[polygon.first + k] != kNoIndex) continue;
        const LatticePoint a = point(mesh, mesh.indices[polygon.first + k]);
        const LatticePoint b = point(mesh, mesh.indices[polygon.first + (k + 1) % polygon.count]);
        const int32_t steps = std::gcd(b.x - a.x, b.z - a.z);
        for (int32_t s = 1; s < steps; ++s) {
            const LatticePoint at{a.x + (b.x - a.x) / steps * s, a.z + (b.z - a.z) / steps * s};
            if (!std::binary_search(corners.begin(), corners.end(), std::tuple{at.x, at.z, polygon.region})) continue;
            fail(report, mesh_polygon_name(mesh, p) + "has a vertex inside an edge, at " + lattice_text(at));
        }
    }
}

}  // namespace

void check_poly_mesh(const PolyMesh& mesh, const ContourSet& contours, const PolyMeshParams& params, CheckReport& report,
                     bool refined) {
    if (!check_ranges(mesh, report)) return;
    const CornerList corners = list_corners(mesh);
    const std::set<uint32_t> cliffs = regions_with_cliffs(contours);
    for (uint32_t p = 0; p < mesh.polygons.size(); ++p) {
        check_shape(mesh, p, params, report);
        check_neighbours(mesh, p, report);
        if (refined && !cliffs.count(mesh.polygons[p].region)) check_t_junctions(mesh, corners, p, report);
    }
    const std::vector<RegionSum> sums = sum_regions(mesh, contours);
    check_regions(sums, refined, report);
    check_borders(mesh, contours, sums, report);
}

}  // namespace navspan
