// Off-mesh links in the hub index.
//
// In: a mesh with links.
// Out: the vertices at the ends of links, and the links as steps between these vertices.
// Idea: The length of a link is the cost of the link under the default filter, divided by the cost factor of the ground. Labels
// then hold for all filters with the same ratio between the cost factors of links and ground. If the goal is visible from the
// start, a query returns the straight line without considering links. This is correct only if no link is shorter than the
// horizontal distance between its ends. Islands with a shorter link have no labels.
// Source: own method.
// Weak cases: none known.

#include "navmesh/graph/hub_links.h"

#include <algorithm>
#include <tuple>

#include "navmesh/graph/turning_vertex.h"
#include "navspan/navmesh/filter.h"

namespace navspan {
namespace {

// A vertex at the end of a link. Ends at the same point of the surface have equal keys.
struct EndVertex {
    uint32_t polygon = 0;  // lowest first half-edge of all polygons that contain the end
    PlanePoint at;
    uint32_t vertex = 0;
    auto key() const { return std::tie(polygon, at.x, at.z); }
    friend bool operator<(const EndVertex& a, const EndVertex& b) { return a.key() < b.key(); }
};

EndVertex end_vertex(const NavMesh& mesh, const LinkEnd& end, uint32_t vertex) {
    std::vector<uint32_t> polygons;
    list_polygons_around(mesh, end, polygons);
    return {*std::min_element(polygons.begin(), polygons.end()), end.at, vertex};
}

// Returns the vertex at the end of a link, or kNoIndex. @param ends  sorted
uint32_t vertex_at(const NavMesh& mesh, const std::vector<EndVertex>& ends, const LinkEnd& end) {
    const EndVertex wanted = end_vertex(mesh, end, 0);
    const auto found = std::lower_bound(ends.begin(), ends.end(), wanted);
    return found != ends.end() && found->key() == wanted.key() ? found->vertex : kNoIndex;
}

double link_length(const NavMesh& mesh, const HubIndex& hubs, const OffMeshLink& link) {
    return link.cost * hubs.link_rate[link.area] / mesh.tiles[0]->frame.quantum;
}

bool is_indexed(const NavMesh& mesh, const HubIndex& hubs, const OffMeshLink& link) {
    return hubs.island_links[island_of(mesh, link.from)] == HubLinks::indexed;
}

uint32_t end_edge(const NavMesh& mesh, size_t link, uint32_t which) {
    return mesh.edge_count() + uint32_t(2 * link) + which;
}

// The common cost factor of the ground of all islands with links. Returns 1 if the islands have no common cost factor, or if
// this factor is 0.
double ground_cost(const NavMesh& mesh, const QueryFilter& filter) {
    std::optional<double> cost;
    for (const OffMeshLink& link : mesh.links) {
        const std::optional<double> here = uniform_cost(mesh, filter, island_of(mesh, link.from));
        if (!here || *here == 0 || (cost && *cost != *here)) return 1;
        cost = here;
    }
    return cost.value_or(1);
}

}  // namespace

void index_link_costs(const NavMesh& mesh, HubIndex& hubs) {
    hubs.island_links.assign(mesh.islands.size(), HubLinks::none);
    hubs.link_rate.clear();
    if (mesh.links.empty()) return;
    const QueryFilter filter = default_filter(mesh);
    const double ground = ground_cost(mesh, filter);
    for (const double cost : filter.area_cost)
        hubs.link_rate.push_back(cost / ground);
    for (const OffMeshLink& link : mesh.links) {
        HubLinks& links = hubs.island_links[island_of(mesh, link.from)];
        const auto i = size_t(&link - mesh.links.data());
        const TurningVertex start = link_end_vertex(mesh, end_edge(mesh, i, 0)),
                            end = link_end_vertex(mesh, end_edge(mesh, i, 1));
        const double distance = vertex_distance(start, end), length = link_length(mesh, hubs, link);
        if (!(length >= distance - kHubLinkSlack) || !std::isfinite(length)) links = HubLinks::excluded;
        if (links == HubLinks::none) links = HubLinks::indexed;
    }
}

void list_polygons_around(const NavMesh& mesh, const LinkEnd& end, std::vector<uint32_t>& polygons) {
    const SearchEdge* edges = mesh.search_edges.data();
    polygons.assign(1, edge_index(mesh, {end.polygon.tile, polygon_of(mesh, end.polygon).first_edge}));
    for (size_t i = 0; i < polygons.size(); ++i) {
        const uint32_t first = polygons[i];
        for (uint32_t e = first; e < edges[first].end; ++e) {
            const PlanePoint a = plane_point(edges[e].start), b = plane_point(edges[ring_after(edges, e)].start);
            if (edges[e].twin == kNoIndex || turn(a, b, end.at) != 0 || !is_between(end.at, a, b)) continue;
            // Around a vertex, polygons from the left and from the right of the fan are appended alternately. Therefore, if the
            // list already contains `next`, then `next` is among the last few polygons.
            const uint32_t next = edges[edges[e].twin].first;
            const auto recent = polygons.begin() + ptrdiff_t(std::max(i, size_t{2}) - 2);
            if (std::find(recent, polygons.end(), next) == polygons.end()) polygons.push_back(next);
        }
    }
}

PolygonRef link_end_polygon(const NavMesh& mesh, uint32_t edge) {
    const uint32_t end = edge - mesh.edge_count();
    return end % 2 ? mesh.links[end / 2].to : mesh.links[end / 2].from;
}

LinkEnd link_end(const NavMesh& mesh, uint32_t edge) {
    const uint32_t end = edge - mesh.edge_count();
    const OffMeshLink& link = mesh.links[end / 2];
    const PolygonRef polygon = link_end_polygon(mesh, edge);
    return {polygon, snap_inside(mesh, polygon, end % 2 ? link.end : link.start)};
}

TurningVertex link_end_vertex(const NavMesh& mesh, uint32_t edge) {
    const LinkEnd end = link_end(mesh, edge);
    const PlanePoint at = end.at;
    TurningVertex vertex{.edge = edge, .at = {}, .first = {}, .last = {}, .is_link_end = true};
    vertex.at = {int32_t(at.x >> kSubLatticeBits), int32_t(at.z >> kSubLatticeBits)};
    vertex.x = double(at.x) / kSubLattice;
    vertex.z = double(at.z) / kSubLattice;
    const NavPolygon& polygon = polygon_of(mesh, end.polygon);
    for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
        const uint32_t corner = edge_index(mesh, {end.polygon.tile, e});
        TurningVertex other;
        if (plane_point(mesh.search_edges[corner].start) == at && turning_vertex(mesh, mesh.fans[corner], other))
            vertex.fan = other.edge;
    }
    return vertex;
}

void add_link_ends(const NavMesh& mesh, const HubIndex& hubs, std::vector<TurningVertex>& vertices) {
    std::vector<EndVertex> ends;
    for (size_t i = 0; i < mesh.links.size(); ++i) {
        if (!is_indexed(mesh, hubs, mesh.links[i])) continue;
        for (const uint32_t which : {0u, 1u}) {
            const uint32_t edge = end_edge(mesh, i, which);
            ends.push_back(end_vertex(mesh, link_end(mesh, edge), edge));
        }
    }
    std::stable_sort(ends.begin(), ends.end());
    for (size_t i = 0; i < ends.size(); ++i) {
        if (i == 0 || ends[i - 1] < ends[i]) vertices.push_back(link_end_vertex(mesh, ends[i].vertex));
    }
}

std::vector<HubStep> hub_steps(const NavMesh& mesh, const HubIndex& hubs, const std::vector<TurningVertex>& vertices) {
    std::vector<EndVertex> ends;
    for (uint32_t v = 0; v < vertices.size(); ++v) {
        if (!vertices[v].is_link_end) continue;
        ends.push_back(end_vertex(mesh, link_end(mesh, vertices[v].edge), v));
    }
    std::stable_sort(ends.begin(), ends.end());
    std::vector<HubStep> steps;
    for (size_t i = 0; i < mesh.links.size() && !ends.empty(); ++i) {
        if (!is_indexed(mesh, hubs, mesh.links[i])) continue;
        const uint32_t from = vertex_at(mesh, ends, link_end(mesh, end_edge(mesh, i, 0)));
        const uint32_t to = vertex_at(mesh, ends, link_end(mesh, end_edge(mesh, i, 1)));
        if (from == kNoIndex || to == kNoIndex || from == to) continue;
        steps.push_back({from, to, uint32_t(i), link_length(mesh, hubs, mesh.links[i])});
    }
    std::stable_sort(steps.begin(), steps.end(), [](const HubStep& a, const HubStep& b) {
        return std::tie(a.from, a.to, a.length) < std::tie(b.from, b.to, b.length);
    });
    const auto is_same = [](const HubStep& a, const HubStep& b) { return a.from == b.from && a.to == b.to; };
    steps.erase(std::unique(steps.begin(), steps.end(), is_same), steps.end());
    return steps;
}

const HubStep* find_step(const std::vector<HubStep>& steps, uint32_t from, uint32_t to) {
    const auto found =
        std::lower_bound(steps.begin(), steps.end(), std::tie(from, to),
                         [](const HubStep& step, const auto& key) { return std::tie(step.from, step.to) < key; });
    return found != steps.end() && found->from == from && found->to == to ? &*found : nullptr;
}

}  // namespace navspan
