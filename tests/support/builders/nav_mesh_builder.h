#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"
#include "support/text/random.h"

namespace navspan::support {

/// The polygons from which a tile is built. Polygons share a corner by using the same index.
struct PolygonSoup {
    struct Corner {
        int32_t x = 0, z = 0;  ///< relative to the tile's corner [lattice]
        float y = 0;           ///< [wu]
    };
    std::vector<Corner> corners;
    std::vector<std::vector<uint32_t>> polygons;  ///< convex, counter-clockwise from above
    std::vector<uint8_t> areas;                   ///< per polygon; empty: 63
    TileFrame frame{.origin = {}, .quantum = 0.25, .height_quantum = 0.125, .x0 = 0, .z0 = 0, .y0 = 0};
    int32_t tile_x = 0, tile_z = 0;
    int32_t width = 0, depth = 0;  ///< 0: the smallest size that holds all corners
    bool seams = false;            ///< if true, edges on the tile's border are seam edges
};

/// Builds a tile. Two half-edges become twins if they join the same corners in opposite directions. @param random  if given,
/// polygons get detail points inside
NavTile make_tile(const PolygonSoup& soup, Random* random = nullptr);

/// Names areas 1..8 "area1".."area8" and area 63 "ground". All areas have cost 1 and flag 1.
NavMeshInfo make_info();

/// Builds a mesh with a single tile.
NavMesh make_mesh(const PolygonSoup& soup, Random* random = nullptr);

struct RandomMeshOptions {
    int32_t columns = 6, rows = 6;  ///< blocks
    int32_t block = 16;             ///< side of a block [lattice], >= 8
    double hole = 0.25;             ///< fraction of blocks left out
    int floors = 1;                 ///< number of stacked floors, connected only by random ramps
    bool merge = true;              ///< if true, convex blocks may stay quadrilaterals; otherwise all blocks become triangles
    int areas = 1;                  ///< area ids 1..areas; only area 63 if 1
};

/// Builds a subdivision of the plane with jittered corners and holes: quadrilaterals and triangles with random heights and
/// detail.
PolygonSoup random_soup(Random& random, const RandomMeshOptions& options);
NavMesh random_mesh(Random& random, const RandomMeshOptions& options = {});

/// Builds a square cell per character: '#' is a hole, '.' area 63, '1'..'8' that area. Rows go to +z. @param side  of a cell
/// [lattice]
PolygonSoup soup_from_picture(const std::vector<const char*>& rows, int32_t side = 4);
NavMesh mesh_from_picture(const std::vector<const char*>& rows);

/// Builds two adjacent tiles of two by two squares each, with one square missing and a seam between the tiles.
NavMesh two_small_tiles();

/// Builds a ramp that winds up around a square hole, one floor above the other: a chain of square cells, eight per turn.
PolygonSoup spiral_soup(int turns, int32_t side = 8);

PolygonRef random_polygon(Random& random, const NavMesh& mesh);

/// Returns a random point around the mesh, in most cases near its surface [wu].
DVec3 random_point(Random& random, const NavMesh& mesh);

/// Returns a random point on a polygon's surface, sometimes on its border [wu].
DVec3 random_surface_point(Random& random, const NavMesh& mesh, PolygonRef polygon);

/// Builds a link between the surface points nearest to `start` and `end`, with flags 1 and area 63.
OffMeshLink link_between(const NavMesh& mesh, DVec3 start, DVec3 end, double cost);

/// Builds a link between two random surface points. Its cost is at least the distance between its ends seen from above. If
/// `cheap` is true, its cost may also be lower.
OffMeshLink random_link(Random& random, const NavMesh& mesh, bool cheap = false);
/// Returns a copy of the mesh with `count` random links.
NavMesh with_random_links(Random& random, const NavMesh& mesh, int count, bool cheap = false);

}  // namespace navspan::support
