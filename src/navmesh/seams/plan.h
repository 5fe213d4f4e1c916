#pragma once

// What linking decides about the seams between tiles that know their borders, from the border records alone. Not public.

#include <cstdint>
#include <map>
#include <vector>

#include "navmesh/seams/link_tiles.h"
#include "navspan/core/no_index.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The connected parts of one tile's polygons.
struct TileParts {
    std::vector<uint32_t> of;  ///< per polygon: its part; those that reach a seam first, each kind ordered by lowest polygon
    uint32_t open = 0;         ///< how many reach a seam
    uint32_t count = 0;
};
TileParts find_tile_parts(const NavTile& tile);

/// A tile as the mesh has it, and what linking goes on to ask about its polygons.
struct ConformedTile {
    NavTile tile;
    std::vector<uint32_t> part;  ///< per polygon: its part of the tile, as find_tile_parts numbered them before some went
};

/// An interval of a seam edge that has one edge across, or none.
struct SeamPiece {
    uint32_t edge = 0;                          ///< in SeamPlan::edges
    uint32_t steps = 0;                         ///< its length [lattice]
    uint32_t partner = kNoIndex;                ///< the piece across
    uint32_t start = kNoIndex, end = kNoIndex;  ///< in SeamPlan::corners
    uint32_t new_edge = kNoIndex;               ///< the half-edge of the final tile that it became
    uint32_t new_polygon = 0;                   ///< of that half-edge
};

/// An edge of a tile on its border.
struct SeamEdge {
    uint32_t tile = 0;                    ///< slot
    uint32_t half_edge = 0;               ///< in its tile
    uint32_t vertex = 0, end_vertex = 0;  ///< in its tile
    float y = 0, end_y = 0;               ///< their heights in its tile [wu]
    uint32_t part = 0;                    ///< in SeamPlan::parts
    uint32_t first_piece = kNoIndex;      ///< its pieces follow one another, along it
    uint32_t steps = 0;                   ///< its length [lattice]
};

/// A corner of a seam edge, or a vertex to be inserted into one.
struct SeamCorner {
    uint32_t tile = 0;
    uint32_t vertex = kNoIndex;  ///< in its tile; kNoIndex: inserted
    bool keeps = false;          ///< the point's height is its own
    double y = 0;                ///< above its tile's height 0 [wu]
};

/// A part of a tile that reaches a seam.
struct SeamPart {
    uint64_t cells = 0;
    bool uncounted = false;  ///< it has polygons without a count of cells
    bool dropped = false;
    uint32_t root = 0;  ///< lowest part connected to it over seams; set by resolve_seams
};

/// One lattice unit of a seam edge.
struct SeamUnit {
    uint32_t edge = 0;             ///< in SeamPlan::edges
    int32_t line = 0, at = 0;      ///< the lattice line it is on, its lower end along it
    int32_t below = 0, above = 0;  ///< floors on the line's lower and upper side
};
using SeamSide = std::vector<SeamUnit>;  ///< one side of a tile: edge by edge, along each edge

/// All that is decided about a world's seams. Tiles meet along whole edges afterwards; see plan.cpp.
struct SeamPlan {
    uint64_t min_cells = 0;            ///< parts that reach a border and have fewer cells, over all tiles, are dropped
    std::vector<uint32_t> first_edge;  ///< slots + 1: the seam edges of each tile
    std::vector<uint32_t> first_part;  ///< slots + 1: the parts of each tile that reach a seam
    std::vector<int32_t> y0;           ///< per slot: its height 0 [lattice step]
    double height_quantum = 1;         ///< of a lattice step [wu]
    std::vector<SeamEdge> edges;       ///< by slot, in edge order
    std::vector<SeamPiece> pieces;
    std::vector<SeamCorner> corners;
    std::vector<uint32_t> first_corner;  ///< slots + 1: the corners of each tile
    std::vector<SeamPart> parts;

    // sides that wait for the tile across: of the tile before, of the row before by tile_x, of the row in hand
    SeamSide east;
    std::map<int32_t, SeamSide> south_before, south;
    int32_t tile_x = 0, tile_z = 0;  ///< the tile before

    uint32_t slots() const { return uint32_t(y0.size()); }
};

/// First pass: notes what is on the border of the next tile. Tiles come ordered by (tile_z, tile_x), valid with valid borders.
/// Error (failed): two tiles for one place, a border record that does not fit, more than 32 bits count.
Status add_to_plan(SeamPlan& plan, const NavTile& tile);
/// After the last tile: decides what meets what, what is dropped, and the heights of common points.
void resolve_seams(SeamPlan& plan);
/// Second pass: gives the tile of a slot its final form.
ConformedTile conform_tile(SeamPlan& plan, uint32_t slot, const NavTile& tile);
/// When polygons were taken out of a tile that has its final form: the new numbers of its edges and polygons, kNoIndex for what
/// went. What is across their seams must go as well.
void renumber_pieces(SeamPlan& plan, uint32_t slot, const std::vector<uint32_t>& edge, const std::vector<uint32_t>& polygon);
/// After all tiles have their final form: the twins of a slot's seam edges, in order.
std::vector<EdgeRef> seam_twins(const SeamPlan& plan, uint32_t slot);
/// The polygons of those twins, in the same order.
std::vector<PolygonRef> polygons_across(const SeamPlan& plan, uint32_t slot);
/// The lowest part that is connected over seams to a part of a slot that reaches one.
uint32_t root_part(const SeamPlan& plan, uint32_t slot, uint32_t part);

/// Makes tiles meet along whole edges by both passes: drops components of too few cells, inserts a vertex wherever the tile
/// across has one or the ground across ends, and gives all corners that are one point of the world one height. Takes the tiles'
/// border records. Error as add_to_plan.
/// @param tiles  ordered by (tile_z, tile_x)
/// @return pairs of edges of the new tiles that are each other's twins; EdgeRef::tile counts in `tiles`
Result<std::vector<std::pair<EdgeRef, EdgeRef>>> conform_seams(std::vector<NavTile>& tiles, const LinkParams& params);

}  // namespace navspan
