// Generates levels of built structures: fences, streets, storeys, mazes and others.

#include <algorithm>
#include <cmath>
#include <vector>

#include "navbench/kinds/kinds.h"

namespace navspan::bench {
namespace {

// Adds a fence of posts and two rails along x or z.
void add_fence(LevelBuilder& b, DVec3 start, double length, bool along_x, double height) {
    const double post = 0.06;
    const auto box_at = [&](double from, double to, double low, double high) {
        if (along_x)
            b.box({start.x + from, start.y + low, start.z - post}, {start.x + to, start.y + high, start.z + post});
        else
            b.box({start.x - post, start.y + low, start.z + from}, {start.x + post, start.y + high, start.z + to});
    };
    for (double at = 0; at <= length; at += 1.5)
        box_at(at, at + 2 * post, 0, height);
    box_at(0, length, height * 0.45, height * 0.55);
    box_at(0, length, height * 0.9, height);
}

}  // namespace

void add_fences(LevelBuilder& b, const KindParams& params) {
    const double s = params.side;
    b.floor(0, 0, s, s, 0);
    const int platforms = 2 + int(s / 8);
    for (int k = 0; k < platforms; ++k) {
        const double x = b.between(0, s - 6), z = b.between(0, s - 6), w = b.between(3, 6), d = b.between(3, 6);
        const double y = b.between(0.4, 2.4);
        b.box({x, 0, z}, {x + w, y, z + d});
        b.stairs({x - 0.3 * std::ceil(y / 0.2), 0, z}, int(std::ceil(y / 0.2)), y / std::ceil(y / 0.2), 0.3, 1.6, true);
        add_fence(b, {x, y, z}, w, true, b.between(0.8, 1.2));
        add_fence(b, {x, y, z + d}, w, true, b.between(0.8, 1.2));
        add_fence(b, {x + w, y, z}, d, false, b.between(0.8, 1.2));
    }
    const int fences = 3 + int(s / 4);
    for (int k = 0; k < fences; ++k) {
        const bool along_x = b.chance(0.5);
        const double height = b.between(0.6, 1.4), length = b.between(2, s / 3);
        add_fence(b, {b.between(0, s), 0, b.between(0, s)}, length, along_x, height);
    }
}

void add_city(LevelBuilder& b, const KindParams& params) {
    const double s = 2 * params.side, curb = 0.15;
    b.floor(0, 0, s, s, 0);
    const double block = b.between(10, 16), street = b.between(3, 5);
    for (double x = street; x + block <= s; x += block + street) {
        for (double z = street; z + block <= s; z += block + street) {
            b.box({x, 0, z}, {x + block, curb, z + block});
            const int houses = 1 + b.index(4);
            for (int k = 0; k < houses; ++k) {
                const double w = b.between(2.5, block / 2), d = b.between(2.5, block / 2);
                const double hx = x + b.between(1.5, block - w - 1), hz = z + b.between(1.5, block - d - 1);
                b.box({hx, curb, hz}, {hx + w, b.between(3, 20), hz + d});
            }
            if (b.chance(0.3)) b.box({x + 1, curb, z + 0.2}, {x + 2.5, curb + 0.45, z + 0.6});  // a bench
            if (b.chance(0.5)) b.column({x + 0.5, curb, z + block / 2}, 0.12, 4);               // a lamp
        }
    }
}

void add_storeys(LevelBuilder& b, const KindParams& params) {
    const double s = params.side * 0.75, height = b.between(2.8, 3.4), slab = 0.25;
    const int floors = 4 + b.index(3);
    for (int level = 0; level < floors; ++level) {
        const double y = level * height;
        // Each slab has a hole along one side for the stairs.
        const double well = 1.8;
        if (level == 0) {
            b.floor(0, 0, s, s, 0);
        } else {
            b.box({well, y - slab, 0}, {s, y, s});
            b.box({0, y - slab, 0}, {well, y, level % 2 ? s * 0.25 : s * 0.35});
            b.floor(well, s, s, 0, y - slab);  // the underside, facing down
        }
        if (level + 1 < floors) {
            const int steps = int(std::ceil(height / 0.18));
            const double start = s * (level % 2 ? 0.30 : 0.38);
            b.stairs({0.1, y, start + steps * 0.28}, 1, 0.02, 0.5, well - 0.2, false);
            for (int k = 0; k < steps; ++k) {
                const double z = start + (steps - 1 - k) * 0.28, top = y + (k + 1) * height / steps;
                b.box({0.1, std::max(y, top - 0.3), z}, {well - 0.1, top, z + 0.28});
            }
        }
        for (int k = 0; k < int(s / 4); ++k) {  // walls with a doorway of 1.6 wu
            const double at = b.between(well + 2, s - 1), gap = b.between(1, s - 3);
            b.box({at, y, 0}, {at + 0.15, y + height - slab, gap});
            b.box({at, y, gap + 1.6}, {at + 0.15, y + height - slab, s});
        }
    }
}

void add_maze(LevelBuilder& b, const KindParams& params) {
    const double passage = 2.4, wall = 0.2;
    const int n = std::max(4, int(params.side / passage));
    const double s = n * passage;
    b.floor(0, 0, s, s, 0);
    // A random spanning tree connects all rooms: each room except (0, 0) has an opening in its -x or -z side. A few rooms have
    // both openings, so the maze has cycles.
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            const double x = i * passage, z = k * passage;
            const bool opens_west = i > 0 && (k == 0 || b.chance(0.5));
            const bool opens_south = k > 0 && (!opens_west || b.chance(0.08));
            if (!opens_west) b.box({x - wall, 0, z - wall}, {x + wall, 2.5, z + passage + wall});
            if (!opens_south) b.box({x - wall, 0, z - wall}, {x + passage + wall, 2.5, z + wall});
        }
    }
    b.box({s - wall, 0, 0}, {s + wall, 2.5, s});
    b.box({0, 0, s - wall}, {s, 2.5, s + wall});
}

void add_arches(LevelBuilder& b, const KindParams& params) {
    const double s = params.side;
    b.floor(0, 0, s, s, 0);
    const int arches = 3 + int(s / 6);
    for (int k = 0; k < arches; ++k) {
        const double x = b.between(0, s - 8), z = b.between(0, s - 4), span = b.between(3, 7), rise = b.between(1.5, 3.5);
        const double depth = b.between(1, 4), foot = 0.6;
        b.box({x, 0, z}, {x + foot, 2, z + depth});
        b.box({x + foot + span, 0, z}, {x + 2 * foot + span, 2, z + depth});
        const int parts = 12;
        const auto curve = [&](double t) { return 2 + rise * 4 * t * (1 - t); };  // parabola over the span
        for (int i = 0; i < parts; ++i) {
            const double t0 = double(i) / parts, t1 = double(i + 1) / parts;
            const double x0 = x + foot + span * t0, x1 = x + foot + span * t1, y0 = curve(t0), y1 = curve(t1);
            b.quad({x0, y0 + 0.4, z}, {x0, y0 + 0.4, z + depth}, {x1, y1 + 0.4, z + depth}, {x1, y1 + 0.4, z});
            b.quad({x0, y0, z + depth}, {x0, y0, z}, {x1, y1, z}, {x1, y1, z + depth});
            b.quad({x0, y0, z}, {x0, y0 + 0.4, z}, {x1, y1 + 0.4, z}, {x1, y1, z});
            b.quad({x1, y1, z + depth}, {x1, y1 + 0.4, z + depth}, {x0, y0 + 0.4, z + depth}, {x0, y0, z + depth});
        }
    }
    for (int k = 0; k < int(s / 6); ++k) {  // overhanging plates
        const double x = b.between(0, s - 3), z = b.between(0, s - 3), y = b.between(0.8, 3);
        b.box({x, y, z}, {x + b.between(1, 3), y + 0.3, z + b.between(1, 3)});
        b.floor(x, z + 1, x + 1, z, y);
    }
}

void add_towers(LevelBuilder& b, const KindParams& params) {
    const double s = params.side;
    b.floor(0, 0, s, s, 0);
    const int towers = 2 + int(s / 12);
    for (int k = 0; k < towers; ++k) {
        const double x = b.between(2, s - 5), z = b.between(2, s - 5), side = b.between(2, 3);
        const double storey = b.between(2.4, 3.2);
        const int floors = 20 + b.index(30);
        for (int level = 0; level < floors; ++level) {
            const double y = level * storey;
            b.box({x - 1.2, y, z - 1.2}, {x + side + 1.2, y + 0.25, z + side + 1.2});  // a gallery around the tower
            b.box({x, y + 0.25, z}, {x + side, y + storey, z + side});
            if (b.chance(0.3)) b.column({x - 0.8, y + 0.25, z - 0.8}, 0.2, 1.2);
        }
    }
}

}  // namespace navspan::bench
