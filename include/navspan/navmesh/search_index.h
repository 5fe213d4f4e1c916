#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"

namespace navspan {

struct NavMesh;
struct QueryFilter;

/// The block-cut tree of the polygon graph. Searches use the tree to skip parts of the mesh that no path from start to goal can
/// pass. The nodes of the graph are the polygons. Two polygons are adjacent if they share an edge or if an off-mesh link
/// connects them. Filters and link directions are ignored.
///
/// A block is a biconnected component: a maximal set of polygons that stays connected if any single polygon is removed. Two
/// blocks share at most one polygon, which is an articulation vertex of the graph. The tree of an island is rooted at
/// Island::first. Each block has one parent polygon, and its other polygons are its children. Each polygon except the roots is
/// the child of exactly one block. Each edge of the graph lies in exactly one block.
///
/// Block 0 means "no block". Walls, links from a polygon to itself, and roots have block 0. No path uses an edge or link of
/// block 0.
///
/// Invariants: polygon_block[block_parent[b]] < b. The two polygons of an edge in block b are children of b or the parent of b.
/// Polygons and half-edges are numbered over the whole mesh (polygon_index, edge_index).
struct BlockCutTree {
    std::vector<uint32_t> edge_block;     ///< block that contains each half-edge; 0 for unused edge indices
    std::vector<uint32_t> link_block;     ///< block that contains each off-mesh link
    std::vector<uint32_t> polygon_block;  ///< for each polygon: the block of which the polygon is a child; 0 for a root
    std::vector<uint32_t> block_parent;   ///< parent polygon of each block; kNoIndex for block 0
    std::vector<uint32_t> block_depth;    ///< depth of each block in the tree; 1 for blocks at the root

    /// True if the tree was not computed or was dropped.
    bool empty() const { return block_parent.empty(); }
    /// Memberwise comparison.
    friend bool operator==(const BlockCutTree&, const BlockCutTree&) = default;
};

/// Returns the common cost factor of all admitted areas of an island; 0 if no area is admitted. Returns nothing if the cost
/// factors differ or the mesh has no such island. Conservative: ignores an area only if its id or its AreaSummary shows that
/// the filter admits none of its polygons.
std::optional<double> uniform_cost(const NavMesh& mesh, const QueryFilter& filter, uint32_t island);

/// True if pruning by the block-cut tree and by landmarks is exact: searches on the island still find a cheapest path. Returns
/// true if both conditions are met:
///   - All admitted areas of the island have the same cost factor.
///   - No admitted link of the mesh costs less than a walk along the horizontal straight line between its ends (relative
///     tolerance 1e-9).
///
/// Returns false if the mesh has no such island.
bool pruning_is_exact(const NavMesh& mesh, const QueryFilter& filter, uint32_t island);

constexpr uint32_t kMaxLandmarks = 64;  ///< largest number of landmarks per island

/// Distances between landmarks and all fans of their island. Searches derive lower bounds from these distances. A fan is the
/// set of polygons around a vertex that are connected there by edges.
///
/// A distance is the horizontal length of the shortest path. For this table, the filter admits all polygons and links, and
/// links can be used in both directions. A link counts as the horizontal straight line between its ends. By the triangle
/// inequality, the distance between two fans is at least the difference of their distances to any landmark. This lower bound is
/// valid only for filters that pruning_is_exact accepts.
struct LandmarkTable {
    uint32_t count = 0;           ///< number of landmarks per island, 1..kMaxLandmarks; 0: there is no table
    std::vector<float> distance;  ///< distances from each fan to all landmarks [cell]; fans ordered by representative half-edge
    // The following fields are derived from the fields above.
    std::vector<uint32_t> row;  ///< for each half-edge of the mesh: index of the fan at its start
    double slack = 0;           ///< upper bound on the rounding error of a difference of two distances [cell]

    /// True if there is no table.
    bool empty() const { return count == 0; }
    /// Memberwise comparison.
    friend bool operator==(const LandmarkTable&, const LandmarkTable&) = default;
};

/// A vertex around which shortest paths can bend, or an end of an off-mesh link. The fan of such a vertex lies between two
/// walls and covers more than half a turn. A fan without walls also counts if it overlaps itself, that is, covers more than a
/// full turn.
struct TurningVertex {
    /// Representative half-edge of the fan (NavMesh::fans). For the start of link i: edge_count() + 2 i; for its end:
    /// edge_count() + 2 i + 1.
    uint32_t edge = kNoIndex;
    /// Position. For an end of a link: rounded down.
    LatticePoint at,
        first,  ///< the other vertex of the wall that bounds the fan on its clockwise side; not used for ends of links
        last;   ///< the other vertex of the wall that bounds the fan on its counter-clockwise side; not used for ends of links
    /// True if the fan lies between two walls and covers less than one full turn. If false, searches allow every turn at this
    /// vertex, even if the path is not taut there.
    bool is_wedge = false;
    bool is_link_end = false;  ///< true: an end of an off-mesh link
    /// If a link ends at a vertex around which shortest paths can bend: the representative half-edge of the vertex's fan.
    /// HubIndex::vertices then has no second TurningVertex for this fan.
    uint32_t fan = kNoIndex;
    double x = 0,  ///< exact position, a multiple of 2^-20 [cell]
        z = 0;     ///< exact position, a multiple of 2^-20 [cell]
    /// Memberwise comparison.
    friend bool operator==(const TurningVertex&, const TurningVertex&) = default;
};

/// A label of a turning vertex (a vertex around which shortest paths can bend). Stores the length of the shortest path from the
/// vertex to a hub, or from a hub to the vertex. A hub is a turning vertex that many shortest paths pass.
struct HubLabel {
    uint32_t hub = 0;          ///< rank of the hub: its index in HubIndex::vertices
    uint32_t next = kNoIndex;  ///< rank of the next vertex on this path, seen from the labelled vertex; kNoIndex at the hub
    double distance = 0;       ///< length of this path [cell]
    /// Memberwise comparison.
    friend bool operator==(const HubLabel&, const HubLabel&) = default;
};

/// A point that the cones (HubCone) of a region refer to: a turning vertex, or another vertex of the mesh through which a ray
/// of a cone passes.
struct HubPoint {
    uint32_t vertex = kNoIndex;  ///< rank of the turning vertex; kNoIndex if the point only defines a ray
    LatticePoint at;             ///< position
    /// Memberwise comparison.
    friend bool operator==(const HubPoint&, const HubPoint&) = default;
};

/// The via-labels (see HubIndex) of a region that lead to one hub.
struct HubGroup {
    uint32_t hub = kNoIndex;  ///< rank of the hub
    uint32_t first = 0;       ///< index of the first via-label
    /// Memberwise comparison.
    friend bool operator==(const HubGroup&, const HubGroup&) = default;
};

/// The part of a polygon that a turning vertex sees through one edge. It consists of the points on or between two rays from the
/// vertex. All fields are indices in the region's list of points.
struct HubCone {
    uint16_t vertex = 0,  ///< the turning vertex
        left = 0,         ///< a point on the left ray; equal to `vertex` if the vertex sees the whole polygon
        right = 0;        ///< a point on the right ray; equal to `vertex` if the vertex sees the whole polygon
    /// Memberwise comparison.
    friend bool operator==(const HubCone&, const HubCone&) = default;
};

/// The region and the cones of a polygon.
struct HubPolygon {
    uint32_t region = 0;      ///< index of the region
    uint32_t first_cone = 0;  ///< index of the first cone
    /// Memberwise comparison.
    friend bool operator==(const HubPolygon&, const HubPolygon&) = default;
};

/// A region: one or several polygons that share their via-labels.
struct HubRegion {
    uint32_t first_point = 0;  ///< index of the first point
    uint32_t first_group = 0;  ///< index of the first group
    /// Memberwise comparison.
    friend bool operator==(const HubRegion&, const HubRegion&) = default;
};

/// An off-mesh link between two vertices of the hub index.
struct HubStep {
    uint32_t from = 0,  ///< rank of the vertex at the start of the link
        to = 0;         ///< rank of the vertex at the end of the link
    uint32_t link = 0;  ///< index in NavMesh::links
    double length = 0;  ///< cost of the link, divided by the cost factor of the ground, >= 0 [cell]
    /// Memberwise comparison.
    friend bool operator==(const HubStep&, const HubStep&) = default;
};

/// The exact position of a HubPoint [cell].
struct HubPosition {
    double x = 0,  ///< x coordinate
        z = 0;     ///< z coordinate
    /// Memberwise comparison.
    friend bool operator==(const HubPosition&, const HubPosition&) = default;
};

/// A label (HubLabel) as a node of the tree of all paths to its hub.
struct HubNode {
    double distance = 0;       ///< HubLabel::distance
    uint32_t vertex = 0;       ///< rank of the labelled vertex
    uint32_t next = kNoIndex;  ///< index in HubIndex::nodes: the label of the next vertex for the same hub; kNoIndex at the hub
    /// Memberwise comparison.
    friend bool operator==(const HubNode&, const HubNode&) = default;
};

/// The data of a group (HubGroup) that queries read.
struct HubGroupBound {
    uint32_t first = 0;  ///< HubGroup::first
    float bound = 0;     ///< lower bound on the length of the group's paths from or to the hub [cell]
    /// Memberwise comparison.
    friend bool operator==(const HubGroupBound&, const HubGroupBound&) = default;
};

/// The data of a region (HubRegion) that queries read. A hub is global if it belongs to the most important sixteenth of all
/// vertices; else it is local. The groups of a region are sorted by hub, so those of global hubs come first. Most local hubs of
/// a region are close to it.
struct HubRegionLists {
    uint64_t local_cells = 0;   ///< one bit per cell of a grid of 8 x 8 over the level: 1 if a local hub of the region is there
    uint32_t first_point = 0;   ///< HubRegion::first_point
    uint32_t first_global = 0;  ///< HubRegion::first_group
    uint32_t first_local = 0;   ///< index of the first group of a local hub
    uint32_t end = 0;           ///< end index of the groups
    /// Memberwise comparison.
    friend bool operator==(const HubRegionLists&, const HubRegionLists&) = default;
};

/// A turning vertex as a corner of paths.
struct HubCorner {
    DVec3 point;            ///< position on the surface [wu]; not set if `is_wedge` is false
    LatticePoint at;        ///< TurningVertex::at
    bool is_wedge = false;  ///< TurningVertex::is_wedge
    /// Memberwise comparison.
    friend bool operator==(const HubCorner&, const HubCorner&) = default;
};

/// How hub labels treat the off-mesh links of an island.
enum class HubLinks : uint8_t {
    none,      ///< the island has no links
    indexed,   ///< labels include the links
    excluded,  ///< the island has no labels, because a link costs less than the distance between its ends
};

/// Hub labels of the turning vertices, and via-labels of the regions. A via-label of a region is a pair (v, h): turning vertex
/// v sees part of the region, and h is a hub of v. The ends of off-mesh links are vertices too.
///
/// If the start and the goal do not see each other, a shortest path passes three vertices: p, which the start sees; a hub h;
/// and q, which the goal sees. The region of the start has the via-label (p, h), and the region of the goal has (q, h).
/// Half-edges and polygons are numbered over the whole mesh.
///
/// The index has two directions if there are one-way links, else one direction. In direction 0, labels lead from vertices to
/// hubs, for the start of a path. In direction 1, labels lead from hubs to vertices, for the goal. Every direction has its own
/// labels, polygons and regions. With one direction, starts and goals share the labels.
struct HubIndex {
    std::vector<uint32_t> vertex_edge;   ///< TurningVertex::edge of each vertex, in order of rank
    std::vector<uint32_t> label_offset;  ///< first label of each vertex, ordered by direction, then by rank; last: label count
    std::vector<HubLabel> labels;        ///< labels of each vertex, sorted by hub; the last label's hub is the vertex itself
    /// For each direction: region and first cone of each polygon. The last element is an end marker that has only `first_cone`.
    /// Empty if there is no index.
    std::vector<HubPolygon> polygons;
    std::vector<HubCone> cones;        ///< the cones of each polygon, sorted by vertex
    std::vector<HubRegion> regions;    ///< regions + 1 entries
    std::vector<HubPoint> points;      ///< the points of each region
    std::vector<HubGroup> groups;      ///< groups of each region, sorted by hub, then an end marker that has only `first`
    std::vector<uint16_t> via_vertex;  ///< the vertex of each via-label, as an index in the list of points of the region
    std::vector<float> via_distance;   ///< distance from the vertex of each via-label to the hub, rounded [cell]
    // The following fields are derived from the fields above.
    std::vector<TurningVertex> vertices;  ///< the vertices, in order of rank: most important hubs first
    std::vector<HubLinks> island_links;   ///< one entry for each island
    std::vector<double> link_rate;        ///< for each area id: cost factor relative to the ground, >= 0; empty: no links
    std::vector<HubStep> steps;           ///< for each linked pair of vertices: shortest link; sorted by `from`, then by `to`
    std::vector<HubCorner> corners;       ///< one entry for each vertex
    /// One entry for each label, ordered by hub. Most paths to a hub are consecutive nodes, so they take few cache lines.
    std::vector<HubNode> nodes;
    std::vector<uint32_t> via_node;            ///< for each via-label: index in `nodes` of the label of its vertex for the hub
    std::vector<HubRegionLists> region_lists;  ///< one entry for each region
    std::vector<uint32_t> group_hub;           ///< HubGroup::hub of each group, without the end marker
    std::vector<HubGroupBound> group_bounds;   ///< groups + 1 entries; the last has only `first`
    std::vector<HubPosition> positions;        ///< position of each element of `points`; empty if no links are indexed

    /// True if there is no index.
    bool empty() const { return polygons.empty(); }
    /// Number of directions: 1, or 2 if the index distinguishes starts from goals.
    uint32_t directions() const { return !vertex_edge.empty() && label_offset.size() > vertex_edge.size() + 1 ? 2 : 1; }
    /// Memberwise comparison.
    friend bool operator==(const HubIndex&, const HubIndex&) = default;
};

}  // namespace navspan
