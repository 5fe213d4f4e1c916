// Builds the detail mesh: triangles inside each polygon that follow the height of the ground.
//
// In: the polygon mesh, the compact heightfield with its regions and, optionally, the source triangles.
// Out: the heights of all corners; for each polygon, additional vertices and its triangles.
// Idea: For each polygon, collect the ground below it (patch.cpp). Compute the heights of its corners and of points on its
// edges (edges.cpp). Triangulate the polygon (triangulation.cpp). Insert cell centres until the error is small enough
// (refine.cpp).
// Source: Garland, Heckbert, Fast polygonal approximation of terrains and height fields (1995); Mononen, Recast (2009), for
// sampling edges first.
// Weak cases: Edges on the border to other tiles get no additional points.

#include "bake/detail/mesh.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>

#include "bake/detail/edges.h"
#include "bake/detail/exact_ground.h"
#include "bake/detail/patch.h"
#include "bake/detail/refine.h"
#include "core/parallel.h"
#include "navspan/bake/detail_mesh.h"

namespace navspan {
namespace {

// The maximum error of edges is this fraction of DetailParams::max_error. Cells next to an edge then rarely exceed max_error.
constexpr double kEdgeShare = 0.75;
// The sample distance on edges is this fraction of DetailParams::sample_distance, because edges are not refined later.
constexpr double kEdgeSpacing = 1.0 / 3;

// A batch ends at batch_cells() cells or kBatchPolygons polygons. With one thread, each batch is one polygon.
constexpr uint64_t kMinBatchCells = 1 << 17, kMaxBatchCells = 1 << 22;
constexpr uint64_t kBatchShare = 2;  // a batch has about 1 / kBatchShare of the cells of the grid
constexpr size_t kBatchPolygons = 4096;

struct EdgeRange {
    uint32_t first = 0, count = 0;  // the points of the edge in edge_points, in the owner's direction
};

struct BatchPolygon {
    uint32_t index = 0;
    uint64_t cells = 0;  // upper bound on the number of cells of the polygon
    DetailPatch patch;
    std::vector<DetailVertex> edge_points;           // points of the edges that this polygon owns
    std::vector<DetailVertex> vertices;              // vertices of the DetailPart, except the corners
    std::vector<std::array<uint32_t, 3>> triangles;  // triangles of the DetailPart
    float max_error = 0;                             // [vx]
};

// Memory of one worker.
struct DetailScratch {
    PatchScratch patch;
    EdgeScratch edges;
    DetailRefiner refiner;
    std::vector<uint32_t> local;  // number of each ring point within the DetailPart
};

// State shared by all polygons. An edge is owned by its polygon with the lower index, a corner by its first polygon. The owner
// computes the heights; all other polygons copy them.
struct DetailMeshBuilder {
    const PolyMesh& mesh;
    const CompactHeightfield& field;
    const ExactGround* exact;
    const DetailParams& params;
    Workers* workers;
    RegionRows regions;
    DetailMesh out{};
    std::vector<uint32_t> corner_owner{};     // for each PolyMesh vertex: the first polygon that contains it
    std::vector<EdgeRange> edges{};           // for each polygon corner: the edge that starts there, if it is owned
    std::vector<DetailVertex> edge_points{};  // points on edges, of all batches up to the current one
    std::vector<BatchPolygon> batch{};
    size_t batch_size = 0;
    std::vector<uint32_t> order{};         // indices into the batch, in descending order of cells
    std::vector<DetailScratch> scratch{};  // one for each worker
};

LatticePoint local_point(const DetailPatch& patch, int32_t x, int32_t z) {
    return {x - patch.x0 * kDetailScale, z - patch.z0 * kDetailScale};
}

// True if the height is plausible for the ground at this corner. corner.y is the highest floor around the corner; the polygon's
// floor may be up to 2 * walkable_climb lower. False if y is kNoGround.
bool is_plausible_height(const DetailMeshBuilder& b, const PolyMeshVertex& corner, float y) {
    const int32_t climb = b.field.walkable_climb;
    return y >= float(corner.y - 3 * climb - 4) && y <= float(corner.y + climb + 2);
}

// Computes the heights of the corners that the polygon owns.
void compute_corner_heights(DetailMeshBuilder& b, const BatchPolygon& own) {
    for (const uint32_t v : polygon_indices(b.mesh, b.mesh.polygons[own.index])) {
        if (b.corner_owner[v] != own.index) continue;
        const PolyMeshVertex& vertex = b.mesh.vertices[v];
        const LatticePoint point = local_point(own.patch, vertex.x * kDetailScale, vertex.z * kDetailScale);
        const float y = own.patch.level >= 0 ? float(own.patch.level) : ground_at(own.patch, point) + float(own.patch.base);
        if (is_plausible_height(b, vertex, y)) {
            b.out.vertex_y[v] = y;
        } else if (b.exact) {
            // The patch has no plausible height here.
            const HeightRange range = ground_range(vertex.y, 2 * b.field.walkable_climb);
            const auto ground =
                ground_height(b.exact->near_points, {double(vertex.x), double(vertex.z), range.lowest, range.highest});
            if (ground) b.out.vertex_y[v] = float(round_height(*ground));
        }
    }
}

// True if the polygon must sample its edge k: it owns the edge, and the edge is not on a seam. The adjacent tile could not
// compute the same points on a seam.
bool samples_edge(const PolyMesh& mesh, uint32_t polygon_index, uint32_t k) {
    const PolyMeshPolygon& polygon = mesh.polygons[polygon_index];
    return polygon_neighbours(mesh, polygon)[k] >= polygon_index && (mesh.on_seam.empty() || !mesh.on_seam[polygon.first + k]);
}

// Distance between the samples on an edge [cell].
double edge_spacing(const DetailParams& params) {
    return std::max(params.sample_distance * kEdgeSpacing, 1.0);
}

// Marks the cells whose heights mesh_batch needs: patches, corners and edge samples.
CellMarks mark_needed_cells(const PolyMesh& mesh, const Grid& grid, const DetailParams& params) {
    CellMarks marks = uniform_marks(grid, 0);
    DetailPatch patch;
    for (uint32_t i = 0; i < mesh.polygons.size(); ++i) {
        const PolyMeshPolygon& polygon = mesh.polygons[i];
        compute_touched_rows(patch, mesh, polygon);
        for (size_t z = 0; z < patch.rows.size(); ++z)
            mark_row(marks, patch.z0 + int32_t(z), patch.x0 + patch.rows[z].begin, patch.x0 + patch.rows[z].end);
        const auto indices = polygon_indices(mesh, polygon);
        for (uint32_t k = 0; k < polygon.count; ++k) {
            const PolyMeshVertex &p = mesh.vertices[indices[k]],
                                 &q = mesh.vertices[indices[k + 1 == polygon.count ? 0 : k + 1]];
            const EdgeLattice edge = edge_lattice({p.x, p.z}, {q.x, q.z});
            mark_point(marks, edge.start);
            if (samples_edge(mesh, i, k))
                visit_edge_samples(edge, edge_spacing(params), [&](int32_t step) { mark_point(marks, edge.at(step)); });
        }
    }
    return marks;
}

// Collects the ground of a polygon, cell by cell.
void collect_ground(const DetailMeshBuilder& b, BatchPolygon& own, DetailScratch& scratch) {
    own.patch.scratch = &scratch.patch;
    fill_patch(own.patch, b.mesh, b.mesh.polygons[own.index], b.field, b.regions, b.exact);
}

// True if the edge and its ground are level.
bool is_level_edge(const DetailPatch& patch, const DetailEdge& edge) {
    return patch.level >= 0 && edge.from_y == float(patch.level) && edge.to_y == float(patch.level);
}

// Samples the edges that the polygon owns, except edges on a seam.
void sample_own_edges(DetailMeshBuilder& b, BatchPolygon& own, DetailScratch& scratch) {
    const PolyMeshPolygon& polygon = b.mesh.polygons[own.index];
    const auto indices = polygon_indices(b.mesh, polygon);
    const EdgeParams edge_params{b.params.max_error * kEdgeShare, edge_spacing(b.params)};
    own.edge_points.clear();
    for (uint32_t k = 0; k < polygon.count; ++k) {
        if (!samples_edge(b.mesh, own.index, k)) continue;
        const uint32_t from = indices[k], to = indices[k + 1 == polygon.count ? 0 : k + 1];
        const PolyMeshVertex &p = b.mesh.vertices[from], &q = b.mesh.vertices[to];
        const DetailEdge edge{{p.x, p.z}, {q.x, q.z}, b.out.vertex_y[from], b.out.vertex_y[to]};
        if (is_level_edge(own.patch, edge)) continue;
        if (own.patch.level >= 0) collect_ground(b, own, scratch);
        const uint32_t first = uint32_t(own.edge_points.size());
        sample_edge(edge, own.patch, edge_params, scratch.edges, own.edge_points);
        b.edges[polygon.first + k] = {first, uint32_t(own.edge_points.size()) - first};
    }
}

// Calls visit(point) for the points of the edge from corner k to the next corner, in this order.
template <class Visit>
void for_each_edge_point(const DetailMeshBuilder& b, uint32_t polygon_index, uint32_t k, Visit visit) {
    const PolyMeshPolygon& polygon = b.mesh.polygons[polygon_index];
    const uint32_t neighbour = polygon_neighbours(b.mesh, polygon)[k];
    if (neighbour >= polygon_index) {
        const EdgeRange points = b.edges[polygon.first + k];
        for (uint32_t i = 0; i < points.count; ++i)
            visit(b.edge_points[points.first + i]);
        return;
    }
    const auto indices = polygon_indices(b.mesh, polygon);
    const uint32_t from = indices[k], to = indices[k + 1 == polygon.count ? 0 : k + 1];
    const PolyMeshPolygon& other = b.mesh.polygons[neighbour];
    const auto other_indices = polygon_indices(b.mesh, other);
    uint32_t j = 0;
    while (j < other.count && !(other_indices[j] == to && other_indices[j + 1 == other.count ? 0 : j + 1] == from))
        ++j;
    assert(j < other.count);
    const EdgeRange points = b.edges[other.first + j];
    for (uint32_t i = points.count; i-- > 0;)
        visit(b.edge_points[points.first + i]);
}

// Builds the ring of corners and edge points and triangulates it. In the DetailPart, corners come before edge points.
void build_ring(const DetailMeshBuilder& b, BatchPolygon& own, DetailScratch& scratch) {
    const PolyMeshPolygon& polygon = b.mesh.polygons[own.index];
    const auto indices = polygon_indices(b.mesh, polygon);
    auto& points = scratch.refiner.mesh.points;
    points.clear();
    scratch.refiner.y.clear();
    scratch.local.clear();
    uint32_t next = polygon.count;
    const auto add = [&](int32_t x, int32_t z, float y, uint32_t number) {
        points.push_back(local_point(own.patch, x, z));
        scratch.refiner.y.push_back(y - float(own.patch.base));
        scratch.local.push_back(number);
    };
    for (uint32_t k = 0; k < polygon.count; ++k) {
        const PolyMeshVertex& corner = b.mesh.vertices[indices[k]];
        add(corner.x * kDetailScale, corner.z * kDetailScale, b.out.vertex_y[indices[k]], k);
        for_each_edge_point(b, own.index, k, [&](const DetailVertex& p) {
            add(p.x, p.z, p.y, next++);
            own.vertices.push_back(p);
        });
    }
    triangulate_ring(scratch.refiner.mesh);
}

// True if the ring and all ground inside are known to have the same height.
bool is_known_level(const DetailMeshBuilder& b, const DetailPatch& patch, const std::vector<float>& ring_y) {
    if (b.exact || (patch.level < 0 && !patch.flat)) return false;
    const int32_t floor = patch.level >= 0 ? patch.level : patch.flat_floor;
    const float y = floor < 0 ? ring_y[0] : float(floor - patch.base);
    return std::all_of(ring_y.begin(), ring_y.end(), [y](float other) { return other == y; });
}

// Triangulates and refines a polygon.
void mesh_polygon(const DetailMeshBuilder& b, BatchPolygon& own, DetailScratch& scratch) {
    DetailRefiner& refiner = scratch.refiner;
    own.vertices.clear();
    own.triangles.clear();
    own.max_error = 0;
    build_ring(b, own, scratch);
    if (!is_known_level(b, own.patch, refiner.y)) {
        if (own.patch.level >= 0) collect_ground(b, own, scratch);
        if (!b.exact) copy_floors(own.patch);
        const RefineParams refinement{b.params.max_error, std::max(int32_t(std::min(b.params.sample_distance, 1024.0)), 1)};
        own.max_error = refine(refiner, own.patch, refinement);
    }
    const uint32_t ring = uint32_t(scratch.local.size());
    for (uint32_t i = ring; i < refiner.mesh.points.size(); ++i) {
        const LatticePoint p = refiner.mesh.points[i];
        own.vertices.push_back(
            {p.x + own.patch.x0 * kDetailScale, p.z + own.patch.z0 * kDetailScale, refiner.y[i] + float(own.patch.base)});
    }
    const auto number = [&](uint32_t point) { return point < ring ? scratch.local[point] : point; };
    for (const auto& triangle : refiner.mesh.triangles)
        own.triangles.push_back({number(triangle.corner[0]), number(triangle.corner[1]), number(triangle.corner[2])});
}

// Appends the edge points of the batch to the points of all edges.
void store_edge_points(DetailMeshBuilder& b) {
    for (size_t i = 0; i < b.batch_size; ++i) {
        const BatchPolygon& own = b.batch[i];
        if (own.edge_points.empty()) continue;
        const PolyMeshPolygon& polygon = b.mesh.polygons[own.index];
        for (uint32_t k = polygon.first; k < polygon.first + polygon.count; ++k)
            b.edges[k].first += uint32_t(b.edge_points.size());
        b.edge_points.insert(b.edge_points.end(), own.edge_points.begin(), own.edge_points.end());
    }
}

void store_parts(DetailMeshBuilder& b) {
    for (size_t i = 0; i < b.batch_size; ++i) {
        const BatchPolygon& own = b.batch[i];
        DetailMesh& out = b.out;
        out.parts.push_back({.first_vertex = uint32_t(out.vertices.size()),
                             .vertex_count = uint32_t(own.vertices.size()),
                             .first_triangle = uint32_t(out.triangles.size()),
                             .triangle_count = uint32_t(own.triangles.size())});
        out.vertices.insert(out.vertices.end(), own.vertices.begin(), own.vertices.end());
        out.triangles.insert(out.triangles.end(), own.triangles.begin(), own.triangles.end());
        out.max_error = std::max(out.max_error, own.max_error);
        out.unsampled += own.patch.unsampled;
    }
}

// Upper bound on the number of cells inside a polygon.
uint64_t bounding_cells(const PolyMesh& mesh, const PolyMeshPolygon& polygon) {
    const CellRectangle bounds = bounding_rectangle(mesh, polygon);
    return uint64_t(bounds.x1 - bounds.x0) * uint64_t(bounds.z1 - bounds.z0);
}

uint64_t batch_cells(const DetailMeshBuilder& b) {
    return std::clamp(cell_count(b.field.grid) / kBatchShare, kMinBatchCells, kMaxBatchCells);
}

// Fills the next batch with consecutive polygons, starting at `polygon`. Returns the first polygon after the batch.
uint32_t open_batch(DetailMeshBuilder& b, uint32_t polygon) {
    const auto polygons = uint32_t(b.mesh.polygons.size());
    const bool shared = b.scratch.size() > 1;
    b.batch_size = 0;
    uint64_t cells = 0;
    do {
        if (b.batch.size() == b.batch_size) b.batch.emplace_back();
        BatchPolygon& added = b.batch[b.batch_size++];
        added.index = polygon;
        added.cells = shared ? bounding_cells(b.mesh, b.mesh.polygons[polygon]) : 0;
        cells += added.cells;
        ++polygon;
    } while (polygon < polygons && shared && b.batch_size < kBatchPolygons && cells < batch_cells(b));
    if (!shared) return polygon;
    b.order.resize(b.batch_size);
    std::iota(b.order.begin(), b.order.end(), 0u);
    std::stable_sort(b.order.begin(), b.order.end(),
                     [&b](uint32_t i, uint32_t j) { return b.batch[i].cells > b.batch[j].cells; });
    return polygon;
}

// Frees the patches if they are much larger than a batch needs.
void limit_memory(DetailMeshBuilder& b) {
    size_t cells = 0;
    for (const BatchPolygon& own : b.batch)
        cells += own.patch.span.capacity();
    if (cells > 4 * batch_cells(b) && b.batch.size() > 1) b.batch.clear();
}

template <class Work>
void for_each_of_batch(DetailMeshBuilder& b, Work work) {
    if (b.batch_size == 1) return work(b.batch[0], b.scratch[0]);
    const size_t grain = b.batch_size / (64 * b.scratch.size());
    b.workers->for_each(b.batch_size, grain, [&](size_t i, unsigned worker) { work(b.batch[b.order[i]], b.scratch[worker]); });
}

// Runs the three steps of a batch. Each step needs only the results of earlier steps and earlier batches.
void mesh_batch(DetailMeshBuilder& b) {
    for_each_of_batch(b, [&b](BatchPolygon& own, DetailScratch& scratch) {
        if (b.exact || !find_level_ground(own.patch, b.mesh, b.mesh.polygons[own.index], b.field, b.regions))
            collect_ground(b, own, scratch);
        compute_corner_heights(b, own);
    });
    for_each_of_batch(b, [&b](BatchPolygon& own, DetailScratch& scratch) { sample_own_edges(b, own, scratch); });
    store_edge_points(b);
    for_each_of_batch(b, [&b](BatchPolygon& own, DetailScratch& scratch) { mesh_polygon(b, own, scratch); });
    store_parts(b);
    limit_memory(b);
}

}  // namespace

DetailMesh build_detail_mesh(const PolyMesh& mesh, const CompactHeightfield& field, const RegionMap& regions,
                             const GroundTriangles* triangles, const DetailParams& params, Workers* workers) {
    assert(params.max_error >= 0);
    std::optional<ExactGround> exact;
    if (triangles) exact = compute_exact_ground(*triangles, field, mark_needed_cells(mesh, field.grid, params), workers);
    DetailMeshBuilder b{.mesh = mesh,
                        .field = field,
                        .exact = exact ? &*exact : nullptr,
                        .params = params,
                        .workers = workers,
                        .regions = collect_region_rows(field, regions)};
    if (!exact) b.regions.level = find_level_regions(field, b.regions);
    b.out.vertex_y.reserve(mesh.vertices.size());
    for (const PolyMeshVertex& v : mesh.vertices)
        b.out.vertex_y.push_back(float(v.y));
    b.corner_owner.assign(mesh.vertices.size(), kNoIndex);
    for (uint32_t i = 0; i < mesh.polygons.size(); ++i) {
        for (const uint32_t v : polygon_indices(mesh, mesh.polygons[i]))
            b.corner_owner[v] = std::min(b.corner_owner[v], i);
    }
    b.edges.resize(mesh.indices.size());
    b.out.parts.reserve(mesh.polygons.size());
    b.scratch.resize(workers ? workers->count() : 1);
    for (uint32_t next = 0; next < mesh.polygons.size();) {
        next = open_batch(b, next);
        mesh_batch(b);
    }
    return std::move(b.out);
}

}  // namespace navspan
