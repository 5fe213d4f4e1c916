// Builds the detail mesh: the heights inside polygons.
//
// Idea: for each polygon, collect the ground below it (patch.cpp), compute the heights of its corners and of points on its
// edges (edges.cpp), triangulate the ring (triangulation.cpp), and insert cell centres until the error is small enough
// (refine.cpp). An edge between two polygons is sampled by the polygon with the lower index, and a corner by the first polygon
// that contains it. Other polygons copy these heights, so surfaces join without cracks.
// Source: Garland, Heckbert, Fast polygonal approximation of terrains and height fields (1995); Mononen, Recast (2009), for
// sampling edges first.

#include "navspan/bake/detail_mesh.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "bake/detail/edges.h"
#include "bake/detail/patch.h"
#include "bake/detail/refine.h"

namespace navspan {
namespace {

// Factor on the maximum error for edges. It leaves a margin, so cells next to an edge rarely exceed the maximum error.
constexpr double kEdgeShare = 0.75;
// Factor on the sample distance for edges. Edges get more samples than the interior because they are not refined later.
constexpr double kEdgeSpacing = 1.0 / 3;

struct EdgeRange {
    uint32_t first = 0, count = 0;  // entries of edge_points, in the direction of the polygon that owns them
};

// State shared by all polygons.
struct DetailMeshBuilder {
    const PolyMesh& mesh;
    const CompactHeightfield& field;
    const TriangleHeights* heights;
    const DetailParams& params;
    RegionRows regions;
    DetailMesh out{};
    std::vector<uint8_t> vertex_done{};  // per PolyMesh vertex: 1 if its height is known
    std::vector<EdgeRange> edges{};      // per polygon corner: the edge that starts there
    std::vector<DetailVertex> edge_points{};
    DetailPatch patch{};
    DetailRefiner refiner{};
    EdgeScratch edge_scratch{};
    std::vector<uint32_t> local{};  // per point of the ring: its vertex index within the DetailPart
};

LatticePoint local_point(const DetailPatch& patch, int32_t x, int32_t z) {
    return {x - patch.x0 * kDetailScale, z - patch.z0 * kDetailScale};
}

// True if the height is plausible for the ground at this corner. corner.y is the highest floor around the corner. The
// floor of the polygon may be up to 2 * walkable_climb below corner.y. The test tolerates one more walkable_climb below and one
// above, plus a few voxels. False if y is kNoGround.
bool is_plausible_height(const DetailMeshBuilder& b, const PolyMeshVertex& corner, float y) {
    const int32_t climb = b.field.walkable_climb;
    return y >= float(corner.y - 3 * climb - 4) && y <= float(corner.y + climb + 2);
}

void compute_corner_heights(DetailMeshBuilder& b, const PolyMeshPolygon& polygon) {
    for (const uint32_t v : polygon_indices(b.mesh, polygon)) {
        if (b.vertex_done[v]) continue;
        b.vertex_done[v] = 1;
        const PolyMeshVertex& vertex = b.mesh.vertices[v];
        const LatticePoint point = local_point(b.patch, vertex.x * kDetailScale, vertex.z * kDetailScale);
        const float y = ground_at(b.patch, point) + float(b.patch.base);
        if (is_plausible_height(b, vertex, y)) {
            b.out.vertex_y[v] = y;
        } else if (b.heights) {
            // No floor of the polygon is close: search near the height from the contour (the highest floor around the corner).
            const HeightRange range = ground_range(vertex.y, 2 * b.field.walkable_climb);
            const auto ground = ground_height(*b.heights, {double(vertex.x), double(vertex.z), range.lowest, range.highest});
            if (ground) b.out.vertex_y[v] = float(round_height(*ground));
        }
    }
}

// Appends the points of the edge that starts at corner k. An edge on a seam gets no points, because the adjacent tile must have
// the same edge points but cannot compute them.
void add_edge_points(DetailMeshBuilder& b, uint32_t polygon_index, uint32_t k) {
    const PolyMeshPolygon& polygon = b.mesh.polygons[polygon_index];
    const auto indices = polygon_indices(b.mesh, polygon);
    const uint32_t from = indices[k], to = indices[k + 1 == polygon.count ? 0 : k + 1];
    const uint32_t first = uint32_t(b.edge_points.size());
    const uint32_t neighbour = polygon_neighbours(b.mesh, polygon)[k];
    if (neighbour < polygon_index) {
        const PolyMeshPolygon& other = b.mesh.polygons[neighbour];
        const auto other_indices = polygon_indices(b.mesh, other);
        uint32_t j = 0;
        while (j < other.count && !(other_indices[j] == to && other_indices[j + 1 == other.count ? 0 : j + 1] == from))
            ++j;
        assert(j < other.count);
        const EdgeRange points = b.edges[other.first + j];
        for (uint32_t i = points.count; i-- > 0;)
            b.edge_points.push_back(b.edge_points[points.first + i]);
    } else if (b.mesh.on_seam.empty() || !b.mesh.on_seam[polygon.first + k]) {
        const PolyMeshVertex &p = b.mesh.vertices[from], &q = b.mesh.vertices[to];
        const DetailEdge edge{{p.x, p.z}, {q.x, q.z}, b.out.vertex_y[from], b.out.vertex_y[to]};
        const EdgeParams edge_params{b.params.max_error * kEdgeShare, std::max(b.params.sample_distance * kEdgeSpacing, 1.0)};
        // If all ground has the same height, and both ends have that height too, the edge needs no points.
        const float level = b.patch.level + float(b.patch.base);
        if (edge.from_y == level && edge.to_y == level) {
            b.edges[polygon.first + k] = {first, 0};
            return;
        }
        sample_edge(edge, b.patch, edge_params, b.edge_scratch, b.edge_points);
    }
    b.edges[polygon.first + k] = {first, uint32_t(b.edge_points.size()) - first};
}

// Builds the ring of corners and edge points and triangulates it. In the DetailPart, corners come before edge points.
void build_ring(DetailMeshBuilder& b, const PolyMeshPolygon& polygon) {
    const auto indices = polygon_indices(b.mesh, polygon);
    auto& points = b.refiner.mesh.points;
    points.clear();
    b.refiner.y.clear();
    b.local.clear();
    uint32_t next = polygon.count;
    const auto add = [&](int32_t x, int32_t z, float y, uint32_t number) {
        points.push_back(local_point(b.patch, x, z));
        b.refiner.y.push_back(y - float(b.patch.base));
        b.local.push_back(number);
    };
    for (uint32_t k = 0; k < polygon.count; ++k) {
        const PolyMeshVertex& corner = b.mesh.vertices[indices[k]];
        add(corner.x * kDetailScale, corner.z * kDetailScale, b.out.vertex_y[indices[k]], k);
        const EdgeRange edge = b.edges[polygon.first + k];
        for (uint32_t i = 0; i < edge.count; ++i) {
            const DetailVertex& p = b.edge_points[edge.first + i];
            add(p.x, p.z, p.y, next++);
            b.out.vertices.push_back(p);
        }
    }
    triangulate_ring(b.refiner.mesh);
}

// True if the ring and all ground inside certainly have the same height, as on most floors.
bool is_known_level(const DetailMeshBuilder& b) {
    if (b.heights || !b.patch.flat) return false;
    const float y = b.patch.flat_floor < 0 ? b.refiner.y[0] : float(b.patch.flat_floor - b.patch.base);
    return std::all_of(b.refiner.y.begin(), b.refiner.y.end(), [y](float other) { return other == y; });
}

void write_part(DetailMeshBuilder& b, DetailPart& part) {
    const auto& mesh = b.refiner.mesh;
    const uint32_t ring = uint32_t(b.local.size());
    for (uint32_t i = ring; i < mesh.points.size(); ++i) {
        b.out.vertices.push_back({mesh.points[i].x + b.patch.x0 * kDetailScale, mesh.points[i].z + b.patch.z0 * kDetailScale,
                                  b.refiner.y[i] + float(b.patch.base)});
    }
    const auto number = [&](uint32_t point) { return point < ring ? b.local[point] : point; };
    for (const auto& triangle : mesh.triangles) {
        b.out.triangles.push_back({number(triangle.corner[0]), number(triangle.corner[1]), number(triangle.corner[2])});
    }
    part.vertex_count = uint32_t(b.out.vertices.size()) - part.first_vertex;
    part.triangle_count = uint32_t(mesh.triangles.size());
}

}  // namespace

DetailMesh build_detail_mesh(const PolyMesh& mesh, const CompactHeightfield& field, const RegionMap& regions,
                             const TriangleHeights* heights, const DetailParams& params) {
    assert(params.max_error >= 0);
    DetailMeshBuilder b{
        .mesh = mesh, .field = field, .heights = heights, .params = params, .regions = collect_region_rows(field, regions)};
    b.out.vertex_y.reserve(mesh.vertices.size());
    for (const PolyMeshVertex& v : mesh.vertices)
        b.out.vertex_y.push_back(float(v.y));
    b.vertex_done.assign(mesh.vertices.size(), 0);
    b.edges.resize(mesh.indices.size());
    b.out.parts.resize(mesh.polygons.size());
    const RefineParams refinement{params.max_error, std::max(int32_t(std::min(params.sample_distance, 1024.0)), 1)};

    for (uint32_t i = 0; i < mesh.polygons.size(); ++i) {
        const PolyMeshPolygon& polygon = mesh.polygons[i];
        DetailPart& part = b.out.parts[i];
        part.first_vertex = uint32_t(b.out.vertices.size());
        part.first_triangle = uint32_t(b.out.triangles.size());
        fill_patch(b.patch, mesh, polygon, field, b.regions, heights);
        compute_corner_heights(b, polygon);
        for (uint32_t k = 0; k < polygon.count; ++k)
            add_edge_points(b, i, k);
        build_ring(b, polygon);
        if (!is_known_level(b)) {
            if (!heights) copy_floors(b.patch);
            b.out.max_error = std::max(b.out.max_error, refine(b.refiner, b.patch, refinement));
        }
        b.out.unsampled += b.patch.unsampled;
        write_part(b, part);
    }
    return std::move(b.out);
}

}  // namespace navspan
