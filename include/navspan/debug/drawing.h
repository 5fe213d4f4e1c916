#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"

namespace navspan {

struct Color {
    uint8_t r = 0, g = 0, b = 0, a = 255;
    friend bool operator==(const Color&, const Color&) = default;
};

/// A picture as plain lists of primitives in the world [wu]; writers decide how to look at it. Later ones lie on top.
struct Drawing {
    struct Cell {              ///< a square of ground
        int32_t x = 0, z = 0;  ///< from the drawing's grid corner [cell]
        float y = 0;           ///< height above the corner [wu]
        Color color;
    };
    struct Polygon {
        uint32_t first = 0, count = 0;  ///< in points
        Color fill;                     ///< a = 0: not filled
        uint32_t id = kNoIndex;         ///< what it shows: the number of a polygon of the mesh, or kNoIndex
    };
    struct Line {
        uint32_t first = 0, count = 0;  ///< in points: an open polyline
        Color color;
        float width = 1;  ///< [px]
    };
    struct Marker {
        DVec3 at;
        Color color;
        float radius = 4;  ///< [px]
    };
    std::string title;             ///< one line under the picture
    DVec3 corner;                  ///< world position of the corner of cell (0, 0) [wu]
    double cell_size = 1;          ///< [wu]
    int32_t width = 0, depth = 0;  ///< extent [cell]
    std::vector<Cell> cells;
    std::vector<DVec3> points;
    std::vector<Polygon> polygons;
    std::vector<Line> lines;
    std::vector<Marker> markers;
};

}  // namespace navspan
