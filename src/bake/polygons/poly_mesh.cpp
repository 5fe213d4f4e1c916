// Builds the mesh of convex polygons.
//
// In: contours.
// Out: convex polygons with their neighbours.
// Idea: For each region, holes are merged into the outline. The ring is triangulated, and triangles are merged into convex
// polygons (see src/polygon/). On borders between regions, each edge is paired with its reverse edge (weld.cpp). On borders to
// other tiles, edges get extra vertices to follow the ground (seams.cpp).
// Source: Meisters, Polygons have ears (1975); Hertel, Mehlhorn, Fast triangulation of simple polygons (1983); Mononen, Recast
// (2009).
// Weak cases: The number of polygons is not minimal. A contour that crosses itself leaves a hole in the mesh
// (PolyMesh::issues). If ContourParams::refine is off, the two sides of a border may be simplified differently
// (PolyMesh::unlinked).

#include "navspan/bake/poly_mesh.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "bake/polygons/poly_mesh.h"
#include "bake/polygons/seams.h"
#include "bake/polygons/weld.h"
#include "polygon/merge_convex.h"
#include "polygon/merge_holes.h"
#include "polygon/ring.h"
#include "polygon/triangulate.h"

namespace navspan {
namespace {

// The rings of one region as lattice points, with the contour vertex of each point.
struct RegionRings {
    uint32_t region = 0;
    uint8_t area = 0;
    std::vector<LatticePoint> points;
    std::vector<uint32_t> vertex;  // index of the contour vertex of each point
    std::vector<uint32_t> first;   // start offsets of the rings, plus the end
};

struct PolyMeshBuilder {
    const ContourSet& contours;
    const PolyMeshParams& params;
    ContourWeld weld;
    std::vector<uint32_t> polygon_at;  // polygon on each contour edge, or kNoIndex
    std::vector<uint32_t> border;      // for each entry of mesh.indices: the contour edge that starts there, or kNoIndex
    PolyMesh mesh;                     // mesh.indices contains contour vertices until number_vertices() runs

    // Buffers that are reused for all rings.
    std::vector<LatticePoint> ring{}, points{};     // ring: for each position in the ring; points: for each half-edge
    std::vector<uint32_t> corner{};                 // contour vertex of each position in the ring
    std::vector<uint32_t> polygon_of{}, edge_at{};  // polygon_of: for each half-edge; edge_at: for each position in the ring
    Triangulator triangulator{};
    ConvexMerger merger{};
};

// Collects the contours of the region that starts at contour `begin`. Returns the first contour of the next region.
uint32_t gather_region(const ContourSet& contours, uint32_t begin, RegionRings& rings) {
    rings.region = contours.contours[begin].region;
    rings.area = contours.contours[begin].area;
    rings.points.clear();
    rings.vertex.clear();
    rings.first.assign(1, 0);
    uint32_t c = begin;
    for (; c < contours.contours.size() && contours.contours[c].region == rings.region; ++c) {
        const Contour& contour = contours.contours[c];
        for (uint32_t i = contour.first; i < contour.first + contour.count; ++i) {
            rings.points.push_back({contours.vertices[i].x, contours.vertices[i].z});
            rings.vertex.push_back(i);
        }
        rings.first.push_back(uint32_t(rings.points.size()));
    }
    return c;
}

void note(PolyMeshBuilder& b, const RegionRings& rings, LatticePoint where, const char* what) {
    b.mesh.issues.push_back({rings.region, where, what});
}

// True if half-edge h is an edge of the ring. A missing twin is not sufficient: in an incomplete triangulation, inner edges can
// also lack a twin.
bool is_ring_edge(const Triangulation& triangulation, uint32_t h, size_t ring_size) {
    if (triangulation.twins[h] != kNoIndex) return false;
    const auto& corners = triangulation.triangles[h / 3];
    const uint32_t next = corners[h % 3] + 1;
    return corners[(h + 1) % 3] == (next < ring_size ? next : 0);
}

// Makes the two half-edges of each bridge twins: the triangles on both sides become neighbours. A bridge connects a hole to the
// outline around it (merge_holes.h).
void close_bridges(Triangulation& triangulation, std::span<const uint32_t> bridge, uint32_t ring_first,
                   std::vector<uint32_t>& edge_at) {
    if (std::all_of(bridge.begin(), bridge.end(), [](uint32_t i) { return i == kNoIndex; })) return;
    edge_at.assign(bridge.size(), kNoIndex);
    for (uint32_t h = 0; h < triangulation.twins.size(); ++h) {
        if (is_ring_edge(triangulation, h, bridge.size())) edge_at[triangulation.triangles[h / 3][h % 3]] = h;
    }
    for (uint32_t i = 0; i < bridge.size(); ++i) {
        if (bridge[i] == kNoIndex || edge_at[i] == kNoIndex) continue;
        assert(bridge[i] - ring_first < bridge.size());
        triangulation.twins[edge_at[i]] = edge_at[bridge[i] - ring_first];
    }
}

// Appends the polygons of one ring without holes. @param corner  contour vertex of each position in the ring
void add_polygons(PolyMeshBuilder& b, const RegionRings& rings, const Triangulation& triangulation,
                  std::span<const LatticePoint> ring, std::span<const uint32_t> corner, std::span<const uint32_t> bridge) {
    b.points.resize(3 * triangulation.triangles.size());
    LatticePoint* point = b.points.data();
    for (const auto& triangle : triangulation.triangles) {
        for (const uint32_t position : triangle)
            *point++ = ring[position];
    }
    const ConvexParts& parts = b.merger.merge(b.points, triangulation.twins, b.params.max_vertices);

    b.polygon_of.assign(triangulation.twins.size(), kNoIndex);
    const uint32_t base = uint32_t(b.mesh.polygons.size());
    for (uint32_t p = 0; p + 1 < parts.first.size(); ++p) {
        for (uint32_t k = parts.first[p]; k < parts.first[p + 1]; ++k)
            b.polygon_of[parts.edges[k]] = base + p;
    }
    for (uint32_t p = 0; p + 1 < parts.first.size(); ++p) {
        const uint32_t first = parts.first[p], count = parts.first[p + 1] - first;
        b.mesh.polygons.push_back({uint32_t(b.mesh.indices.size()), count, rings.region, rings.area});
        for (uint32_t k = first; k < first + count; ++k) {
            const uint32_t h = parts.edges[k], twin = triangulation.twins[h];
            const uint32_t position = triangulation.triangles[h / 3][h % 3];
            const bool on_border =
                is_ring_edge(triangulation, h, ring.size()) && (bridge.empty() || bridge[position] == kNoIndex);
            b.mesh.indices.push_back(corner[position]);
            b.mesh.neighbours.push_back(twin == kNoIndex ? kNoIndex : b.polygon_of[twin]);
            b.border.push_back(on_border ? corner[position] : kNoIndex);
            if (on_border) b.polygon_at[corner[position]] = base + p;
        }
    }
}

// At a point where two rings were joined, the end of an edge and the next corner are different contour vertices. Unites these
// vertices.
void unite_rejoined(PolyMeshBuilder& b, std::span<const uint32_t> corner, std::span<const uint32_t> bridge) {
    for (size_t i = 0; i < corner.size(); ++i) {
        const uint32_t next = corner[i + 1 < corner.size() ? i + 1 : 0];
        if (bridge[i] == kNoIndex && b.weld.next[corner[i]] != next) b.weld.vertices.unite(b.weld.next[corner[i]], next);
    }
}

// Unites the ends of spikes. An invalid ring can contain a spike: an edge from a to b, then an edge from b to c, with a and c
// at the same point. Triangulation removes the spike and makes its edges twins.
void unite_spikes(PolyMeshBuilder& b, const Triangulation& triangulation, std::span<const uint32_t> corner) {
    for (uint32_t h = 0; h < triangulation.twins.size(); ++h) {
        const uint32_t twin = triangulation.twins[h];
        if (twin == kNoIndex) continue;
        const uint32_t start = corner[triangulation.triangles[h / 3][h % 3]];
        const uint32_t other = corner[triangulation.triangles[twin / 3][(twin + 1) % 3]];
        if (start != other) b.weld.vertices.unite(start, other);
    }
}

// Cuts one ring without holes into polygons.
// @param bridge      the part of MergedRings::bridge for this ring; empty if there are no bridges
// @param ring_first  position in MergedRings::bridge at which this part starts
void mesh_ring(PolyMeshBuilder& b, const RegionRings& rings, std::span<const LatticePoint> ring,
               std::span<const uint32_t> corner, std::span<const uint32_t> bridge, uint32_t ring_first) {
    Triangulation& triangulation = b.triangulator.triangulate(ring);
    if (!triangulation.rest.empty()) note(b, rings, ring[triangulation.rest.front()], "not triangulated completely");
    close_bridges(triangulation, bridge, ring_first, b.edge_at);
    if (triangulation.spikes > 0) unite_spikes(b, triangulation, corner);
    add_polygons(b, rings, triangulation, ring, corner, bridge);
}

// True if the region is a single outline that does not touch itself.
bool is_plain(const PolyMeshBuilder& b, const RegionRings& rings) {
    if (rings.first.size() != 2) return false;
    const auto touches = [&](uint32_t i) { return b.weld.touches[i] != 0; };
    return std::none_of(rings.vertex.begin(), rings.vertex.end(), touches) && doubled_area(rings.points) > 0;
}

void add_region(PolyMeshBuilder& b, const RegionRings& rings) {
    if (is_plain(b, rings)) return mesh_ring(b, rings, rings.points, rings.vertex, {}, 0);
    const MergedRings merged = merge_holes(rings.points, rings.first);
    for (const uint32_t i : merged.stray)
        note(b, rings, rings.points[i], "hole not merged");
    std::vector<LatticePoint>& ring = b.ring;
    std::vector<uint32_t>& corner = b.corner;
    for (size_t r = 0; r + 1 < merged.first.size(); ++r) {
        const uint32_t first = merged.first[r], count = merged.first[r + 1] - first;
        const std::span<const uint32_t> bridge = std::span(merged.bridge).subspan(first, count);
        ring.clear();
        corner.clear();
        for (uint32_t i = first; i < first + count; ++i) {
            ring.push_back(rings.points[merged.corners[i]]);
            corner.push_back(rings.vertex[merged.corners[i]]);
        }
        unite_rejoined(b, corner, bridge);
        mesh_ring(b, rings, ring, corner, bridge, first);
    }
}

// Sets the neighbours across borders between regions and marks the seam edges. Precondition: all polygons have been added.
void link_borders(PolyMeshBuilder& b) {
    for (size_t i = 0; i < b.mesh.indices.size(); ++i) {
        const uint32_t edge = b.border[i];
        if (edge != kNoIndex && b.weld.across[edge] != kNoIndex) b.mesh.neighbours[i] = b.polygon_at[b.weld.across[edge]];
        if (edge == kNoIndex || b.contours.vertices[edge].neighbour != kSeamRegion) continue;
        b.mesh.on_seam.resize(b.mesh.indices.size(), 0);
        b.mesh.on_seam[i] = 1;
    }
}

// Lists the regions that have an edge without a reverse edge in the neighbour region. Skips neighbours without contours,
// because these regions are already in ContourSet::issues.
void list_unlinked(PolyMeshBuilder& b) {
    const auto has_contour = [&](uint32_t region) {
        return std::binary_search(b.contours.contours.begin(), b.contours.contours.end(), Contour{.region = region},
                                  [](const Contour& c, const Contour& d) { return c.region < d.region; });
    };
    for (uint32_t i = 0; i < b.contours.vertices.size(); ++i) {
        const ContourVertex& v = b.contours.vertices[i];
        if (v.neighbour == 0 || v.neighbour == kSeamRegion || b.weld.across[i] != kNoIndex) continue;
        const uint32_t region = b.weld.region[i];
        if (!b.mesh.unlinked.empty() && b.mesh.unlinked.back().region == region) continue;
        if (has_contour(v.neighbour)) b.mesh.unlinked.push_back({region, point_of(v), "not linked to a neighbour region"});
    }
}

// Replaces the contour vertices in mesh.indices by mesh vertices, in the order of the contours. A mesh vertex gets the greatest
// height of its contour vertices.
void number_vertices(PolyMeshBuilder& b) {
    const std::vector<ContourVertex>& from = b.contours.vertices;
    std::vector<uint32_t> number(from.size(), kNoIndex);
    std::vector<uint8_t> used(from.size(), 0);
    for (const uint32_t i : b.mesh.indices)
        used[b.weld.vertices.find(i)] = 1;
    for (uint32_t i = 0; i < from.size(); ++i) {
        const uint32_t v = b.weld.vertices.find(i);
        if (!used[v]) continue;
        if (number[v] == kNoIndex) {
            number[v] = uint32_t(b.mesh.vertices.size());
            b.mesh.vertices.push_back({from[i].x, from[i].z, from[i].y});
        }
        PolyMeshVertex& vertex = b.mesh.vertices[number[v]];
        vertex.y = std::max(vertex.y, from[i].y);
    }
    for (uint32_t& i : b.mesh.indices)
        i = number[b.weld.vertices.find(i)];
}

}  // namespace

PolyMesh build_poly_mesh(const ContourSet& contours, const PolyMeshParams& params) {
    assert(params.max_vertices >= 3);
    PolyMeshBuilder b{contours, params, weld_contours(contours), std::vector<uint32_t>(contours.vertices.size(), kNoIndex),
                      {},       {}};
    b.mesh.grid = contours.grid;
    RegionRings rings;
    for (uint32_t c = 0; c < contours.contours.size();) {
        c = gather_region(contours, c, rings);
        add_region(b, rings);
    }
    link_borders(b);
    list_unlinked(b);
    number_vertices(b);
    add_seam_corners(b.mesh, contours, params.seam_height_error);
    return std::move(b.mesh);
}

}  // namespace navspan
