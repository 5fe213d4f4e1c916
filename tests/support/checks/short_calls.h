#pragma once

// Short forms of library functions for tests. The functions create scratch memory and intermediate results themselves, or run
// all steps of a search in one call.

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "bake/field/distance_field.h"
#include "bake/field/erode.h"
#include "navspan/bake/compact_heightfield.h"
#include "query/search/astar.h"
#include "query/search/funnel.h"

namespace navspan {

inline DistanceField build_distance_field(const CompactHeightfield& field) {
    return build_distance_field(field, list_neighbour_rows(field));
}

inline uint32_t erode_walkable_area_chamfer(CompactHeightfield& field, int32_t radius) {
    return erode_walkable_area_chamfer(field, list_neighbour_rows(field), radius);
}

inline uint32_t erode_walkable_area_euclidean(CompactHeightfield& field, double radius) {
    return erode_walkable_area_euclidean(field, list_neighbour_rows(field), radius);
}

inline std::vector<StringPoint> pull_string(PlanePoint start, PlanePoint goal, std::span<const Portal> portals) {
    FunnelScratch scratch;
    std::vector<StringPoint> line;
    pull_string(start, goal, portals, scratch, line);
    return line;
}

inline Corridor find_corridor(const NavMesh& mesh, const CorridorRequest& request, AStarScratch& scratch) {
    CorridorSearch search;
    begin_corridor(mesh, request, scratch, search);
    step_corridor(mesh, scratch, search, std::numeric_limits<uint64_t>::max());
    Corridor corridor;
    finish_corridor(mesh, scratch, search, corridor);
    return corridor;
}

}  // namespace navspan
