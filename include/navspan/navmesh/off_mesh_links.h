#pragma once

/// \file
/// Places off-mesh links (jumps, ladders, teleporters) on a mesh.
///
/// Given `const NavMesh& mesh`:
/// \code
/// LinkRequest ladder;
/// ladder.name = "ladder";
/// ladder.link.start = {4, 0, 7};
/// ladder.link.end = {4, 3, 6};
/// ladder.link.cost = kCostIsLength;
/// ladder.link.area = 63;
/// ladder.reach = 1;
/// ladder.two_way = true;
/// Warnings warnings;  // receives "link_lost" if an end has no ground within reach
/// const std::vector<LinkRequest> wanted{ladder};
/// const Result<NavMesh> linked = with_links(mesh, place_links(mesh, wanted, &warnings));
/// if (!linked) return;
/// \endcode
///
/// Guarantees: equal input gives an equal mesh. The given mesh is not modified; the new mesh shares its tiles. Throws nothing
/// but std::bad_alloc.
///
/// Caveats: pruning (see pruning_is_exact) is disabled during searches if a link costs less than its straight-line length.
/// Searches then expand more nodes.

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

/// Rounding tolerance: largest distance from the end of a link to the surface of its polygon [cell].
constexpr double kLinkTolerance_cells = 1.0 / 64;

/// Value of OffMeshLink::cost that stands for the length of the link. Placing the link replaces the value by the straight-line
/// distance between the placed ends. Pruning stays exact (see pruning_is_exact) unless a filter gives the area of the link a
/// lower cost factor than the ground.
constexpr double kCostIsLength = -std::numeric_limits<double>::infinity();

/// A requested off-mesh link. place_links moves the ends of the link to the nearest ground.
struct LinkRequest {
    std::string name;      ///< name of the link in messages, for example "off_mesh_links[3]"
    OffMeshLink link;      ///< the link; `from` and `to` are ignored; the cost may be kCostIsLength
    double reach = -1;     ///< largest distance from an end to the ground [wu]; < 0: use link.radius
    bool two_way = false;  ///< true: place two links, one in each direction
    /// true: the bake generated the link. false: the user requested it. A generated link is omitted and counted in
    /// UnplacedLinks if an end has no ground or both ends are in one polygon.
    bool generated = false;
};

/// Counts the generated links that place_links omitted. A two-way link counts once.
struct UnplacedLinks {
    uint64_t no_ground = 0;    ///< links with an end that has no ground, for example because a small island was removed
    DVec3 first_no_ground;     ///< position of the end without ground, for the first link counted in no_ground [wu]
    uint64_t one_polygon = 0;  ///< links with both ends in one polygon, where an agent can simply walk

    /// Memberwise comparison.
    bool operator==(const UnplacedLinks&) const = default;
};

/// Returns \p link with start and end swapped.
inline OffMeshLink reversed(OffMeshLink link) {
    std::swap(link.from, link.to);
    std::swap(link.start, link.end);
    return link;
}

/// Places links: moves each end to the nearest ground within reach. Omits links with an end that has no ground, and generated
/// links with both ends in one polygon. Returns the placed links in the order of NavMesh::links. If \p warnings is not null, it
/// receives a warning "link_lost" for each omitted link that the user requested. If \p unplaced is not null, it receives the
/// counts of omitted generated links.
std::vector<OffMeshLink> place_links(const NavMesh& mesh, std::span<const LinkRequest> wanted, Warnings* warnings,
                                     UnplacedLinks* unplaced = nullptr);

/// Appends the warning "found_links_lost" if some generated links have no ground although no island was removed. \p unplaced
/// contains the counts of place_links. \p all_islands is true if the bakes and the linking kept islands of any size.
/// \p warnings may be null.
void warn_unplaced_links(const UnplacedLinks& unplaced, bool all_islands, Warnings* warnings);

/// Sorts links into the order of NavMesh::links.
void sort_links(std::vector<OffMeshLink>& links);

/// Returns a new snapshot of the mesh in which \p links replace all off-mesh links. Islands and blocks are computed again.
/// Landmarks and hub labels are dropped. The order of \p links has no influence on the result. Duplicates are kept.
///
/// Error (input): a link is faulty, or the mesh has more links and edges than 32 bits can count. The message describes the
/// first faulty link. A link is faulty in these cases:
///   - One of its polygons does not exist.
///   - An end is not on the surface of its polygon.
///   - Its cost or radius is not from 0 to 1e15.
///   - Its area id is not 1..63.
Result<NavMesh> with_links(const NavMesh& mesh, std::vector<OffMeshLink> links);

}  // namespace navspan
