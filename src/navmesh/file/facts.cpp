// What a level file is like, in numbers.

#include "navspan/navmesh/nav_file.h"

namespace navspan {

NavFileFacts nav_file_facts(const NavMesh& mesh, uint64_t bytes) {
    NavFileFacts facts;
    facts.bytes = bytes;
    facts.polygons = mesh.polygon_count();
    facts.links = mesh.links.size();
    facts.islands = mesh.islands;
    for (const auto& tile : mesh.tiles)
        facts.vertices += tile->vertex_y.size();
    if (!mesh.tiles.empty()) facts.frame = mesh.tiles[0]->frame;
    return facts;
}

double total_area(std::span<const Island> islands) {
    double area = 0;
    for (const Island& island : islands)
        area += island.area;
    return area;
}

}  // namespace navspan
