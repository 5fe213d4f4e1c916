#pragma once

#include <cstdint>
#include <span>

#include "bake/world/tile_plan.h"
#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/hash.h"

namespace navspan {

/// Which bake this is: to be raised by one with every change that gives any tile other bytes than before. Tiles that are kept
/// between bakes are found by it; a test compares it with the golden fingerprints.
constexpr uint32_t kBakeRevision = 7;

/// What a tile is found by between bakes: a hash of everything that bake_tile's result depends on. That is the bake revision,
/// the lattice, the settings, the tile's window, the triangles it sees in their order with their areas, the volumes that reach
/// into its window, and the flags of the areas that occur. Names, costs and whatever lies elsewhere do not count.
/// @param seen    indices of the triangles the tile sees, as plan_tiles gives them
/// @param config  valid
Hash128 tile_key(const TriangleSoup& soup, std::span<const uint32_t> seen, const BakeConfig& config, const TileWindow& window);

/// The same for all of a soup baked as one tile.
Hash128 tile_key(const TriangleSoup& soup, const BakeConfig& config);

/// A hash of all triangles and their areas, which tells whether tiles baked apart come from the same level.
Hash128 soup_hash(const TriangleSoup& soup);

}  // namespace navspan
