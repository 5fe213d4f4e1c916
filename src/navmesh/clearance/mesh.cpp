// Computes the part of a mesh's ground that keeps a distance from every boundary edge.
//
// In: a mesh and a clearance.
// Out: a mesh of the remaining ground. For each polygon, portal and link of this mesh: the polygon, portal or link of the input
// mesh from which it was made.
// Idea: Each polygon is cut separately (free_rings.cpp), so floors may overlap vertically. The parts are connected along the
// portals (connect.cpp) and cut into convex polygons (ground_tile.cpp). The result is an ordinary mesh of one tile, so that
// every query works on it.
// Source: own method.
// Weak cases: Takes time and memory proportional to the size of the whole mesh. After every change of a live mesh, the whole
// result must be computed again.

#include "navmesh/clearance/mesh.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/group_by_count.h"
#include "core/parallel.h"
#include "navmesh/clearance/ground_tile.h"
#include "navmesh/index/polygon_surface.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/navmesh/nearest.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {
namespace {

std::vector<FreeRing> free_rings(const NavMesh& mesh, const FineLattice& fine, double clearance, unsigned threads) {
    constexpr size_t kPolygonsPerPart = 256;
    const size_t polygons = mesh.polygon_count();
    std::vector<std::vector<FreeRing>> parts((polygons + kPolygonsPerPart - 1) / kPolygonsPerPart);
    parallel_for(parts.size(), {.threads = threads}, [&](size_t part, unsigned) {
        FreeRings finder(mesh, fine, clearance);
        for (size_t p = part * kPolygonsPerPart; p < std::min(polygons, (part + 1) * kPolygonsPerPart); ++p)
            finder.add(polygon_ref(mesh, uint32_t(p)), parts[part]);
    });
    std::vector<FreeRing> rings;
    for (std::vector<FreeRing>& part : parts)
        std::move(part.begin(), part.end(), std::back_inserter(rings));
    return rings;
}

void set_origins(const NavMesh& mesh, const GroundTile& made, ClearanceMesh& wide) {
    wide.first_part.assign(mesh.polygon_count() + 1, 0);
    for (const uint32_t polygon : made.polygon_origin) {
        ++wide.first_part[polygon];
        wide.polygon_origin.push_back(polygon_ref(mesh, polygon));
    }
    counts_to_start_offsets(wide.first_part);
    for (const uint32_t edge : made.portal_origin)
        wide.portal_origin.push_back(edge_ref(mesh, edge));
}

// Returns the new position of an end of a link: the old position if it is on the remaining ground, otherwise the nearest point
// of this ground within the radius.
SurfacePoint place_end(const NavMesh& mesh, const ClearanceMesh& wide, PolygonRef polygon, DVec3 at, double radius) {
    const SurfacePoint same = clear_ground_at(mesh, wide, {polygon, at});
    if (same.polygon.valid()) return nearest_in_polygon(wide.ground, same.polygon, same.position);
    const QueryFilter everything{.include_flags = 0xffff};
    return find_nearest(wide.ground, at, {.max_distance = radius, .filter = &everything}).value_or(SurfacePoint{});
}

Status add_links(const NavMesh& mesh, ClearanceMesh& wide) {
    std::vector<OffMeshLink> links;
    for (uint32_t i = 0; i < mesh.links.size(); ++i) {
        OffMeshLink link = mesh.links[i];
        const SurfacePoint start = place_end(mesh, wide, link.from, link.start, link.radius);
        const SurfacePoint end = place_end(mesh, wide, link.to, link.end, link.radius);
        if (!start.polygon.valid() || !end.polygon.valid()) continue;
        link.from = start.polygon;
        link.start = start.position;
        link.to = end.polygon;
        link.end = end.position;
        link.user_id = i;  // temporary: identifies the link after with_links has sorted the links
        links.push_back(link);
    }
    if (links.empty()) return Done{};
    Result<NavMesh> linked = with_links(wide.ground, std::move(links));
    if (!linked) return linked.error();
    wide.ground = *std::move(linked);
    for (OffMeshLink& link : wide.ground.links) {
        wide.link_origin.push_back(link.user_id);
        link.user_id = mesh.links[link.user_id].user_id;
    }
    return Done{};
}

}  // namespace

Result<ClearanceMesh> with_clearance(const NavMesh& mesh, double clearance, unsigned threads) {
    if (!(clearance > 0) || !std::isfinite(clearance))
        return Error{ErrorKind::usage, "the clearance must be a finite number > 0"};
    const std::optional<FineLattice> fine = fine_lattice_of(mesh);
    if (!fine) {
        return Error{ErrorKind::failed, "the mesh is wider than " + std::to_string(kMaxTileExtent) +
                                            " lattice units, too wide for queries with a clearance; divide the level"};
    }
    ClearanceMesh wide;
    wide.clearance = clearance;
    wide.tiles = mesh.tiles;
    wide.links = mesh.links;
    GroundTile made;
    const double quantum = mesh.tiles.empty() ? 1 : mesh.tiles[0]->frame.quantum, radius = clearance / quantum;
    // If no disc of this radius fits into the bounding box, no ground remains.
    if (2 * radius * fine->scale < std::min(fine->width, fine->depth)) {
        std::vector<FreeRing> rings = free_rings(mesh, *fine, radius, threads);
        connect_rings(mesh, *fine, rings);
        made = tile_from_rings(mesh, *fine, rings);
    }
    NavMeshInfo info = mesh.info;
    info.agent.radius += clearance;
    std::vector<NavTile> tiles;
    tiles.push_back(std::move(made.tile));
    Result<NavMesh> ground = link_tiles(std::move(tiles), std::move(info));
    if (!ground) return ground.error();
    wide.ground = *std::move(ground);
    set_origins(mesh, made, wide);
    if (Status s = add_links(mesh, wide); !s) return s.error();
    return wide;
}

bool is_clearance_mesh_of(const NavMesh& mesh, const ClearanceMesh& wide) {
    return mesh.tiles == wide.tiles && mesh.links == wide.links;
}

SurfacePoint clear_ground_at(const NavMesh& mesh, const ClearanceMesh& wide, const SurfacePoint& point) {
    constexpr double kTolerance = 1.5;  // tolerance for points on the border of the ground [lattice of the ground]
    if (!has_polygon(mesh, point.polygon) || !is_in_world(point.position)) return {};
    const uint32_t origin = polygon_index(mesh, point.polygon);
    if (origin + 1 >= wide.first_part.size()) return {};
    const NavTile& tile = *wide.ground.tiles[0];
    const DVec3 p = to_local(tile.frame, point.position);
    SurfacePoint best;
    double least = kTolerance;
    for (uint32_t part = wide.first_part[origin]; part < wide.first_part[origin + 1]; ++part) {
        const std::span<const HalfEdge> edges = trusted::polygon_edges(tile, part);
        double outside = 0;
        for (size_t i = 0; i < edges.size() && outside < least; ++i) {
            const HalfEdge &a = edges[i], &b = edges[i + 1 == edges.size() ? 0 : i + 1];
            const double ex = double(b.x) - a.x, ez = double(b.z) - a.z;
            const double right = ex * (p.z - a.z) - ez * (p.x - a.x);
            outside = std::max(outside, right / std::sqrt(ex * ex + ez * ez));
        }
        if (outside >= least) continue;
        least = outside;
        best = {{0, part}, point.position, point.distance, wide.ground.revision};
        if (outside == 0) break;
    }
    return best;
}

}  // namespace navspan
