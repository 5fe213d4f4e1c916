#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"
#include "navspan/navmesh/off_mesh_links.h"

namespace navspan {

/// Which islands a level keeps: those that pass every rule that is given, in this order.
struct IslandRules {
    std::vector<DVec3> seeds = {};  ///< the islands that these points are on [wu]; empty: any
    double seed_reach = 1;          ///< how far the ground may be from a seed [wu], >= 0
    double min_area = 0;            ///< at least so large, seen from above [wu^2]
    uint32_t keep_largest = 0;      ///< so many of what is left, the largest ones (of equal ones the first); 0: all

    bool keeps_all() const { return seeds.empty() && min_area <= 0 && keep_largest == 0; }
};

/// An island that did not stay.
struct PrunedIsland {
    uint32_t polygon_count = 0;
    double area = 0;  ///< seen from above [wu^2]
    DVec3 min, max;   ///< box around its surface [wu]
    friend bool operator==(const PrunedIsland&, const PrunedIsland&) = default;
};

/// The seeds as links from themselves to themselves, so that they are put on the ground as links are; user ids count them
/// from 1.
std::vector<WantedLink> seed_links(const IslandRules& rules);
/// The seeds that were placed, as links, and the island that each of them is on.
struct PlacedSeeds {
    std::vector<OffMeshLink> links;
    std::vector<uint32_t> islands;
};

/// Which islands stay. Warns of seeds that were not placed: "seed_lost".
/// @param base  the frame of the mesh's first tile
/// @param pruned  if not null, gets the islands that do not stay
/// @param warnings  may be null
std::vector<bool> choose_islands(std::span<const Island> islands, const TileFrame& base, const PlacedSeeds& seeds,
                                 const IslandRules& rules, std::vector<PrunedIsland>* pruned, Warnings* warnings);

/// A new snapshot without the islands that break a rule; tiles stay, though they may be empty. Links go with their islands,
/// landmarks are dropped. What stays keeps its order.
/// @param pruned  if not null, gets the islands that went, in their order
/// @param warnings  if not null, gets "seed_lost" for each seed without ground
Result<NavMesh> prune_islands(const NavMesh& mesh, const IslandRules& rules, std::vector<PrunedIsland>* pruned = nullptr,
                              Warnings* warnings = nullptr);

/// A tile without some of its polygons, and the new numbers of what stayed (kNoIndex: went).
struct ReducedTile {
    NavTile tile;
    std::vector<uint32_t> polygon, edge;
};
/// @param keep  per polygon; neighbours must both stay or both go
ReducedTile keep_polygons(const NavTile& tile, const std::vector<bool>& keep);

}  // namespace navspan
