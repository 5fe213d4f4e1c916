#include <cstddef>
#include <span>
#include <vector>

#include "common/agent_choice.h"
#include "core/text.h"
#include "debug/nav_mesh_drawing.h"
#include "io/config/json.h"
#include "io/detour/level_file.h"
#include "navquery/answers.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/core/file.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::tools {
namespace {

constexpr size_t kMaxIslandsInText = 10;  // limit on islands in the text; JSON lists all

// Number and total size of an area's polygons.
struct AreaTotals {
    uint64_t polygons = 0;
    double area = 0;  // size seen from above [wu^2]
};

std::vector<AreaTotals> count_areas(const NavMesh& mesh) {
    std::vector<AreaTotals> uses(64);
    for (const auto& tile : mesh.tiles) {
        const double unit = 0.5 * (tile->frame.quantum * tile->frame.quantum);
        for (uint32_t p = 0; p < tile->polygons.size(); ++p) {
            AreaTotals& use = uses[tile->polygons[p].area & 63];
            ++use.polygons;
            use.area += double(doubled_area(*tile, p)) * unit;
        }
    }
    return uses;
}

uint64_t vertex_count(const NavMesh& mesh) {
    uint64_t count = 0;
    for (const auto& tile : mesh.tiles)
        count += tile->vertex_y.size();
    return count;
}

Json bounds_json(const NavMesh& mesh, const Island& island) {
    DVec3 min, max;
    island_bounds(mesh, island, min, max);
    return {{"min", json_point(min)}, {"max", json_point(max)}};
}

Json config_of(const NavMesh& mesh) {
    Json config = json_or_discarded(mesh.info.config);
    return config.is_discarded() ? Json(mesh.info.config) : config;
}

// Returns the side of the tiles [wu]; 0 if there is one tile or the config is unknown.
double tile_size_of(const NavMesh& mesh) {
    const Json config = config_of(mesh);
    const Json::json_pointer key("/tiles/size");
    return config.contains(key) && config[key].is_number() ? config[key].get<double>() : 0;
}

Json mesh_json(const NavMesh& mesh) {
    const NavAgent& agent = mesh.info.agent;
    const std::vector<AreaTotals> uses = count_areas(mesh);
    Json out = Json::object();
    out["tool_version"] = mesh.info.tool_version;
    out["agent"] = {{"name", mesh.info.agent_name},
                    {"radius", agent.radius},
                    {"height", agent.height},
                    {"max_climb", agent.max_climb},
                    {"max_slope", agent.max_slope}};
    out["tiles"] = mesh.tiles.size();
    out["tile_size"] = tile_size_of(mesh);
    out["polygons"] = mesh.polygon_count();
    out["half_edges"] = mesh.edge_count();
    out["vertices"] = vertex_count(mesh);
    out["links"] = mesh.links.size();
    out["landmarks"] = mesh.landmarks.count;
    out["hub_labels"] = mesh.hubs.labels.size();
    out["quantum"] = mesh.tiles.empty() ? Json() : Json(mesh.tiles[0]->frame.quantum);
    out["area"] = total_area(mesh.islands);
    out["areas"] = Json::array();
    for (const NavArea& area : mesh.info.areas) {
        const AreaTotals& use = uses[area.id & 63];
        out["areas"].push_back({{"name", area.name},
                                {"id", area.id},
                                {"cost", area.cost},
                                {"flags", area.flags},
                                {"polygons", use.polygons},
                                {"area", use.area}});
    }
    out["islands"] = Json::array();
    for (const Island& island : mesh.islands) {
        out["islands"].push_back({{"polygons", island.polygon_count},
                                  {"first_polygon", polygon_index(mesh, island.first)},
                                  {"area", island.area},
                                  {"bounds", bounds_json(mesh, island)}});
    }
    out["config"] = config_of(mesh);
    return out;
}

// Describes the changes of a tiled level that are possible at run time.
const char* changes_text(const LevelFile& level) {
    if (level.live_world) return "obstacles can be added and tiles can be replaced (--live)\n";
    return level.kept_tiles ? "tiles can be replaced (--keep-tiles)\n" : "tiles cannot be replaced (no --keep-tiles)\n";
}

std::string mesh_text(const NavMesh& mesh, const LevelFile& level) {
    const NavAgent& agent = mesh.info.agent;
    std::string text = "made by " + printable_text(mesh.info.tool_version) + "\n";
    text += "agent" + (mesh.info.agent_name.empty() ? "" : " " + printable_text(mesh.info.agent_name)) +
            format(": radius %g, height %g, max climb %g, max slope %g\n", agent.radius, agent.height, agent.max_climb,
                   agent.max_slope);
    text += count_of(mesh.polygon_count(), "polygon") + ", " + count_of(vertex_count(mesh), "vertex", "vertices") + ", " +
            count_of(mesh.tiles.size(), "tile") + ", " + count_of(mesh.links.size(), "off-mesh link") + ", " +
            count_of(mesh.landmarks.count, "landmark") + ", " + count_of(mesh.hubs.labels.size(), "hub label") + ", " +
            format("%.1f square units\n", total_area(mesh.islands));
    if (const double size = tile_size_of(mesh); size > 0) text += format("tile size %g; ", size) + changes_text(level);
    const std::vector<AreaTotals> uses = count_areas(mesh);
    for (const NavArea& area : mesh.info.areas) {
        const AreaTotals& use = uses[area.id & 63];
        text += "area " + printable_text(area.name) +
                format(": id %d, cost %g, flags 0x%04x, ", int(area.id), area.cost, unsigned(area.flags)) +
                count_of(use.polygons, "polygon") + format(", %.1f square units\n", use.area);
    }
    for (size_t i = 0; i < mesh.islands.size() && i < kMaxIslandsInText; ++i) {
        const Island& island = mesh.islands[i];
        DVec3 min, max;
        island_bounds(mesh, island, min, max);
        text += format("island %zu: ", i) + count_of(island.polygon_count, "polygon") +
                format(", %.1f square units, from %.3f,%.3f,%.3f to %.3f,%.3f,%.3f\n", island.area, min.x, min.y, min.z, max.x,
                       max.y, max.z);
    }
    if (mesh.islands.size() > kMaxIslandsInText) {
        text += "and " + count_of(mesh.islands.size() - kMaxIslandsInText, "more island") + ", see --json\n";
    }
    return text;
}

}  // namespace

Result<Reply> answer_info(const QueryOptions& options) {
    const Result<LevelFile> level = read_level(options.level);
    if (!level) return level.error();
    report_warnings(level->warnings);
    Reply reply;
    reply.text = level->format + ", " + count_of(level->bytes, "byte") + "\n";
    reply.json()["format"] = level->nav_format ? Json(level->nav_format) : Json(level->format);
    reply.json()["bytes"] = level->bytes;
    reply.json()["kept_tiles"] = level->kept_tiles;
    reply.json()["live_world"] = level->live_world;
    std::span<const NavMesh> meshes = level->meshes;
    if (!options.agent.empty() || options.draws()) {
        const Result<size_t> mesh = choose_mesh(meshes, options.agent, options.level);
        if (!mesh) return mesh.error();
        if (options.draws()) reply.drawing = draw_nav_mesh(meshes[*mesh]);
        meshes = meshes.subspan(*mesh, 1);
    }
    reply.json()["meshes"] = Json::array();
    for (const NavMesh& mesh : meshes) {
        reply.text += mesh_text(mesh, *level);
        reply.json()["meshes"].push_back(mesh_json(mesh));
    }
    return reply;
}

Result<Reply> answer_validate(const QueryOptions& options) {
    const Result<std::vector<std::byte>> bytes = read_file(options.level);
    if (!bytes) return bytes.error();
    const Result<LevelFile> level = parse_level(*bytes);
    CheckReport report;
    if (!level) {
        fail(report, level.error().message);
    } else {
        for (const NavMesh& mesh : level->meshes)
            check_nav_mesh(mesh, report);
    }
    Reply reply;
    reply.exit_code = report.ok() ? kDone : kCheckFailed;
    reply.json()["valid"] = report.ok();
    reply.json()["broken"] = report.count;
    reply.json()["failures"] = report.failures;
    if (report.ok()) {
        reply.text = "valid: every invariant holds\n";
    } else {
        for (const std::string& failure : report.failures)
            reply.text += "invalid: " + failure + "\n";
        if (report.count > report.failures.size()) {
            reply.text += "invalid: " + with_thousands(report.count - report.failures.size()) + " more\n";
        }
    }
    if (options.draws() && level) {
        const Result<size_t> mesh = choose_mesh(level->meshes, options.agent, options.level);
        if (!mesh) return mesh.error();
        reply.drawing = draw_nav_mesh(level->meshes[*mesh]);
    }
    return reply;
}

}  // namespace navspan::tools
