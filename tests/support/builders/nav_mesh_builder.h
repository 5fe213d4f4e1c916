#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "support/text/random.h"

namespace navspan::support {

/// The input of make_tile: polygons given as indices of corners. Adjacent polygons use the same corner indices.
struct PolygonSoup {
    struct Corner {
        int32_t x = 0, z = 0;  ///< relative to the tile's corner [lattice]
        float y = 0;           ///< height relative to the tile [wu]
    };
    std::vector<Corner> corners;
    std::vector<std::vector<uint32_t>> polygons;  ///< corner indices; convex, counter-clockwise from above
    std::vector<uint8_t> areas;                   ///< area of each polygon; empty: all polygons have area 63
    TileFrame frame{.origin = {}, .quantum = 0.25, .height_quantum = 0.125, .x0 = 0, .z0 = 0, .y0 = 0};
    int32_t tile_x = 0, tile_z = 0;
    int32_t width = 0, depth = 0;  ///< size of the tile [lattice]; 0: the smallest size that contains all corners
    bool seams = false;            ///< true: edges on the tile's border are seam edges
};

/// Builds a tile. Half-edges that join the same corners in opposite directions become twins.
/// @param random  if not null, some polygons get a detail vertex inside at a random position
NavTile make_tile(const PolygonSoup& soup, Random* random = nullptr);

/// Returns mesh information with areas 1..8 named "area1".."area8" and area 63 named "ground". All have cost 1 and flag 1.
NavMeshInfo make_info();

/// Builds a mesh with a single tile.
NavMesh make_mesh(const PolygonSoup& soup, Random* random = nullptr);

struct RandomMeshOptions {
    int32_t columns = 6, rows = 6;  ///< number of blocks along x and z
    int32_t block = 16;             ///< side of a block [lattice], >= 8
    double hole = 0.25;             ///< probability that a block is missing
    int floors = 1;                 ///< number of stacked floors
    int ramps = 2;                  ///< maximum number of ramps between adjacent floors; each replaces a block of both floors
    bool merge = true;              ///< true: convex blocks may be quadrilaterals; false: all blocks are cut into triangles
    int areas = 1;                  ///< n > 1: random areas 1..n; 1: all polygons have area 63
};

/// Builds a grid of blocks with jittered corners, random heights and holes. Each block is a quadrilateral or two triangles.
PolygonSoup random_soup(Random& random, const RandomMeshOptions& options);
NavMesh random_mesh(Random& random, const RandomMeshOptions& options = {});

/// Builds one square per character: '#' is a hole, '.' has area 63, '1'..'8' have areas 1..8. Row k is at z = k * side.
/// @param side  side of a square [lattice]
PolygonSoup soup_from_picture(const std::vector<const char*>& rows, int32_t side = 4);
NavMesh mesh_from_picture(const std::vector<const char*>& rows);

/// Builds two adjacent tiles of 2 x 2 squares, joined by a seam. One of the squares is missing.
NavMesh two_small_tiles();

/// Builds a ramp that winds up around a square hole: a chain of squares, with eight squares in each turn.
PolygonSoup spiral_soup(int turns, int32_t side = 8);

/// Builds rows of rectangles. Sides along a row are split at every grid point, so many edges are collinear. Some edges between
/// rectangles are walls without width.
NavTile bricks_with_walls(Random& random);

PolygonRef random_polygon(Random& random, const NavMesh& mesh);

/// Returns a point that names a polygon of any mesh, for functions that do not read the position.
inline SurfacePoint point_in(PolygonRef polygon) {
    return {.polygon = polygon, .position = {}, .revision = kAnyRevision};
}

/// Returns a random point inside or near the bounds of the mesh, usually close to its surface [wu].
DVec3 random_point(Random& random, const NavMesh& mesh);

/// Returns a random point on a polygon's surface, sometimes on its border [wu].
DVec3 random_surface_point(Random& random, const NavMesh& mesh, PolygonRef polygon);

/// Builds a link with flags 1 and area 63 between the surface points nearest to `start` and `end`.
OffMeshLink link_between(const NavMesh& mesh, DVec3 start, DVec3 end, double cost);

/// Builds a link between two random surface points. If `cheap` is true, its cost is less than the horizontal distance between
/// its ends. Otherwise its cost is at least this distance.
OffMeshLink random_link(Random& random, const NavMesh& mesh, bool cheap = false);
/// Returns a copy of the mesh with `count` random links.
NavMesh with_random_links(Random& random, const NavMesh& mesh, int count, bool cheap = false);

}  // namespace navspan::support
