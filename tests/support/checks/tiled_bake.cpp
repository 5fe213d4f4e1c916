#include "support/checks/tiled_bake.h"

#include <algorithm>
#include <deque>
#include <vector>

#include "check/stages/checks.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/navmesh/nearest.h"
#include "support/builders/nav_mesh_builder.h"

namespace navspan::support {
namespace {

// Checks the invariants of every product, and records whether the bake loses ground.
struct Watch : CheckProbe {
    bool loses_ground = false;
    bool has_no_basin = false;  // the watershed creates no region, because all distances are 0 (watershed.cpp)
    void after(Stage stage, const BakeProducts& products) override {
        CheckProbe::after(stage, products);
        if (stage == Stage::regions && products.config->region_method == RegionMethod::watershed)
            has_no_basin = products.distance->max_distance == 0;
        if (stage == Stage::contours) {
            const std::vector<ContourIssue>& issues = products.contours->issues;
            // Count only dropped rings. The other kind of issue is an omitted cliff, which has no area and therefore loses no
            // ground.
            loses_ground |= std::any_of(issues.begin(), issues.end(), [](const auto& t) { return t.what == "dropped"; });
        }
        if (stage == Stage::poly_mesh)
            loses_ground |= !products.poly_mesh->issues.empty() || !products.poly_mesh->unlinked.empty();
    }
};

struct Baked : CheckedBake {
    bool has_no_basin = false;
    std::string error;  ///< message of the bake; empty: no error
    std::string fault;  ///< the first broken invariant; empty: none
};

Baked bake_checked(const TriangleSoup& soup, const BakeConfig& config) {
    std::deque<Watch> watches;
    const BakeOptions options{.observer = {.probe = [&](const TileWindow*, size_t) { return &watches.emplace_back(); }}};
    Result<NavMesh> mesh = bake_nav_mesh(soup, config, nav_mesh_info(config, "{}", "test"), options);
    Baked out;
    for (const Watch& watch : watches) {
        out.loses_ground |= watch.loses_ground;
        out.has_no_basin |= watch.has_no_basin;
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

bool has_other_island_near(const NavMesh& mesh, DVec3 point, uint32_t island, double distance) {
    const auto is_other = [&](PolygonRef polygon) { return island_at(mesh, polygon) != island; };
    return find_nearest(mesh, point, {.max_distance = distance, .accept = is_other}).has_value();
}

// True if the islands of the two meshes correspond one to one at random points. Each bake moves borders by up to max_error. A
// point is therefore skipped if the untiled mesh has another island within 2 * max_error + 1 cells. A point is also skipped if
// the tiled mesh has no ground within half a cell.
bool same_reachability(const NavMesh& whole, const NavMesh& tiled, Random& random, const VoxelConfig& voxels) {
    if (whole.polygon_count() == 0) return true;
    const double cell = voxels.lattice.cell_size;
    std::vector<uint32_t> to_tiled(whole.islands.size(), kNoIndex), to_whole(tiled.islands.size(), kNoIndex);
    const int32_t last = int32_t(whole.tiles[0]->polygons.size()) - 1;
    for (int i = 0; i < 60; ++i) {
        const PolygonRef polygon{0, uint32_t(random.between(0, last))};
        const DVec3 point = random_surface_point(random, whole, polygon);
        const uint32_t a = island_at(whole, polygon);
        if (has_other_island_near(whole, point, a, cell * (1 + 2 * voxels.contour_max_error))) continue;
        const auto found = find_nearest(tiled, point, {.max_distance = cell / 2});
        if (!found) continue;
        const uint32_t b = island_at(tiled, found->polygon);
        if (to_tiled[a] == kNoIndex) to_tiled[a] = b;
        if (to_whole[b] == kNoIndex) to_whole[b] = a;
        if (to_tiled[a] != b || to_whole[b] != a) return false;
    }
    return true;
}

}  // namespace

std::string tiled_bake_fault(const TriangleSoup& soup, BakeConfig config, int32_t tile_cells, Random& random,
                             std::array<CheckedBake, 2>* bakes) {
    config.tiles.size = 0;
    const Baked whole = bake_checked(soup, config);
    config.tiles.size = tile_cells * config.voxels.cell_size;
    const Baked tiled = bake_checked(soup, config);
    if (bakes) *bakes = {whole, tiled};
    if (!whole.fault.empty()) return "untiled: " + whole.fault;
    if (!tiled.fault.empty()) return "tiled: " + tiled.fault;
    if (!whole.error.empty()) return "untiled: " + whole.error;
    if (!tiled.error.empty()) return "tiled: " + tiled.error;
    if (whole.loses_ground || tiled.loses_ground)
        return config.profile == Profile::accurate ? "profile accurate loses ground" : "";
    if (whole.has_no_basin) return "";
    if (tiled.mesh.islands.size() != whole.mesh.islands.size()) {
        return std::to_string(tiled.mesh.islands.size()) + " islands with tiles, " + std::to_string(whole.mesh.islands.size()) +
               " without";
    }
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return voxels.error().message;
    return same_reachability(whole.mesh, tiled.mesh, random, *voxels) ? "" : "the islands differ";
}

}  // namespace navspan::support
