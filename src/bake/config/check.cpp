// Validates the values of a config: ranges, unique names and ids, references to areas, volumes, off-mesh links.

#include <cmath>
#include <utility>

#include "bake/config/keys.h"
#include "core/text.h"
#include "navmesh/mesh/agent_name.h"
#include "navspan/bake/area_rules.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/navmesh/filter.h"

namespace navspan {
namespace {

static_assert(kMaxAreaCost == kMaxCostFactor, "queries must accept every cost that a config accepts");
constexpr double kMaxTurn = 360;          // [deg]
constexpr size_t kLongestAreaName = 255;  // longest name that a .nav file can store [byte]

Error wrong(const std::string& path, const std::string& what) {
    return {ErrorKind::usage, path + ": " + what};
}

std::string range_text(double low, double high) {
    return "from " + number_text(low) + " to " + number_text(high);
}

std::string known_areas(const BakeConfig& config) {
    std::string names;
    for (const AreaConfig& area : config.areas)
        names += (names.empty() ? "" : ", ") + area.name;
    return names;
}

Status check_area_name(const BakeConfig& config, const std::string& path, const std::optional<std::string>& name,
                       const std::string& choice = "null (a hole) or one of") {
    if (!name || find_area(config.areas, *name)) return Done{};
    return wrong(path, "\"" + *name + "\" is not an area; give " + choice + ": " + known_areas(config));
}

Status check_areas(const BakeConfig& config) {
    for (size_t i = 0; i < config.areas.size(); ++i) {
        const AreaConfig& area = config.areas[i];
        const std::string path = "areas." + area.name;
        if (area.name.empty() || area.name.find_first_of("=,") != std::string::npos) {
            return wrong("areas", "\"" + area.name + "\" is not a valid area name; give a name without = and commas");
        }
        if (area.name.size() > kLongestAreaName) {
            return wrong("areas", "\"" + area.name.substr(0, 40) + "...\" has " + std::to_string(area.name.size()) +
                                      " bytes; give a name of at most " + std::to_string(kLongestAreaName) + " bytes");
        }
        if (area.id < 1 || area.id > kMaxArea) {
            return wrong(path + ".id", std::to_string(area.id) + " is out of range; give a whole number from 1 to " +
                                           std::to_string(kMaxArea));
        }
        if (!(area.cost >= 0 && area.cost <= kMaxAreaCost)) {
            return wrong(path + ".cost",
                         number_text(area.cost) + " is out of range; give a number " + range_text(0, kMaxAreaCost));
        }
        for (size_t j = 0; j < i; ++j) {
            if (config.areas[j].name == area.name) return wrong("areas", "\"" + area.name + "\" is defined twice; rename one");
            if (config.areas[j].id == area.id) {
                return wrong(path + ".id", std::to_string(area.id) + " is already the id of area \"" + config.areas[j].name +
                                               "\"; give each area its own id");
            }
        }
    }
    if (find_area(config.areas, kGroundArea)) return Done{};
    return wrong("areas", "area \"ground\" is missing, the area of all triangles that no rule matches; add it");
}

bool all_finite(std::initializer_list<double> numbers) {
    for (const double n : numbers) {
        if (!std::isfinite(n)) return false;
    }
    return true;
}

Status check_prism(const AreaVolume& volume, const std::string& path) {
    const size_t n = volume.points.size();
    if (n < 3) return wrong(path + ".points", std::to_string(n) + " points do not make an outline; give at least 3");
    int left = 0, right = 0, x_reversals = 0;
    double area = 0, last_dx = 0;
    for (size_t i = 0; i < n; ++i) {
        const DVec3 a = volume.points[i], b = volume.points[(i + 1) % n], c = volume.points[(i + 2) % n];
        if (!all_finite({a.x, a.z}))
            return wrong(path + ".points", "point " + std::to_string(i) + " is not finite; give finite numbers");
        const double turn = (b.x - a.x) * (c.z - b.z) - (b.z - a.z) * (c.x - b.x);
        left += turn > 0;
        right += turn < 0;
        if (const double dx = b.x - a.x; dx != 0) {
            x_reversals += (dx < 0) != (std::exchange(last_dx, dx) < 0) && i > 0;
        }
        const DVec3 from_first = a - volume.points[0], to = b - volume.points[0];
        area += from_first.x * to.z - from_first.z * to.x;
    }
    if (area == 0) return wrong(path + ".points", "the outline has no area; give points that are not collinear");
    // A pentagram turns in only one direction, but its direction in x reverses more than twice.
    if ((left > 0 && right > 0) || x_reversals > 2)
        return wrong(path + ".points", "the outline is not convex; split it into convex volumes");
    for (const auto& [key, value] : {std::pair{".min_y", volume.min_y}, std::pair{".max_y", volume.max_y}}) {
        if (!std::isfinite(value)) return wrong(path + key, "the height is not finite; give a finite number");
    }
    if (volume.min_y > volume.max_y) {
        return wrong(path + ".max_y",
                     number_text(volume.max_y) + " is out of range; it must not be below min_y " + number_text(volume.min_y));
    }
    return Done{};
}

Status check_volume(const AreaVolume& volume, const std::string& path) {
    const auto positive = [&](const char* key, double value) -> Status {
        if (value > 0 && std::isfinite(value)) return Done{};
        return wrong(path + "." + key, number_text(value) + " is out of range; give a number above 0 [wu]");
    };
    switch (volume.shape) {
        case VolumeShape::box:
            if (!all_finite({volume.min.x, volume.min.y, volume.min.z, volume.max.x, volume.max.y, volume.max.z})) {
                return wrong(path, "a coordinate is not finite; give finite numbers");
            }
            if (volume.min.x > volume.max.x || volume.min.y > volume.max.y || volume.min.z > volume.max.z) {
                return wrong(path + ".max", "max is below min on an axis; give min <= max on each axis");
            }
            return Done{};
        case VolumeShape::rotated_box:
            for (const double half : {volume.half_extents.x, volume.half_extents.y, volume.half_extents.z}) {
                if (const Status fine = positive("half_extents", half); !fine) return fine;
            }
            if (!all_finite({volume.center.x, volume.center.y, volume.center.z})) {
                return wrong(path + ".center", "a coordinate is not finite; give finite numbers");
            }
            if (!(std::abs(volume.yaw) <= kMaxTurn)) {
                return wrong(path + ".yaw", number_text(volume.yaw) + " is out of range; give a number " +
                                                range_text(-kMaxTurn, kMaxTurn) + " [deg]");
            }
            return Done{};
        case VolumeShape::cylinder:
            if (!all_finite({volume.center.x, volume.center.y, volume.center.z})) {
                return wrong(path + ".center", "a coordinate is not finite; give finite numbers");
            }
            if (const Status fine = positive("radius", volume.radius); !fine) return fine;
            return positive("height", volume.height);
        case VolumeShape::prism:
            return check_prism(volume, path);
    }
    return wrong(path + ".shape", std::to_string(int(volume.shape)) +
                                      " is not an enumerator of VolumeShape; give box, rotated_box, cylinder or prism");
}

bool fits(double v) {
    return std::abs(v) <= kMaxLinkValue;
}
bool fits(DVec3 p) {
    return fits(p.x) && fits(p.y) && fits(p.z);
}

Status check_link(const BakeConfig& config, const OffMeshLinkConfig& link, const std::string& path) {
    for (const auto& [key, p] : {std::pair{".start", link.start}, std::pair{".end", link.end}}) {
        if (fits(p)) continue;
        return wrong(path + key, "[" + number_text(p.x) + ", " + number_text(p.y) + ", " + number_text(p.z) +
                                     "] is out of range; give numbers " + range_text(-kMaxLinkValue, kMaxLinkValue) + " [wu]");
    }
    for (const auto& [key, value] : {std::pair{".radius", link.radius}, std::pair{".cost", link.cost}}) {
        if (!value || (*value >= 0 && fits(*value))) continue;
        return wrong(path + key, number_text(*value) + " is out of range; give a number " + range_text(0, kMaxLinkValue) +
                                     " [wu], or null");
    }
    return check_area_name(config, path + ".area", link.area, "one of");
}

// @param path  JSON path of the key, for the error message
Status check_value(const BakeConfig& config, const ConfigKey& key, const std::string& path) {
    const ConfigValue value = key.get(config);
    if (is_in_range(key, value)) return Done{};
    if (key.kind == ConfigKind::choice)
        return wrong(path, "the value is not an enumerator of its type; give " + key.expected());
    return wrong(path, value_text(value) + " is out of range; give " + key.expected());
}

Status check_agents(const BakeConfig& config) {
    const std::vector<BakeConfig> configs = configs_of_agents(config);
    for (size_t i = 0; i < configs.size(); ++i) {
        const std::string path = config.agents.empty() ? "agent" : "agents[" + std::to_string(i) + "]";
        const std::string& name = configs[i].agent.name;
        if (!is_agent_name(name) && !(config.agents.empty() && name.empty())) {
            return wrong(path + ".name", "\"" + name.substr(0, 80) +
                                             "\" is not a valid agent name; give a letter, then letters, digits, _ and -, at "
                                             "most " +
                                             std::to_string(kMaxAgentNameBytes) + " characters");
        }
        for (size_t j = 0; j < i; ++j) {
            if (configs[j].agent.name == name) return wrong("agents", "\"" + name + "\" is given twice; rename one");
        }
        for (const ConfigKey& key : config_keys()) {
            if (!key.path.starts_with("agent.")) continue;
            if (const Status fine = check_value(configs[i], key, path + key.path.substr(5)); !fine) return fine;
        }
        // An agent with max_climb >= height could step through a ceiling.
        const AgentConfig& agent = configs[i].agent;
        if (agent.max_climb >= agent.height) {
            return wrong(path + ".max_climb", number_text(agent.max_climb) + " is out of range; it must be below " + path +
                                                  ".height " + number_text(agent.height));
        }
    }
    return Done{};
}

}  // namespace

Status check_config(const BakeConfig& config) {
    for (const ConfigKey& key : config_keys()) {
        if (key.path.starts_with("agent.")) continue;
        if (const Status fine = check_value(config, key, key.path); !fine) return fine;
    }
    if (const Status fine = check_agents(config); !fine) return fine;
    if (const Status fine = check_areas(config); !fine) return fine;
    for (const AreaRule& rule : config.rules) {
        if (const Status fine = check_area_name(config, "rules." + rule.pattern, rule.area); !fine) return fine;
    }
    for (size_t i = 0; i < config.volumes.size(); ++i) {
        const std::string path = "volumes[" + std::to_string(i) + "]";
        if (const Status fine = check_area_name(config, path + ".area", config.volumes[i].area); !fine) return fine;
        if (const Status fine = check_volume(config.volumes[i], path); !fine) return fine;
    }
    for (size_t i = 0; i < config.off_mesh_links.size(); ++i) {
        const std::string path = "off_mesh_links[" + std::to_string(i) + "]";
        if (const Status fine = check_link(config, config.off_mesh_links[i], path); !fine) return fine;
    }
    for (size_t i = 0; i < config.island_seeds.size(); ++i) {
        if (fits(config.island_seeds[i])) continue;
        return wrong("island_seeds[" + std::to_string(i) + "]",
                     "a coordinate is out of range; give numbers " + range_text(-kMaxLinkValue, kMaxLinkValue) + " [wu]");
    }
    if (const Status fine = check_area_name(config, "links.drop_area", config.links.drop_area, "one of"); !fine) return fine;
    return check_area_name(config, "links.jump_area", config.links.jump_area, "one of");
}

}  // namespace navspan
