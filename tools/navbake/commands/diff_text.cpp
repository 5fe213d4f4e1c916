#include "navbake/commands/diff_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "common/cli.h"
#include "debug/palette.h"
#include "debug/query_drawing.h"
#include "io/config/json_fwd.h"

namespace navspan::tools {
namespace {

constexpr size_t kMaxLines = 10;   // limit on lines for each kind of difference; JSON has no limit
constexpr double kMinArea = 5e-4;  // smaller areas would be printed as 0.000 [wu^2]
constexpr Color kSameColor{205, 205, 202, 255}, kLostColor{214, 72, 57, 255}, kGainedColor{58, 158, 96, 255};

std::string number(double value) {
    return format("%.3f", value + 0.0);
}

std::string place(DVec3 p) {
    return "(" + number(p.x) + ", " + number(p.y) + ", " + number(p.z) + ")";
}

// Builds the text of a comparison, with up to kMaxLines lines for each kind of difference.
class Text {
public:
    std::string text;

    void level(const char* name, const NavMesh& mesh, double area) {
        text += std::string(name) + ": " + number(area) + " square units, " + count_of(mesh.polygon_count(), "polygon") + ", " +
                count_of(mesh.islands.size(), "island") + ", " + count_of(mesh.links.size(), "off-mesh link") + "\n";
    }

    void ground(const char* what, double area, std::vector<GroundChange> changes) {
        text += std::string(what) + ": " + number(area) + " square units\n";
        std::erase_if(changes, [](const GroundChange& c) { return c.area < kMinArea; });
        std::stable_sort(changes.begin(), changes.end(),
                         [](const GroundChange& a, const GroundChange& b) { return a.area > b.area; });
        list(changes.size(), "polygon", "polygons",
             [&](size_t i) { return number(changes[i].area) + " at " + place(changes[i].place); });
    }

    template <class Line>
    void list(size_t count, const char* noun, const char* nouns, Line line) {
        for (size_t i = 0; i < count && i < kMaxLines; ++i)
            text += "  " + line(i) + "\n";
        if (count > kMaxLines)
            text += "  and " + count_of(count - kMaxLines, std::string("more ") + noun, std::string("more ") + nouns) + "\n";
    }
};

std::string island_text(const NavMesh& mesh, uint32_t island) {
    DVec3 min, max;
    island_bounds(mesh, mesh.islands[island], min, max);
    return "island " + std::to_string(island) + " (" + number(mesh.islands[island].area) + " square units from " + place(min) +
           " to " + place(max) + ")";
}

std::string numbers_text(const std::vector<uint32_t>& numbers) {
    std::string text;
    for (const uint32_t n : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(n);
    return text;
}

std::string link_text(const OffMeshLink& link) {
    return "off-mesh link from " + place(link.start) + " to " + place(link.end);
}

std::string route_text(const DiffFindings& found, const RouteChange& change) {
    const DiffRoute& route = found.routes[change.route];
    const auto length = [](const std::optional<double>& l) { return l ? number(*l) + " long" : std::string("no path"); };
    return route.name + ", from " + place(route.from) + " to " + place(route.to) + ": was " + length(change.old_length) +
           ", now " + length(change.new_length);
}

// Rounds to six decimals, to remove rounding errors. Adding 0.0 turns -0 into 0.
double rounded(double value) {
    return std::round(value * 1e6) / 1e6 + 0.0;
}

Json json_point(DVec3 p) {
    return {rounded(p.x), rounded(p.y), rounded(p.z)};
}

Json json_level(const NavMesh& mesh, double area) {
    return {{"area", rounded(area)},
            {"polygons", mesh.polygon_count()},
            {"islands", mesh.islands.size()},
            {"links", mesh.links.size()}};
}

Json json_ground(const NavMesh& mesh, double area, const std::vector<GroundChange>& changes) {
    Json list = Json::array();
    for (const GroundChange& c : changes)
        list.push_back(
            {{"polygon", polygon_index(mesh, c.polygon)}, {"area", rounded(c.area)}, {"place", json_point(c.place)}});
    return {{"area", rounded(area)}, {"polygons", list}};
}

Json json_island(const NavMesh& mesh, uint32_t island) {
    DVec3 min, max;
    island_bounds(mesh, mesh.islands[island], min, max);
    return {
        {"island", island}, {"area", rounded(mesh.islands[island].area)}, {"min", json_point(min)}, {"max", json_point(max)}};
}

Json json_islands(const NavMesh& mesh, const std::vector<IslandChange>& changes, const char* parts) {
    Json list = Json::array();
    for (const IslandChange& c : changes) {
        list.push_back(json_island(mesh, c.island));
        list.back()[parts] = c.parts;
    }
    return list;
}

Json json_islands(const NavMesh& mesh, const std::vector<uint32_t>& islands) {
    Json list = Json::array();
    for (const uint32_t i : islands)
        list.push_back(json_island(mesh, i));
    return list;
}

Json json_links(const NavMesh& mesh, const std::vector<uint32_t>& links) {
    Json list = Json::array();
    for (const uint32_t i : links)
        list.push_back({{"link", i}, {"start", json_point(mesh.links[i].start)}, {"end", json_point(mesh.links[i].end)}});
    return list;
}

void draw_walls(Drawing& drawing, const NavMesh& mesh, Color color, float width) {
    for (uint32_t slot = 0; slot < mesh.tiles.size(); ++slot) {
        const NavTile& tile = *mesh.tiles[slot];
        for (uint32_t e = 0; e < tile.half_edges.size(); ++e) {
            if (twin_of(mesh, {slot, e}).valid()) continue;
            drawing.lines.push_back({uint32_t(drawing.points.size()), 2, color, width});
            for (const uint32_t end : {e, next_edge(tile, e)}) {
                const HalfEdge& p = tile.half_edges[end];
                drawing.points.push_back(to_world(tile.frame, {double(p.x), double(tile.vertex_y[p.vertex]), double(p.z)}));
            }
        }
    }
}

}  // namespace

std::string diff_text(const DiffFindings& found) {
    const MeshDiff& d = found.mesh;
    Text out;
    out.level("old", found.before, d.old_area);
    out.level("new", found.after, d.new_area);
    out.ground("lost", d.lost_area, d.lost);
    out.ground("gained", d.gained_area, d.gained);
    out.list(d.split.size(), "island", "islands", [&](size_t i) {
        return "split: " + island_text(found.before, d.split[i].island) + " of the old level is " +
               numbers_text(d.split[i].parts) + " of the new one";
    });
    out.list(d.joined.size(), "island", "islands", [&](size_t i) {
        return "joined: " + island_text(found.after, d.joined[i].island) + " of the new level was " +
               numbers_text(d.joined[i].parts) + " of the old one";
    });
    out.list(d.gone.size(), "island", "islands", [&](size_t i) { return "gone: " + island_text(found.before, d.gone[i]); });
    out.list(d.added.size(), "island", "islands", [&](size_t i) { return "new: " + island_text(found.after, d.added[i]); });
    out.list(d.lost_links.size(), "link", "links",
             [&](size_t i) { return "lost: " + link_text(found.before.links[d.lost_links[i]]); });
    out.list(d.gained_links.size(), "link", "links",
             [&](size_t i) { return "gained: " + link_text(found.after.links[d.gained_links[i]]); });
    out.text += count_of(found.routes.size(), "route") + " tested, " + with_thousands(found.changes.size()) + " changed\n";
    out.list(found.changes.size(), "route", "routes", [&](size_t i) { return route_text(found, found.changes[i]); });
    out.text += found.differs ? "the levels differ\n" : "the levels do not differ beyond the tolerances\n";
    return out.text;
}

std::string diff_json(const DiffFindings& found) {
    const MeshDiff& d = found.mesh;
    Json out = Json::object();
    out["differs"] = found.differs;
    out["tolerance"] = {{"height", found.height}, {"area", rounded(found.area)}};
    out["old"] = json_level(found.before, d.old_area);
    out["new"] = json_level(found.after, d.new_area);
    out["lost"] = json_ground(found.before, d.lost_area, d.lost);
    out["gained"] = json_ground(found.after, d.gained_area, d.gained);
    out["islands"] = {{"split", json_islands(found.before, d.split, "into")},
                      {"joined", json_islands(found.after, d.joined, "of")},
                      {"gone", json_islands(found.before, d.gone)},
                      {"new", json_islands(found.after, d.added)}};
    out["links"] = {{"lost", json_links(found.before, d.lost_links)}, {"gained", json_links(found.after, d.gained_links)}};
    Json changed = Json::array();
    const auto length = [](const std::optional<double>& l) { return l ? Json(rounded(*l)) : Json(); };
    for (const RouteChange& c : found.changes) {
        const DiffRoute& route = found.routes[c.route];
        changed.push_back({{"name", route.name},
                           {"from", json_point(route.from)},
                           {"to", json_point(route.to)},
                           {"old_length", length(c.old_length)},
                           {"new_length", length(c.new_length)}});
    }
    out["routes"] = {{"tried", found.routes.size()}, {"changed", changed}};
    return out.dump() + "\n";
}

Drawing draw_diff(const DiffFindings& found) {
    Drawing drawing;
    const MeshDiff& d = found.mesh;
    drawing.title = number(d.lost_area) + " square units lost (red), " + number(d.gained_area) + " gained (green)";
    for (const GroundChange& c : d.lost)
        mark_polygons(drawing, found.before, {&c.polygon, 1}, kLostColor);
    for (const GroundChange& c : d.gained)
        mark_polygons(drawing, found.after, {&c.polygon, 1}, kGainedColor);
    // The outline of each piece hides the gaps that antialiasing leaves between adjacent pieces.
    constexpr float kOutline = 0.6f;
    for (size_t i = 0; i + 1 < d.piece_first.size(); ++i) {
        const std::span piece = std::span(d.piece_points).subspan(d.piece_first[i], d.piece_first[i + 1] - d.piece_first[i]);
        const auto first = uint32_t(drawing.points.size()), count = uint32_t(piece.size());
        drawing.points.insert(drawing.points.end(), piece.begin(), piece.end());
        drawing.points.push_back(piece.front());
        drawing.polygons.push_back({first, count, kSameColor});
        drawing.lines.push_back({first, count + 1, kSameColor, kOutline});
    }
    draw_walls(drawing, found.before, {214, 72, 57, 140}, 1.0f);
    draw_walls(drawing, found.after, kWallColor, 1.4f);
    for (const RouteChange& c : found.changes) {
        const DiffRoute& route = found.routes[c.route];
        drawing.named_lines.push_back({route_text(found, c), route.from, route.to, kLinkColor});
    }
    return drawing;
}

}  // namespace navspan::tools
