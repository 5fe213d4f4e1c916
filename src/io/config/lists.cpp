// Reads and writes the lists of a config: areas, rules, volumes, off-mesh links, island seeds, agents. Checks structure, types
// and integer ranges. check_config checks all other values.

#include "io/config/lists.h"

#include <array>
#include <cmath>

#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

std::string wrong_type(const std::string& path, const Json& value, const std::string& expected) {
    return path + ": " + shown(value) + " has the wrong type; give " + expected;
}

// Reads the members of a JSON object. Keeps the first error.
class Members {
public:
    Members(const Json& json, std::string path, std::vector<std::string> known) : json_(json), path_(std::move(path)) {
        std::string names;
        for (const std::string& key : known)
            names += (names.empty() ? "" : ", ") + key;
        if (!json.is_object()) {
            fault_ = wrong_type(path_, json, "an object with the keys " + names);
            return;
        }
        for (const auto& [key, value] : json.items()) {
            if (std::find(known.begin(), known.end(), key) != known.end()) continue;
            fault_ = path_ + "." + shown_name(key) + ": unknown key, its value is " + shown(value) +
                     "; the nearest known key is " + path_ + "." + nearest_name(key, known) + " (known here: " + names + ")";
            return;
        }
    }

    void number(const char* key, double& value, const std::string& expected) {
        const Json* found = find(key, expected, true);
        if (!found) return;
        if (!found->is_number()) return fail(wrong_type(at(key), *found, expected));
        value = found->get<double>();
    }
    // Reads an integer in [low, high]. Keeps `value` if an optional key is absent.
    template <class T>
    void integer(const char* key, T& value, int64_t low, int64_t high, bool required) {
        const std::string expected = "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
        const Json* found = find(key, expected, required);
        if (!found) return;
        if (!found->is_number()) return fail(wrong_type(at(key), *found, expected));
        const double number = found->get<double>();
        if (!(number >= double(low) && number <= double(high)) || std::floor(number) != number) {
            return fail(at(key) + ": " + shown(*found) + " is out of range; give " + expected);
        }
        value = T(number);
    }
    void optional_number(const char* key, double& value, const std::string& expected) {
        if (!fault_ && json_.contains(key)) number(key, value, expected);
    }
    // Reads a number. Keeps `value` if the key is absent or null.
    void nullable_number(const char* key, std::optional<double>& value, const std::string& expected) {
        if (!is_given(key)) return;
        number(key, value.emplace(), expected + ", or null");
    }
    template <class T>
    void nullable_integer(const char* key, std::optional<T>& value, int64_t low, int64_t high) {
        if (is_given(key)) integer(key, value.emplace(), low, high, false);
    }
    void optional_switch(const char* key, bool& value) {
        const Json* found = find(key, "true or false", false);
        if (!found) return;
        if (!found->is_boolean()) return fail(wrong_type(at(key), *found, "true or false"));
        value = found->get<bool>();
    }
    void name(const char* key, std::string& value, const std::string& expected, bool required) {
        const Json* found = find(key, expected, required);
        if (!found) return;
        if (!found->is_string()) return fail(wrong_type(at(key), *found, expected));
        value = found->get<std::string>();
    }
    void point(const char* key, DVec3& value) {
        const std::string expected = "[x, y, z]";
        const Json* found = find(key, expected, true);
        if (!found) return;
        const std::optional<DVec3> point = json_point(*found);
        if (!point) return fail(wrong_type(at(key), *found, expected));
        value = *point;
    }
    void outline(const char* key, std::vector<DVec3>& points) {
        const std::string expected = "a list of points [[x, z], [x, z], ...]";
        const Json* found = find(key, expected, true);
        if (!found) return;
        if (!found->is_array()) return fail(wrong_type(at(key), *found, expected));
        for (size_t i = 0; i < found->size(); ++i) {
            const Json& point = (*found)[i];
            if (!is_number_list(point, 2)) return fail(wrong_type(at(key) + "[" + std::to_string(i) + "]", point, "[x, z]"));
            points.push_back({point[0].get<double>(), 0, point[1].get<double>()});
        }
    }
    void area(const char* key, std::optional<std::string>& name) {
        const Json* found = find(key, "the name of an area, or null for a hole", true);
        if (!found) return;
        if (found->is_null()) return;
        if (!found->is_string()) return fail(wrong_type(at(key), *found, "the name of an area, or null for a hole"));
        name = found->get<std::string>();
    }

    const ConfigFault& fault() const { return fault_; }

private:
    const Json* find(const char* key, const std::string& expected, bool required) {
        if (fault_) return nullptr;
        const auto found = json_.find(key);
        if (found != json_.end()) return &*found;
        if (required) fail(at(key) + ": it is missing; give " + expected);
        return nullptr;
    }
    bool is_given(const char* key) const { return !fault_ && json_.contains(key) && !json_.at(key).is_null(); }
    std::string at(const char* key) const { return path_ + "." + key; }
    void fail(std::string what) {
        if (!fault_) fault_ = std::move(what);
    }

    const Json& json_;
    std::string path_;
    ConfigFault fault_;
};

struct ShapeKeys {
    VolumeShape shape;
    const char* name;
    std::vector<std::string> keys;
};

const std::array<ShapeKeys, 4>& shapes() {
    static const std::array<ShapeKeys, 4> all{{
        {VolumeShape::box, "box", {"shape", "area", "min", "max"}},
        {VolumeShape::rotated_box, "rotated_box", {"shape", "area", "center", "half_extents", "yaw"}},
        {VolumeShape::cylinder, "cylinder", {"shape", "area", "center", "radius", "height"}},
        {VolumeShape::prism, "prism", {"shape", "area", "points", "min_y", "max_y"}},
    }};
    return all;
}

ConfigFault read_volume(const Json& json, const std::string& path, AreaVolume& volume) {
    const std::string expected = "\"box\", \"rotated_box\", \"cylinder\" or \"prism\"";
    if (!json.is_object()) return wrong_type(path, json, "an object with the keys shape, area and the keys of its shape");
    if (!json.contains("shape")) return path + ".shape: it is missing; give " + expected;
    const Json& name = json["shape"];
    const auto kind = std::find_if(shapes().begin(), shapes().end(), [&](const ShapeKeys& s) { return name == s.name; });
    if (kind == shapes().end()) return path + ".shape: " + shown(name) + " is not a shape; give " + expected;

    volume.shape = kind->shape;
    Members members(json, path, kind->keys);
    members.area("area", volume.area);
    switch (kind->shape) {
        case VolumeShape::box:
            members.point("min", volume.min);
            members.point("max", volume.max);
            break;
        case VolumeShape::rotated_box:
            members.point("center", volume.center);
            members.point("half_extents", volume.half_extents);
            members.optional_number("yaw", volume.yaw, "a number [deg]");
            break;
        case VolumeShape::cylinder:
            members.point("center", volume.center);
            members.number("radius", volume.radius, "a number above 0 [wu]");
            members.number("height", volume.height, "a number above 0 [wu]");
            break;
        case VolumeShape::prism:
            members.outline("points", volume.points);
            members.number("min_y", volume.min_y, "a number [wu]");
            members.number("max_y", volume.max_y, "a number [wu]");
            break;
    }
    return members.fault();
}

ConfigFault read_off_mesh_link(const Json& json, const std::string& path, OffMeshLinkConfig& link) {
    Members members(json, path, {"start", "end", "two_way", "radius", "cost", "area", "flags", "user_id"});
    members.point("start", link.start);
    members.point("end", link.end);
    members.optional_switch("two_way", link.two_way);
    members.nullable_number("radius", link.radius, "a number from 0 [wu]");
    members.nullable_number("cost", link.cost, "a number from 0 [wu]");
    members.name("area", link.area, "the name of an area", false);
    members.nullable_integer("flags", link.flags, 0, 65535);
    members.integer("user_id", link.user_id, 0, 4294967295, false);
    return members.fault();
}

// Reads a list: calls read(json, path, item) for each item. @param expected  description of the list for error messages
template <class Item, class Read>
ConfigFault read_list(const Json& json, const std::string& name, const char* expected, std::vector<Item>& items, Read read) {
    if (!json.is_array()) return wrong_type(name, json, expected);
    items.clear();
    for (size_t i = 0; i < json.size(); ++i) {
        if (ConfigFault fault = read(json[i], name + "[" + std::to_string(i) + "]", items.emplace_back())) return fault;
    }
    return {};
}

ConfigFault read_seed(const Json& json, const std::string& path, DVec3& seed) {
    const std::optional<DVec3> point = json_point(json);
    if (!point) return wrong_type(path, json, "a point [x, y, z]");
    seed = *point;
    return {};
}

ConfigFault read_agent(const Json& json, const std::string& path, AgentConfig& agent) {
    Members members(json, path, {"name", "radius", "height", "max_climb", "max_slope"});
    members.name("name", agent.name, "a name, such as \"human\"", true);
    members.optional_number("radius", agent.radius, "a number from 0 [wu]");
    members.optional_number("height", agent.height, "a number above 0 [wu]");
    members.optional_number("max_climb", agent.max_climb, "a number from 0 [wu]");
    members.optional_number("max_slope", agent.max_slope, "a number from 0 to 89.9 [deg]");
    return members.fault();
}

Json exact_point_json(DVec3 p) {
    return Json::array({json_number(p.x), json_number(p.y), json_number(p.z)});
}

}  // namespace

ConfigFault read_areas(const Json& json, std::vector<AreaConfig>& areas) {
    if (!json.is_object()) return wrong_type("areas", json, "an object: area name -> {id, cost, flags}");
    areas.clear();
    bool has_ground = false;
    for (const auto& [name, value] : json.items()) {
        AreaConfig area{.name = name};
        Members members(value, "areas." + name, {"id", "cost", "flags"});
        members.integer("id", area.id, 1, kMaxArea, name != kGroundArea);
        members.optional_number("cost", area.cost, "a number from 0 to 1000000");
        members.integer("flags", area.flags, 0, 65535, false);
        if (members.fault()) return members.fault();
        has_ground |= name == kGroundArea;
        areas.push_back(area);
    }
    // triangles without a matching rule get the area "ground", which must therefore exist
    if (!has_ground) areas.insert(areas.begin(), BakeConfig().areas[0]);
    return {};
}

ConfigFault read_rules(const Json& json, std::vector<AreaRule>& rules) {
    const std::string expected = "the name of an area, or null for a hole";
    if (!json.is_object()) return wrong_type("rules", json, "an object: pattern -> name of an area, or null for a hole");
    rules.clear();
    for (const auto& [pattern, value] : json.items()) {
        if (!value.is_null() && !value.is_string()) return wrong_type("rules." + pattern, value, expected);
        rules.push_back({pattern, value.is_null() ? std::nullopt : std::optional(value.get<std::string>())});
    }
    return {};
}

ConfigFault read_volumes(const Json& json, std::vector<AreaVolume>& volumes) {
    return read_list(json, "volumes", "a list of volumes [{\"shape\": ..., \"area\": ...}, ...]", volumes, read_volume);
}

ConfigFault read_off_mesh_links(const Json& json, std::vector<OffMeshLinkConfig>& links) {
    return read_list(json, "off_mesh_links", "a list of off-mesh links [{start, end, ...}, ...]", links, read_off_mesh_link);
}

ConfigFault read_island_seeds(const Json& json, std::vector<DVec3>& seeds) {
    return read_list(json, "island_seeds", "a list of points [[x, y, z], ...]", seeds, read_seed);
}

ConfigFault read_agents(const Json& json, BakeConfig& config) {
    std::vector<AgentConfig> agents;
    const char* const expected = "a list of agents [{\"name\": ..., \"radius\": ...}, ...]";
    if (ConfigFault fault = read_list(json, "agents", expected, agents, read_agent)) return fault;
    config.agents.clear();
    config.agent.name.clear();
    if (agents.size() == 1) {
        config.agent = agents[0];
    } else {
        config.agents = std::move(agents);
    }
    return {};
}

Json areas_json(const std::vector<AreaConfig>& areas) {
    Json json = Json::object();
    for (const AreaConfig& area : areas) {
        json[area.name] = {{"id", area.id}, {"cost", json_number(area.cost)}, {"flags", area.flags}};
    }
    return json;
}

Json rules_json(const std::vector<AreaRule>& rules) {
    Json json = Json::object();
    for (const AreaRule& rule : rules) {
        // of several rules with the same pattern, write only the last
        json.erase(rule.pattern);
        json[rule.pattern] = rule.area ? Json(*rule.area) : Json();
    }
    return json;
}

Json volumes_json(const std::vector<AreaVolume>& volumes) {
    Json list = Json::array();
    for (const AreaVolume& volume : volumes) {
        Json json = Json::object();
        const auto kind =
            std::find_if(shapes().begin(), shapes().end(), [&](const ShapeKeys& s) { return s.shape == volume.shape; });
        json["shape"] = kind == shapes().end() ? "" : kind->name;
        json["area"] = volume.area ? Json(*volume.area) : Json();
        switch (volume.shape) {
            case VolumeShape::box:
                json["min"] = exact_point_json(volume.min);
                json["max"] = exact_point_json(volume.max);
                break;
            case VolumeShape::rotated_box:
                json["center"] = exact_point_json(volume.center);
                json["half_extents"] = exact_point_json(volume.half_extents);
                json["yaw"] = json_number(volume.yaw);
                break;
            case VolumeShape::cylinder:
                json["center"] = exact_point_json(volume.center);
                json["radius"] = json_number(volume.radius);
                json["height"] = json_number(volume.height);
                break;
            case VolumeShape::prism:
                json["points"] = Json::array();
                for (const DVec3& p : volume.points)
                    json["points"].push_back(Json::array({json_number(p.x), json_number(p.z)}));
                json["min_y"] = json_number(volume.min_y);
                json["max_y"] = json_number(volume.max_y);
                break;
        }
        list.push_back(std::move(json));
    }
    return list;
}

Json off_mesh_links_json(const std::vector<OffMeshLinkConfig>& links) {
    Json list = Json::array();
    for (const OffMeshLinkConfig& link : links) {
        Json json = Json::object();
        json["start"] = exact_point_json(link.start);
        json["end"] = exact_point_json(link.end);
        json["two_way"] = link.two_way;
        json["radius"] = link.radius ? json_number(*link.radius) : Json();
        json["cost"] = link.cost ? json_number(*link.cost) : Json();
        json["area"] = link.area;
        json["flags"] = link.flags ? Json(*link.flags) : Json();
        json["user_id"] = link.user_id;
        list.push_back(std::move(json));
    }
    return list;
}

Json agents_json(const BakeConfig& config) {
    Json list = Json::array();
    for (const BakeConfig& one : configs_of_agents(config)) {
        const AgentConfig& agent = one.agent;
        if (agent.name.empty()) continue;
        list.push_back({{"name", agent.name},
                        {"radius", json_number(agent.radius)},
                        {"height", json_number(agent.height)},
                        {"max_climb", json_number(agent.max_climb)},
                        {"max_slope", json_number(agent.max_slope)}});
    }
    return list;
}

Json island_seeds_json(const std::vector<DVec3>& seeds) {
    Json list = Json::array();
    for (const DVec3& seed : seeds)
        list.push_back(exact_point_json(seed));
    return list;
}

}  // namespace navspan
