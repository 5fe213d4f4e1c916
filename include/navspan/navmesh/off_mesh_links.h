#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// How far the ends of a link may be from the surface of their polygons, for rounding [cell].
constexpr double kLinkTolerance_cells = 1.0 / 64;

/// The cost of a link that is still to be placed: the length of the straight line between its ends once they are, so that no
/// such link is a short cut and pruning stays exact. See pruning_is_exact.
constexpr double kCostIsLength = -std::numeric_limits<double>::infinity();

/// An off-mesh link as it is asked for. Linking tiles puts its ends on the ground nearest to them.
struct WantedLink {
    std::string name;      ///< what messages call it: "off_mesh_links[3]"
    OffMeshLink link;      ///< from, to: ignored; cost: may be kCostIsLength
    double reach = -1;     ///< how far the ground may be from an end [wu]; below 0: the link's radius
    bool two_way = false;  ///< it becomes two links, there and back
    bool found = false;    ///< by the bake, not asked for: without ground, or with both ends in one polygon, it is left out
                           ///< and counted, see UnplacedLinks
};

/// Links that the bake found and that are not in the mesh; a two-way one counts once.
struct UnplacedLinks {
    uint64_t no_ground = 0;    ///< there is no polygon at an end: the ground there was a small island, or was lost
    DVec3 first_no_ground;     ///< that end of the first of them [wu]
    uint64_t one_polygon = 0;  ///< both ends are in one polygon, where one can walk

    bool operator==(const UnplacedLinks&) const = default;
};

/// Adds the drops and jumps that a tile found to the links that are to be placed.
void add_found_links(const NavTile& tile, std::vector<WantedLink>& wanted);

/// The way back.
inline OffMeshLink reversed(OffMeshLink link) {
    std::swap(link.from, link.to);
    std::swap(link.start, link.end);
    return link;
}

/// The links that a mesh's ground lets one place, in the order of NavMesh::links: each end on the nearest ground within reach.
/// @param warnings  if not null, gets a "link_lost" for every one asked for that has no ground at an end
/// @param unplaced  if not null, gets the number of those found by the bake that have no place
std::vector<OffMeshLink> place_links(const NavMesh& mesh, std::span<const WantedLink> wanted, Warnings* warnings,
                                     UnplacedLinks* unplaced = nullptr);

/// Adds the warning "found_links_lost" where links that the bake found have no ground though no island was too small to stay.
/// @param all_islands  no island was dropped for its size, neither in a tile nor in linking
void tell_unplaced_links(const UnplacedLinks& unplaced, bool all_islands, Warnings* warnings);

/// Puts links in the order that NavMesh::links has.
void sort_links(std::vector<OffMeshLink>& links);

/// A new snapshot of a mesh with these off-mesh links instead of the ones it has; islands and blocks are found anew, landmarks
/// are dropped. The order of the links given does not matter: NavMesh::links has them sorted; equal links are all kept.
/// Error (input): the first link that joins a polygon that does not exist, whose ends are not on their polygons, whose cost is
/// negative or not finite, whose radius is, or whose area id is not 1..63; or more links and edges than 32 bits count.
Result<NavMesh> with_links(const NavMesh& mesh, std::vector<OffMeshLink> links);

/// Tests what queries rely on in a mesh's links: what with_links tests, and their order. The tiles must be sound.
/// Error (input): the first law broken, and by which link.
Status validate_links(const NavMesh& mesh);

}  // namespace navspan
