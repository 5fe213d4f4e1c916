#include "support/checks/tiled_bake.h"

#include <cstdlib>
#include <deque>
#include <vector>

#include "check/stages/checks.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan::support {
namespace {

// Checks the invariants of every product. Counts the contours that Recast's simplification drops.
struct Watch : CheckProbe {
    uint32_t dropped = 0;
    void after(Stage stage, const BakeProducts& products) override {
        CheckProbe::after(stage, products);
        if (stage == Stage::contours) dropped = uint32_t(products.contours->issues.size());
    }
};

struct Baked {
    NavMesh mesh;
    uint32_t dropped = 0;
    std::string error;  ///< message of the bake; empty: no error
    std::string fault;  ///< the first broken invariant; empty: none
};

Baked bake_checked(const TriangleSoup& soup, const BakeConfig& config) {
    std::deque<Watch> watches;
    const BakeOptions options{.observer = {.probe = [&](const TileWindow*, size_t) { return &watches.emplace_back(); }}};
    Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"), options);
    Baked out;
    for (const Watch& watch : watches) {
        out.dropped += watch.dropped;
        if (!watch.report.ok() && out.fault.empty()) out.fault = watch.report.failures.front();
    }
    if (!mesh) {
        out.error = mesh.error().message;
        return out;
    }
    out.mesh = *std::move(mesh);
    CheckReport report;
    check_nav_mesh(out.mesh, report);
    if (!report.ok() && out.fault.empty()) out.fault = report.failures.front();
    return out;
}

uint32_t island_at(const NavMesh& mesh, PolygonRef polygon) {
    return mesh.polygon_island[polygon.tile][polygon.polygon];
}

// True if random points are on the same island of one mesh if and only if they are on the same island of the other.
bool same_reachability(const NavMesh& whole, const NavMesh& tiled, Random& random, double cell_size) {
    if (whole.polygon_count() == 0) return true;
    std::vector<uint32_t> other(whole.islands.size(), kNoIndex);
    const int32_t last = int32_t(whole.tiles[0]->polygons.size()) - 1;
    for (int i = 0; i < 60; ++i) {
        const PolygonRef polygon{0, uint32_t(random.between(0, last))};
        const DVec3 point = random_surface_point(random, whole, polygon);
        const auto found = find_nearest(tiled, point);
        if (!found || found->distance > cell_size / 2) continue;
        uint32_t& island = other[island_at(whole, polygon)];
        if (island == kNoIndex) island = island_at(tiled, found->polygon);
        if (island != island_at(tiled, found->polygon)) return false;
    }
    return true;
}

}  // namespace

std::string tiled_bake_fault(const TriangleSoup& soup, BakeConfig config, int32_t tile_cells, Random& random,
                             std::array<NavMesh, 2>* meshes) {
    config.tiles.size = 0;
    const Baked whole = bake_checked(soup, config);
    config.tiles.size = tile_cells * config.voxels.cell_size;
    const Baked tiled = bake_checked(soup, config);
    if (meshes) *meshes = {whole.mesh, tiled.mesh};
    if (!whole.fault.empty()) return "untiled: " + whole.fault;
    if (!tiled.fault.empty()) return "tiled: " + tiled.fault;
    if (!whole.error.empty()) return "untiled: " + whole.error;
    if (!tiled.error.empty()) return "tiled: " + tiled.error;
    // Each dropped contour can be a whole island, so the numbers of islands may differ by as many.
    const int64_t difference = std::abs(int64_t(tiled.mesh.islands.size()) - int64_t(whole.mesh.islands.size()));
    const int64_t dropped = int64_t{whole.dropped} + tiled.dropped;
    if (config.profile == Profile::accurate && dropped > 0) return "profile accurate dropped contours";
    if (difference > dropped) {
        return std::to_string(tiled.mesh.islands.size()) + " islands with tiles, " + std::to_string(whole.mesh.islands.size()) +
               " without";
    }
    if (!same_reachability(whole.mesh, tiled.mesh, random, config.voxels.cell_size)) return "the islands differ";
    return "";
}

}  // namespace navspan::support
