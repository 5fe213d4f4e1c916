// Writes the report as JSON with a fixed order of keys. Change kReportSchema if the meaning of a key changes.

#include "io/config/json.h"

#include <cmath>

#include "io/report/report.h"
#include "navspan/io/config_json.h"

namespace navspan {
namespace {

double rounded(double value, double steps) {
    return std::round(value * steps) / steps;
}

// Rounds a length or an area to six decimals; further digits are rounding noise.
Json length_json(double value) {
    return json_number(rounded(value, 1e6));
}

Json point_json(DVec3 p) {
    return Json::array({length_json(p.x), length_json(p.y), length_json(p.z)});
}

Json bounds_json(DVec3 min, DVec3 max) {
    return Json::object({{"min", point_json(min)}, {"max", point_json(max)}});
}

// Returns the value for a single agent; null for several agents, whose reports have their own values.
Json unless_several(const BakeReport& report, const Json& value) {
    return report.agents.empty() ? value : Json();
}

Json input_json(const BakeReport& report) {
    Json files = Json::array(), hashes = Json::array();
    for (const InputFile& file : report.files) {
        files.push_back(file.path);
        hashes.push_back(file.sha256.empty() ? Json() : Json(file.sha256));
    }
    Json json = Json::object();
    json["files"] = files;
    json["sha256"] = hashes;
    json["triangles"] = report.funnel.triangles;
    json["bounds"] = bounds_json(report.facts.min, report.facts.max);
    json["degenerate"] = report.degenerate;
    json["down_facing_ratio"] = rounded(report.facts.down_facing_ratio, 1e6);
    json["too_steep"] = unless_several(report, report.too_steep);
    json["facing_down"] = report.facing_down;
    json["excluded_by_rule"] = report.excluded_by_rule;
    return json;
}

Json voxels_json(const BakeConfig& config) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return nullptr;
    const VoxelConfig& v = *voxels;
    Json json = Json::object();
    json["walkable_height"] = v.walkable_height;
    json["walkable_climb"] = v.walkable_climb;
    json["max_climb"] = json_number(v.max_climb);
    json["walkable_radius"] = v.walkable_radius;
    json["radius"] = json_number(v.radius);
    json["min_region_area"] = v.min_region_area;
    json["merge_region_area"] = v.merge_region_area;
    json["contour_max_error"] = json_number(v.contour_max_error);
    json["max_edge_length"] = v.max_edge_length;
    json["detail_sample_distance"] = json_number(v.detail_sample_distance);
    json["detail_max_error"] = json_number(v.detail_max_error);
    json["tile_size"] = v.tile_size;
    return json;
}

Json funnel_json(const BakeFunnel& f) {
    Json json = Json::object();
    json["triangles"] = f.triangles;
    json["walkable_triangles"] = f.walkable_triangles;
    json["spans"] = f.spans;
    json["walkable_spans"] = f.walkable_spans;
    json["after_low_hanging"] = f.after_low_hanging;
    json["after_ledges"] = f.after_ledges;
    json["after_low_height"] = f.after_low_height;
    json["open_spans"] = f.open_spans;
    json["after_erosion"] = f.after_erosion;
    json["smoothed"] = f.smoothed;
    json["after_volumes"] = f.after_volumes;
    json["in_regions"] = f.in_regions;
    json["regions"] = f.regions;
    json["contours"] = f.contours;
    json["polygons"] = f.polygons;
    json["found_links"] = f.found_links;
    json["area"] = length_json(f.area);
    return json;
}

// Adds the area of the output, and its numbers of polygons, vertices and links. For a single agent, also adds islands, unplaced
// links and pruned islands.
void add_mesh(Json& json, const BakeReport& report) {
    json["polygons"] = report.output_polygons;
    json["vertices"] = report.output_vertices;
    json["off_mesh_links"] = report.output_links;
    json["area"] = length_json(report.output_area);
    if (!report.agents.empty()) return;  // the islands are in each agent's report
    json["islands"] = Json::array();
    for (size_t i = 0; i < report.islands.size(); ++i) {
        const BakeReport::IslandFacts& island = report.islands[i];
        json["islands"].push_back({{"id", i},
                                   {"polygons", island.polygons},
                                   {"area", length_json(island.area)},
                                   {"bounds", bounds_json(island.min, island.max)}});
    }
    const UnplacedLinks& unplaced = report.unplaced_links;
    Json& unplaced_json = object_in(json, "unplaced_links");
    unplaced_json["no_ground"] = unplaced.no_ground;
    unplaced_json["first_no_ground"] = unplaced.no_ground ? point_json(unplaced.first_no_ground) : Json(nullptr);
    unplaced_json["one_polygon"] = unplaced.one_polygon;
    json["pruned_islands"] = Json::array();
    for (const PrunedIsland& island : report.pruned_islands) {
        json["pruned_islands"].push_back({{"polygons", island.polygon_count},
                                          {"area", length_json(island.area)},
                                          {"bounds", bounds_json(island.min, island.max)}});
    }
}

Json output_json(const BakeReport& report) {
    if (report.output_file.empty()) return nullptr;
    Json json = Json::object();
    json["file"] = report.output_file;
    json["bytes"] = report.output_bytes;
    json["sha256"] = report.output_sha256;
    json["format"] = report.output_format;
    add_mesh(json, report);
    json["exports"] = Json::array();
    for (const InputFile& file : report.exports)
        json["exports"].push_back({{"file", file.path}, {"bytes", file.bytes}, {"sha256", file.sha256}});
    return json;
}

Json tiles_json(const BakeReport& report) {
    return {{"built", report.built_tiles}, {"reused", report.reused_tiles}, {"empty", report.empty_tiles}};
}

Json times_json(const BakeReport& report) {
    Json json = Json::object();
    for (const auto& [stage, ms] : report.stages_ms)
        json[stage] = rounded(ms, 1e3);
    return json;
}

// Returns the report of one of several agents. @param written  whether the bake wrote a file
Json agent_json(const BakeReport& agent, bool written) {
    Json json = Json::object();
    json["name"] = agent.config.agent.name;
    json["voxels"] = voxels_json(agent.config);
    json["too_steep"] = agent.too_steep;
    json["funnel"] = funnel_json(agent.funnel);
    json["tiles"] = tiles_json(agent);
    json["output"] = written ? Json::object() : Json();
    if (written) add_mesh(json["output"], agent);
    json["stages_ms"] = times_json(agent);
    return json;
}

Json verify_json(const VerifyFacts& verified) {
    Json json = Json::object();
    json["seed"] = verified.seed;
    json["floors"] = verified.floors;
    json["pairs"] = verified.pairs;
    json["compared"] = verified.compared;
    json["reachable"] = verified.reachable;
    json["undecided"] = verified.undecided;
    json["broken_steps"] = verified.broken_steps;
    json["findings"] = Json::array();
    for (const VerifyFacts::Finding& finding : verified.findings) {
        json["findings"].push_back({{"fault", finding.fault},
                                    {"start", point_json(finding.start)},
                                    {"goal", point_json(finding.goal)},
                                    {"grid_length", finding.grid_length > 0 ? length_json(finding.grid_length) : Json()},
                                    {"mesh_length", finding.mesh_length > 0 ? length_json(finding.mesh_length) : Json()},
                                    {"picture", finding.picture.empty() ? Json() : Json(finding.picture)}});
    }
    json["outside"] = Json::array();
    for (const VerifyFacts::Outside& outside : verified.outside) {
        json["outside"].push_back({{"point", point_json(outside.point)},
                                   {"distance", std::isfinite(outside.distance) ? length_json(outside.distance) : Json()},
                                   {"island_cells", outside.island_cells}});
    }
    return json;
}

}  // namespace

std::string report_json(const BakeReport& report) {
    Json json = Json::object();
    json["schema"] = kReportSchema;
    json["tool_version"] = NAVSPAN_VERSION;
    json["status"] = report.status;
    json["error"] = report.error.empty() ? Json() : Json(report.error);
    json["input"] = input_json(report);
    Json& settings = object_in(json, "settings");
    settings["world"] = Json::parse(config_json(report.config));
    settings["voxels"] = unless_several(report, voxels_json(report.config));
    json["funnel"] = unless_several(report, funnel_json(report.funnel));
    json["tiles"] = tiles_json(report);
    json["output"] = output_json(report);
    if (report.verified) json["verify"] = verify_json(*report.verified);
    json["stages_ms"] = times_json(report);
    json["peak_memory_bytes"] = report.peak_memory_bytes;
    json["warnings"] = Json::array();
    for (const Warning& warning : report.warnings) {
        json["warnings"].push_back({{"code", warning.code},
                                    {"message", warning.message},
                                    {"place", warning.place ? point_json(*warning.place) : Json()}});
    }
    json["agents"] = Json::array();
    for (const BakeReport& agent : report.agents)
        json["agents"].push_back(agent_json(agent, !report.output_file.empty()));
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace navspan
