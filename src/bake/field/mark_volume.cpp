// Sets the area id of the ground inside boxes, rotated boxes, cylinders and convex prisms.
//
// In: the compact heightfield, and volumes in world units.
// Out: the field with changed area ids. Unwalkable spans stay unwalkable.
// Idea: A span is inside if the shape contains the centre of its cell and the height of its floor. Borders count as inside,
// with a small epsilon. In each row of cells, only cells between the outermost sides of the shape are tested. If
// several volumes contain a span, the last one decides its area, unless one of them removes ground. Volumes that remove ground
// are therefore marked first, then the others in reverse order. A span that already has its area is not tested again.
// Source: Mononen, Recast (2009), for marking by cell centres.
// Weak cases: The border of the area follows cell edges. A volume thinner than a cell may contain no cell centre.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include "bake/field/mark_volumes.h"
#include "bake/field/open_spans.h"
#include "core/angle.h"
#include "navmesh/mesh/plane_bounds.h"
#include "navspan/bake/triangle_soup.h"

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

// A range of x [cell]. Empty if from > to.
struct Extent {
    double from = INFINITY, to = -INFINITY;
    void add(double x) {
        from = std::min(from, x);
        to = std::max(to, x);
    }
};

constexpr double kExtentSlack = 1;   // enlarges an extent, for rounding [cell]
constexpr double kRowSlack = 1e-3;   // sides this close to the centre line of a row count as crossing the row [cell]
constexpr double kMaxExtents = 1e7;  // shapes with larger coordinates have no extents, because rounding is larger [cell]

// Adds a side of a shape to the extents of the rows that it crosses. extents[0] belongs to row rows.begin.
void add_side(CellPoint a, CellPoint b, IndexRange rows, std::span<Extent> extents) {
    if (a.z > b.z) std::swap(a, b);
    const double first = std::max(std::ceil(a.z - kRowSlack - 0.5), double(rows.begin));
    const double last = std::min(std::floor(b.z + kRowSlack - 0.5), double(rows.end) - 1);
    for (double z = first; z <= last; ++z) {
        Extent& extent = extents[size_t(z) - size_t(rows.begin)];
        if (b.z - a.z <= 2 * kRowSlack) {
            extent.add(a.x);
            extent.add(b.x);
            continue;
        }
        for (const double at : {z + 0.5 - kRowSlack, z + 0.5 + kRowSlack})
            extent.add(a.x + (std::clamp(at, a.z, b.z) - a.z) / (b.z - a.z) * (b.x - a.x));
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

// Marks volumes one after another.
class VolumeMarker {
public:
    VolumeMarker(CompactHeightfield& field, const Lattice& lattice)
        : field_(field),
          to_{grid_corner(lattice, field.grid), lattice.cell_size, lattice.cell_height},
          decided_((size_t{field.span_count()} + 63) / 64, 0),
          longest_run_(size_t(field.grid.depth), 0) {
        for (int32_t z = 0; z < field.grid.depth; ++z) {
            for (const Run& run : row_runs(field, z))
                longest_run_[size_t(z)] = std::max(longest_run_[size_t(z)], int32_t(run.length));
        }
    }

    // Marks the spans inside a volume that are not decided yet.
    void mark(const AreaVolume& v, uint8_t area);

    uint32_t changed() const { return changed_; }

private:
    template <class Inside>
    void search(IndexRange floors, uint8_t area, Inside inside) {
        for (int32_t z = rows_.begin; z < rows_.end; ++z) {
            IndexRange cells = cells_;
            if (!extents_.empty()) {
                const Extent extent = extents_[size_t(z - rows_.begin)];
                const IndexRange near =
                    integers_between(extent.from - kExtentSlack - 0.5, extent.to + kExtentSlack - 0.5, field_.grid.width);
                cells = {std::max(cells.begin, near.begin), std::min(cells.end, near.end)};
            }
            if (cells.begin >= cells.end) continue;
            const std::span<const Run> runs = row_runs(field_, z);
            const int32_t first_x0 = cells.begin - longest_run_[size_t(z)];
            for (auto run = std::partition_point(runs.begin(), runs.end(), [&](const Run& r) { return r.x0 < first_x0; });
                 run != runs.end() && run->x0 < cells.end; ++run) {
                const int32_t x0 = std::max(run->x0, cells.begin), x1 = std::min(run->x0 + int32_t(run->length), cells.end);
                if (x0 < x1) mark_run(*run, {x0, x1}, z, floors, area, inside);
            }
        }
    }

    template <class Inside>
    void mark_run(const Run& run, IndexRange cells, int32_t z, IndexRange floors, uint8_t area, Inside inside) {
        const uint32_t end = run.first + uint32_t(cells.end - run.x0);
        for (uint32_t i = run.first + uint32_t(cells.begin - run.x0); i < end; ++i) {
            const uint64_t open = ~decided_[i / 64] >> i % 64;
            if (open == 0) {
                i |= 63;  // no span of this word is open
                continue;
            }
            i += uint32_t(std::countr_zero(open));
            if (i >= end) break;
            if (field_.floor[i] < floors.begin || field_.floor[i] >= floors.end) continue;
            if (inside(CellPoint{run.x0 + int32_t(i - run.first) + 0.5, z + 0.5})) decide(i, area);
        }
    }

    void decide(uint32_t i, uint8_t area) {
        decided_[i / 64] |= uint64_t{1} << i % 64;
        if (area == kNullArea) field_.carved[i] = 1;
        if (field_.area[i] == 0 || field_.area[i] == area) return;
        field_.area[i] = area;
        ++changed_;
    }

    IndexRange floors(double low, double high) const {
        return integers_between(to_.height(low), to_.height(high), kMaxHeight + 1);
    }
    void find_extents(std::span<const CellPoint> ring);
    void find_extents(CellPoint middle, double radius);

    CompactHeightfield& field_;
    ToGrid to_;
    std::vector<uint64_t> decided_;     // a bit for each open span
    std::vector<int32_t> longest_run_;  // of each row [cell]
    uint32_t changed_ = 0;
    IndexRange rows_, cells_;      // the cells with their centres in the bounds of the volume
    std::vector<Extent> extents_;  // of the volume in each of these rows; empty if they are not known
};

void VolumeMarker::find_extents(std::span<const CellPoint> ring) {
    const auto is_far = [](CellPoint p) { return !(std::abs(p.x) <= kMaxExtents && std::abs(p.z) <= kMaxExtents); };
    if (std::any_of(ring.begin(), ring.end(), is_far)) return;
    extents_.assign(size_t(rows_.end - rows_.begin), {});
    for (size_t k = 0; k < ring.size(); ++k)
        add_side(ring[k], ring[k + 1 < ring.size() ? k + 1 : 0], rows_, extents_);
}

void VolumeMarker::find_extents(CellPoint middle, double radius) {
    if (!(std::abs(middle.x) <= kMaxExtents && std::abs(middle.z) <= kMaxExtents && radius <= kMaxExtents)) return;
    for (int32_t z = rows_.begin; z < rows_.end; ++z) {
        const double dz = z + 0.5 - middle.z, half = std::sqrt(std::max(radius * radius - dz * dz, 0.0));
        extents_.push_back({middle.x - half, middle.x + half});
    }
}

void VolumeMarker::mark(const AreaVolume& v, uint8_t area) {
    const VolumeBounds world = volume_bounds(v);
    const CellPoint low = to_.point({world.x0, 0, world.z0}), high = to_.point({world.x1, 0, world.z1});
    rows_ = integers_between(low.z - 0.5, high.z - 0.5, field_.grid.depth);
    cells_ = integers_between(low.x - 0.5, high.x - 0.5, field_.grid.width);
    if (rows_.begin >= rows_.end || cells_.begin >= cells_.end) return;
    extents_.clear();
    const CellPoint middle = to_.point(v.center);
    switch (v.shape) {
        case VolumeShape::box:
            search(floors(v.min.y, v.max.y), area, [](CellPoint) { return true; });
            break;
        case VolumeShape::rotated_box: {
            const CellPoint half{v.half_extents.x / to_.cell_size, v.half_extents.z / to_.cell_size};
            const double sine = sin_degrees(v.yaw), cosine = cos_degrees(v.yaw);
            const CellPoint along{half.x * cosine, -half.x * sine}, across{half.z * sine, half.z * cosine};
            const std::array<CellPoint, 4> ring{{{middle.x + along.x + across.x, middle.z + along.z + across.z},
                                                 {middle.x + along.x - across.x, middle.z + along.z - across.z},
                                                 {middle.x - along.x - across.x, middle.z - along.z - across.z},
                                                 {middle.x - along.x + across.x, middle.z - along.z + across.z}}};
            find_extents(ring);
            search(floors(v.center.y - v.half_extents.y, v.center.y + v.half_extents.y), area,
                   [&](CellPoint p) { return inside_turned_box(p, middle, half, sine, cosine); });
            break;
        }
        case VolumeShape::cylinder: {
            const double radius = v.radius / to_.cell_size;
            find_extents(middle, radius);
            search(floors(v.center.y, v.center.y + v.height), area,
                   [&](CellPoint p) { return inside_circle(p, middle, radius); });
            break;
        }
        case VolumeShape::prism: {
            if (v.points.size() < 3) return;
            std::vector<CellPoint> ring;
            for (const DVec3& p : v.points)
                ring.push_back(to_.point(p));
            find_extents(ring);
            search(floors(v.min_y, v.max_y), area, [&](CellPoint p) { return inside_convex(p, ring); });
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

uint32_t mark_volumes(CompactHeightfield& field, const Lattice& lattice, std::span<const AreaVolume> volumes,
                      std::span<const uint8_t> areas) {
    if (volumes.empty()) return 0;
    VolumeMarker marker(field, lattice);
    for (size_t i = 0; i < volumes.size(); ++i) {
        if (areas[i] != kNullArea) continue;
        field.carved.resize(field.span_count(), 0);
        marker.mark(volumes[i], kNullArea);
    }
    for (size_t i = volumes.size(); i-- > 0;) {
        if (areas[i] != kNullArea) marker.mark(volumes[i], areas[i]);
    }
    return marker.changed();
}

uint32_t mark_volume(CompactHeightfield& field, const Lattice& lattice, const AreaVolume& volume, uint8_t area) {
    return mark_volumes(field, lattice, {&volume, 1}, {&area, 1});
}

}  // namespace navspan
