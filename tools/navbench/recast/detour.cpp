#include "navbench/recast/detour.h"

#include <DetourNavMeshBuilder.h>
#include <DetourNode.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "io/detour/tree.h"

namespace navspan::bench {
namespace {

constexpr uint16_t kNoVertex = 0xffff;
constexpr float kReach[3] = {2, 4, 2};  // half extents of the nearest-polygon search box [wu], as in Detour's samples

// The arrays for dtCreateNavMeshData, filled from one of our tiles.
struct DetourArrays {
    std::vector<uint16_t> vertices, polygons, flags;
    std::vector<uint8_t> areas, detail_triangles;
    std::vector<uint32_t> detail;
    std::vector<float> detail_vertices;
    std::array<float, 3> min{}, max{};
    float cell_height = 0;
};

Error does_not_fit(const std::string& what) {
    return {ErrorKind::input, "the mesh does not fit into Detour: " + what};
}

// Adds a polygon's detail mesh. Marks detail sides on the border of the polygon.
void add_detail(const NavTile& tile, const NavPolygon& polygon, DetourArrays& input) {
    const uint32_t count = polygon.edge_count + polygon.detail_vertex_count;
    input.detail.insert(input.detail.end(), {uint32_t(input.detail_vertices.size() / 3), count,
                                             uint32_t(input.detail_triangles.size() / 4), polygon.detail_triangle_count});
    for (uint32_t i = 0; i < count; ++i) {
        const DVec3 p = to_world(tile.frame, detail_corner(tile, polygon, i));
        input.detail_vertices.insert(input.detail_vertices.end(), {float(p.x), float(p.y), float(p.z)});
    }
    const std::span<const NavDetailTriangle> triangles{tile.detail_triangles.data() + polygon.first_detail_triangle,
                                                       polygon.detail_triangle_count};
    std::map<std::pair<uint32_t, uint32_t>, int> sides;
    for (const NavDetailTriangle& t : triangles) {
        for (const auto& [a, b] : {std::pair{t.a, t.b}, {t.b, t.c}, {t.c, t.a}})
            ++sides[std::minmax(a, b)];
    }
    for (const NavDetailTriangle& t : triangles) {
        const auto border = [&](uint32_t a, uint32_t b) { return sides[std::minmax(a, b)] == 1 ? 1 : 0; };
        const int edge_flags = border(t.a, t.b) | border(t.b, t.c) << 2 | border(t.c, t.a) << 4;
        input.detail_triangles.insert(input.detail_triangles.end(),
                                      {uint8_t(t.a), uint8_t(t.b), uint8_t(t.c), uint8_t(edge_flags)});
    }
}

Result<DetourArrays> input_from(const NavTile& tile) {
    if (tile.polygons.empty()) return does_not_fit("it has no polygon");
    if (tile.width > 0xfffe || tile.depth > 0xfffe) return does_not_fit("it is more than 65534 cells wide");
    if (tile.vertex_y.size() > 0xfffe || tile.polygons.size() > 0xfffe)
        return does_not_fit("it has more than 65534 vertices or polygons");
    DetourArrays input;
    PointBounds box;
    for (const HalfEdge& e : tile.half_edges)
        box.add({double(e.x), tile.vertex_y[e.vertex], double(e.z)});
    for (const NavDetailVertex& v : tile.detail_vertices)
        box.add({double(v.x) / kDetailQuantum, v.y, double(v.z) / kDetailQuantum});
    // Start with a step of 1/64 of our height quantum, and double it until all heights fit into 16 bits.
    double step = tile.frame.height_quantum / 64;
    while ((box.max.y - box.min.y) / step > 0xfff0)
        step *= 2;
    input.cell_height = float(step);
    const DVec3 low = to_world(tile.frame, {0, box.min.y, 0}), high = to_world(tile.frame, box.max);
    input.min = {float(low.x), float(low.y), float(low.z)};
    input.max = {float(high.x), float(high.y), float(high.z)};

    input.vertices.resize(3 * tile.vertex_y.size());
    for (const HalfEdge& e : tile.half_edges) {
        uint16_t* v = &input.vertices[3 * e.vertex];
        v[0] = uint16_t(e.x);
        v[1] = uint16_t(std::floor((double(tile.vertex_y[e.vertex]) - box.min.y) / step + 0.5));
        v[2] = uint16_t(e.z);
    }
    for (uint32_t p = 0; p < tile.polygons.size(); ++p) {
        const NavPolygon& polygon = tile.polygons[p];
        const std::string name = "polygon " + std::to_string(p);
        if (polygon.edge_count > kDetourCorners) return does_not_fit(name + " has more than 6 corners");
        if (polygon.edge_count + polygon.detail_vertex_count > 255 || polygon.detail_triangle_count > 255)
            return does_not_fit(name + " has more than 255 detail vertices or triangles");
        std::array<uint16_t, 2 * kDetourCorners> row;
        row.fill(kNoVertex);
        for (uint32_t i = 0; i < polygon.edge_count; ++i) {
            const HalfEdge& e = tile.half_edges[polygon.first_edge + i];
            row[i] = uint16_t(e.vertex);
            if (e.twin != kNoIndex) row[kDetourCorners + i] = uint16_t(tile.edge_polygon[e.twin]);
        }
        input.polygons.insert(input.polygons.end(), row.begin(), row.end());
        input.flags.push_back(polygon.flags);
        input.areas.push_back(polygon.area);
        add_detail(tile, polygon, input);
    }
    return input;
}

dtNavMeshCreateParams parameters(const DetourArrays& input, const NavMesh& mesh) {
    dtNavMeshCreateParams p{};
    p.verts = input.vertices.data();
    p.vertCount = int(input.vertices.size() / 3);
    p.polys = input.polygons.data();
    p.polyFlags = input.flags.data();
    p.polyAreas = input.areas.data();
    p.polyCount = int(input.flags.size());
    p.nvp = int(kDetourCorners);
    p.detailMeshes = input.detail.data();
    p.detailVerts = input.detail_vertices.data();
    p.detailVertsCount = int(input.detail_vertices.size() / 3);
    p.detailTris = input.detail_triangles.data();
    p.detailTriCount = int(input.detail_triangles.size() / 4);
    std::copy(input.min.begin(), input.min.end(), p.bmin);
    std::copy(input.max.begin(), input.max.end(), p.bmax);
    p.walkableHeight = float(mesh.info.agent.height);
    p.walkableRadius = float(mesh.info.agent.radius);
    p.walkableClimb = float(mesh.info.agent.max_climb);
    p.cs = float(mesh.tiles[0]->frame.quantum);
    p.ch = input.cell_height;
    p.buildBvTree = true;
    return p;
}

}  // namespace

Result<DetourMesh> DetourMesh::make(const NavMesh& mesh) {
    if (mesh.tiles.size() != 1) return does_not_fit("it has more than one tile");
    const Result<DetourArrays> input = input_from(*mesh.tiles[0]);
    if (!input) return input.error();
    dtNavMeshCreateParams params = parameters(*input, mesh);
    unsigned char* data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size)) return does_not_fit("dtCreateNavMeshData rejects it");
    DetourMesh made;
    made.bytes_ = size_t(size);
    made.mesh_.reset(dtAllocNavMesh());
    made.query_.reset(dtAllocNavMeshQuery());
    if (dtStatusFailed(made.mesh_->init(data, size, DT_TILE_FREE_DATA))) return does_not_fit("dtNavMesh::init rejects it");
    if (dtStatusFailed(made.query_->init(made.mesh_.get(), kDetourNodes)))
        return does_not_fit("dtNavMeshQuery::init rejects it");
    const QueryFilter filter = default_filter(mesh);
    for (int area = 0; area < DT_MAX_AREAS; ++area)
        made.filter_.setAreaCost(area, float(filter.area_cost[size_t(area)]));
    made.polygons_.resize(kDetourNodes);
    made.corners_.resize(3 * kDetourNodes);
    return made;
}

DetourPoint DetourMesh::nearest(const float* point) const {
    DetourPoint found;
    query_->findNearestPoly(point, kReach, &filter_, &found.polygon, found.position.data());
    return found;
}

DetourPath DetourMesh::path(const float* from, const float* to) {
    DetourPath path;
    const DetourPoint start = nearest(from), goal = nearest(to);
    if (!start.polygon || !goal.polygon) return path;
    int count = 0, corners = 0;
    const dtStatus status = query_->findPath(start.polygon, goal.polygon, start.position.data(), goal.position.data(), &filter_,
                                             polygons_.data(), &count, int(polygons_.size()));
    path.complete = dtStatusSucceed(status) && !dtStatusDetail(status, DT_PARTIAL_RESULT) && count > 0;
    path.nodes = query_->getNodePool()->getNodeCount();
    query_->findStraightPath(start.position.data(), goal.position.data(), polygons_.data(), count, corners_.data(), nullptr,
                             nullptr, &corners, int(corners_.size() / 3));
    for (int i = 1; i < corners; ++i) {
        const float *a = &corners_[size_t(3 * (i - 1))], *b = &corners_[size_t(3 * i)];
        const double dx = double(b[0]) - a[0], dz = double(b[2]) - a[2];
        path.length_xz += std::sqrt(dx * dx + dz * dz);
    }
    return path;
}

float DetourMesh::raycast(const DetourPoint& from, const float* to) {
    float t = 0, normal[3];
    int count = 0;
    query_->raycast(from.polygon, from.position.data(), to, &filter_, &t, normal, polygons_.data(), &count,
                    int(polygons_.size()));
    return t;
}

std::array<float, 3> DetourMesh::move(const DetourPoint& from, const float* to) {
    std::array<float, 3> end = from.position;
    int count = 0;
    query_->moveAlongSurface(from.polygon, from.position.data(), to, &filter_, end.data(), polygons_.data(), &count,
                             int(polygons_.size()));
    return end;
}

}  // namespace navspan::bench
