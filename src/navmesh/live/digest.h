#pragma once

#include <cstdint>
#include <vector>

#include "navmesh/graph/islands.h"
#include "navspan/navmesh/live_mesh.h"

namespace navspan {

/// Facts about a linked tile. The counts and islands of a snapshot are computed from the digests of its tiles, without a
/// traversal of the polygon graph.
struct TileDigest {
    /// A connected component of the tile's polygons that remains after small components are dropped.
    struct Component {
        uint32_t number = 0;    ///< index in LiveTile::components
        uint32_t first = 0;     ///< first polygon of the component
        TilePolygons polygons;  ///< all polygons of the component
    };
    /// The flags of the polygons of one area: `any` is their bitwise OR, `all` their bitwise AND.
    struct AreaFlags {
        uint8_t area = 0;
        uint16_t any = 0, all = 0xffff;
    };
    std::vector<Component> components;        ///< ordered by first polygon
    std::vector<uint32_t> polygon_component;  ///< for each polygon: index in components
    std::vector<double> polygon_area;         ///< for each polygon: area [wu^2]
    std::vector<AreaFlags> areas;             ///< one entry per area, ordered by the first polygon of the area
};

/// Computes the digest of a tile. `linked` is the tile after its dropped components were removed.
TileDigest digest_tile(const LiveTile& live, const NavTile& linked);

}  // namespace navspan
