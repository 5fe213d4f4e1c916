#pragma once

// Plans the seams between tiles. The tiles must have border records (TileBorder). The plan stores only data about their
// borders. Not public.

#include <cstdint>
#include <map>
#include <vector>

#include "navmesh/seams/link_tiles.h"
#include "navspan/core/no_index.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The connected components of one tile's polygons.
struct TileParts {
    std::vector<uint32_t> of;  ///< for each polygon: number of its part, see find_tile_parts
    uint32_t open = 0;         ///< number of parts that reach a seam
    uint32_t count = 0;
};
/// Parts that reach a seam are numbered first. Within both groups, parts are ordered by their first polygon.
TileParts find_tile_parts(const NavTile& tile);

/// A tile in its final form, and the data that later steps need.
struct ConformedTile {
    NavTile tile;
    std::vector<uint32_t> part;  ///< for each polygon: its part, as numbered by find_tile_parts before parts were dropped
};

/// An interval of a seam edge. Its units either all match units of one edge of the adjacent tile, or all have no match.
struct SeamPiece {
    uint32_t edge = 0;                          ///< index in SeamPlan::edges
    uint32_t steps = 0;                         ///< length [lattice]
    uint32_t partner = kNoIndex;                ///< index in SeamPlan::pieces of the matching piece, or kNoIndex
    uint32_t start = kNoIndex, end = kNoIndex;  ///< indices in SeamPlan::corners
    uint32_t new_edge = kNoIndex;               ///< half-edge of the final tile, or kNoIndex if its polygon was removed
    uint32_t new_polygon = 0;                   ///< polygon of new_edge
};

/// An edge on the border of a tile.
struct SeamEdge {
    uint32_t tile = 0;                    ///< slot
    uint32_t half_edge = 0;               ///< index in its tile
    uint32_t vertex = 0, end_vertex = 0;  ///< indices in its tile
    float y = 0, end_y = 0;               ///< heights of vertex and end_vertex, relative to TileFrame::y0 [wu]
    uint32_t part = 0;                    ///< index in SeamPlan::parts
    uint32_t first_piece = kNoIndex;      ///< index of its first piece; its pieces are consecutive, in edge direction
    uint32_t steps = 0;                   ///< length [lattice]
};

/// A corner of a seam edge, or a vertex to insert into a seam edge.
struct SeamCorner {
    uint32_t tile = 0;
    uint32_t vertex = kNoIndex;  ///< index in its tile; kNoIndex: a vertex to insert
    bool keeps = false;          ///< true: all corners at this point get the height of this corner
    double y = 0;                ///< height, relative to TileFrame::y0 of its tile [wu]
};

/// A part of a tile that reaches a seam.
struct SeamPart {
    uint64_t cells = 0;
    bool uncounted = false;  ///< true: the part has polygons without a cell count
    bool dropped = false;
    uint32_t root = 0;  ///< lowest index in SeamPlan::parts of this part and all parts connected to it; set by resolve_seams
};

/// One lattice unit of a seam edge.
struct SeamUnit {
    uint32_t edge = 0;  ///< index in SeamPlan::edges
    // line: the coordinate that is constant along the unit. at: the lesser value of the other coordinate [lattice].
    int32_t line = 0, at = 0;
    // Floor heights of the two cells next to the unit [lattice step]. below: the cell with the smaller coordinate. above: the
    // cell with the greater coordinate.
    int32_t below = 0, above = 0;
};
using SeamSide = std::vector<SeamUnit>;  ///< units of one side of a tile: edge after edge, in edge direction

/// All decisions about the seams of a world; see plan.cpp.
struct SeamPlan {
    uint64_t min_cells = 0;            ///< a group of parts connected across seams is dropped if it has fewer cells in total
    std::vector<uint32_t> first_edge;  ///< start offset in `edges` for each slot, plus the end
    std::vector<uint32_t> first_part;  ///< start offset in `parts` for each slot, plus the end
    std::vector<int32_t> y0;           ///< for each slot: TileFrame::y0 of the tile [lattice step]
    double height_quantum = 1;         ///< height of a lattice step [wu]
    std::vector<SeamEdge> edges;       ///< seam edges of all tiles, sorted by slot, then by half-edge
    std::vector<SeamPiece> pieces;
    std::vector<SeamCorner> corners;
    std::vector<uint32_t> first_corner;  ///< start offset in `corners` for each slot, plus the end
    std::vector<SeamPart> parts;

    // Tile sides whose adjacent tile is not added yet: `east` is the +x side of the previous tile; `south_before` and `south`
    // are the +z sides of the tiles in the previous row and in the current row, by tile_x.
    SeamSide east;
    std::map<int32_t, SeamSide> south_before, south;
    int32_t tile_x = 0, tile_z = 0;  ///< position of the previous tile

    uint32_t slots() const { return uint32_t(y0.size()); }
};

/// First pass: adds the border of the next tile. Tiles must be ordered by (tile_z, tile_x) and have valid borders. Error
/// (failed): a tile is duplicated or out of order, its border data are missing or invalid, or there are more corners than 32
/// bits can count.
Status add_to_plan(SeamPlan& plan, const NavTile& tile);
/// Matches edges, drops small parts, and sets the heights of common points. Call it after the last tile.
void resolve_seams(SeamPlan& plan);
/// Second pass: returns the final form of the tile of a slot.
ConformedTile conform_tile(SeamPlan& plan, uint32_t slot, const NavTile& tile);
/// Renumbers edges and polygons after polygons were removed from a tile in its final form. If a removed polygon has seam edges,
/// the caller must also remove the polygons on the other side of these edges.
/// @param edge, polygon  for each old number: the new number, or kNoIndex if removed
void renumber_pieces(SeamPlan& plan, uint32_t slot, const std::vector<uint32_t>& edge, const std::vector<uint32_t>& polygon);
/// Returns the twins of a slot's seam edges, in order. Call it after all tiles have their final form.
std::vector<EdgeRef> seam_twins(const SeamPlan& plan, uint32_t slot);
/// Returns the polygons of the edges that seam_twins returns, in the same order.
std::vector<PolygonRef> polygons_across(const SeamPlan& plan, uint32_t slot);
/// Identifies the connected component, across seams, that contains part `part` of the tile in `slot`. The part must reach a
/// seam. Returns the lowest index in SeamPlan::parts among the parts of the component.
uint32_t root_part(const SeamPlan& plan, uint32_t slot, uint32_t part);

/// Runs both passes, so that tiles meet along whole edges. Drops connected components with too few cells. Cuts seam edges into
/// pieces (SeamPiece) and inserts a vertex wherever two pieces of an edge meet. Gives corners at the same point the same
/// height. Removes the border records. Errors: those of add_to_plan.
/// @param tiles  ordered by (tile_z, tile_x)
/// @return pairs of twin edges of the resulting tiles; EdgeRef::tile is an index in `tiles`
Result<std::vector<std::pair<EdgeRef, EdgeRef>>> conform_seams(std::vector<NavTile>& tiles, const LinkTilesParams& params);

}  // namespace navspan
