// Derived data of a mesh: counts, the flags and costs of each area, and islands (connected components of the polygons).
//
// In: tiles with their twins and seams, and links.
// Out: the island of every polygon; the size, bounding box and area ids of every island.
// Idea: A flood fill over twins, and over links in both directions, starts at the first polygon without an island. Islands are
// therefore ordered by their first polygon. Boxes are relative to the first tile.
// Source: Hopcroft, Tarjan, Algorithm 447: efficient algorithms for graph manipulation (1973), for connected components.
// Weak cases: none known.

#include "navmesh/graph/islands.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/group_by_count.h"
#include "core/union_find.h"
#include "navmesh/mesh/bvh.h"
#include "navmesh/mesh/trusted.h"
#include "navspan/core/no_index.h"

namespace navspan {
namespace {

void flood(const PolygonGraph& graph, uint32_t first, uint32_t island, std::vector<uint32_t>& islands,
           std::vector<uint32_t>& stack) {
    stack.assign(1, first);
    islands[first] = island;
    while (!stack.empty()) {
        const uint32_t p = stack.back();
        stack.pop_back();
        for (uint32_t i = graph.first[p]; i < graph.first[p + 1]; ++i) {
            const uint32_t q = graph.neighbours[i];
            if (islands[q] != kNoIndex) continue;
            islands[q] = island;
            stack.push_back(q);
        }
    }
}

void add_area_use(AreaUses& uses, uint8_t area, uint16_t flags, double cost_ratio) {
    if (area >= uses.size()) return;  // validation rejects such an area later
    AreaSummary& use = uses[area];
    use.any_flags |= flags;
    use.all_flags &= flags;
    use.cost_ratio = std::min(use.cost_ratio, cost_ratio);
}

}  // namespace

void add_link_use(AreaUses& uses, const OffMeshLink& link) {
    const double length = distance_xz(link.start, link.end);
    add_area_use(uses, link.area, link.flags, length > 0 ? link.cost / length : std::numeric_limits<double>::infinity());
}

Status count_links(NavMesh& mesh) {
    if (mesh.edge_count() + 2 * uint64_t{mesh.links.size()} >= kNoIndex) return too_many_edges();
    mesh.link_offset.clear();
    mesh.link_summary = {};
    if (mesh.links.empty()) return Done{};
    const auto exists = [&](PolygonRef p) {
        return p.tile < mesh.tiles.size() && p.polygon < mesh.polygon_offset[p.tile + 1] - mesh.polygon_offset[p.tile];
    };
    mesh.link_offset.assign(mesh.polygon_count() + size_t{1}, 0);
    for (size_t i = 0; i < mesh.links.size(); ++i) {
        const OffMeshLink& link = mesh.links[i];
        if (!exists(link.from) || !exists(link.to)) {
            return Error{ErrorKind::failed, "off-mesh link " + std::to_string(i) + " joins a polygon that does not exist"};
        }
        ++mesh.link_offset[trusted::polygon_index(mesh, link.from)];
        add_link_use(mesh.link_summary, link);
    }
    counts_to_start_offsets(mesh.link_offset);
    return Done{};
}

NavMesh mesh_of_same_tiles(const NavMesh& mesh) {
    NavMesh same;
    same.info = mesh.info;
    same.tiles = mesh.tiles;
    same.surfaces = mesh.surfaces;
    same.seams = mesh.seams;
    same.polygon_offset = mesh.polygon_offset;
    same.edge_offset = mesh.edge_offset;
    same.polygon_summary = mesh.polygon_summary;
    return same;
}

Error too_many_edges() {
    return Error{ErrorKind::failed, "the mesh has more than 2^32 - 2 polygon edges; split the world into several files"};
}

double polygon_area(const NavTile& tile, uint32_t polygon) {
    return area_of(tile.frame, double(doubled_area(tile, polygon)));
}

double area_of(const TileFrame& frame, double doubled_area) {
    return doubled_area * 0.5 * (frame.quantum * frame.quantum);
}

void join_island(Island& island, const Island& other) {
    if (island.polygon_count == 0) {
        island.min = other.min;
        island.max = other.max;
    }
    const DVec3 low = island.min, high = island.max;
    island.min = {std::min(low.x, other.min.x), std::min(low.y, other.min.y), std::min(low.z, other.min.z)};
    island.max = {std::max(high.x, other.max.x), std::max(high.y, other.max.y), std::max(high.z, other.max.z)};
    island.polygon_count += other.polygon_count;
    island.areas |= other.areas;
}

TilePolygons one_polygon(const NavTile& tile, uint32_t polygon) {
    return {1, polygon_box(tile, polygon), uint64_t{1} << tile.polygons[polygon].area, double(doubled_area(tile, polygon))};
}

void add_polygons(TilePolygons& sum, const TilePolygons& more) {
    if (sum.count == 0) sum.box = more.box;
    BvhNode& all = sum.box;
    const BvhNode& box = more.box;
    all.min_x = std::min(all.min_x, box.min_x), all.max_x = std::max(all.max_x, box.max_x);
    all.min_y = std::min(all.min_y, box.min_y), all.max_y = std::max(all.max_y, box.max_y);
    all.min_z = std::min(all.min_z, box.min_z), all.max_z = std::max(all.max_z, box.max_z);
    sum.count += more.count;
    sum.areas |= more.areas;
    sum.doubled_area += more.doubled_area;
}

// The box of an island is relative to the corner of the first tile and to its TileFrame::y0 [wu].
void add_to_island(Island& island, const TileFrame& f, const TileFrame& base, const TilePolygons& polygons) {
    const BvhNode& box = polygons.box;
    const double dx = double(f.x0) - base.x0, dz = double(f.z0) - base.z0;
    const double dy = f.height_quantum * (double(f.y0) - base.y0);
    const DVec3 low{f.quantum * (dx + box.min_x), dy + double(box.min_y), f.quantum * (dz + box.min_z)};
    const DVec3 high{f.quantum * (dx + box.max_x), dy + double(box.max_y), f.quantum * (dz + box.max_z)};
    join_island(island, {{}, polygons.count, 0, low, high, polygons.areas});
}

void IslandSums::add(uint32_t island, const TilePolygons& polygons) {
    if (island >= position_.size()) position_.resize(island + size_t{1});
    uint32_t& position = position_[island];
    if (position < sums_.size() && sums_[position].island == island) return add_polygons(sums_[position].polygons, polygons);
    position = uint32_t(sums_.size());
    sums_.push_back({island, polygons});
}

void IslandSums::end_tile(std::vector<Island>& islands, const TileFrame& frame, const TileFrame& base) {
    doubled_areas_.resize(islands.size());
    for (const Sum& sum : sums_) {
        add_to_island(islands[sum.island], frame, base, sum.polygons);
        doubled_areas_[sum.island] += sum.polygons.doubled_area;
    }
    sums_.clear();
}

void set_areas(std::vector<Island>& islands, std::span<const double> doubled_areas, const TileFrame& frame) {
    for (size_t i = 0; i < islands.size(); ++i)
        islands[i].area = area_of(frame, doubled_areas[i]);
}

Status update_mesh_counts(NavMesh& mesh) {
    uint64_t polygons = 0, edges = 0;
    mesh.polygon_offset.assign(1, 0);
    mesh.edge_offset.assign(1, 0);
    mesh.polygon_summary = {};
    for (const auto& tile : mesh.tiles) {
        polygons += tile->polygons.size();
        edges += tile->half_edges.size();
        if (edges >= kNoIndex) return too_many_edges();
        mesh.polygon_offset.push_back(uint32_t(polygons));
        mesh.edge_offset.push_back(uint32_t(edges));
        for (const NavPolygon& polygon : tile->polygons)
            add_area_use(mesh.polygon_summary, polygon.area, polygon.flags, std::numeric_limits<double>::infinity());
    }
    return count_links(mesh);
}

void add_link_neighbours(PolygonGraph& graph, std::span<const IndexPair> links) {
    if (links.empty()) return;
    const auto polygons = uint32_t(graph.first.size() - 1);
    std::vector<uint32_t> out(polygons), in(polygons);
    for (const auto& [from, to] : links)
        ++out[from], ++in[to];
    // Make room for links after the neighbours of each polygon, from the last polygon to the first. out[p] and in[p] become the
    // indices at which the next outgoing and the next incoming link of polygon p are stored.
    uint32_t room = uint32_t(2 * links.size());
    graph.neighbours.resize(graph.neighbours.size() + room);
    for (uint32_t p = polygons; p-- > 0;) {
        const auto begin = graph.neighbours.begin();
        const uint32_t first = graph.first[p], end = graph.first[p + 1];
        graph.first[p + 1] = end + room;
        room -= out[p] + in[p];
        std::move_backward(begin + first, begin + end, begin + end + room);
        in[p] = end + room + out[p];
        out[p] = end + room;
    }
    for (const auto& [from, to] : links) {
        graph.neighbours[out[from]++] = to;
        graph.neighbours[in[to]++] = from;
    }
}

std::vector<uint32_t> merge_sets(uint32_t count, std::span<const IndexPair> joined) {
    UnionFind sets(count);
    for (const auto& [a, b] : joined)
        sets.unite(a, b);
    // The root of a set is its smallest member, so the loop numbers the root before the other members.
    std::vector<uint32_t> number(count);
    uint32_t numbers = 0;
    for (uint32_t i = 0; i < count; ++i)
        number[i] = sets.is_root(i) ? numbers++ : number[sets.find(i)];
    return number;
}

PolygonGraph polygon_graph(const NavMesh& mesh) {
    PolygonGraph graph;
    graph.first.reserve(mesh.polygon_count() + size_t{1});
    graph.neighbours.reserve(mesh.edge_count());
    graph.first.push_back(0);
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        for (const NavPolygon& polygon : mesh.tiles[t]->polygons) {
            for (uint32_t e = polygon.first_edge; e < polygon.first_edge + polygon.edge_count; ++e) {
                const EdgeRef twin = trusted::twin_of(mesh, {t, e});
                if (twin.valid()) graph.neighbours.push_back(trusted::polygon_index(mesh, trusted::polygon_at(mesh, twin)));
            }
            graph.first.push_back(uint32_t(graph.neighbours.size()));
        }
    }
    std::vector<IndexPair> links;
    for (const OffMeshLink& link : mesh.links)
        links.emplace_back(trusted::polygon_index(mesh, link.from), trusted::polygon_index(mesh, link.to));
    add_link_neighbours(graph, links);
    return graph;
}

void find_islands(NavMesh& mesh) {
    mesh.islands.clear();
    mesh.polygon_island = {};
    const PolygonGraph graph = polygon_graph(mesh);
    std::vector<uint32_t> island_of(mesh.polygon_count(), kNoIndex), stack;
    IslandSums sums;
    for (uint32_t t = 0; t < mesh.tiles.size(); ++t) {
        for (uint32_t p = 0; p < mesh.tiles[t]->polygons.size(); ++p) {
            const uint32_t index = mesh.polygon_offset[t] + p;
            if (island_of[index] == kNoIndex) {
                flood(graph, index, uint32_t(mesh.islands.size()), island_of, stack);
                mesh.islands.emplace_back().first = {t, p};
            }
            sums.add(island_of[index], one_polygon(*mesh.tiles[t], p));
        }
        sums.end_tile(mesh.islands, mesh.tiles[t]->frame, mesh.tiles[0]->frame);
        mesh.polygon_island.push_back(std::span(island_of).subspan(mesh.polygon_offset[t], mesh.tiles[t]->polygons.size()));
    }
    if (!mesh.tiles.empty()) set_areas(mesh.islands, sums.take_doubled_areas(), mesh.tiles[0]->frame);
}

void island_bounds(const NavMesh& mesh, const Island& island, DVec3& min, DVec3& max) {
    const DVec3 corner = mesh.tiles.empty() ? DVec3{} : to_world(mesh.tiles[0]->frame, {});
    min = corner + island.min;
    max = corner + island.max;
}

}  // namespace navspan
