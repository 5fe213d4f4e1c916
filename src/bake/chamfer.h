#pragma once

// The two passes of the chamfer distance transform (2 straight, 3 diagonal) on run-ordered rows, shared by erosion and the
// distance field.
//
// In: 0 for every span on a border, the largest value elsewhere. A border span is one without all four neighbours (inside its
// area), so the first and the last span of every run are 0. That is what makes the plain loops below right: where a stretch
// reads or writes one span past its end, that span is either the diagonal neighbour meant, or it lies beyond a span with
// value 0, whose straight neighbours get at most 2 from it; and a value of 3 or more then changes nothing.
//
// Source: Gunilla Borgefors, Distance transformations in digital images (1986).

#include <algorithm>
#include <limits>

#include "navspan/bake/compact_heightfield.h"
#include "stretches.h"

namespace navspan {

/// a + step, staying at the largest value
template <class T>
inline T chamfer_add(T a, T step) {
    return T(std::min<T>(a, T(std::numeric_limits<T>::max() - step)) + step);
}

template <class T>
void chamfer_forward(const CompactHeightfield& field, T* d) {
    for (size_t z = 0; z + 1 < field.row_span.size(); ++z) {
        const uint32_t begin = field.row_span[z], end = field.row_span[z + 1];
        for_each_stretch(field.down, begin, end, [&](uint32_t i, uint32_t j, uint32_t n) {
            // straight down, and down then right
            for (uint32_t k = 0; k < n; ++k) {
                d[i + k] = std::min(d[i + k], std::min(chamfer_add<T>(d[j + k], 2), chamfer_add<T>(d[j + k + 1], 3)));
            }
            // left then down, seen from the span to the left
            const uint32_t m = std::min(n, end - i - 1);
            for (uint32_t k = 0; k < m; ++k)
                d[i + 1 + k] = std::min(d[i + 1 + k], chamfer_add<T>(d[j + k], 3));
        });
        for (uint32_t i = begin + 1; i < end; ++i)
            d[i] = std::min(d[i], chamfer_add<T>(d[i - 1], 2));
    }
}

template <class T>
void chamfer_backward(const CompactHeightfield& field, T* d) {
    for (size_t z = field.row_span.size() - 1; z-- > 0;) {
        const uint32_t begin = field.row_span[z], end = field.row_span[z + 1];
        for_each_stretch(field.up, begin, end, [&](uint32_t i, uint32_t j, uint32_t n) {
            // straight up, and up then left
            for (uint32_t k = 0; k < n; ++k) {
                d[i + k] = std::min(d[i + k], std::min(chamfer_add<T>(d[j + k], 2), chamfer_add<T>(d[j + k - 1], 3)));
            }
            // right then up, seen from the span to the right
            for (uint32_t k = i == begin; k < n; ++k)
                d[i + k - 1] = std::min(d[i + k - 1], chamfer_add<T>(d[j + k], 3));
        });
        for (uint32_t i = end; i-- > begin + 1;)
            d[i - 1] = std::min(d[i - 1], chamfer_add<T>(d[i], 2));
    }
}

/// Both passes, in place.
/// @param d  one value per open span and one more
template <class T>
void chamfer_transform(const CompactHeightfield& field, T* d) {
    chamfer_forward(field, d);
    chamfer_backward(field, d);
}

}  // namespace navspan
