#include "navbench/recast/detail.h"

#include <stdexcept>

#include "bake/field/open_spans.h"
#include "core/predicates.h"
#include "navspan/bake/filters.h"

namespace navspan::support {
namespace {

RegionMap regions_of(const rcCompactHeightfield& theirs, const CompactHeightfield& ours) {
    RegionMap map;
    map.region_count = theirs.maxRegions;
    map.region.assign(ours.span_count(), 0);
    map.area.assign(size_t(map.region_count) + 1, 0);
    for_each_open_span(ours, [&](int32_t x, int32_t z, uint32_t i) {
        const rcCompactCell& cell = theirs.cells[x + z * theirs.width];
        for (unsigned k = cell.index, end = k + cell.count; k < end; ++k) {
            if (theirs.spans[k].y != ours.floor[i]) continue;
            map.region[i] = theirs.spans[k].reg;
            map.area[map.region[i]] = theirs.areas[k];
        }
    });
    return map;
}

PolyMesh mesh_of(const rcPolyMesh& theirs, const Grid& grid) {
    PolyMesh mesh;
    mesh.grid = grid;
    for (int i = 0; i < theirs.nverts; ++i)
        mesh.vertices.push_back({theirs.verts[i * 3], theirs.verts[i * 3 + 2], theirs.verts[i * 3 + 1]});
    for (int i = 0; i < theirs.npolys; ++i) {
        const unsigned short* p = theirs.polys + i * 2 * theirs.nvp;
        uint32_t n = 0;
        while (n < uint32_t(theirs.nvp) && p[n] != RC_MESH_NULL_IDX)
            ++n;
        PolyMeshPolygon polygon{uint32_t(mesh.indices.size()), n, theirs.regs[i], theirs.areas[i]};
        const auto point = [&](uint32_t k) { return LatticePoint{theirs.verts[p[k] * 3], theirs.verts[p[k] * 3 + 2]}; };
        int64_t area = 0;
        for (uint32_t k = 1; k + 1 < n; ++k)
            area += orient2d(point(0), point(k), point(k + 1));
        for (uint32_t k = 0; k < n; ++k) {
            // If the corners are reversed, the edge that started at a corner ends at this corner.
            const uint32_t corner = area > 0 ? k : n - 1 - k, edge = area > 0 ? k : (2 * n - 2 - k) % n;
            mesh.indices.push_back(p[corner]);
            const unsigned short across = p[theirs.nvp + edge];
            mesh.neighbours.push_back(across & 0x8000 ? kNoIndex : across);
        }
        mesh.polygons.push_back(polygon);
    }
    return mesh;
}

}  // namespace

DetailInput detail_input_of(const RecastBake& bake) {
    DetailInput input;
    const FilterParams no_filters{.low_hanging = false,
                                  .ledge_test = LedgeTest::off,
                                  .low_height = false,
                                  .agent = {.walkable_height = bake.config.walkable_height},
                                  .link_climb = bake.config.walkable_climb};
    input.field = *filter_and_compact(heightfield_of(*bake.solid, bake.grid), no_filters).field;
    if (int(input.field.span_count()) != bake.compact->spanCount) throw std::runtime_error("compact fields differ");
    for_each_open_span(input.field, [&](int32_t x, int32_t z, uint32_t i) {
        const rcCompactCell& cell = bake.compact->cells[x + z * bake.compact->width];
        for (unsigned k = cell.index, end = k + cell.count; k < end; ++k) {
            if (bake.compact->spans[k].y == input.field.floor[i]) input.field.area[i] = bake.compact->areas[k];
        }
    });
    input.regions = regions_of(*bake.compact, input.field);
    input.mesh = mesh_of(*bake.mesh, bake.grid);
    return input;
}

}  // namespace navspan::support
