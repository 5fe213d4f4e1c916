#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"
#include "support/text/random.h"

namespace navspan::support {

/// A polygon soup to make a tile of: shared corners are shared indices.
struct PolygonSoup {
    struct Corner {
        int32_t x = 0, z = 0;  ///< from the tile's corner [lattice]
        float y = 0;           ///< [wu]
    };
    std::vector<Corner> corners;
    std::vector<std::vector<uint32_t>> polygons;  ///< convex, counter-clockwise from above
    std::vector<uint8_t> areas;                   ///< per polygon; empty: 63
    TileFrame frame{.origin = {}, .quantum = 0.25, .height_quantum = 0.125, .x0 = 0, .z0 = 0, .y0 = 0};
    int32_t tile_x = 0, tile_z = 0;
    int32_t width = 0, depth = 0;  ///< 0: just large enough
    bool seams = false;            ///< edges on the tile's border are on seams
};

/// A tile with twins wherever two polygons use an edge both ways. @param random  when given, polygons get points of detail
/// inside
NavTile make_tile(const PolygonSoup& soup, Random* random = nullptr);

/// Areas 1..8 and 63 under the names area1.., ground; all cost 1 and have flag 1.
NavMeshInfo make_info();

/// A mesh of one tile.
NavMesh make_mesh(const PolygonSoup& soup, Random* random = nullptr);

struct RandomMeshOptions {
    int32_t columns = 6, rows = 6;  ///< blocks
    int32_t block = 16;             ///< side of a block [lattice], >= 8
    double hole = 0.25;             ///< share of blocks left out
    int floors = 1;                 ///< copies above one another, joined by nothing but random ramps
    bool merge = true;              ///< blocks stay quadrilaterals where they are convex; else all become triangles
    int areas = 1;                  ///< area ids 1..areas, or 63 when 1
};

/// A subdivision of the plane with jittered corners and holes: quadrilaterals and triangles, random heights and detail.
PolygonSoup random_soup(Random& random, const RandomMeshOptions& options);
NavMesh random_mesh(Random& random, const RandomMeshOptions& options = {});

/// Unit-square cells of a picture: '#' is a hole, '.' area 63, '1'..'8' that area; rows go to +z. side [lattice] of a cell.
PolygonSoup soup_from_picture(const std::vector<const char*>& rows, int32_t side = 4);
NavMesh mesh_from_picture(const std::vector<const char*>& rows);

/// Two tiles of two squares by two, one missing, side by side with a seam between them.
NavMesh two_small_tiles();

/// A ramp that winds up around a square hole, floor above floor: a chain of square cells, eight to a turn.
PolygonSoup spiral_soup(int turns, int32_t side = 8);

PolygonRef random_polygon(Random& random, const NavMesh& mesh);

/// A random point around the mesh, most of them near its surface [wu].
DVec3 random_point(Random& random, const NavMesh& mesh);

/// A random point on a polygon's surface, now and then on its border [wu].
DVec3 random_surface_point(Random& random, const NavMesh& mesh, PolygonRef polygon);

/// A link between the points of the surface nearest to these, of flags 1 and area 63.
OffMeshLink link_between(const NavMesh& mesh, DVec3 start, DVec3 end, double cost);

/// A link between two random points on the surface; its cost is at least the distance of its ends seen from above, or any.
OffMeshLink random_link(Random& random, const NavMesh& mesh, bool cheap = false);
/// The mesh with that many of them.
NavMesh with_random_links(Random& random, const NavMesh& mesh, int count, bool cheap = false);

}  // namespace navspan::support
