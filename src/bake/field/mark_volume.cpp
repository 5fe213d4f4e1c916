// Sets the area id of the ground inside a box, a rotated box, a cylinder or a convex prism.
//
// In: the compact heightfield, and a volume in world units.
// Out: the field with changed area ids. Unwalkable spans stay unwalkable.
// Idea: Only cells inside the bounds of the volume are tested. A span is inside if the shape contains the centre of its cell
// and the height of its floor. Borders count as inside, with a small epsilon.
// Source: Mononen, Recast (2009), for marking by cell centres.
// Weak cases: The border of the area follows cell edges. A volume thinner than a cell may contain no cell centre.

#include <algorithm>
#include <cmath>

#include "core/angle.h"
#include "navmesh/mesh/plane_bounds.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/bake/volumes.h"

namespace navspan {
namespace {

constexpr double kVolumeEpsilon = 1e-6;  // epsilon of lengths [cell] and heights [vx]

// A point in the plane, in cells relative to the grid's corner.
struct CellPoint {
    double x = 0, z = 0;
};

struct IndexRange {
    int32_t begin = 0, end = 0;
};

// Returns the integers in [low, high], clipped to 0 .. count - 1.
IndexRange integers_between(double low, double high, int32_t count) {
    const double first = std::max(std::ceil(low - kVolumeEpsilon), 0.0);
    const double last = std::min(std::floor(high + kVolumeEpsilon), double(count) - 1);
    if (!(first <= last)) return {};
    return {int32_t(first), int32_t(last) + 1};
}

// Converts world units to cells and voxels of the grid.
struct ToGrid {
    DVec3 corner;
    double cell_size, cell_height;

    CellPoint point(const DVec3& p) const { return {(p.x - corner.x) / cell_size, (p.z - corner.z) / cell_size}; }
    double height(double y) const { return (y - corner.y) / cell_height; }
};

// Calls visit(i, centre of the cell) for the open spans within a rectangle [cell] and a range of floors [vx].
template <class Visit>
void for_spans_within(const CompactHeightfield& field, const VolumeBounds& bounds, IndexRange floors, Visit visit) {
    const IndexRange rows = integers_between(bounds.z0 - 0.5, bounds.z1 - 0.5, field.grid.depth);
    const IndexRange cells = integers_between(bounds.x0 - 0.5, bounds.x1 - 0.5, field.grid.width);
    for (int32_t z = rows.begin; z < rows.end; ++z) {
        for (const Run& run : row_runs(field, z)) {
            const int32_t x0 = std::max(run.x0, cells.begin), x1 = std::min(run.x0 + int32_t(run.length), cells.end);
            for (int32_t x = x0; x < x1; ++x) {
                const uint32_t i = run.first + uint32_t(x - run.x0);
                if (field.floor[i] < floors.begin || field.floor[i] >= floors.end) continue;
                visit(i, CellPoint{x + 0.5, z + 0.5});
            }
        }
    }
}

bool inside_turned_box(CellPoint p, CellPoint middle, CellPoint half, double sine, double cosine) {
    const double dx = p.x - middle.x, dz = p.z - middle.z;
    return std::abs(dx * cosine - dz * sine) <= half.x + kVolumeEpsilon &&
           std::abs(dx * sine + dz * cosine) <= half.z + kVolumeEpsilon;
}

bool inside_circle(CellPoint p, CellPoint middle, double radius) {
    const double dx = p.x - middle.x, dz = p.z - middle.z;
    return dx * dx + dz * dz <= (radius + kVolumeEpsilon) * (radius + kVolumeEpsilon);
}

// True if p is inside or on a convex ring of either winding: p is on the same side of all edges.
bool inside_convex(CellPoint p, const std::vector<CellPoint>& ring) {
    bool left = false, right = false;
    for (size_t k = 0; k < ring.size(); ++k) {
        const CellPoint a = ring[k], b = ring[k + 1 < ring.size() ? k + 1 : 0];
        const double ex = b.x - a.x, ez = b.z - a.z;
        const double side = ex * (p.z - a.z) - ez * (p.x - a.x);
        const double slack = kVolumeEpsilon * std::sqrt(ex * ex + ez * ez);
        left |= side > slack;
        right |= side < -slack;
    }
    return !(left && right);
}

template <class Visit>
void for_spans_inside(const CompactHeightfield& field, const Lattice& lattice, const AreaVolume& v, Visit visit) {
    const ToGrid to{grid_corner(lattice, field.grid), lattice.cell_size, lattice.cell_height};
    const auto floors = [&](double low, double high) {
        return integers_between(to.height(low), to.height(high), kMaxHeight + 1);
    };
    const VolumeBounds world = volume_bounds(v);
    const CellPoint low = to.point({world.x0, 0, world.z0}), high = to.point({world.x1, 0, world.z1});
    const auto search = [&](IndexRange range, auto inside) {
        for_spans_within(field, {low.x, low.z, high.x, high.z}, range, [&](uint32_t i, CellPoint p) {
            if (inside(p)) visit(i);
        });
    };
    const CellPoint middle = to.point(v.center);
    switch (v.shape) {
        case VolumeShape::box:
            search(floors(v.min.y, v.max.y), [](CellPoint) { return true; });
            break;
        case VolumeShape::rotated_box: {
            const CellPoint half{v.half_extents.x / to.cell_size, v.half_extents.z / to.cell_size};
            const double sine = sin_degrees(v.yaw), cosine = cos_degrees(v.yaw);
            search(floors(v.center.y - v.half_extents.y, v.center.y + v.half_extents.y),
                   [&](CellPoint p) { return inside_turned_box(p, middle, half, sine, cosine); });
            break;
        }
        case VolumeShape::cylinder: {
            const double radius = v.radius / to.cell_size;
            search(floors(v.center.y, v.center.y + v.height), [&](CellPoint p) { return inside_circle(p, middle, radius); });
            break;
        }
        case VolumeShape::prism: {
            if (v.points.size() < 3) return;
            std::vector<CellPoint> ring;
            for (const DVec3& p : v.points)
                ring.push_back(to.point(p));
            search(floors(v.min_y, v.max_y), [&](CellPoint p) { return inside_convex(p, ring); });
            break;
        }
    }
}

}  // namespace

VolumeBounds volume_bounds(const AreaVolume& volume) {
    const auto around = [](DVec3 p, double x, double z) { return VolumeBounds{p.x - x, p.z - z, p.x + x, p.z + z}; };
    switch (volume.shape) {
        case VolumeShape::box:
            return {volume.min.x, volume.min.z, volume.max.x, volume.max.z};
        case VolumeShape::rotated_box: {
            const double sine = std::abs(sin_degrees(volume.yaw)), cosine = std::abs(cos_degrees(volume.yaw));
            const DVec3 half = volume.half_extents;
            return around(volume.center, half.x * cosine + half.z * sine, half.x * sine + half.z * cosine);
        }
        case VolumeShape::cylinder:
            return around(volume.center, volume.radius, volume.radius);
        case VolumeShape::prism:
            break;
    }
    const PlaneBounds prism = plane_bounds(volume.points);
    return {prism.min_x, prism.min_z, prism.max_x, prism.max_z};
}

uint32_t mark_volume(CompactHeightfield& field, const Lattice& lattice, const AreaVolume& volume, uint8_t area) {
    uint32_t changed = 0;
    if (area == kNullArea) field.carved.resize(field.span_count(), 0);
    for_spans_inside(field, lattice, volume, [&](uint32_t i) {
        if (area == kNullArea) field.carved[i] = 1;
        if (field.area[i] == 0 || field.area[i] == area) return;
        field.area[i] = area;
        ++changed;
    });
    return changed;
}

}  // namespace navspan
