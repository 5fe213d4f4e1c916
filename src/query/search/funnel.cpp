// The funnel algorithm: the shortest line through a sequence of portals.
//
// In: start, goal, and the portals between them, as integer points.
// Out: the points at which a taut string would bend.
// Idea: A double-ended queue stores the funnel: the shortest lines from the start to both ends of the newest portal. Before a
// new portal end is added to one side of the queue, points are removed from this side. Removal stops when the line to the new
// end bends at the last remaining point. The line can turn by 180 degrees around the end of a zero-width wall (reverses()).
// Source: see funnel.h.
// Weak cases: none known.

#include "query/search/funnel.h"

#include <algorithm>

#include "query/search/plane.h"

namespace navspan {
namespace {

// Twice the signed area of the triangle a, b, c. Positive if a, b, c turn left.
Int128 area(PlanePoint a, PlanePoint b, PlanePoint c) {
    return Int128{b.z - a.z} * (c.x - a.x) - Int128{b.x - a.x} * (c.z - a.z);
}

// True if b and c are on the same side of a. The points must be collinear.
bool same_side(PlanePoint a, PlanePoint b, PlanePoint c) {
    return Int128{b.x - a.x} * (c.x - a.x) + Int128{b.z - a.z} * (c.z - a.z) > 0;
}

// True if the shortest path from a to p must turn back at b. The three points must be collinear. b is a point on one side of
// the funnel. `end` is the last point on the other side. In the left drawing, a wall of zero width ends at b and separates a
// from p, so the path runs from a to b and then back to p. In the right drawing, the segment from b to `end` contains a, so the
// path runs straight from a to p.
//
//    a ------ b ------ end        b ------ a ------ end
//    p <----- b                            a --> p
bool reverses(PlanePoint a, PlanePoint b, PlanePoint p, PlanePoint end) {
    return same_side(b, a, p) && !same_side(b, a, end);
}

class Funnel {
public:
    Funnel(PlanePoint start, size_t portals, FunnelScratch& scratch) : nodes_(scratch.nodes), deque_(scratch.deque) {
        nodes_.clear();
        nodes_.push_back({{start, 0}, 0});
        deque_.resize(2 * portals + 4);
        left_ = apex_ = right_ = portals + 2;
        deque_[apex_] = 0;
    }

    void add_left(PlanePoint p, uint32_t portal) {
        if (at(left_) == p) return;
        const size_t old = left_;
        while (left_ < apex_) {
            const Int128 side = area(at(left_ + 1), at(left_), p);
            if (side > 0 || (side == 0 && reverses(at(left_ + 1), at(left_), p, at(right_)))) break;
            ++left_;
        }
        if (left_ == apex_) {
            while (left_ < right_) {
                const Int128 side = area(at(left_), at(left_ + 1), p);
                if (side > 0 || (side == 0 && !reverses(at(left_), at(left_ + 1), p, at(old)))) break;
                ++left_;
            }
            apex_ = left_;
        }
        nodes_.push_back({{p, portal}, deque_[left_]});
        deque_[--left_] = uint32_t(nodes_.size() - 1);
    }

    void add_right(PlanePoint p, uint32_t portal) {
        if (at(right_) == p) return;
        const size_t old = right_;
        while (right_ > apex_) {
            const Int128 side = area(at(right_ - 1), at(right_), p);
            if (side < 0 || (side == 0 && reverses(at(right_ - 1), at(right_), p, at(left_)))) break;
            --right_;
        }
        if (right_ == apex_) {
            while (right_ > left_) {
                const Int128 side = area(at(right_), at(right_ - 1), p);
                if (side < 0 || (side == 0 && !reverses(at(right_), at(right_ - 1), p, at(old)))) break;
                --right_;
            }
            apex_ = right_;
        }
        nodes_.push_back({{p, portal}, deque_[right_]});
        deque_[++right_] = uint32_t(nodes_.size() - 1);
    }

    // Precondition: the last call was add_left() with the goal.
    void trace(std::vector<StringPoint>& line) const {
        line.clear();
        for (uint32_t i = deque_[left_];; i = nodes_[i].parent) {
            if (line.empty() || line.back().point != nodes_[i].at.point) {
                line.push_back(nodes_[i].at);
            } else {
                line.back() = nodes_[i].at;
            }
            if (i == 0) break;
        }
        std::reverse(line.begin(), line.end());
    }

private:
    PlanePoint at(size_t i) const { return nodes_[deque_[i]].at.point; }

    std::vector<FunnelScratch::StringNode>& nodes_;
    std::vector<uint32_t>& deque_;
    size_t left_ = 0, apex_ = 0, right_ = 0;
};

}  // namespace

void pull_string(PlanePoint start, PlanePoint goal, std::span<const Portal> portals, FunnelScratch& scratch,
                 std::vector<StringPoint>& line) {
    Funnel funnel(start, portals.size(), scratch);
    for (uint32_t i = 0; i < portals.size(); ++i) {
        funnel.add_left(portals[i].left, i);
        funnel.add_right(portals[i].right, i);
    }
    funnel.add_left(goal, uint32_t(portals.size()));
    funnel.trace(line);
    if (line.size() > 1) line.back().portal = uint32_t(portals.size());
}

}  // namespace navspan
