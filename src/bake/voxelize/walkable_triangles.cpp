// Finds the triangles on which agents can walk and the triangles that are copies, and collects statistics of the input.
//
// In: triangles, counter-clockwise seen from their upper side.
// Out: the area id of each triangle, or kNullArea if the triangle is too steep, faces down, is degenerate, or is excluded by a
// rule. The bounding box of all triangles, the fraction of them that face down, and the warning about degenerate triangles.
// Idea: The slope is tested by comparing squared cosines. A tolerance keeps a ramp of exactly max_slope walkable despite
// rounding of its coordinates. Nearly vertical triangles are not counted in the fraction. A hash table finds copies. It is only
// used if rasterizing all triangles costs more than the table.
// Source: Mononen, Recast (2009).
// Weak cases: Copies with another first corner, and copies of a triangle that comes after kMaxDistinct others, are kept.

#include "bake/voxelize/walkable_triangles.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "bake/config/level_bounds.h"
#include "bake/voxelize/memory_estimate.h"
#include "core/angle.h"
#include "core/memory.h"
#include "core/text.h"
#include "navspan/core/hash.h"

namespace navspan {
namespace {

constexpr double kSlopeTolerance = 1e-7;  // relative tolerance of the squared cosine; 3e-6 degrees at a slope of 45 degrees
constexpr double kFlat = 1e-24;           // a triangle is degenerate if (2 * area / longest side^2)^2 is at most this
constexpr double kVertical = 0.1;         // a triangle is a wall if |y| of its unit normal is at most this
// Copies are searched for if a triangle covers at least kCoveredCells cells on average, and a cell is covered by at least
// kCoveringTriangles triangles on average.
constexpr double kCoveredCells = 64, kCoveringTriangles = 64;
constexpr size_t kMaxDistinct = 1 << 16;  // maximum number of triangles in the hash table

enum class Facing { up, steep, down, degenerate };

Facing facing_of(DVec3 a, DVec3 b, DVec3 c, double min_cosine_squared) {
    const DVec3 ab = b - a, ac = c - a;
    const DVec3 normal = cross(ab, ac);
    const double length_squared = dot(normal, normal);
    // `bound` is at least the squared length of every side. Most triangles pass the test without computing bc.
    const double ab_squared = dot(ab, ab), ac_squared = dot(ac, ac), bound = 2 * (ab_squared + ac_squared);
    if (!(length_squared > 2 * kFlat * bound * bound)) {
        const DVec3 bc = c - b;
        const double longest = std::max({ab_squared, ac_squared, dot(bc, bc)});
        if (!(length_squared > kFlat * longest * longest)) return Facing::degenerate;
    }
    if (normal.y < 0) return Facing::down;
    return normal.y * normal.y >= min_cosine_squared * length_squared ? Facing::up : Facing::steep;
}

// Estimates whether copies are worth a search, from a sample of the triangles.
bool may_have_costly_copies(const SoupView& soup, double cell_size, const Grid& grid) {
    constexpr size_t kSamples = 1024;
    const double columns = double(cell_count(grid)), triangles = double(soup.size());
    if (triangles < kCoveringTriangles) return false;
    const size_t samples = std::min(soup.size(), kSamples);
    double covered = 0;
    for (size_t k = 0; k < samples; ++k) {
        const auto [a, b, c] = soup.corners(k * soup.size() / samples);
        covered += std::min(doubled_area_xz(a, b, c) / 2 / (cell_size * cell_size), columns);
    }
    covered /= double(samples);
    return covered >= kCoveredCells && covered * triangles >= kCoveringTriangles * columns;
}

// A hash table of triangles. Stores for each triangle the index of its last copy.
class TriangleTable {
public:
    TriangleTable(const SoupView& soup, std::span<const uint8_t> areas) : soup_(soup), areas_(areas), slots_(0x1000, kFree) {}

    /// Stores triangle i. Returns the index of its previous copy. Returns i if there is none, or if the table is full.
    uint32_t exchange(uint32_t i) {
        const std::array<uint64_t, 10> key = key_of(i);
        uint32_t& slot = slot_of(key);
        if (slot != kFree) return std::exchange(slot, i);
        if (used_ == kMaxDistinct) return i;
        slot = i;
        if (++used_ > slots_.size() / 2) grow();
        return i;
    }

private:
    static constexpr uint32_t kFree = std::numeric_limits<uint32_t>::max();

    std::array<uint64_t, 10> key_of(uint32_t i) const {
        const auto [a, b, c] = soup_.corners(i);
        const auto bits = [](double v) { return std::bit_cast<uint64_t>(v); };
        return {bits(a.x), bits(a.y), bits(a.z), bits(b.x), bits(b.y), bits(b.z), bits(c.x), bits(c.y), bits(c.z), areas_[i]};
    }
    // Returns the slot of the triangle with this key, or a free slot.
    uint32_t& slot_of(const std::array<uint64_t, 10>& key) {
        uint64_t hash = 0;
        for (const uint64_t word : key)
            hash = std::rotl(hash ^ word, 23) * 0x9e3779b97f4a7c15u;
        size_t s = size_t(mix64(hash)) & (slots_.size() - 1);
        while (slots_[s] != kFree && key_of(slots_[s]) != key)
            s = (s + 1) & (slots_.size() - 1);
        return slots_[s];
    }
    void grow() {
        const std::vector<uint32_t> before = std::exchange(slots_, std::vector<uint32_t>(2 * slots_.size(), kFree));
        for (const uint32_t i : before) {
            if (i != kFree) slot_of(key_of(i)) = i;
        }
    }

    SoupView soup_;
    std::span<const uint8_t> areas_;
    std::vector<uint32_t> slots_;
    size_t used_ = 0;
};

}  // namespace

std::optional<ListedTriangles> without_copies(const SoupView& soup, std::span<const uint8_t> areas, double cell_size,
                                              const Grid& grid) {
    if (!may_have_costly_copies(soup, cell_size, grid)) return std::nullopt;
    std::vector<bool> is_kept(soup.size(), true);
    size_t count = soup.size();
    TriangleTable table(soup, areas);
    // After a triangle was merged into the spans, its spans contain it and have at least its area id, until a triangle with a
    // lower area id is merged. Until then, a copy changes nothing.
    std::array<uint32_t, 256> end_of_area{};  // for each area id: index of the last kept triangle, plus 1
    for (uint32_t i = 0; i < uint32_t(soup.size()); ++i) {
        const uint32_t previous = table.exchange(i);
        const auto lower = std::span(end_of_area).first(areas[i]);
        is_kept[i] = previous == i || std::any_of(lower.begin(), lower.end(), [=](uint32_t end) { return end > previous; });
        if (is_kept[i]) end_of_area[areas[i]] = i + 1;
        count -= !is_kept[i];
    }
    if (count == soup.size()) return std::nullopt;
    ListedTriangles kept;
    kept.listed.reserve(count);
    kept.areas.reserve(count);
    for (size_t i = 0; i < soup.size(); ++i) {
        if (!is_kept[i]) continue;
        kept.listed.push_back(soup.index(i));
        kept.areas.push_back(areas[i]);
    }
    return kept;
}

WalkableTriangles mark_walkable_triangles(SoupView soup, double max_slope) {
    const double cosine = cos_degrees(max_slope);
    const double min_cosine_squared = cosine * cosine * (1 - kSlopeTolerance);
    WalkableTriangles result;
    resize_prepared(result.areas, soup.size(), kNullArea);
    for (size_t i = 0; i < soup.size(); ++i) {
        const auto& t = soup.triangle(i);
        switch (facing_of(soup.vertex(t[0]), soup.vertex(t[1]), soup.vertex(t[2]), min_cosine_squared)) {
            case Facing::degenerate:
                if (result.degenerate++ == 0) result.first_degenerate = uint32_t(i);
                break;
            case Facing::down:
                ++result.facing_down;
                break;
            case Facing::steep:
                ++result.too_steep;
                break;
            case Facing::up:
                result.areas[i] = soup.area(i);
                ++(soup.area(i) == kNullArea ? result.excluded_by_rule : result.walkable);
                break;
        }
    }
    return result;
}

SoupStats soup_stats(const TriangleSoup& soup) {
    SoupStats stats;
    const LevelBounds bounds = bounds_of_triangles(soup);
    stats.min = bounds.min;
    stats.max = bounds.max;
    uint64_t up = 0, down = 0;
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        const auto [a, b, c] = triangle_corners(soup, i);
        const DVec3 normal = cross(b - a, c - a);
        if (std::abs(normal.y) <= kVertical * std::sqrt(dot(normal, normal))) continue;
        ++(normal.y > 0 ? up : down);
    }
    if (up + down > 0) stats.down_facing_ratio = double(down) / double(up + down);
    return stats;
}

Warnings soup_warnings(const TriangleSoup& soup, const WalkableTriangles& walkable) {
    Warnings warnings;
    if (walkable.degenerate > 0) {
        warnings.push_back({"degenerate_triangles",
                            count_text(walkable.degenerate, "triangle") +
                                " without area: such triangles block like others but are never walkable; remove them on export",
                            soup.vertices[soup.triangles[walkable.first_degenerate][0]]});
    }
    return warnings;
}

}  // namespace navspan
