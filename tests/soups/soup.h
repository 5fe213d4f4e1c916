#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/navmesh/nav_mesh.h"
#include "support/checks/tiled_bake.h"
#include "support/text/random.h"

namespace navspan::soups {

/// A random level and how to bake it.
struct Soup {
    TriangleSoup soup;
    BakeConfig config;       ///< without tiles
    int32_t tile_cells = 0;  ///< side of a tile [cell]
    std::string kind;        ///< kind of level, or "shapes"
};

struct Counts {
    uint64_t bakes = 0, queries = 0;
};

/// Returns a level of one of navbench's kinds (level_kinds), a level of random shapes, or a mix of both. Often adds degenerate
/// and duplicate triangles.
Soup random_soup(support::Random& random);

/// Bakes a soup without tiles, then several times with tiles: on different numbers of threads, and sometimes with a cache and
/// in shards. Every product must satisfy its invariants. The mesh must agree with the voxels (verify_mesh), unless the bake
/// reports lost ground. All bakes with tiles must have the same bytes.
/// @param bakes  receives the bake without tiles and the bake with tiles
/// @return the first fault; empty: none
std::string bake_fault(const Soup& soup, support::Random& random, std::array<support::CheckedBake, 2>& bakes, Counts& counts);

/// Runs queries on a mesh. Starts and goals are vertices, points on edges and portals, and points close to these. Paths and
/// positions must be valid. A path must be as long as the reverse path.
/// @return the first fault; empty: none
std::string query_fault(const NavMesh& mesh, support::Random& random, uint64_t pairs, Counts& counts);

}  // namespace navspan::soups
