// Validates the triangles that a caller passes to a bake.
//
// In: a triangle soup.
// Out: the first error; or a soup in which every triangle has an area id.
// Idea: Each public function that takes a soup validates it once. The stages trust its indices.
// Source: own method.
// Weak cases: intersecting and degenerate triangles are accepted.

#include "bake/config/check_soup.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/text.h"
#include "navspan/bake/area_rules.h"
#include "navspan/navmesh/nav_tile.h"
#include "navspan/navmesh/nearest.h"

namespace navspan {
namespace {

Error soup_error(const std::string& place, const std::string& what) {
    return input_error(place + ": " + what);
}

std::string triangle_name(size_t i) {
    return "triangle " + std::to_string(i);
}

// Tests that a list is empty or has one entry for each triangle.
Status check_length(size_t entries, const TriangleSoup& soup, const char* list, const char* if_empty) {
    if (entries == 0 || entries == soup.triangles.size()) return Done{};
    return soup_error(list, count_text(entries, "entry", "entries") + " for " + count_text(soup.triangles.size(), "triangle") +
                                "; give one entry per triangle, or none if " + if_empty);
}

// Returns the position of the first invalid item, or nullopt. The first pass has no branches, because most soups are valid.
template <class T, class Test>
std::optional<size_t> first_invalid(const std::vector<T>& items, Test is_valid) {
    bool all_valid = true;
    for (const T& item : items)
        all_valid &= is_valid(item);
    if (all_valid) return std::nullopt;
    return size_t(std::find_if_not(items.begin(), items.end(), is_valid) - items.begin());
}

Status check_vertices(const TriangleSoup& soup) {
    const std::optional<size_t> bad = first_invalid(soup.vertices, [](const DVec3& v) { return is_in_world(v); });
    if (!bad) return Done{};
    return soup_error("vertex " + std::to_string(*bad), "a coordinate is NaN, infinite or beyond 1e15; correct the vertex");
}

Status check_indices(const TriangleSoup& soup) {
    const size_t count = soup.vertices.size();
    const std::optional<size_t> bad = first_invalid(
        soup.triangles, [count](const std::array<uint32_t, 3>& t) { return std::max(std::max(t[0], t[1]), t[2]) < count; });
    if (!bad) return Done{};
    const std::array<uint32_t, 3>& triangle = soup.triangles[*bad];
    return soup_error(triangle_name(*bad),
                      "vertex index " + std::to_string(*std::max_element(triangle.begin(), triangle.end())) +
                          " is out of range; there are " + std::to_string(count) + " vertices, numbered from 0");
}

Status check_triangle_areas(const TriangleSoup& soup) {
    if (Status s = check_length(soup.areas.size(), soup, "areas", "all triangles are ground"); !s) return s;
    const std::optional<size_t> bad = first_invalid(soup.areas, [](uint8_t area) { return area <= kMaxArea; });
    if (!bad) return Done{};
    return soup_error(triangle_name(*bad), "area id " + std::to_string(soup.areas[*bad]) +
                                               " is out of range; give 1 to 63, or 0 if it is not walkable");
}

Status check_groups(const TriangleSoup& soup) {
    if (Status s = check_length(soup.group_of.size(), soup, "group_of", "the triangles have no names"); !s) return s;
    const size_t count = std::max(soup.groups.size(), size_t{1});
    const std::optional<size_t> bad = first_invalid(soup.group_of, [count](uint32_t group) { return group < count; });
    if (!bad) return Done{};
    return soup_error(triangle_name(*bad), "group " + std::to_string(soup.group_of[*bad]) + " is out of range; there are " +
                                               std::to_string(soup.groups.size()) + " groups, numbered from 0");
}

}  // namespace

Status check_soup(const TriangleSoup& soup) {
    for (const auto check : {check_vertices, check_indices, check_triangle_areas, check_groups}) {
        if (Status s = check(soup); !s) return s;
    }
    return Done{};
}

Status check_on_lattice(const TriangleSoup& soup, const Lattice& lattice) {
    const auto is_near = [](double offset, double step) { return std::fabs(offset / step) < kMaxLattice; };
    const auto is_on_lattice = [&](DVec3 v) {
        const DVec3 offset = v - lattice.origin;
        return is_near(offset.x, lattice.cell_size) && is_near(offset.y, lattice.cell_height) &&
               is_near(offset.z, lattice.cell_size);
    };
    if (std::all_of(soup.vertices.begin(), soup.vertices.end(), is_on_lattice)) return Done{};
    for (size_t i = 0; i < soup.triangles.size(); ++i) {
        const std::array<DVec3, 3> corners = triangle_corners(soup, i);
        if (is_on_lattice(corners[0]) && is_on_lattice(corners[1]) && is_on_lattice(corners[2])) continue;
        return Error{ErrorKind::failed, triangle_name(i) +
                                            ": it reaches farther than 2^29 cells from the origin; move it, raise "
                                            "voxels.cell_size, or check the input's scale for stray vertices"};
    }
    return Done{};
}

Result<CheckedSoup> CheckedSoup::make(const TriangleSoup& soup, const BakeConfig& config) {
    if (const Status valid = check_soup(soup); !valid) return valid.error();
    CheckedSoup checked(soup);
    if (!soup.areas.empty() || soup.triangles.empty()) return checked;
    const Result<uint8_t> ground = ground_area(config);
    if (!ground) return ground.error();
    checked.copy_ = soup;
    checked.copy_->areas.assign(soup.triangles.size(), *ground);
    return checked;
}

}  // namespace navspan
