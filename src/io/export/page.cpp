// Writes an HTML page that shows layers of drawings in three dimensions.
//
// In: drawings in layers, and a mesh.
// Out: the viewer's sources with the scene as JSON.
// Idea: All layers share one table of points. Arrays are compressed; the page unpacks them (tools/viewer/unpack.js).
// Source: own method.
// Weak cases: none known.

#include "io/export/page.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "bake/config/level_bounds.h"
#include "debug/palette.h"
#include "io/export/json_writer.h"
#include "io/export/markup.h"
#include "io/export/page_geometry.h"
#include "io/export/zlib_pack.h"
#include "navmesh/graph/islands.h"

namespace navspan {
namespace {

static_assert(std::endian::native == std::endian::little, "pages store arrays in little-endian byte order");

constexpr size_t kMaxText = (size_t{1} << 29) - 24;  // longest string in Chromium [byte]
constexpr uint32_t kDistinctColors = 36;             // number of colours before distinct_color repeats

std::string base64(std::span<const std::byte> bytes) {
    constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (size_t i = 0; i < bytes.size(); i += 3) {
        const size_t left = std::min<size_t>(3, bytes.size() - i);
        uint32_t word = 0;
        for (size_t k = 0; k < 3; ++k)
            word = word << 8 | (k < left ? uint32_t(bytes[i + k]) : 0);
        for (size_t k = 0; k < 4; ++k)
            text += k <= left ? kDigits[word >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

// Appends the scene as JSON text. Arrays are written as compressed bytes.
class PageWriter : public JsonWriter {
public:
    template <class Number>
    void array(const char* name, const char* type, const std::vector<Number>& numbers) {
        bytes(name, type, numbers.size(), std::as_bytes(std::span(numbers)));
    }
    void bytes(const char* name, const char* type, size_t count, std::span<const std::byte> data) {
        too_large = too_large || data.size() > kMaxToPack || text.size() > kMaxText;
        key(name), open('{');
        field("type", type), field("count", count);
        key("data"), text += '"';
        if (!too_large) text += base64(zlib_pack(data));
        text += '"';
        close('}');
    }
    void color(Color c) {
        open('[');
        for (const uint8_t channel : {c.r, c.g, c.b, c.a})
            value(channel);
        close(']');
    }
    bool too_large = false;
};

DVec3 cell_place(const Drawing& drawing, const Drawing::Cell& cell) {
    return drawing.corner + DVec3{cell.x * drawing.cell_size, double(cell.y), cell.z * drawing.cell_size};
}

PointBounds box_of(const HtmlScene& scene) {
    PointBounds box;
    for (const HtmlLayer& layer : scene.layers) {
        for (const Drawing& drawing : layer.drawings) {
            for (const DVec3& p : drawing.points)
                box.add(p);
            for (const Drawing::Marker& marker : drawing.markers)
                box.add(marker.at);
            for (const Drawing::Cell& cell : drawing.cells)
                box.add(cell_place(drawing, cell));
        }
    }
    for (size_t i = 0; scene.soup && i < scene.soup->triangles.size(); ++i) {
        for (const DVec3& p : triangle_corners(*scene.soup, i))
            box.add(p);
    }
    if (box.is_empty()) box.add({});
    return box;
}

// Numbers points in order of first use; equal points get the same number.
class PointTable {
public:
    explicit PointTable(DVec3 centre) : centre_(centre) {}
    uint32_t number_of(DVec3 p) {
        const Vec3 at{float(p.x - centre_.x), float(p.y - centre_.y), float(p.z - centre_.z)};
        const auto [found, is_new] = numbers_.try_emplace(at, uint32_t(points.size() / 3));
        if (is_new) points.insert(points.end(), {at.x, at.y, at.z});
        return found->second;
    }
    std::vector<float> points;

private:
    struct Hash {
        size_t operator()(const Vec3& p) const {
            uint64_t hash = 0;
            for (const float c : {p.x, p.y, p.z})
                hash = (hash ^ std::bit_cast<uint32_t>(c + 0.0f)) * 0x9e3779b97f4a7c15u;
            return size_t(hash ^ hash >> 32);
        }
    };
    DVec3 centre_;
    std::unordered_map<Vec3, uint32_t, Hash> numbers_;
};

uint32_t packed(Color c) {
    return uint32_t(c.r) | uint32_t(c.g) << 8 | uint32_t(c.b) << 16 | uint32_t(c.a) << 24;
}

void write_polygons(PageWriter& out, const HtmlLayer& layer, PointTable& points) {
    std::vector<uint32_t> counts, corners, colors, ids;
    for (const Drawing& drawing : layer.drawings) {
        for (const Drawing::Polygon& polygon : drawing.polygons) {
            if (polygon.fill.a == 0) continue;
            counts.push_back(polygon.count);
            colors.push_back(packed(polygon.fill));
            ids.push_back(polygon.id);
            for (uint32_t i = 0; i < polygon.count; ++i)
                corners.push_back(points.number_of(drawing.points[polygon.first + i]));
        }
    }
    if (counts.empty()) return;
    out.key("polygons"), out.open('{');
    out.array("counts", "u32", counts), out.array("corners", "u32", corners);
    out.array("colors", "u32", colors), out.array("ids", "u32", ids);
    out.close('}');
}

void write_lines(PageWriter& out, const HtmlLayer& layer, PointTable& points) {
    std::vector<uint32_t> ends, colors, ids;  // `ends` has two entries per segment
    std::vector<float> widths;
    bool has_ids = false;
    for (const Drawing& drawing : layer.drawings) {
        for (const Drawing::Line& line : drawing.lines) {
            for (uint32_t i = 0; i + 1 < line.count; ++i) {
                for (uint32_t k = i; k < i + 2; ++k)
                    ends.push_back(points.number_of(drawing.points[line.first + k]));
                colors.push_back(packed(line.color));
                widths.push_back(line.width);
                ids.push_back(line.id);
                has_ids = has_ids || line.id != kNoIndex;
            }
        }
    }
    if (colors.empty()) return;
    out.key("lines"), out.open('{');
    out.array("ends", "u32", ends), out.array("colors", "u32", colors), out.array("widths", "f32", widths);
    if (has_ids) out.array("ids", "u32", ids);
    out.close('}');
}

void write_markers(PageWriter& out, const HtmlLayer& layer, PointTable& points) {
    std::vector<uint32_t> at, colors;
    std::vector<float> radii;
    for (const Drawing& drawing : layer.drawings) {
        for (const Drawing::Marker& marker : drawing.markers) {
            at.push_back(points.number_of(marker.at));
            colors.push_back(packed(marker.color));
            radii.push_back(marker.radius);
        }
    }
    if (at.empty()) return;
    out.key("markers"), out.open('{');
    out.array("at", "u32", at), out.array("colors", "u32", colors), out.array("radii", "f32", radii);
    out.close('}');
}

// Writes the cells of a layer. Positions are relative to the corner of the layer's first drawing that has cells.
void write_cells(PageWriter& out, const HtmlLayer& layer, DVec3 centre) {
    std::vector<int32_t> x, z;
    std::vector<float> y;
    std::vector<uint32_t> colors;
    const Drawing* base = nullptr;
    for (const Drawing& drawing : layer.drawings) {
        if (drawing.cells.empty()) continue;
        if (!base) base = &drawing;
        const DVec3 from = (drawing.corner - base->corner) * (1 / base->cell_size);
        const int32_t from_x = int32_t(std::lround(from.x)), from_z = int32_t(std::lround(from.z));
        const double rise = drawing.corner.y - base->corner.y;
        for (const Drawing::Cell& cell : drawing.cells) {
            x.push_back(from_x + cell.x), z.push_back(from_z + cell.z);
            y.push_back(float(cell.y + rise));
            colors.push_back(packed(cell.color));
        }
    }
    if (!base) return;
    out.key("cells"), out.open('{');
    out.field("size", base->cell_size), out.field("corner", base->corner - centre);
    out.array("x", "i32", x), out.array("y", "f32", y), out.array("z", "i32", z), out.array("colors", "u32", colors);
    out.close('}');
}

void write_geometry(PageWriter& out, const TriangleSoup& soup, DVec3 centre) {
    const PageGeometry geometry = page_geometry(soup, centre);
    if (geometry.corners.empty()) return;
    out.key("geometry"), out.open('{');
    out.field("triangles", soup.triangles.size()), out.field("cell", geometry.cell);
    out.array("points", "f32", geometry.points), out.array("corners", "u32", geometry.corners);
    out.close('}');
}

void write_layer(PageWriter& out, const HtmlLayer& layer, PointTable& points, DVec3 centre) {
    out.open('{');
    out.field("name", layer.name), out.field("group", layer.group);
    out.field("about", layer.about);
    out.field("shown", layer.shown), out.field("alone", layer.alone);
    out.key("titles"), out.open('[');
    if (layer.drawings.size() == 1) out.value(std::string_view(layer.drawings[0].title));
    out.close(']');
    out.key("legend"), out.open('[');
    for (const LegendEntry& entry : layer.legend) {
        out.open('{');
        out.key("color"), out.color(entry.color), out.field("meaning", std::string_view(entry.meaning));
        out.close('}');
    }
    out.close(']');
    write_polygons(out, layer, points);
    write_lines(out, layer, points);
    write_markers(out, layer, points);
    write_cells(out, layer, centre);
    out.close('}');
}

void write_polygon_facts(PageWriter& out, const NavMesh& mesh) {
    std::vector<uint8_t> area;
    std::vector<uint16_t> flags;
    std::vector<uint32_t> island, tile;
    std::vector<float> size;
    for (uint32_t i = 0; i < mesh.polygon_count(); ++i) {
        const PolygonRef ref = polygon_ref(mesh, i);
        area.push_back(polygon_of(mesh, ref).area);
        flags.push_back(polygon_of(mesh, ref).flags);
        island.push_back(island_of(mesh, ref));
        tile.push_back(ref.tile);
        size.push_back(float(polygon_area(tile_of(mesh, ref), ref.polygon)));
    }
    out.array("area", "u8", area), out.array("flags", "u16", flags), out.array("island", "u32", island);
    out.array("tile", "u32", tile), out.array("size", "f32", size);
}

// Writes one number for each edge, polygon by polygon. The number of a wall is 0. The number of any other edge is the index of
// the adjacent polygon minus the index of the edge's polygon. Differences compress better than indices. The page's simple
// search uses these numbers.
void write_neighbours(PageWriter& out, const NavMesh& mesh) {
    std::vector<int32_t> neighbours;
    neighbours.reserve(mesh.edge_count());
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        for (uint32_t e = 0; e < mesh.tiles[slot]->half_edges.size(); ++e) {
            const EdgeRef edge{slot, e}, twin = twin_of(mesh, edge);
            const uint32_t own = polygon_index(mesh, polygon_at(mesh, edge));
            neighbours.push_back(twin.valid() ? int32_t(polygon_index(mesh, polygon_at(mesh, twin)) - own) : 0);
        }
    }
    out.array("neighbours", "i32", neighbours);
}

void write_areas(PageWriter& out, const NavMeshInfo& info) {
    out.key("areas"), out.open('[');
    for (const NavArea& area : info.areas) {
        out.open('{');
        out.field("name", area.name), out.field("id", area.id);
        out.field("flags", area.flags), out.field("cost", area.cost);
        out.key("color"), out.color(area_color(area.id));
        out.close('}');
    }
    out.close(']');
    const NavAgent& agent = info.agent;
    out.key("agent"), out.open('{');
    out.field("radius", agent.radius), out.field("height", agent.height), out.field("max_climb", agent.max_climb);
    out.field("max_slope", agent.max_slope);
    out.close('}');
}

void write_mesh(PageWriter& out, const NavMesh& mesh) {
    out.key("mesh"), out.open('{');
    write_areas(out, mesh.info);
    out.key("islands"), out.open('[');
    for (const Island& island : mesh.islands) {
        out.open('{');
        out.field("polygons", island.polygon_count), out.field("area", island.area);
        out.close('}');
    }
    out.close(']');
    out.key("tiles"), out.open('[');
    for (const auto& tile : mesh.tiles) {
        out.open('[');
        out.value(tile->tile_x), out.value(tile->tile_z);
        out.close(']');
    }
    out.close(']');
    out.key("links"), out.open('[');
    for (const OffMeshLink& link : mesh.links) {
        out.open('{');
        out.field("from", polygon_index(mesh, link.from)), out.field("to", polygon_index(mesh, link.to));
        out.field("start", link.start), out.field("end", link.end), out.field("cost", link.cost);
        out.field("area", link.area), out.field("flags", link.flags), out.field("user_id", link.user_id);
        out.close('}');
    }
    out.close(']');
    write_polygon_facts(out, mesh);
    write_neighbours(out, mesh);
    out.close('}');
}

}  // namespace

Result<std::string> html_scene(const HtmlScene& scene) {
    const PointBounds box = box_of(scene);
    const DVec3 centre = (box.min + box.max) * 0.5;
    PointTable points(centre);
    PageWriter out;
    out.open('{');
    out.field("title", scene.title), out.field("program", scene.program);
    out.field("centre", centre), out.field("min", box.min - centre), out.field("max", box.max - centre);
    out.key("palette"), out.open('[');
    for (uint32_t i = 0; i < kDistinctColors; ++i)
        out.color(distinct_color(i));
    out.close(']');
    out.key("layers"), out.open('[');
    for (const HtmlLayer& layer : scene.layers)
        write_layer(out, layer, points, centre);
    out.close(']');
    out.array("points", "f32", points.points);
    if (scene.soup) write_geometry(out, *scene.soup, centre);
    if (scene.mesh) write_mesh(out, *scene.mesh);
    if (!scene.level.empty()) out.bytes("level", "u8", scene.level.size(), scene.level);
    if (!scene.queries.empty()) out.bytes("queries", "u8", scene.queries.size(), scene.queries);
    out.close('}');
    if (out.too_large || out.text.size() > kMaxText) {
        return Error{ErrorKind::failed, "the page would be larger than browsers accept (" + std::to_string(kMaxText >> 20) +
                                            " MB); show a part of the level"};
    }
    return std::move(out.text);
}

Result<std::string> to_html(const HtmlScene& scene, const HtmlSources& sources) {
    const Result<std::string> text = html_scene(scene);
    if (!text) return text.error();
    std::string script;
    for (const std::string_view part : sources.scripts)
        script += part;
    std::string page;
    std::string_view rest = sources.markup;
    const auto put = [&](std::string_view word, std::string_view what) {
        const size_t at = std::min(rest.find(word), rest.size());
        (page += rest.substr(0, at)) += what;
        rest.remove_prefix(std::min(at + word.size(), rest.size()));
    };
    put("@TITLE@", escaped_markup(scene.title));
    put("@STYLE@", sources.style);
    put("@SCENE@", *text);
    put("@SCRIPT@", script);
    return page += rest;
}

}  // namespace navspan
