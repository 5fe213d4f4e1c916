#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "navspan/bake/triangle_soup.h"

namespace navspan {

/// A view of all triangles of a soup, or of some of them in the order of the soup.
class SoupView {
public:
    /// Makes a view of all triangles. The soup must outlive the view.
    SoupView(const TriangleSoup& soup)
        : soup_(&soup), vertices_(soup.vertices.data()), triangles_(soup.triangles.data()), size_(soup.triangles.size()) {}
    /// Makes a view of the triangles with these indices. The soup and the indices must outlive the view.
    SoupView(const TriangleSoup& soup, std::span<const uint32_t> listed) : SoupView(soup) {
        listed_ = listed.data();
        size_ = listed.size();
        is_part_ = true;
    }

    /// Number of triangles.
    size_t size() const { return size_; }
    /// Returns the index in the soup of the i-th triangle of the view.
    uint32_t index(size_t i) const { return is_part_ ? listed_[i] : uint32_t(i); }
    /// Returns the vertex indices of the i-th triangle of the view.
    const std::array<uint32_t, 3>& triangle(size_t i) const { return triangles_[index(i)]; }
    uint8_t area(size_t i) const { return soup_->areas[index(i)]; }
    const DVec3& vertex(uint32_t v) const { return vertices_[v]; }
    std::array<DVec3, 3> corners(size_t i) const {
        const auto& [a, b, c] = triangle(i);
        return {vertices_[a], vertices_[b], vertices_[c]};
    }
    /// Returns a view of some triangles of the soup. The indices must outlive the view.
    SoupView part(std::span<const uint32_t> listed) const { return {*soup_, listed}; }
    /// Returns the soup if the view has all of its triangles, else null.
    const TriangleSoup* whole() const { return is_part_ ? nullptr : soup_; }

private:
    const TriangleSoup* soup_;
    const DVec3* vertices_;
    const std::array<uint32_t, 3>* triangles_;
    const uint32_t* listed_ = nullptr;  // indices of the triangles; only used if is_part_
    size_t size_;
    bool is_part_ = false;
};

}  // namespace navspan
