#pragma once

#include <cstddef>

namespace navspan {

/// The turns of a closed ring at its corners, seen from above.
struct RingTurns {
    size_t left = 0, right = 0;  ///< number of corners with a left turn and with a right turn
    size_t first_right = 0;      ///< index of the first corner with a right turn, if there is one
    size_t rounds = 0;           ///< number of full turns of the direction, if all turns are left turns
    bool turns_back = false;     ///< true if the ring reverses its direction at a corner
    bool repeats = false;        ///< true if consecutive points are equal

    /// True if the ring is convex and counter-clockwise; corners of 180 degrees are allowed.
    bool is_convex() const { return right == 0 && rounds == 1 && !turns_back && !repeats; }
};

/// Counts the turns of a ring of n > 0 points with the members x and z.
/// @param point   point(i) returns point i
/// @param orient  orient(a, b, c) is positive if the turn from a -> b to b -> c is a left turn, negative if it is a right turn
template <class GetPoint, class Orient>
RingTurns count_turns(size_t n, GetPoint point, Orient orient) {
    // True if the angle of the direction a -> b is in [0, 180) degrees, counter-clockwise from the x axis, seen from above.
    const auto is_upward = [](const auto& a, const auto& b) { return b.z < a.z || (b.z == a.z && b.x > a.x); };
    RingTurns turns;
    auto a = point(n - 1), b = point(0);
    bool before = is_upward(a, b);
    for (size_t i = 0; i < n; ++i) {
        const auto c = point(i + 1 == n ? 0 : i + 1);
        const auto turn = orient(a, b, c);
        const bool after = is_upward(b, c);
        if (turn < 0 && turns.right == 0) turns.first_right = i;
        turns.left += turn > 0;
        turns.right += turn < 0;
        turns.rounds += !before && after;
        turns.turns_back |= turn == 0 && before != after;
        turns.repeats |= b == c;
        a = b;
        b = c;
        before = after;
    }
    return turns;
}

/// Computes the area of a closed ring, corner by corner. If Number is an integer type, the area is exact. All terms are
/// relative to the first corner, so floating-point rounding errors do not grow with the distance from the origin.
template <class Number>
class RingArea {
public:
    void add(Number x, Number z) {
        if (is_first_) {
            x0_ = x;
            z0_ = z;
            is_first_ = false;
        }
        const Number dx = x - x0_, dz = z - z0_;
        doubled_ += dz_ * dx - dx_ * dz;
        dx_ = dx;
        dz_ = dz;
    }
    /// Twice the signed area of the corners that were added: positive if the ring is counter-clockwise seen from above.
    Number doubled() const { return doubled_; }

private:
    Number x0_{}, z0_{}, dx_{}, dz_{};  // first corner (x0_, z0_); latest corner relative to the first (dx_, dz_)
    Number doubled_{};
    bool is_first_ = true;
};

}  // namespace navspan
