#include "navbench/recast/detail.h"

#include <algorithm>
#include <cmath>
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
            // turned round if need be: the edge from corner k then is the one before it
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

DetailErrors recast_detail_errors(const RecastBake& bake, const DetailInput& input, double wanted) {
    const rcPolyMeshDetail& detail = *bake.detail;
    std::vector<std::vector<uint32_t>> spans_of_region(size_t(input.regions.region_count) + 1);
    std::vector<LatticePoint> cell_of(input.field.span_count());
    for_each_open_span(input.field, [&](int32_t x, int32_t z, uint32_t i) {
        cell_of[i] = {x, z};
        spans_of_region[input.regions.region[i]].push_back(i);
    });
    DetailErrors errors;
    for (size_t p = 0; p < input.mesh.polygons.size(); ++p) {
        const PolyMeshPolygon& polygon = input.mesh.polygons[p];
        const auto indices = polygon_indices(input.mesh, polygon);
        const unsigned* part = detail.meshes + p * 4;
        const float* verts = detail.verts + size_t(part[0]) * 3;
        for (const uint32_t i : spans_of_region[polygon.region]) {
            const LatticePoint centre{2 * cell_of[i].x + 1, 2 * cell_of[i].z + 1};
            bool inside = true;
            for (uint32_t k = 0; k < polygon.count && inside; ++k) {
                const PolyMeshVertex &a = input.mesh.vertices[indices[k]],
                                     &b = input.mesh.vertices[indices[(k + 1) % polygon.count]];
                inside = is_left({2 * a.x, 2 * a.z}, {2 * b.x, 2 * b.z}, centre);
            }
            if (!inside) continue;
            const double x = (cell_of[i].x + 0.5) * bake.cs + bake.bmin[0], z = (cell_of[i].z + 0.5) * bake.cs + bake.bmin[2];
            double best_out = 1e9, best_y = 0;
            for (unsigned t = 0; t < part[3]; ++t) {
                const unsigned char* tri = detail.tris + (size_t(part[2]) + t) * 4;
                const float *a = verts + tri[0] * 3, *b = verts + tri[1] * 3, *c = verts + tri[2] * 3;
                const double det = double(b[0] - a[0]) * (c[2] - a[2]) - double(b[2] - a[2]) * (c[0] - a[0]);
                if (det == 0) continue;
                const double v = ((x - a[0]) * (c[2] - a[2]) - (z - a[2]) * (c[0] - a[0])) / det;
                const double w = ((b[0] - a[0]) * (z - a[2]) - (b[2] - a[2]) * (x - a[0])) / det;
                const double out = std::max({-v, -w, v + w - 1});
                if (out < best_out) best_out = out, best_y = a[1] + v * (b[1] - a[1]) + w * (c[1] - a[1]);
            }
            const double y = (best_y - bake.bmin[1]) / bake.ch - 1;
            const double error = std::fabs(y - input.field.floor[i]);
            errors.largest = std::max(errors.largest, error);
            errors.mean += error;
            ++errors.cells;
            errors.over += error > wanted + 1e-3;
        }
    }
    if (errors.cells) errors.mean /= double(errors.cells);
    return errors;
}

}  // namespace navspan::support
