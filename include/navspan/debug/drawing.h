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

/// A picture: lists of primitives in world coordinates [wu]. The writers (io/picture.h) choose the projection. Within a list,
/// later primitives are drawn over earlier primitives.
struct Drawing {
    /// A square of ground, one grid cell in size.
    struct Cell {
        int32_t x = 0,  ///< column, relative to the corner of the drawing [cell]
            z = 0;      ///< row, relative to the corner of the drawing [cell]
        float y = 0;    ///< height above the corner of the drawing [wu]
        Color color;    ///< fill colour
    };
    /// A filled polygon.
    struct Polygon {
        uint32_t first = 0,      ///< start offset in points
            count = 0;           ///< number of points
        Color fill;              ///< fill colour; a = 0: not filled
        uint32_t id = kNoIndex;  ///< index of the mesh polygon that this polygon shows, or kNoIndex
    };
    /// An open polyline.
    struct Line {
        uint32_t first = 0,      ///< start offset in points
            count = 0;           ///< number of points
        Color color;             ///< stroke colour
        float width = 1;         ///< stroke width [px]
        uint32_t id = kNoIndex;  ///< index of the mesh polygon that the line belongs to, or kNoIndex
    };
    /// A dot.
    struct Marker {
        DVec3 at;          ///< position [wu]
        Color color;       ///< fill colour
        float radius = 4;  ///< radius of the dot [px]
    };
    /// A straight line with a name. An SVG picture lists the names of all named lines. A named line is visible only while its
    /// name is selected or under the mouse pointer. PNG pictures omit named lines.
    struct NamedLine {
        std::string name;  ///< one line of text
        DVec3 from,        ///< start [wu]
            to;            ///< end [wu]
        Color color;       ///< stroke colour
    };
    std::string title;                   ///< one line of text below the picture
    DVec3 corner;                        ///< world position of the corner of cell (0, 0) [wu]
    double cell_size = 1;                ///< side of a cell [wu]
    int32_t width = 0,                   ///< number of cells in x [cell]
        depth = 0;                       ///< number of cells in z [cell]
    std::vector<Cell> cells;             ///< squares of ground
    std::vector<DVec3> points;           ///< vertices of polygons and lines [wu]
    std::vector<Polygon> polygons;       ///< filled polygons
    std::vector<Line> lines;             ///< polylines
    std::vector<Marker> markers;         ///< dots
    std::vector<NamedLine> named_lines;  ///< lines that an SVG picture lists by name
};

/// True if a drawing can be written. All cells must be in the grid, which has at most 2^29 cells along each side. All polygons
/// and lines must refer to existing points. All coordinates must be finite and within 1e18.
bool is_drawable(const Drawing& drawing);

}  // namespace navspan
