// The laws that every input reader keeps and every stage relies on.

#include "check/stages/triangle_soup.h"

#include <cmath>

namespace navspan {

void check_triangle_soup(const TriangleSoup& soup, CheckReport& report) {
    const size_t n = soup.triangles.size();
    if (soup.areas.size() != n || soup.group_of.size() != n) {
        fail(report, "triangle soup: " + std::to_string(n) + " triangles, but " + std::to_string(soup.areas.size()) +
                         " areas and " + std::to_string(soup.group_of.size()) + " group indices");
        return;
    }
    for (size_t i = 0; i < soup.vertices.size(); ++i) {
        const DVec3& p = soup.vertices[i];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) {
            fail(report, "triangle soup: vertex " + std::to_string(i) + " is not finite");
        }
    }
    for (size_t i = 0; i < n; ++i) {
        const std::string name = "triangle soup: triangle " + std::to_string(i);
        for (const uint32_t v : soup.triangles[i]) {
            if (v >= soup.vertices.size()) fail(report, name + " has vertex " + std::to_string(v) + ", out of range");
        }
        if (soup.areas[i] > kMaxArea) fail(report, name + " has area " + std::to_string(soup.areas[i]) + ", above 63");
        if (soup.group_of[i] >= soup.groups.size()) fail(report, name + " has a group out of range");
    }
}

}  // namespace navspan
