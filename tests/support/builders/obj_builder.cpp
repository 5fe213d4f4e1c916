#include "support/builders/obj_builder.h"

#include <algorithm>
#include <cmath>

#include "core/angle.h"

namespace navspan::support {
namespace {

int64_t millimetres(double v) {
    return int64_t(std::floor(v * 1000 + 0.5));
}

// Formats a length in millimetres as metres: 1250 becomes "1.25".
std::string decimal(int64_t mm) {
    const int64_t size = mm < 0 ? -mm : mm;
    std::string text = (mm < 0 ? "-" : "") + std::to_string(size / 1000);
    std::string rest = std::to_string(size % 1000);
    rest.insert(0, 3 - rest.size(), '0');
    while (!rest.empty() && rest.back() == '0')
        rest.pop_back();
    return rest.empty() ? text : text + "." + rest;
}

}  // namespace

uint32_t ObjBuilder::vertex(DVec3 p) {
    p = p + shift_;
    const std::array<int64_t, 3> key{millimetres(p.x), millimetres(p.y), millimetres(p.z)};
    const auto [it, fresh] = vertices_.try_emplace(key, uint32_t(vertices_.size() + 1));
    if (fresh) text_ += "v " + decimal(key[0]) + " " + decimal(key[1]) + " " + decimal(key[2]) + "\n";
    return it->second;
}

void ObjBuilder::face(const std::vector<DVec3>& corners) {
    std::vector<uint32_t> indices;
    for (const DVec3& p : corners) {
        const uint32_t index = vertex(p);
        if (indices.empty() || indices.back() != index) indices.push_back(index);
    }
    if (indices.size() > 1 && indices.front() == indices.back()) indices.pop_back();
    if (indices.size() < 3) return;
    text_ += "f";
    for (uint32_t index : indices)
        text_ += " " + std::to_string(index);
    text_ += "\n";
}

void ObjBuilder::floor(DVec3 min, DVec3 max) {
    face({min, {min.x, min.y, max.z}, max, {max.x, max.y, min.z}});
}

void ObjBuilder::frustum(const std::vector<DVec3>& bottom, const std::vector<DVec3>& top) {
    const size_t n = bottom.size();
    face(top);
    face({bottom.rbegin(), bottom.rend()});
    for (size_t k = 0; k < n; ++k) {
        const size_t next = k + 1 < n ? k + 1 : 0;
        face({bottom[k], bottom[next], top[next], top[k]});
    }
}

void ObjBuilder::box(DVec3 a, DVec3 b) {
    frustum({{a.x, a.y, a.z}, {a.x, a.y, b.z}, {b.x, a.y, b.z}, {b.x, a.y, a.z}},
            {{a.x, b.y, a.z}, {a.x, b.y, b.z}, {b.x, b.y, b.z}, {b.x, b.y, a.z}});
}

void ObjBuilder::turned_box(DVec3 base, const TurnedBox& box) {
    const auto& [half_x, half_z, height, yaw] = box;
    const double s = sin_degrees(yaw), c = cos_degrees(yaw);
    std::vector<DVec3> bottom, top;
    for (const auto& [u, w] : {std::pair{-half_x, -half_z}, {-half_x, half_z}, {half_x, half_z}, {half_x, -half_z}}) {
        bottom.push_back({base.x + u * c + w * s, base.y, base.z - u * s + w * c});
        top.push_back(bottom.back() + DVec3{0, height, 0});
    }
    frustum(bottom, top);
}

std::vector<DVec3> ring_around(DVec3 centre, double radius, int sides, double turn) {
    std::vector<DVec3> ring;
    for (int k = 0; k < sides; ++k) {
        const double angle = turn + 360.0 * k / sides;
        ring.push_back({centre.x + radius * cos_degrees(angle), centre.y, centre.z - radius * sin_degrees(angle)});
    }
    return ring;
}

void ObjBuilder::column(DVec3 base, const Column& column) {
    frustum(ring_around(base, column.bottom_radius, column.sides),
            ring_around(base + DVec3{0, column.height, 0}, column.top_radius, column.sides));
}

void ObjBuilder::ramp_z(DVec3 from, DVec3 to, double bottom) {
    if (to.z < from.z) {
        std::swap(from.z, to.z);
        std::swap(from.y, to.y);
    }
    frustum({{from.x, bottom, from.z}, {from.x, bottom, to.z}, {to.x, bottom, to.z}, {to.x, bottom, from.z}},
            {{from.x, from.y, from.z}, {from.x, to.y, to.z}, {to.x, to.y, to.z}, {to.x, from.y, from.z}});
}

void ObjBuilder::stairs_z(DVec3 from, DVec3 to, int steps) {
    for (int k = 0; k < steps; ++k) {
        const double begin = from.z + (to.z - from.z) * k / steps, end = from.z + (to.z - from.z) * (k + 1) / steps;
        const double top = from.y + (to.y - from.y) * (k + 1) / steps;
        box({from.x, from.y, std::min(begin, end)}, {to.x, top, std::max(begin, end)});
    }
}

void ObjBuilder::wall(bool along_x, DVec3 min, DVec3 max, const std::vector<Opening>& openings) {
    const auto piece = [&](double from, double to, double bottom, double top) {
        if (from >= to || bottom >= top) return;
        if (along_x) {
            box({from, bottom, min.z}, {to, top, max.z});
        } else {
            box({min.x, bottom, from}, {max.x, top, to});
        }
    };
    double at = along_x ? min.x : min.z;
    for (const Opening& hole : openings) {
        piece(at, hole.from, min.y, max.y);
        piece(hole.from, hole.to, min.y, hole.bottom);
        piece(hole.from, hole.to, hole.top, max.y);
        at = hole.to;
    }
    piece(at, along_x ? max.x : max.z, min.y, max.y);
}

}  // namespace navspan::support
