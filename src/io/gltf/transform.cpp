// Computes the transforms of glTF nodes.
//
// In: a glTF node.
// Out: the node's transform relative to its parent, or nothing if invalid.
// Idea: A node has either a matrix, or a scale, a rotation and a translation, applied in this order. Uses doubles.
// Source: Khronos Group, glTF 2.0 specification (2021), chapter 3.5.3.
// Weak cases: none known.

#include "io/gltf/transform.h"

#include <cmath>
#include <cstddef>

namespace navspan {

Affine after(const Affine& a, const Affine& b) {
    Affine product{};
    for (size_t row = 0; row < 3; ++row) {
        for (size_t column = 0; column < 4; ++column) {
            double sum = column == 3 ? a[4 * row + 3] : 0;
            for (size_t k = 0; k < 3; ++k)
                sum += a[4 * row + k] * b[4 * k + column];
            product[4 * row + column] = sum;
        }
    }
    return product;
}

DVec3 transformed(const Affine& m, DVec3 p) {
    return {m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3], m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
            m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
}

bool is_mirroring(const Affine& m) {
    return m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) + m[2] * (m[4] * m[9] - m[5] * m[8]) < 0;
}

std::optional<Affine> local_transform(const GltfNode& node) {
    if (node.matrix) {
        const std::array<double, 16>& columns = *node.matrix;
        Affine m{};
        constexpr double kTolerance = 1e-6;
        for (size_t i = 0; i < 4; ++i) {
            if (std::fabs(columns[4 * i + 3] - (i == 3 ? 1 : 0)) > kTolerance) return {};
            for (size_t row = 0; row < 3; ++row)
                m[4 * row + i] = columns[4 * i + row];
        }
        return m;
    }
    auto [x, y, z, w] = node.rotation;
    const double length = std::sqrt(x * x + y * y + z * z + w * w);
    if (!(length > 1e-9) || !std::isfinite(length)) return {};
    x /= length, y /= length, z /= length, w /= length;
    Affine m{1 - 2 * (y * y + z * z), 2 * (x * y - z * w),     2 * (x * z + y * w),     node.translation[0],
             2 * (x * y + z * w),     1 - 2 * (x * x + z * z), 2 * (y * z - x * w),     node.translation[1],
             2 * (x * z - y * w),     2 * (y * z + x * w),     1 - 2 * (x * x + y * y), node.translation[2]};
    for (size_t row = 0; row < 3; ++row) {
        for (size_t k = 0; k < 3; ++k)
            m[4 * row + k] *= node.scale[k];
    }
    return m;
}

}  // namespace navspan
