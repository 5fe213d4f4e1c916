#pragma once

// Off-mesh links put on the ground, tile by tile. Not public.

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "navspan/core/warning.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// Finds the ground nearest to the ends of wanted links among tiles that are shown to it one after the other, and makes links
/// of those that have ground at both ends.
class LinkPlacer {
public:
    /// @param wanted  must live as long
    explicit LinkPlacer(std::span<const LinkRequest> wanted);
    /// The next tile of the mesh, in its final form; slots ascending.
    void add_tile(uint32_t slot, const NavTile& tile);
    /// After the last tile: the links, in the order of NavMesh::links.
    /// @param warnings  if not null, gets a "link_lost" for every link asked for that has no ground at one of its ends
    /// @param unplaced  if not null, gets the number of found links that have no place
    std::vector<OffMeshLink> finish(Warnings* warnings, UnplacedLinks* unplaced = nullptr) const;

private:
    struct End {
        DVec3 at;              // where it is wanted [wu]
        double reach = 0;      // [wu]
        DVec3 position;        // on the ground [wu]
        double distance = 0;   // to there [wu]
        PolygonRef polygon{};  // invalid: none yet
        double squared = 0;    // the best is not farther than this [wu^2]
    };
    void find_in_tile(uint32_t slot, const NavTile& tile, End& end);
    const End& start_of(size_t i) const { return ends_[2 * i]; }
    const End& end_of(size_t i) const { return ends_[2 * i + 1]; }

    std::span<const LinkRequest> wanted_;
    std::vector<End> ends_;       // two a link
    std::vector<uint32_t> by_z_;  // ends, ordered by z
    double longest_reach_ = 0;    // of all ends [wu]
    double quantum_ = 1;          // of the tiles' lattice [wu]
};

}  // namespace navspan
