// Writes a drawing as SVG, seen from above. Each polygon, line and marker has its own line of text.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "io/export/markup.h"
#include "navspan/io/picture.h"

namespace navspan {
namespace {

constexpr double kSide = 1000;          // longer side of the drawing, without margins [px]
constexpr double kMargin = 16;          // space around the drawing [px]
constexpr double kCaption = 28;         // height of the line with the title [px]
constexpr double kRouteLine = 18;       // height of a line in the list of named lines [px]
constexpr double kFarthestPixel = 1e6;  // largest coordinate [px]; farther points are omitted: viewers misdraw them
// Lines and markers may extend the picture beyond the polygons by this fraction of the polygons' extent.
constexpr double kMaxOverhang = 0.5;

struct SvgTransform {
    double min_x = 0, min_z = 0;                // world position of the top left corner [wu]
    double scale = 1;                           // pixels per world unit [px / wu]
    double width = 0, height = 0, caption = 0;  // `caption` is the y of the title
    double px(double x) const { return kMargin + (x - min_x) * scale; }
    double py(double z) const { return kMargin + (z - min_z) * scale; }
};

struct DrawingExtent {
    double min_x = std::numeric_limits<double>::infinity(), min_z = min_x, max_x = -min_x, max_z = -min_x;  // [wu]
    bool is_empty() const { return min_x > max_x; }
    double longer_side() const { return std::max(max_x - min_x, max_z - min_z); }
    void cover(double x, double z) {
        min_x = std::min(min_x, x), max_x = std::max(max_x, x);
        min_z = std::min(min_z, z), max_z = std::max(max_z, z);
    }
};

// Returns the transform that shows all polygons and the lines and markers close to them.
SvgTransform view_of(const Drawing& drawing) {
    DrawingExtent ground;
    for (const Drawing::Polygon& polygon : drawing.polygons) {
        for (uint32_t i = 0; i < polygon.count; ++i)
            ground.cover(drawing.points[polygon.first + i].x, drawing.points[polygon.first + i].z);
    }
    DrawingExtent seen = ground;
    const double room = ground.is_empty() ? 0 : kMaxOverhang * ground.longer_side();
    const auto cover = [&](const DVec3& p) {
        if (ground.is_empty()) return seen.cover(p.x, p.z);
        seen.cover(std::clamp(p.x, ground.min_x - room, ground.max_x + room),
                   std::clamp(p.z, ground.min_z - room, ground.max_z + room));
    };
    for (const DVec3& p : drawing.points)
        cover(p);
    for (const Drawing::Marker& m : drawing.markers)
        cover(m.at);
    for (const Drawing::NamedLine& line : drawing.named_lines)
        cover(line.from), cover(line.to);
    if (seen.is_empty()) seen.cover(drawing.corner.x, drawing.corner.z);
    SvgTransform view{.min_x = seen.min_x, .min_z = seen.min_z, .scale = kSide / std::max(seen.longer_side(), 1e-9)};
    view.width = 2 * kMargin + (seen.max_x - seen.min_x) * view.scale;
    view.height = 2 * kMargin + (seen.max_z - seen.min_z) * view.scale + kCaption;
    view.caption = view.height - kMargin * 0.7;
    if (!drawing.named_lines.empty()) view.height += kRouteLine * double(drawing.named_lines.size() + 1);
    return view;
}

class Writer {
public:
    explicit Writer(const SvgTransform& view) : view_(view) {}

    template <class... Values>
    void print(const char* format, Values... values) {
        char buffer[256];
        std::snprintf(buffer, sizeof buffer, format, values...);
        text += buffer;
    }
    void path(const Drawing& drawing, uint32_t first, uint32_t count, bool closed) {
        text += "<path d=\"";
        bool draws = false;
        for (uint32_t i = 0; i < count; ++i) {
            const DVec3& p = drawing.points[first + i];
            const double x = view_.px(p.x), y = view_.py(p.z);
            const bool is_near = std::fabs(x) < kFarthestPixel && std::fabs(y) < kFarthestPixel;
            if (is_near) print("%c%.2f %.2f", draws ? 'L' : 'M', x, y);
            draws = is_near;
        }
        text += closed ? "Z\"" : "\"";
    }
    void paint(const char* what, Color c) {
        print(" %s=\"#%02x%02x%02x\"", what, c.r, c.g, c.b);
        if (c.a != 255) print(" %s-opacity=\"%.2f\"", what, c.a / 255.0);
    }
    std::string text;

private:
    const SvgTransform& view_;
};

void write_caption(Writer& out, double y, const std::string& text) {
    out.print("<text x=\"%.0f\" y=\"%.0f\" font-family=\"sans-serif\" font-size=\"15\" fill=\"#343a46\">", kMargin, y);
    out.text += escaped_markup(text) + "</text>\n";
}

// Lists the named lines below the picture. A line is visible only while the pointer is over its name or the name has the focus.
void write_routes(Writer& out, const Drawing& drawing, const SvgTransform& view) {
    if (drawing.named_lines.empty()) return;
    out.text +=
        "<style>.route{cursor:pointer;outline:none}.route path,.route circle{visibility:hidden;pointer-events:none}"
        ".route:hover path,.route:focus path,.route:hover circle,.route:focus circle{visibility:visible}"
        ".route:hover text,.route:focus text{font-weight:bold}</style>\n";
    double y = view.caption + kRouteLine;
    write_caption(out, y, "Routes; point at one or select it to see its line:");
    for (const Drawing::NamedLine& named : drawing.named_lines) {
        out.text += "<g class=\"route\" tabindex=\"0\" fill=\"none\">";
        Drawing line;
        line.points = {named.from, named.to};
        out.path(line, 0, 2, false);
        out.paint("stroke", named.color);
        out.text += " stroke-width=\"2.5\"/>";
        for (const DVec3& end : line.points) {
            out.print("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"5\"", view.px(end.x), view.py(end.z));
            out.paint("fill", named.color);
            out.text += " stroke=\"#ffffff\"/>";
        }
        write_caption(out, y += kRouteLine, named.name);
        out.text += "</g>\n";
    }
}

}  // namespace

std::string to_svg(const Drawing& drawing) {
    if (!is_drawable(drawing)) return {};
    const SvgTransform view = view_of(drawing);
    Writer out(view);
    out.print("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.2f %.2f\">\n",
              view.width, view.height, view.width, view.height);
    out.text += "<rect width=\"100%\" height=\"100%\" fill=\"#f6f4ef\"/>\n";
    for (const Drawing::Polygon& p : drawing.polygons) {
        if (p.fill.a == 0) continue;
        out.path(drawing, p.first, p.count, true);
        out.paint("fill", p.fill);
        out.text += "/>\n";
    }
    out.text += "<g fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n";
    for (const Drawing::Line& l : drawing.lines) {
        out.path(drawing, l.first, l.count, false);
        out.paint("stroke", l.color);
        out.print(" stroke-width=\"%.2g\"/>\n", double(l.width));
    }
    out.text += "</g>\n";
    for (const Drawing::Marker& m : drawing.markers) {
        out.print("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2g\"", view.px(m.at.x), view.py(m.at.z), double(m.radius));
        out.paint("fill", m.color);
        out.text += " stroke=\"#ffffff\" stroke-width=\"1\"/>\n";
    }
    write_caption(out, view.caption, drawing.title);
    write_routes(out, drawing, view);
    out.text += "</svg>\n";
    return out.text;
}

}  // namespace navspan
