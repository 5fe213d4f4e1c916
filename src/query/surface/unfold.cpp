// Pulls a string over an unfolded strip of triangles.
//
// In: a start, a goal, and the edges in space between them.
// Out: the shortest line that crosses the edges in order.
// Idea: The triangles between the edges are placed side by side in a plane, with unchanged side lengths. The funnel algorithm
// finds the shortest line in the plane. The line in space crosses each edge at the same fraction of the edge.
// Source: Sharir, Schorr, On shortest paths in polyhedral spaces (1986), for the unfolding; see funnel.h for the string.
// Weak cases: Details smaller than 2^-50 of the size of the strip are lost by rounding.

#include "query/surface/unfold.h"

#include <algorithm>
#include <cmath>

namespace navspan {
namespace {

double length(DVec3 v) {
    return std::sqrt(dot(v, v));
}

// Unfolds a point into the plane. The distances of the point to both ends of the portal remain unchanged. @param side  1 on the
// far side of the portal, -1 on the near side
FlatPoint unfold_point(DVec3 left, DVec3 right, FlatPoint flat_left, FlatPoint flat_right, DVec3 point, double side) {
    const DVec3 edge = left - right, to = point - right;
    const double width = length(edge);
    const double ex = (flat_left.x - flat_right.x) / width, ez = (flat_left.z - flat_right.z) / width;
    const double along = dot(to, edge) / width, away = side * length(cross(edge, to)) / width;
    return {flat_right.x + along * ex - away * ez, flat_right.z + along * ez + away * ex};
}

struct StripEnds {
    FlatPoint start, goal;
};

StripEnds unfold_strip(DVec3 start, DVec3 goal, std::span<const SurfacePortal> portals, std::vector<FlatPortal>& flat) {
    flat.clear();
    flat.push_back({{length(portals[0].left - portals[0].right), 0}, {0, 0}});
    StripEnds strip;
    strip.start = unfold_point(portals[0].left, portals[0].right, flat[0].left, flat[0].right, start, -1);
    for (size_t i = 1; i < portals.size(); ++i) {
        const SurfacePortal &a = portals[i - 1], &b = portals[i];
        FlatPortal at = flat.back();
        if (b.right != a.right) at.right = unfold_point(a.left, a.right, at.left, at.right, b.right, 1);
        if (b.left != a.left) {
            // b.left forms a triangle with a.left and b.right or, if these are equal, with both ends of portal a.
            const bool narrow = a.left == b.right;
            const FlatPortal& old = flat.back();
            at.left = narrow ? unfold_point(a.left, a.right, old.left, old.right, b.left, 1)
                             : unfold_point(a.left, b.right, old.left, at.right, b.left, 1);
        }
        flat.push_back(at);
    }
    const SurfacePortal& last = portals.back();
    strip.goal = unfold_point(last.left, last.right, flat.back().left, flat.back().right, goal, 1);
    return strip;
}

// Distance from a point to the line of a portal.
double distance_to(const FlatPortal& portal, FlatPoint p) {
    const double ex = portal.left.x - portal.right.x, ez = portal.left.z - portal.right.z;
    return std::fabs(ex * (p.z - portal.right.z) - ez * (p.x - portal.right.x)) / std::sqrt(ex * ex + ez * ez);
}

double size_of(const StripEnds& strip, const std::vector<FlatPortal>& flat) {
    double most = 1e-300;
    const auto grow = [&most](FlatPoint p) { most = std::max({most, std::fabs(p.x), std::fabs(p.z)}); };
    grow(strip.start);
    grow(strip.goal);
    for (const FlatPortal& pair : flat) {
        grow(pair.left);
        grow(pair.right);
    }
    return most;
}

double add_point(DVec3 p, std::vector<DVec3>& points) {
    const DVec3 step = p - points.back();
    if (p != points.back()) points.push_back(p);
    return length(step);
}

}  // namespace

double pull_surface_string(DVec3 start, DVec3 goal, std::span<const SurfacePortal> portals, SurfaceScratch& scratch,
                           std::vector<DVec3>& points) {
    points.assign(1, start);
    if (portals.empty()) return add_point(goal, points);
    const StripEnds strip = unfold_strip(start, goal, portals, scratch.flat);
    const double size = size_of(strip, scratch.flat), touching = 1e-12 * size;
    const double scale = 0x1p50 / size;
    const auto integer = [scale](FlatPoint p) {
        return PlanePoint{int64_t(std::floor(p.x * scale + 0.5)), int64_t(std::floor(p.z * scale + 0.5))};
    };
    size_t begin = 0, end = portals.size();
    while (begin < end && distance_to(scratch.flat[begin], strip.start) <= touching)
        ++begin;
    while (end > begin && distance_to(scratch.flat[end - 1], strip.goal) <= touching)
        --end;
    scratch.portals.clear();
    for (size_t i = begin; i < end; ++i)
        scratch.portals.push_back({integer(scratch.flat[i].left), integer(scratch.flat[i].right)});
    pull_string(integer(strip.start), integer(strip.goal), scratch.portals, scratch.funnel, scratch.line);

    // Fold the line back: compute where it crosses each portal in the plane, and place this point on the portal in space.
    const auto flat_of = [&](const StringPoint& p) {
        if (p.portal == scratch.portals.size()) return strip.goal;
        const FlatPortal& portal = scratch.flat[begin + p.portal];
        return p.point == scratch.portals[p.portal].left ? portal.left : portal.right;
    };
    double total = 0;
    FlatPoint at = strip.start;
    uint32_t next = 0;
    for (size_t i = 1; i < scratch.line.size(); ++i) {
        const bool last = i + 1 == scratch.line.size();
        const FlatPoint to = last ? strip.goal : flat_of(scratch.line[i]);
        const size_t count = (last ? scratch.portals.size() : scratch.line[i].portal) - next;
        leg_crossings({at, to}, std::span(scratch.flat).subspan(begin + next, count), touching, scratch.leg_crossings);
        for (const double share : scratch.leg_crossings) {
            const SurfacePortal& portal = portals[begin + next++];
            const DVec3 p = share == 1 ? portal.right : portal.left + (portal.right - portal.left) * share;
            total += add_point(p, points);
        }
        at = to;
    }
    return total + add_point(goal, points);
}

}  // namespace navspan
