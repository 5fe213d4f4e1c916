// Converts a config from world units to cells and voxels, and warns about likely mistakes.
//
// In: a config in world units.
// Out: the config in cells and voxels, and warnings.
// Idea: Lengths are divided by the cell size or cell height and rounded by Recast's rules. A quotient close to an integer
// counts as that integer: 0.6 / 0.2 is 2.9999999999999996 in binary.
// Source: Mononen, Recast (2009), and its demo, for the conversion rules.
// Weak cases: A length within 1e-9 (relative) of a multiple of the cell size counts as that multiple.

#include "navspan/bake/config.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bake/config/keys.h"
#include "core/angle.h"
#include "core/text.h"
#include "navmesh/mesh/agent_name.h"
#include "navspan/bake/heightfield.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {
namespace {

// Returns a / b, rounded to an integer if the difference is a rounding error.
double quotient(double a, double b) {
    const double q = a / b, whole = std::round(q);
    return std::abs(q - whole) <= 1e-9 * std::max(1.0, std::abs(q)) ? whole : q;
}

Error too_many(const char* path, double value, double count, const char* what, const std::string& limit, const char* remedy) {
    return {ErrorKind::usage, std::string(path) + ": " + number_text(value) + " is out of range: it makes " +
                                  number_text(count) + " " + what + ", and the limit is " + limit + "; lower it or raise " +
                                  remedy};
}

constexpr int32_t kMaxEdgeCells = std::numeric_limits<int32_t>::max();    // limit of contours.max_edge_length [cell]
constexpr uint32_t kMaxAreaCells = std::numeric_limits<uint32_t>::max();  // limit of regions.min_area, .merge_area [cell]
constexpr int32_t kMaxLinkCells = 1024;     // limit of links.jump_distance and links.spacing [cell]
constexpr int32_t kMaxChamferRadius = 127;  // limit of agent.radius with erosion.method chamfer [cell]
constexpr int32_t kMaxLinkRadius = 127;     // limit of agent.radius if links are generated [cell]

Status links_to_voxels(const BakeConfig& config, VoxelConfig& v) {
    const LinksConfig& links = config.links;
    const double cs = config.voxels.cell_size, ch = config.voxels.cell_height;
    v.drop_height = quotient(links.drop_height, ch);
    v.jump_height = quotient(links.jump_height, ch);
    v.jump_distance = quotient(links.jump_distance, cs);
    if (v.jump_distance > kMaxLinkCells) {
        return too_many("links.jump_distance", links.jump_distance, v.jump_distance, "cells", std::to_string(kMaxLinkCells),
                        "voxels.cell_size");
    }
    const double spacing = std::round(links.spacing ? quotient(*links.spacing, cs) : 2 * v.radius);
    if (links.spacing && spacing > kMaxLinkCells) {
        return too_many("links.spacing", *links.spacing, spacing, "cells", std::to_string(kMaxLinkCells), "voxels.cell_size");
    }
    v.link_spacing = int32_t(std::max(spacing, 1.0));
    if ((v.drop_height > 0 || v.jump_distance > 0) && std::ceil(v.radius) > kMaxLinkRadius) {
        return too_many("agent.radius", config.agent.radius, std::ceil(v.radius), "cells",
                        std::to_string(kMaxLinkRadius) + " if links are generated", "voxels.cell_size");
    }
    return Done{};
}

Status lengths_to_voxels(const BakeConfig& config, VoxelConfig& v) {
    const double cs = config.voxels.cell_size, ch = config.voxels.cell_height;
    const AgentConfig& agent = config.agent;

    const double height = std::max(std::ceil(quotient(agent.height, ch)), 1.0);
    if (height > kMaxHeight)
        return too_many("agent.height", agent.height, height, "voxels", std::to_string(kMaxHeight), "voxels.cell_height");
    v.walkable_height = int32_t(height);

    v.max_climb = quotient(agent.max_climb, ch);
    if (v.max_climb > kMaxHeight) {
        return too_many("agent.max_climb", agent.max_climb, std::floor(v.max_climb), "voxels", std::to_string(kMaxHeight),
                        "voxels.cell_height");
    }
    v.walkable_climb = int32_t(std::floor(v.max_climb));

    v.radius = quotient(agent.radius, cs);
    const bool chamfer = v.erosion == ErosionMethod::chamfer;
    const double radius_limit = chamfer ? kMaxChamferRadius : kMaxErosion;
    if (std::ceil(v.radius) > radius_limit) {
        return too_many(
            "agent.radius", agent.radius, std::ceil(v.radius), "cells",
            number_text(radius_limit) + (chamfer ? " (" + number_text(kMaxErosion) + " with erosion.method euclidean)" : ""),
            "voxels.cell_size");
    }
    v.walkable_radius = int32_t(std::ceil(v.radius));

    const double edge = std::floor(quotient(config.contours.max_edge_length, cs));
    if (edge > kMaxEdgeCells) {
        return too_many("contours.max_edge_length", config.contours.max_edge_length, edge, "cells",
                        std::to_string(kMaxEdgeCells), "voxels.cell_size");
    }
    v.max_edge_length = int32_t(edge);
    const double tile = std::round(quotient(config.tiles.size, cs));
    if (tile > kMaxTileExtent)
        return too_many("tiles.size", config.tiles.size, tile, "cells", std::to_string(kMaxTileExtent), "voxels.cell_size");
    if (config.tiles.size > 0 && tile < kMinTile) {
        return Error{ErrorKind::usage, "tiles.size: " + number_text(config.tiles.size) + " makes " + number_text(tile) +
                                           " cells, and the minimum is " + std::to_string(kMinTile) +
                                           "; raise it, or set it to 0 for one tile"};
    }
    v.tile_size = int32_t(tile);
    v.contour_max_error = config.contours.max_error ? quotient(*config.contours.max_error, cs) : 1.3;
    v.detail_sample_distance = config.detail.sample_distance ? quotient(*config.detail.sample_distance, cs) : 6;
    v.detail_max_error = config.detail.max_error ? quotient(*config.detail.max_error, ch) : 1;
    return Done{};
}

// Converts an area limit from wu^2 to cells, rounded up. Does nothing if the limit is null.
Status area_to_cells(const char* path, std::optional<double> area, double cell_size, uint32_t& cells) {
    if (!area) return Done{};
    const double n = std::ceil(quotient(*area, cell_size * cell_size));
    if (n > kMaxAreaCells) return too_many(path, *area, n, "cells", std::to_string(kMaxAreaCells), "voxels.cell_size");
    cells = uint32_t(n);
    return Done{};
}

// Formats a length for a message, rounded to 6 decimals to hide rounding errors.
std::string suggested(double length) {
    return number_text(std::round(length * 1e6) / 1e6);
}

}  // namespace

Result<VoxelConfig> to_voxels(const BakeConfig& config) {
    if (const Status sound = check_config(config); !sound) return sound.error();
    if (!config.agents.empty()) {
        return Error{ErrorKind::usage, "agents: the config has several agents; pass the config of one agent"};
    }
    const bool recast = config.profile == Profile::recast;
    VoxelConfig v;
    v.lattice = {config.tiles.origin, config.voxels.cell_size, config.voxels.cell_height};
    v.max_slope = config.agent.max_slope;
    v.low_hanging = config.filters.low_hanging;
    v.ledges = config.filters.ledges.value_or(recast ? LedgeTest::plain : LedgeTest::slope_aware);
    v.low_height = config.filters.low_height;
    v.erosion = config.erosion.method.value_or(recast ? ErosionMethod::chamfer : ErosionMethod::euclidean);
    v.median_filter = config.erosion.median_filter;
    v.region_method = config.regions.method.value_or(recast ? RegionMethod::watershed : RegionMethod::sheets);
    v.whole_islands = !recast;
    v.split_wall_edges = config.contours.split_wall_edges;
    v.split_area_edges = config.contours.split_area_edges;
    v.walls = config.contours.walls.value_or(recast ? WallSimplification::two_sided : WallSimplification::one_sided);
    v.refine_contours = config.contours.refine.value_or(!recast);
    v.max_vertices = config.polygons.max_vertices;
    v.heights = config.detail.heights.value_or(recast ? HeightSource::voxels : HeightSource::triangles);

    if (const Status fine = lengths_to_voxels(config, v); !fine) return fine.error();
    if (const Status fine = links_to_voxels(config, v); !fine) return fine.error();
    const double cs = config.voxels.cell_size;
    if (const Status fine = area_to_cells("regions.min_area", config.regions.min_area, cs, v.min_region_area); !fine) {
        return fine.error();
    }
    if (const Status fine = area_to_cells("regions.merge_area", config.regions.merge_area, cs, v.merge_region_area); !fine) {
        return fine.error();
    }
    return v;
}

namespace {

// Warns about each changed `plan.` key: a bake of triangles ignores these keys.
void warn_of_plan_keys(const BakeConfig& config, Warnings& warnings) {
    for (const ConfigKey& key : config_keys()) {
        if (!key.path.starts_with("plan.") || key.get(config) == key.get(BakeConfig{})) continue;
        warnings.push_back({"plan_unused", key.path + " only has an effect on floor plans; leave it out", {}});
    }
}

Warnings warnings_of_one_agent(const BakeConfig& config) {
    const Result<VoxelConfig> voxels = to_voxels(config);
    if (!voxels) return {};
    const VoxelConfig& v = *voxels;
    const double cs = config.voxels.cell_size, ch = config.voxels.cell_height;
    Warnings warnings;
    const auto warn = [&](const char* code, std::string message) { warnings.push_back({code, std::move(message), {}}); };

    // Compares the climb with the rise of the steepest walkable slope.
    const double rise = quotient(cs * tan_degrees(config.agent.max_slope), ch);  // rise over one cell [vx]
    const double two_cells = quotient(2 * cs * tan_degrees(config.agent.max_slope) + ch, ch);
    if (config.agent.max_climb > 0 && v.walkable_climb == 0) {
        warn("climb_below_voxel", "agent.max_climb " + number_text(config.agent.max_climb) +
                                      " is less than voxels.cell_height and counts as 0, so every step blocks; lower "
                                      "voxels.cell_height");
    } else if (v.ledges == LedgeTest::plain && v.walkable_climb < two_cells) {
        warn("climb_below_slope",
             "max_climb is below the rise over two cells at max_slope: stairs and ramps will lose cells; raise agent.max_climb "
             "to " +
                 suggested(std::ceil(two_cells) * ch) + " or set filters.ledges to slope_aware");
    } else if (v.walkable_climb < std::ceil(rise)) {
        warn("climb_below_cell",
             "max_climb is below the rise over one cell at max_slope: steep ramps will be cut into pieces; raise "
             "agent.max_climb to " +
                 suggested(std::ceil(rise) * ch) + ", or lower voxels.cell_size or agent.max_slope");
    }
    if (config.agent.radius > 0 && config.agent.radius < cs) {
        warn("radius_below_cell",
             "agent.radius " + number_text(config.agent.radius) +
                 " is less than a cell, so the width of narrow passages is only as accurate as the cells; lower "
                 "voxels.cell_size to " +
                 suggested(config.agent.radius / 2) + " or less");
    }
    if (v.walkable_height < 3) {
        warn("height_below_voxels", "agent.height " + number_text(config.agent.height) + " is only " +
                                        count_text(uint64_t(v.walkable_height), "voxel") +
                                        ": headroom will be inaccurate; lower voxels.cell_height");
    }
    if (config.regions.merge_area && (v.region_method == RegionMethod::layers || v.region_method == RegionMethod::sheets)) {
        warn("merge_area_unused", std::string("regions.merge_area has no effect with regions.method ") +
                                      (v.region_method == RegionMethod::layers ? "layers" : "sheets") +
                                      ", which makes regions as large as possible; set it to null");
    }
    const double least_jump = 2 * config.agent.radius + cs;
    if (config.links.jump_distance > 0 && config.links.jump_distance < least_jump) {
        warn("jump_too_short", "links.jump_distance " + number_text(config.links.jump_distance) +
                                   " is measured between centres of the agent and leaves no gap to jump over; raise it above " +
                                   suggested(least_jump));
    } else if (config.links.jump_height > 0 && config.links.jump_distance == 0) {
        warn("jump_height_unused", "links.jump_height has no effect without links.jump_distance; set both");
    }
    warn_of_plan_keys(config, warnings);
    return warnings;
}

}  // namespace

std::vector<BakeConfig> configs_of_agents(const BakeConfig& config) {
    if (config.agents.empty()) return {config};
    BakeConfig one = config;
    one.agents.clear();
    std::vector<BakeConfig> configs;
    for (const AgentConfig& agent : config.agents) {
        one.agent = agent;
        configs.push_back(one);
    }
    return configs;
}

Warnings config_warnings(const BakeConfig& config) {
    const std::vector<BakeConfig> configs = configs_of_agents(config);
    if (configs.size() == 1) return warnings_of_one_agent(configs[0]);
    Warnings all;
    for (const BakeConfig& one : configs) {
        for (Warning& warning : warnings_of_one_agent(one)) {
            // These three warnings do not depend on the agent. Their messages get no agent prefix, so each is reported only
            // once.
            const bool of_agent =
                warning.code != "merge_area_unused" && warning.code != "jump_height_unused" && warning.code != "plan_unused";
            if (of_agent) warning.message = agent_prefix(one.agent.name) + warning.message;
            const auto is_same = [&](const Warning& w) { return w.message == warning.message; };
            if (std::none_of(all.begin(), all.end(), is_same)) all.push_back(std::move(warning));
        }
    }
    return all;
}

}  // namespace navspan
