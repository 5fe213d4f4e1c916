#pragma once

/// \file
/// Removes islands (connected components) that no agent needs: roofs, ground outside of walls, unreachable ledges.
///
/// Given `const NavMesh& mesh`:
/// \code
/// IslandRules rules;
/// rules.seeds = {{3, 0, 25}};  // keep only the island that contains the spawn point
/// rules.min_area = 4;          // remove all islands of less than 4 square units
/// std::vector<PrunedIsland> removed;
/// Warnings warnings;
/// const Result<NavMesh> pruned = prune_islands(mesh, rules, &removed, &warnings);
/// if (!pruned) return;
/// \endcode
///
/// Guarantees: an island is kept or removed as a whole, in all tiles. The remaining polygons, edges and vertices keep their
/// order. Throws nothing but std::bad_alloc.
///
/// Caveats: removal renumbers polygons, so a PolygonRef of the old mesh is invalid in the new mesh. Landmarks and hub labels
/// are dropped.

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// Rules that select the islands of a level. An island is kept if it passes all rules. The rules are applied in the order of
/// the fields.
struct IslandRules {
    std::vector<DVec3> seeds = {};  ///< keep only the islands with the ground nearest to these points [wu]; empty: no rule
    double seed_reach = 1;          ///< largest distance from a seed to the ground [wu], >= 0
    double min_area = 0;            ///< keep only islands of at least this area, seen from above [wu^2]; <= 0: all
    uint32_t keep_largest = 0;      ///< number of islands to keep after the other rules: largest first, then by index; 0: all

    /// True if no rule can remove an island.
    bool keeps_all() const { return seeds.empty() && min_area <= 0 && keep_largest == 0; }
};

/// An island that was removed.
struct PrunedIsland {
    uint32_t polygon_count = 0;  ///< number of polygons
    double area = 0;             ///< area seen from above [wu^2]
    DVec3 min,                   ///< minimum corner of the bounding box of its surface [wu]
        max;                     ///< maximum corner of the bounding box [wu]
    /// Memberwise comparison.
    friend bool operator==(const PrunedIsland&, const PrunedIsland&) = default;
};

/// Returns one link request per seed, so that place_links can move the seeds to the ground. Both ends of the link are the seed.
/// The user id of the link is the index of its seed plus 1.
std::vector<LinkRequest> seed_links(const IslandRules& rules);

/// The seeds that place_links moved to the ground. Each seed is represented by a link from seed_links, whose ends are both
/// there.
struct PlacedSeeds {
    std::vector<OffMeshLink> links;  ///< one link per placed seed
    std::vector<uint32_t> islands;   ///< index of the island that contains the ends of each link
};

/// For each island, returns true if the rules keep it. \p base is the frame of the mesh's first tile. If \p pruned is not null,
/// it receives the islands that are not kept. If \p warnings is not null, it receives a warning "seed_lost" for each seed that
/// was not placed. Ignores seeds and islands that do not exist, and a min_area of NaN.
std::vector<bool> choose_islands(std::span<const Island> islands, const TileFrame& base, const PlacedSeeds& seeds,
                                 const IslandRules& rules, std::vector<PrunedIsland>* pruned, Warnings* warnings);

/// Returns a new snapshot with only the islands that pass all rules. All tiles remain, but may become empty. The links of
/// removed islands are dropped. If an island is removed, landmarks and hub labels are dropped, too. If \p pruned is not null,
/// it receives the removed islands in the order of NavMesh::islands. If \p warnings is not null, it receives a warning
/// "seed_lost" for each seed without ground. Error (usage): min_area is NaN, or seed_reach is NaN or negative. Error (failed):
/// a count exceeds 32 bits.
Result<NavMesh> prune_islands(const NavMesh& mesh, const IslandRules& rules, std::vector<PrunedIsland>* pruned = nullptr,
                              Warnings* warnings = nullptr);

}  // namespace navspan
