#include "exported_meshes.h"

#include <algorithm>
#include <cmath>

#include "navspan/navmesh/off_mesh_links.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan::export_test {

using support::Random;

NavMesh two_tiles() {
    support::PolygonSoup left = support::soup_from_picture({"..1.", ".#1.", "...."});
    support::PolygonSoup right = support::soup_from_picture({"....", ".2..", ".2#."});
    for (support::PolygonSoup* soup : {&left, &right}) {
        soup->seams = true;
        soup->width = 16, soup->depth = 12;
        soup->frame.origin = {50000.1, 3.7, -70000.3};
    }
    right.frame.x0 = 16;
    right.tile_x = 1;
    NavMesh mesh = *link_tiles({support::make_tile(left), support::make_tile(right)}, support::make_info());
    Random random(5);
    return support::with_random_links(random, mesh, 3);
}

std::vector<NavMesh> meshes(uint64_t seed) {
    Random random(seed);
    std::vector<NavMesh> all;
    all.push_back(support::with_random_links(random, support::random_mesh(random, {.floors = 2, .areas = 4}), 5));
    all.push_back(support::random_mesh(random, {.columns = 3, .rows = 4}));
    all.push_back(two_tiles());
    all.push_back(*link_tiles({}, support::make_info()));
    return all;
}

NavMesh oddly_named() {
    NavMeshInfo info = support::make_info();
    info.areas[0].name = "a \"b\"\n\\c \xc3\xa9 \xff";
    return *link_tiles({support::make_tile(support::soup_from_picture({"1"}))}, info);
}

DVec3 corner(const NavMesh& mesh, PolygonRef ref, uint32_t i) {
    const NavTile& tile = tile_of(mesh, ref);
    return to_world(tile.frame, detail_corner(tile, polygon_of(mesh, ref), i));
}

const NavArea& area_of(const NavMesh& mesh, uint8_t id) {
    return *std::find_if(mesh.info.areas.begin(), mesh.info.areas.end(), [&](const NavArea& a) { return a.id == id; });
}

double area_xz(DVec3 a, DVec3 b, DVec3 c) {
    return 0.5 * ((b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z));
}

std::map<int, double> areas_xz(const NavMesh& mesh) {
    std::map<int, double> areas;
    for (uint32_t p = 0; p < mesh.polygon_count(); ++p) {
        const PolygonRef ref = polygon_ref(mesh, p);
        const double quantum = tile_of(mesh, ref).frame.quantum;
        areas[polygon_of(mesh, ref).area] += 0.5 * double(doubled_area(tile_of(mesh, ref), ref.polygon)) * quantum * quantum;
    }
    return areas;
}

double farthest(DVec3 a, DVec3 b) {
    return std::max({std::fabs(a.x - b.x), std::fabs(a.y - b.y), std::fabs(a.z - b.z)});
}

}  // namespace navspan::export_test
