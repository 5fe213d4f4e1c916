// Compares our voxels with librecast's voxels column by column: the solid spans after rasterization, and the walkable floors
// after erosion.

#include <algorithm>
#include <vector>

#include "navbench/board/comparison.h"

namespace navspan::bench {
namespace {

// Keeps the solid field after rasterization and the compact field after mark_volumes, then cancels the bake. Without volumes,
// the compact field is the field after erosion.
struct FieldKeeper : BakeProbe {
    Heightfield solid;
    CompactHeightfield open;
    void after(Stage stage, const BakeProducts& products) override {
        if (stage == Stage::rasterize && products.heightfield) solid = *products.heightfield;
        if (stage == Stage::mark_volumes && products.compact) open = *products.compact;
    }
    bool cancelled() override { return open.grid.width > 0; }
};

bool same(std::span<const Span> ours, std::span<const Span> theirs) {
    return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                      [](const Span& a, const Span& b) { return a.bottom == b.bottom && a.top == b.top && a.area == b.area; });
}

// Returns the walkable floors of every column, lowest first.
std::vector<std::vector<uint32_t>> floors_of(const CompactHeightfield& field) {
    std::vector<std::vector<uint32_t>> floors(size_t(field.grid.width) * size_t(field.grid.depth));
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            const Run& run = field.runs[r];
            for (uint32_t k = 0; k < run.length; ++k) {
                const uint32_t i = run.first + k;
                if (field.area[i] == kNullArea) continue;
                floors[size_t(z) * size_t(field.grid.width) + size_t(run.x0) + k].push_back(field.floor[i]);
            }
        }
    }
    for (auto& column : floors)
        std::sort(column.begin(), column.end());
    return floors;
}

std::vector<std::vector<uint32_t>> floors_of(const rcCompactHeightfield& field) {
    std::vector<std::vector<uint32_t>> floors(size_t(field.width) * size_t(field.height));
    for (size_t c = 0; c < floors.size(); ++c) {
        for (unsigned i = field.cells[c].index, end = i + field.cells[c].count; i < end; ++i) {
            if (field.areas[i] != RC_NULL_AREA) floors[c].push_back(field.spans[i].y);
        }
    }
    return floors;
}

}  // namespace

Result<FieldDifferences> compare_fields(const TriangleSoup& soup, const BakeConfig& config, const Grid& grid) {
    FieldKeeper keeper;
    // The keeper cancels the bake once it has both fields, so ErrorKind::interrupted is expected.
    if (const auto tile = bake_tile(soup, config, &keeper); !tile && tile.error().kind != ErrorKind::interrupted)
        return tile.error();
    BakeConfig like_recast = config;
    like_recast.profile = Profile::recast;
    const Result<VoxelConfig> voxels = to_voxels(like_recast);
    if (!voxels) return voxels.error();
    support::RecastBake theirs = support::recast_input(soup, *voxels, grid);
    support::recast_run(theirs, support::recast_rasterize);
    const Heightfield their_solid = support::heightfield_of(*theirs.solid, grid);
    support::recast_run(theirs, support::recast_erode);

    FieldDifferences differences;
    const auto our_floors = floors_of(keeper.open), their_floors = floors_of(*theirs.compact);
    differences.columns = their_floors.size();
    for (size_t c = 0; c < their_floors.size(); ++c) {
        differences.solid += !same(column_spans(keeper.solid, c), column_spans(their_solid, c));
        differences.open += our_floors[c] != their_floors[c];
    }
    return differences;
}

}  // namespace navspan::bench
