#include "support/oracles/ray_oracle.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace navspan::support {
namespace {

__extension__ using Wide = __int128;

struct WidePoint {
    Wide x = 0, z = 0;
};

// A position on the ray, as an exact fraction of the ray's length: `above` is the numerator, `below` the denominator, > 0.
struct Share {
    Wide above = 0, below = 1;
    friend bool operator<(Share a, Share b) { return a.above * b.below < b.above * a.below; }
};

struct Piece {
    Share from, to;
};

Wide orient(WidePoint a, WidePoint b, WidePoint c) {
    return (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
}

Share share(Wide above, Wide below) {
    return below < 0 ? Share{-above, -below} : Share{above, below};
}

WidePoint corner(const NavTile& tile, uint32_t e) {
    const LatticePoint p = lattice_point(tile, e);
    return {Wide{p.x} << 20, Wide{p.z} << 20};
}

WidePoint fine(const TileFrame& f, DVec3 world) {
    const DVec3 local = to_local(f, world);
    return {(Wide{f.x0} << 20) + Wide(std::llround(local.x * 0x1p20)),
            (Wide{f.z0} << 20) + Wide(std::llround(local.z * 0x1p20))};
}

// Returns the part of the segment s..e that lies in a polygon or on its border.
std::optional<Piece> in_polygon(const NavTile& tile, uint32_t polygon, WidePoint s, WidePoint e) {
    Piece piece{{0, 1}, {1, 1}};
    const NavPolygon& p = tile.polygons[polygon];
    for (uint32_t i = p.first_edge; i < p.first_edge + p.edge_count; ++i) {
        const WidePoint a = corner(tile, i), b = corner(tile, next_edge(tile, i));
        const Wide offset = orient(a, b, s), slope = orient(a, b, e) - offset;
        if (slope > 0) {
            piece.from = std::max(piece.from, share(-offset, slope));
        } else if (slope < 0) {
            piece.to = std::min(piece.to, share(-offset, slope));
        } else if (offset < 0) {
            return std::nullopt;
        }
    }
    if (piece.to < piece.from) return std::nullopt;
    return piece;
}

// Returns the part of the segment s..e that lies on the portal a..b, including its ends.
std::optional<Piece> on_portal(WidePoint a, WidePoint b, WidePoint s, WidePoint e) {
    const Wide at_a = orient(s, e, a), at_b = orient(s, e, b);
    if ((at_a > 0 && at_b > 0) || (at_a < 0 && at_b < 0)) return std::nullopt;
    if (at_a == 0 && at_b == 0) {
        const Wide dd = (e.x - s.x) * (e.x - s.x) + (e.z - s.z) * (e.z - s.z);
        const auto along = [&](WidePoint p) { return share((p.x - s.x) * (e.x - s.x) + (p.z - s.z) * (e.z - s.z), dd); };
        const Share one = along(a), other = along(b);
        return Piece{std::min(one, other), std::max(one, other)};
    }
    const Wide offset = orient(a, b, s);
    const Share at = share(offset, offset - orient(a, b, e));
    return Piece{at, at};
}

}  // namespace

double ray_fraction(const NavMesh& mesh, const QueryFilter& filter, PolygonRef start_polygon, DVec3 start, DVec3 end) {
    const TileFrame& frame = tile_of(mesh, start_polygon).frame;
    const WidePoint s = fine(frame, start), e = fine(frame, end);
    std::map<PolygonRef, Share> reached{{start_polygon, {0, 1}}};
    Share best{0, 1};
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [ref, entry] : reached) {
            const NavTile& tile = tile_of(mesh, ref);
            const auto piece = in_polygon(tile, ref.polygon, s, e);
            if (!piece) continue;
            best = std::max(best, piece->to);
            const NavPolygon& p = tile.polygons[ref.polygon];
            for (uint32_t i = p.first_edge; i < p.first_edge + p.edge_count; ++i) {
                const EdgeRef twin = twin_of(mesh, {ref.tile, i});
                if (!twin.valid() || !admits(filter, polygon_of(mesh, polygon_at(mesh, twin)))) continue;
                const auto touch = on_portal(corner(tile, i), corner(tile, next_edge(tile, i)), s, e);
                if (!touch || touch->to < entry || piece->to < touch->from || touch->to < Share{0, 1}) continue;
                const Share at = std::max(touch->from, entry);
                const auto [known, is_new] = reached.try_emplace(polygon_at(mesh, twin), at);
                if (is_new) {
                    changed = true;
                } else if (at < known->second) {
                    known->second = at;
                    changed = true;
                }
            }
        }
    }
    best = std::min(best, Share{1, 1});
    return double(best.above) / double(best.below);
}

}  // namespace navspan::support
