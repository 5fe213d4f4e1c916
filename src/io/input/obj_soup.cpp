// Builds the triangle soup of OBJ files.
//
// In: faces and names in the order of the file, and positions.
// Out: triangles with groups.
// Idea: Each face first becomes a triangle fan. If the face has more than three corners, a triangulation replaces the fan when
// the positions of all corners are known. This happens at the end of the file at the latest.
// Source: own method.
// Weak cases: A self-intersecting face may be triangulated wrongly. A warning counts these faces.

#include "io/input/obj_soup.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/text.h"
#include "io/input/ngon.h"

namespace navspan {

ObjSoup::ObjSoup(TriangleSoup& soup, ObjGroupIds& group_ids, MemoryBudget budget)
    : soup_(soup), group_ids_(group_ids), first_(soup.vertices.size()), budget_(std::move(budget)) {}

uint32_t ObjSoup::current_group() {
    if (!names_changed_) return group_;
    names_changed_ = false;
    if (budget_.bytes > 0 && name_bytes_ > budget_.bytes - budget_.used) return group_;
    const std::string key = names_.object + '\n' + names_.group + '\n' + names_.material;
    const auto [at, is_new] = group_ids_.try_emplace(key, uint32_t(soup_.groups.size()));
    if (is_new) {
        // Upper bound on the memory. group_ids_ and soup_.groups both store the names. The capacity of these two containers may
        // be up to twice their size.
        name_bytes_ += 3.0 * double(key.size()) + 2 * sizeof(SoupGroup) + 2 * sizeof(ObjGroupIds::value_type);
        soup_.groups.push_back(names_);
    }
    return group_ = at->second;
}

void ObjSoup::set_name(ObjNameKind kind, std::string_view name) {
    names_changed_ = true;
    if (kind == ObjNameKind::object) names_.object = name;
    if (kind == ObjNameKind::material) names_.material = name;
    if (kind != ObjNameKind::group) return;
    constexpr std::string_view kSpaces = " \t\r";
    names_.group.clear();
    for (size_t at = name.find_first_not_of(kSpaces); at < name.size(); at = name.find_first_not_of(kSpaces, at)) {
        const size_t end = std::min(name.find_first_of(kSpaces, at), name.size());
        names_.group.append(names_.group.empty() ? "" : " ").append(name.substr(at, end - at));
        at = end;
    }
}

bool ObjSoup::add_part(const ObjPart& part) {
    const auto before = int64_t(soup_.vertices.size() - first_), after = before + int64_t(part.positions.size());
    if (after > std::numeric_limits<int32_t>::max() || int64_t{part.max_index} > after) return false;
    // relative indices below 1 are stored modulo 2^32; the cast restores them
    const auto relative_index = [&](uint32_t slot) { return before + int32_t(part.triangles[slot / 3][slot % 3]); };
    if (std::any_of(part.relative.begin(), part.relative.end(), [&](uint32_t slot) { return relative_index(slot) < 1; }))
        return false;

    const size_t first_triangle = soup_.triangles.size();
    soup_.vertices.insert(soup_.vertices.end(), part.positions.begin(), part.positions.end());
    soup_.triangles.insert(soup_.triangles.end(), part.triangles.begin(), part.triangles.end());
    const uint32_t base = uint32_t(first_) - 1;  // may wrap around to 2^32 - 1; the additions below wrap back
    for (auto& triangle : std::span(soup_.triangles).subspan(first_triangle)) {
        for (uint32_t& vertex : triangle)
            vertex += base;
    }
    for (const uint32_t slot : part.relative)
        soup_.triangles[first_triangle + slot / 3][slot % 3] = base + uint32_t(relative_index(slot));
    add_groups(part);
    for (const ObjPart::Polygon& polygon : part.polygons)
        triangulate({first_triangle + polygon.first_triangle, polygon.corners});
    return true;
}

void ObjSoup::add_groups(const ObjPart& part) {
    size_t done = 0;
    const auto add_up_to = [&](size_t end) {
        if (done == end) return;
        soup_.group_of.insert(soup_.group_of.end(), end - done, current_group());
        done = end;
    };
    for (const ObjPart::Name& name : part.names) {
        add_up_to(name.triangle);
        set_name(name.kind, name.text);
    }
    add_up_to(part.triangles.size());
}

void ObjSoup::add_face(std::span<const uint32_t> corners) {
    const Fan face{soup_.triangles.size(), uint32_t(corners.size())};
    const auto vertex = [&](size_t i) { return uint32_t(first_) + corners[i] - 1; };
    for (size_t i = 2; i < corners.size(); ++i)
        soup_.triangles.push_back({vertex(0), vertex(i - 1), vertex(i)});
    soup_.group_of.insert(soup_.group_of.end(), corners.size() - 2, current_group());
    if (corners.size() == 3) return;
    if (*std::max_element(corners.begin(), corners.end()) <= soup_.vertices.size() - first_)
        triangulate(face);
    else
        waiting_.push_back(face);
}

// Replaces a polygon's fan by a triangulation that is correct for concave polygons.
void ObjSoup::triangulate(const Fan& polygon) {
    const std::span fan = std::span(soup_.triangles).subspan(polygon.first_triangle, polygon.corners - 2);
    vertices_.assign({fan[0][0], fan[0][1]});
    for (const auto& triangle : fan)
        vertices_.push_back(triangle[2]);
    corners_.clear();
    for (const uint32_t v : vertices_)
        corners_.push_back(soup_.vertices[v]);
    cut_.resize(fan.size());
    if (!triangulate_ngon(corners_, cut_)) {
        ++crossing_;
        if (!first_crossing_ || polygon.first_triangle < first_crossing_->first_triangle) first_crossing_ = polygon;
    }
    for (size_t i = 0; i < fan.size(); ++i)
        fan[i] = {vertices_[cut_[i][0]], vertices_[cut_[i][1]], vertices_[cut_[i][2]]};
}

void ObjSoup::finish(const std::string& file_name, Warnings& warnings) {
    for (const Fan& polygon : waiting_)
        triangulate(polygon);
    if (crossing_ == 0) return;
    warnings.push_back({"obj_face_crosses_itself",
                        file_name + ": " + count_text(crossing_, "self-intersecting face") +
                            ", possibly triangulated wrongly; triangulate such faces on export",
                        soup_.vertices[soup_.triangles[first_crossing_->first_triangle][0]]});
}

}  // namespace navspan
