#pragma once

/// \file
/// Removes islands (connected components) that nobody needs: roofs, ground outside of walls, unreachable ledges.
///
/// Given `const NavMesh& mesh`:
/// \code
/// IslandRules rules;
/// rules.seeds = {{3, 0, 25}};  // keep only the island that contains the spawn point
/// rules.min_area = 4;          // and only if it has at least 4 square units
/// std::vector<PrunedIsland> removed;
/// Warnings warnings;
/// const Result<NavMesh> pruned = prune_islands(mesh, rules, &removed, &warnings);
/// if (!pruned) return;
/// \endcode
///
/// Guarantees: the remaining polygons, edges and vertices keep their order, so the result does not depend on how the level was
/// split into tiles. Throws nothing but std::bad_alloc.
///
/// Caveats: removal renumbers polygons; a PolygonRef of the old mesh is invalid in the new one. Landmarks are dropped.

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// Which islands a level keeps: those that pass all given rules, applied in this order.
struct IslandRules {
    std::vector<DVec3> seeds = {};  ///< keep the islands below these points [wu]; empty: no restriction
    double seed_reach = 1;          ///< largest distance from a seed to the ground [wu], >= 0
    double min_area = 0;            ///< smallest area of a kept island, seen from above [wu^2]
    uint32_t keep_largest = 0;      ///< of the remaining islands, keep this many of the largest (ties: the first); 0: all

    /// True if no rule can remove an island.
    bool keeps_all() const { return seeds.empty() && min_area <= 0 && keep_largest == 0; }
};

/// An island that was removed.
struct PrunedIsland {
    uint32_t polygon_count = 0;  ///< number of polygons
    double area = 0;             ///< seen from above [wu^2]
    DVec3 min,                   ///< lower corner of the bounding box of its surface [wu]
        max;                     ///< upper corner of the bounding box [wu]
    /// Memberwise comparison.
    friend bool operator==(const PrunedIsland&, const PrunedIsland&) = default;
};

/// Returns the seeds as links with equal ends, so that place_links can put them on the ground. The user id of a link is the
/// index of its seed plus 1.
std::vector<LinkRequest> seed_links(const IslandRules& rules);

/// The seeds that were put on the ground.
struct PlacedSeeds {
    std::vector<OffMeshLink> links;  ///< one link per placed seed
    std::vector<uint32_t> islands;   ///< the island of each link
};

/// Returns for each island whether it is kept. Appends a warning "seed_lost" for each seed that was not placed.
/// \p base is the frame of the mesh's first tile. \p pruned, if not null, receives the islands that are not kept.
/// \p warnings may be null.
std::vector<bool> choose_islands(std::span<const Island> islands, const TileFrame& base, const PlacedSeeds& seeds,
                                 const IslandRules& rules, std::vector<PrunedIsland>* pruned, Warnings* warnings);

/// Returns a new snapshot without the islands that break a rule. All tiles remain, but may be empty. Links are removed together
/// with their islands, landmarks are dropped. If \p pruned is not null, it receives the removed islands in their order. If
/// \p warnings is not null, it receives "seed_lost" for each seed without ground.
Result<NavMesh> prune_islands(const NavMesh& mesh, const IslandRules& rules, std::vector<PrunedIsland>* pruned = nullptr,
                              Warnings* warnings = nullptr);

/// A tile after removing polygons, and the map from old to new indices.
struct FilteredTile {
    NavTile tile;                   ///< the remaining tile
    std::vector<uint32_t> polygon,  ///< per old polygon: new index, or kNoIndex if it was removed
        edge;                       ///< per old half-edge: new index, or kNoIndex if it was removed
};
/// Removes the polygons p with !keep[p] from a tile. Precondition: of two neighbours either both or none are kept.
FilteredTile filter_polygons(const NavTile& tile, const std::vector<bool>& keep);

}  // namespace navspan
