#pragma once

// Places off-mesh links on the ground, tile by tile. Not public.

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "navspan/core/warning.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// Appends to `wanted` the request for a drop or jump that the bake of a tile found.
void add_generated_link(const NavTile& tile, const TileLink& found, std::vector<LinkRequest>& wanted);

/// Finds the nearest ground for both ends of each wanted link. Tiles are added one after the other. Creates a link if both of
/// its ends have ground within reach. Omits generated links with both ends in one polygon.
class LinkPlacer {
public:
    /// @param wanted  must outlive the placer
    explicit LinkPlacer(std::span<const LinkRequest> wanted);
    /// Adds the next tile of the mesh, in its final form. Slots must be ascending.
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
