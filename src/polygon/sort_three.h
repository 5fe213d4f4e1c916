#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace navspan {

template <class T>
struct SortedThree {
    std::array<const T*, 3> items;  ///< in ascending order
    bool is_odd;                    ///< true if the order is an odd permutation of the input
};

/// Sorts three items by a key. Stable. A lookup table avoids mispredicted branches.
template <class T, class Key>
[[gnu::always_inline]] inline SortedThree<T> sort_three(const T& a, const T& b, const T& c, Key key) {
    static constexpr uint8_t kOrders[8][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {0, 1, 2},
                                              {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const auto key_a = key(a), key_b = key(b), key_c = key(c);
    const bool swap_ab = key_b < key_a, swap_bc = key_c < key_b, swap_ac = key_c < key_a;
    const uint8_t* order = kOrders[size_t{swap_ab} | size_t{swap_bc} << 1 | size_t{swap_ac} << 2];
    const T* const items[3] = {&a, &b, &c};
    return {{items[order[0]], items[order[1]], items[order[2]]}, (swap_ab ^ swap_bc ^ swap_ac) != 0};
}

}  // namespace navspan
