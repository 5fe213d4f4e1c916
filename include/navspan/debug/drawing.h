#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "navspan/core/no_index.h"
#include "navspan/core/vec.h"

namespace navspan {

/// An sRGB colour with opacity.
struct Color {
    uint8_t r = 0,  ///< red
        g = 0,      ///< green
        b = 0,      ///< blue
        a = 255;    ///< opacity, 255 = opaque
    /// Memberwise comparison.
    friend bool operator==(const Color&, const Color&) = default;
};

/// A picture as lists of primitives in world coordinates [wu]. Writers choose the projection. Within a list, later primitives
/// are drawn on top.
struct Drawing {
    /// A square of ground.
    struct Cell {
        int32_t x = 0,  ///< cell relative to the drawing's corner [cell]
            z = 0;      ///< cell relative to the drawing's corner [cell]
        float y = 0;    ///< height above the corner [wu]
        Color color;    ///< fill colour
    };
    /// A filled polygon.
    struct Polygon {
        uint32_t first = 0,      ///< start offset in points
            count = 0;           ///< number of points
        Color fill;              ///< fill colour; a = 0: not filled
        uint32_t id = kNoIndex;  ///< index of the mesh polygon that it shows, or kNoIndex
    };
    /// An open polyline.
    struct Line {
        uint32_t first = 0,  ///< start offset in points
            count = 0;       ///< number of points
        Color color;         ///< stroke colour
        float width = 1;     ///< [px]
    };
    /// A dot.
    struct Marker {
        DVec3 at;          ///< position [wu]
        Color color;       ///< fill colour
        float radius = 4;  ///< [px]
    };
    std::string title;              ///< one line below the picture
    DVec3 corner;                   ///< world position of the corner of cell (0, 0) [wu]
    double cell_size = 1;           ///< [wu]
    int32_t width = 0,              ///< extent in x [cell]
        depth = 0;                  ///< extent in z [cell]
    std::vector<Cell> cells;        ///< squares of ground
    std::vector<DVec3> points;      ///< points of polygons and lines [wu]
    std::vector<Polygon> polygons;  ///< filled polygons
    std::vector<Line> lines;        ///< polylines
    std::vector<Marker> markers;    ///< dots
};

}  // namespace navspan
