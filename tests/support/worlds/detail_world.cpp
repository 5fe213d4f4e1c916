#include "support/worlds/detail_world.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "bake/field/open_spans.h"
#include "core/predicates.h"
#include "support/worlds/open_field.h"

namespace navspan::support {
namespace {

using Ring = std::vector<LatticePoint>;

bool inside_or_on(const Ring& ring, LatticePoint doubled) {
    for (size_t k = 0; k < ring.size(); ++k) {
        const LatticePoint a = ring[k], b = ring[(k + 1) % ring.size()];
        if (!is_left_or_on({2 * a.x, 2 * a.z}, {2 * b.x, 2 * b.z}, doubled)) return false;
    }
    return true;
}

int64_t area_of(const Ring& ring) {
    int64_t area = 0;
    for (size_t k = 1; k + 1 < ring.size(); ++k)
        area += orient2d(ring[0], ring[k], ring[k + 1]);
    return area;
}

// Returns the index of a random lattice point on a ring. If the point is inside an edge, inserts it as a corner into every ring
// that contains the edge.
size_t point_on(Random& random, std::vector<Ring>& rings, size_t which) {
    const size_t k = size_t(random.between(0, int32_t(rings[which].size()) - 1));
    const LatticePoint a = rings[which][k], b = rings[which][(k + 1) % rings[which].size()];
    const int32_t divisor = std::gcd(b.x - a.x, b.z - a.z);
    const int32_t step = random.between(0, divisor - 1);
    if (step == 0) return k;
    const LatticePoint p{a.x + (b.x - a.x) / divisor * step, a.z + (b.z - a.z) / divisor * step};
    for (Ring& ring : rings) {
        for (size_t j = 0; j < ring.size(); ++j) {
            const LatticePoint s = ring[j], t = ring[(j + 1) % ring.size()];
            if ((s == a && t == b) || (s == b && t == a)) {
                ring.insert(ring.begin() + ptrdiff_t(j) + 1, p);
                break;
            }
        }
    }
    return size_t(std::find(rings[which].begin(), rings[which].end(), p) - rings[which].begin());
}

std::vector<Ring> cut_up(Random& random, int32_t width, int32_t depth, int32_t cuts) {
    std::vector<Ring> rings{{{0, 0}, {0, depth}, {width, depth}, {width, 0}}};
    for (int32_t cut = 0; cut < cuts; ++cut) {
        const size_t which = size_t(random.between(0, int32_t(rings.size()) - 1));
        const size_t i = point_on(random, rings, which);
        const LatticePoint p = rings[which][i];
        const size_t j = point_on(random, rings, which);
        const Ring& ring = rings[which];
        const size_t from = size_t(std::find(ring.begin(), ring.end(), p) - ring.begin());
        Ring first, second;
        for (size_t k = from; k != j; k = (k + 1) % ring.size())
            first.push_back(ring[k]);
        first.push_back(ring[j]);
        for (size_t k = j; k != from; k = (k + 1) % ring.size())
            second.push_back(ring[k]);
        second.push_back(ring[from]);
        if (first.size() < 3 || second.size() < 3 || area_of(first) == 0 || area_of(second) == 0) continue;
        rings[which] = first;
        rings.push_back(second);
    }
    return rings;
}

PolyMesh mesh_of_rings(const std::vector<Ring>& rings, const Grid& grid, const FloorFunction& floor) {
    PolyMesh mesh;
    mesh.grid = grid;
    std::map<std::pair<int32_t, int32_t>, uint32_t> vertex_at;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> owner;
    for (const Ring& ring : rings) {
        const uint32_t index = uint32_t(mesh.polygons.size());
        mesh.polygons.push_back({uint32_t(mesh.indices.size()), uint32_t(ring.size()), index + 1, 63});
        for (const LatticePoint p : ring) {
            const auto [at, added] = vertex_at.try_emplace({p.x, p.z}, uint32_t(mesh.vertices.size()));
            if (added) {
                int32_t y = 0;
                for (const int32_t z : {p.z - 1, p.z})
                    for (const int32_t x : {p.x - 1, p.x})
                        if (x >= 0 && z >= 0 && x < grid.width && z < grid.depth) y = std::max(y, floor(x, z));
                mesh.vertices.push_back({p.x, p.z, y});
            }
            mesh.indices.push_back(at->second);
        }
        const auto& polygon = mesh.polygons.back();
        for (uint32_t k = 0; k < polygon.count; ++k) {
            owner[{mesh.indices[polygon.first + k], mesh.indices[polygon.first + (k + 1) % polygon.count]}] = index;
        }
    }
    for (const auto& polygon : mesh.polygons) {
        for (uint32_t k = 0; k < polygon.count; ++k) {
            const auto twin =
                owner.find({mesh.indices[polygon.first + (k + 1) % polygon.count], mesh.indices[polygon.first + k]});
            mesh.neighbours.push_back(twin == owner.end() ? kNoIndex : twin->second);
        }
    }
    return mesh;
}

}  // namespace

CompactHeightfield field_of_floors(int32_t width, int32_t depth, int32_t climb, const FloorFunction& floor) {
    Heightfield solid;
    solid.grid = {0, 0, 0, width, depth};
    for (int32_t z = 0; z < depth; ++z) {
        for (int32_t x = 0; x < width; ++x) {
            solid.first.push_back(uint32_t(solid.spans.size()));
            solid.spans.push_back({0, uint16_t(floor(x, z)), 63, SpanFate::walkable});
        }
    }
    solid.first.push_back(uint32_t(solid.spans.size()));
    return open_field(solid, {.walkable_height = climb + 2, .walkable_climb = climb});
}

DetailWorld single_polygon_world(int32_t width, int32_t depth, int32_t climb, const FloorFunction& floor) {
    DetailWorld world;
    world.field = field_of_floors(width, depth, climb, floor);
    world.regions.region_count = 1;
    world.regions.area = {0, 63};
    world.regions.region.assign(world.field.span_count(), 1);
    world.mesh = mesh_of_rings({{{0, 0}, {0, depth}, {width, depth}, {width, 0}}}, world.field.grid, floor);
    return world;
}

DetailWorld random_world(Random& random, int32_t width, int32_t depth, int32_t climb, int32_t cuts,
                         const FloorFunction& floor) {
    DetailWorld world;
    world.field = field_of_floors(width, depth, climb, floor);
    const std::vector<Ring> rings = cut_up(random, width, depth, cuts);
    world.mesh = mesh_of_rings(rings, world.field.grid, floor);
    world.regions.region_count = uint32_t(rings.size());
    world.regions.area.assign(rings.size() + 1, 63);
    world.regions.region.assign(world.field.span_count(), 0);
    for_each_open_span(world.field, [&](int32_t x, int32_t z, uint32_t span) {
        const LatticePoint centre{std::clamp(2 * x + 1 + random.between(-2, 2), 0, 2 * width),
                                  std::clamp(2 * z + 1 + random.between(-2, 2), 0, 2 * depth)};
        for (uint32_t i = 0; i < rings.size(); ++i) {
            if (inside_or_on(rings[i], centre)) world.regions.region[span] = i + 1;
        }
    });
    return world;
}

}  // namespace navspan::support
