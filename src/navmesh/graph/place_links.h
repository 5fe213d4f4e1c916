#pragma once

// Places off-mesh links on the ground, tile by tile. Not public.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "navspan/core/warning.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// Appends to \p wanted a request for each drop and jump that the bake of \p tile found.
void add_generated_links(const NavTile& tile, std::vector<LinkRequest>& wanted);

/// Appends to `wanted` the request for a drop or jump that the bake of a tile found.
void add_generated_link(const NavTile& tile, const TileLink& found, std::vector<LinkRequest>& wanted);

/// Returns the largest distance from an end of a link to its ground [wu]. @param reach  LinkRequest::reach
double reach_of(const OffMeshLink& link, double reach);

/// A rectangle on the ground [wu]. Empty if default-constructed.
struct GroundBox {
    double x0 = std::numeric_limits<double>::infinity(), z0 = x0;  ///< minimum corner
    double x1 = -x0, z1 = -x0;                                     ///< maximum corner

    void add(const GroundBox& other) {
        x0 = std::min(x0, other.x0), z0 = std::min(z0, other.z0);
        x1 = std::max(x1, other.x1), z1 = std::max(z1, other.z1);
    }
    bool overlaps(const GroundBox& other) const { return x0 <= other.x1 && other.x0 <= x1 && z0 <= other.z1 && other.z0 <= z1; }
};
/// Returns the points whose x and z differ by at most \p reach from those of a point. @param reach  [wu]
inline GroundBox box_around(DVec3 at, double reach) {
    return {at.x - reach, at.z - reach, at.x + reach, at.z + reach};
}
/// Returns the rectangle of a tile, extended by two cells on each side to allow for rounding.
GroundBox ground_box(const NavTile& tile);

/// Finds the nearest ground for both ends of each wanted link. Tiles are added one after the other. Creates a link if both of
/// its ends have ground within reach. Omits generated links with both ends in one polygon.
class LinkPlacer {
public:
    /// @param wanted  must outlive the placer
    explicit LinkPlacer(std::span<const LinkRequest> wanted);
    /// False if no end can be placed on the ground of a tile. @param tile  ground_box of the tile
    bool may_reach(const GroundBox& tile) const;
    /// Adds the next tile of the mesh, in its final form. Slots must be ascending.
    /// Tiles that the wanted links cannot reach may be left out.
    void add_tile(uint32_t slot, const NavTile& tile);
    /// Returns the links in the order of NavMesh::links. Precondition: all tiles have been added.
    /// @param warnings  if not null, receives a "link_lost" for every requested link that has no ground at one of its ends
    /// @param unplaced  if not null, receives the counts of generated links that were omitted
    std::vector<OffMeshLink> finish(Warnings* warnings, UnplacedLinks* unplaced = nullptr) const;

private:
    struct WantedEnd {
        DVec3 at;              // wanted position [wu]
        double reach = 0;      // [wu]
        DVec3 position;        // nearest point on the ground [wu]
        double distance = 0;   // distance from `at` to `position` [wu]
        PolygonRef polygon{};  // invalid: no point found yet
        double squared = 0;    // squared distance to `position`, or squared reach if no point is found yet [wu^2]
    };
    std::span<const uint32_t> ends_near(const GroundBox& tile) const;
    void find_in_tile(uint32_t slot, const NavTile& tile, WantedEnd& end);
    const WantedEnd& start_of(size_t i) const { return ends_[2 * i]; }
    const WantedEnd& end_of(size_t i) const { return ends_[2 * i + 1]; }

    std::span<const LinkRequest> wanted_;
    std::vector<WantedEnd> ends_;                                               // start and end of each link
    std::vector<uint32_t> by_z_;                                                // indices in ends_, ordered by z
    double longest_reach_ = 0;                                                  // maximum over all ends [wu]
    double min_x_ = std::numeric_limits<double>::infinity(), max_x_ = -min_x_;  // range of all ends [wu]
    double quantum_ = 1;                                                        // lattice step of the tiles [wu]
};

}  // namespace navspan
