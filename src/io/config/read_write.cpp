// Reads and writes a config as JSON.
//
// In: JSON text.
// Out: a BakeConfig, or a one-line error that names the wrong key and its valid values.
// Idea: Keys with a single value are in the table in bake/config/keys.h. Lists are read and written by io/config/lists. Setting
// one key and reading a file use the same functions.
// Source: own method.
// Weak cases: none known.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "bake/config/keys.h"
#include "core/text.h"
#include "io/config/json.h"
#include "io/config/lists.h"
#include "navmesh/mesh/agent_name.h"
#include "navspan/core/file.h"
#include "navspan/io/config_json.h"

namespace navspan {
namespace {

std::string_view section_of(std::string_view path) {
    return path.substr(0, std::min(path.find('.'), path.size()));
}

bool is_section(std::string_view name) {
    for (const ConfigKey& key : config_keys()) {
        if (section_of(key.path) == name && key.path != name) return true;
    }
    return false;
}

constexpr std::array<std::string_view, 6> kLists{"areas", "rules", "volumes", "off_mesh_links", "island_seeds", "agents"};

bool is_list(std::string_view name) {
    return std::find(kLists.begin(), kLists.end(), name) != kLists.end();
}

std::string keys_of_section(std::string_view section) {
    std::string names;
    for (const ConfigKey& key : config_keys()) {
        if (section_of(key.path) == section) names += (names.empty() ? "" : ", ") + key.path.substr(section.size() + 1);
    }
    return names;
}

// Returns a JSON object that contains only this key.
Json only(const std::string& name, const Json& value) {
    Json json = Json::object();
    json[name] = value;
    return json;
}

std::string unknown_key(const std::string& path, const Json& value) {
    std::vector<std::string> candidates;
    for (const ConfigKey& key : config_keys()) {
        const std::string section(section_of(key.path));
        if (candidates.empty() || section_of(candidates.back()) != section) candidates.push_back(section);
        if (key.path != section) candidates.push_back(key.path);
    }
    candidates.insert(candidates.end(), kLists.begin(), kLists.end());

    const std::string nearest = nearest_name(path, candidates);
    std::string text =
        shown_name(path) + ": unknown key, its value is " + shown(value) + "; the nearest known key is " + nearest;
    if (const ConfigKey* key = find_config_key(nearest)) return text + " (" + key->expected() + ")";
    if (is_section(nearest)) return text + " (with the keys " + keys_of_section(nearest) + ")";
    return text;
}

// True for the keys agent.*, which exist only in configs with a single agent.
bool is_agent_key(const ConfigKey& key) {
    return section_of(key.path) == "agent";
}

ConfigFault set_key(BakeConfig& config, const ConfigKey& key, const Json& json) {
    const auto fault = [&](const char* what) -> ConfigFault {
        return key.path + ": " + shown(json) + what + "; give " + key.expected();
    };
    if (is_agent_key(key) && !config.agents.empty()) {
        return key.path + ": the config has several agents; set agents[i]" + key.path.substr(key.path.find('.')) +
               ", counted from 0, or agents.NAME" + key.path.substr(key.path.find('.'));
    }
    if (json.is_null()) {
        if (!key.nullable) return fault(" has the wrong type");
        key.set(config, {});
        return {};
    }
    ConfigValue value;
    const bool numeric = key.kind == ConfigKind::number || key.kind == ConfigKind::integer;
    if (numeric && json.is_number()) {
        value = json.get<double>();
    } else if (key.kind == ConfigKind::boolean && json.is_boolean()) {
        value = json.get<bool>();
    } else if ((key.kind == ConfigKind::choice || key.kind == ConfigKind::area) && json.is_string()) {
        value = std::string_view(json.get_ref<const std::string&>());
    } else if (const std::optional<DVec3> point = json_point(json); key.kind == ConfigKind::point && point) {
        value = *point;
    } else {
        return fault(" has the wrong type");
    }
    if (!is_in_range(key, value))
        return fault(key.kind == ConfigKind::choice ? " is not one of its values" : " is out of range");
    key.set(config, value);
    return {};
}

ConfigFault apply_section(BakeConfig& config, const std::string& section, const Json& json) {
    if (!json.is_object()) {
        return section + ": " + shown(json) + " has the wrong type; give an object with the keys " + keys_of_section(section);
    }
    for (const auto& [name, value] : json.items()) {
        const std::string path = section + "." + name;
        const ConfigKey* key = find_config_key(path);
        if (!key) return unknown_key(path, value);
        if (ConfigFault fault = set_key(config, *key, value)) return fault;
    }
    return {};
}

ConfigFault apply_json(BakeConfig& config, const Json& json) {
    if (!json.is_object()) return "the config is " + shown(json) + "; give an object { ... }";
    if (json.contains("agent") && json.contains("agents") && !json["agents"].empty()) {
        return "agent and agents are both given; give only one of them (agents is a list, and each agent gets a mesh)";
    }
    for (const auto& [name, value] : json.items()) {
        ConfigFault fault;
        if (name == "areas") {
            fault = read_areas(value, config.areas);
        } else if (name == "rules") {
            fault = read_rules(value, config.rules);
        } else if (name == "volumes") {
            fault = read_volumes(value, config.volumes);
        } else if (name == "off_mesh_links") {
            fault = read_off_mesh_links(value, config.off_mesh_links);
        } else if (name == "island_seeds") {
            fault = read_island_seeds(value, config.island_seeds);
        } else if (name == "agents") {
            fault = read_agents(value, config);
        } else if (const ConfigKey* key = find_config_key(name); key && section_of(name) == name) {
            fault = set_key(config, *key, value);
        } else if (is_section(name)) {
            fault = apply_section(config, name, value);
        } else if (key) {
            const std::string section(section_of(name));
            fault = name + ": a key inside of " + section + "; write {\"" + section + "\": {\"" +
                    name.substr(section.size() + 1) + "\": " + json_line(value) + "}}";
        } else if (name != "$schema") {
            fault = unknown_key(name, value);
        } else if (!value.is_string()) {
            fault = "$schema: " + shown(value) + " has the wrong type; give the address of the schema in quotes";
        }
        if (fault) return fault;
    }
    return {};
}

Json to_json(const BakeConfig& config) {
    Json json = Json::object();
    const Json agents = agents_json(config);
    for (const ConfigKey& key : config_keys()) {
        if (is_agent_key(key) && !agents.empty()) continue;
        const std::string section(section_of(key.path));
        if (section == key.path) {
            json[section] = value_json(key.get(config));
        } else {
            object_in(json, section)[key.path.substr(section.size() + 1)] = value_json(key.get(config));
        }
    }
    json["areas"] = areas_json(config.areas);
    json["rules"] = rules_json(config.rules);
    json["volumes"] = volumes_json(config.volumes);
    json["off_mesh_links"] = off_mesh_links_json(config.off_mesh_links);
    json["island_seeds"] = island_seeds_json(config.island_seeds);
    json["agents"] = agents;
    return json;
}

// Parses the value of a flag or of --set. Accepts JSON, numbers that JSON does not allow (.5 or +1), points (1,2,3) and
// unquoted strings.
Json value_from_text(std::string_view text) {
    Json json = json_or_discarded(text);
    if (!json.is_discarded()) return json;
    if (text.find(',') != text.npos && text.find_first_not_of("0123456789+-.eE, ") == text.npos) {
        Json point = json_or_discarded("[" + std::string(text) + "]");
        if (!point.is_discarded()) return point;
    }
    const std::string_view digits = text.substr(0, 1) == "+" ? text.substr(1) : text;
    double number = 0;
    const auto [stop, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (problem == std::errc() && stop == digits.data() + digits.size() && std::isfinite(number)) return number;
    return std::string(text);
}

// Replaces a list element or one member of an element. If the index is the size of the list, appends an element.
// @param rest  path after the element: empty, or a dot and the member's name
ConfigFault set_element(Json& list, size_t index, const std::string& path, const std::string& name, std::string_view rest,
                        const Json& value) {
    if (rest.empty()) {
        if (index == list.size()) list.push_back(nullptr);
        list[index] = value;
        return {};
    }
    if (rest[0] != '.' || index == list.size() || !list[index].is_object())
        return path + ": the key does not exist; give " + name + "[i].key with the index of an entry that exists";
    list[index][std::string(rest.substr(1))] = value;
    return {};
}

std::string known_agents(const Json& list) {
    std::string names;
    for (const Json& agent : list)
        names += (names.empty() ? "; give one of: " : ", ") + agent["name"].get<std::string>();
    return names;
}

// Sets a value in one of the lists in kLists. @param rest  path after the list's name and its `.` or `[`
ConfigFault set_in_list(Json& list, const std::string& path, std::string_view rest, const Json& value) {
    const std::string name(section_of(path).substr(0, path.find('[')));
    if (name == "rules") {
        // the last matching rule applies, so move a rule to the end when it is set again
        list.erase(std::string(rest));
        list[std::string(rest)] = value;
        return {};
    }
    if (name == "areas") {
        const size_t dot = rest.rfind('.');
        const std::string_view field = dot == rest.npos ? std::string_view() : rest.substr(dot + 1);
        if (field == "id" || field == "cost" || field == "flags") {
            object_in(list, std::string(rest.substr(0, dot)))[std::string(field)] = value;
        } else {
            list[std::string(rest)] = value;
        }
        return {};
    }
    size_t index = 0;
    if (name == "agents" && path[name.size()] == '.') {
        const std::string_view agent = rest.substr(0, std::min(rest.find('.'), rest.size()));
        while (index < list.size() && list[index]["name"] != agent)
            ++index;
        if (index == list.size()) return path + ": there is no agent \"" + std::string(agent) + "\"" + known_agents(list);
        return set_element(list, index, path, name, rest.substr(agent.size()), value);
    }
    const auto [stop, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), index);
    if (problem != std::errc() || index > list.size()) {
        return path + ": there is no such " +
               (name == "volumes"        ? "volume"
                : name == "island_seeds" ? "seed"
                : name == "agents"       ? "agent"
                                         : "link") +
               "; give an index from 0 to " + std::to_string(list.size());
    }
    rest.remove_prefix(size_t(stop - rest.data()));
    if (!rest.empty() && rest[0] == ']') rest.remove_prefix(1);
    return set_element(list, index, path, name, rest, value);
}

struct AgentVoxels {
    BakeConfig config;
    VoxelConfig voxels;
};

// Returns a value in world units and in voxels: "agent.radius = 0.6  ->  2 cells". If the agents have different values, returns
// one line for each agent.
std::string values_text(const ConfigKey& key, const std::vector<AgentVoxels>& agents) {
    std::string text;
    for (const AgentVoxels& agent : agents) {
        const auto line_of = [&](const AgentVoxels& a) {
            return json_line(value_json(key.get(a.config))) + (key.derived ? "  ->  " + key.derived(a.voxels) : "");
        };
        const std::string line = line_of(agent);
        const bool all_alike = std::all_of(agents.begin(), agents.end(), [&](const auto& a) { return line_of(a) == line; });
        if (all_alike) return key.path + " = " + line;
        text += (text.empty() ? "" : "\n") + key.path + " of " + agent.config.agent.name + " = " + line;
    }
    return text;
}

// Prefixes the message with the agent's name if there are several agents.
Error add_agent_prefix(const BakeConfig& one, const BakeConfig& all, Error error) {
    if (!all.agents.empty()) error.message = agent_prefix(one.agent.name) + error.message;
    return error;
}

Error usage(std::string message) {
    return {ErrorKind::usage, printable_text(std::move(message))};
}

}  // namespace

Result<BakeConfig> parse_config(std::string_view text, const std::string& name, BakeConfig base) {
    const Result<Json> json = parse_json(text, name);
    if (!json) return json.error();
    BakeConfig config = std::move(base);
    if (const ConfigFault fault = apply_json(config, *json)) return usage(name + ": " + *fault);
    if (const Status sound = check_config(config); !sound) return usage(name + ": " + sound.error().message);
    return config;
}

Result<BakeConfig> load_config(const std::string& path, BakeConfig base) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    return parse_config(chars_of(*bytes), path, std::move(base));
}

Status set_config_value(BakeConfig& config, std::string_view path, std::string_view value) {
    if (!is_utf8(path) || !is_utf8(value)) return usage(std::string(path) + ": the text is not UTF-8; give valid UTF-8");
    const Json json = value_from_text(value);
    const std::string full(path);
    BakeConfig changed = config;
    ConfigFault fault;
    const std::string head(full.substr(0, full.find_first_of(".[")));
    if (const ConfigKey* key = find_config_key(full)) {
        fault = set_key(changed, *key, json);
    } else if (is_list(head) && head != full) {
        Json all = to_json(config);
        fault = set_in_list(all[head], full, path.substr(head.size() + 1), json);
        if (!fault) fault = apply_json(changed, only(head, all[head]));
    } else if (is_list(full) || is_section(full)) {
        fault = apply_json(changed, only(full, json));
    } else {
        fault = unknown_key(full, json);
    }
    if (fault) return usage(*fault);
    config = std::move(changed);
    return Done{};
}

std::string config_json(const BakeConfig& config) {
    return to_json(config).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<std::string> explain_config(const BakeConfig& config) {
    if (const Status valid = check_config(config); !valid) return valid.error();
    std::vector<AgentVoxels> agents;
    for (BakeConfig& one : configs_of_agents(config)) {
        Result<VoxelConfig> voxels = to_voxels(one);
        if (!voxels) return add_agent_prefix(one, config, voxels.error());
        agents.push_back({std::move(one), *std::move(voxels)});
    }
    std::string text;
    std::string_view section;
    for (const ConfigKey& key : config_keys()) {
        if (section != section_of(key.path)) text += text.empty() ? "" : "\n";
        section = section_of(key.path);
        text += values_text(key, agents);
        text += "\n    " + key.meaning + "\n    " + key.expected() + "; " + key.flag();
        text += key.alias.empty() ? "\n" : ", " + key.alias + "\n";
    }
    text +=
        "\nareas\n    kinds of ground: name -> {\"id\": 1 to 63, \"cost\": from 0, a factor on the length, \"flags\": 0 to "
        "65535}\n";
    for (const AreaConfig& area : config.areas) {
        text += "    " + area.name + ": id " + std::to_string(area.id) + ", cost " + number_text(area.cost) + ", flags " +
                std::to_string(area.flags) + "\n";
    }
    text +=
        "\nrules\n    material, object or group (of a plan: name, kind or area), `*` for any characters -> name of an area, or "
        "null for a hole; the last match "
        "wins\n";
    for (const AreaRule& rule : config.rules)
        text += "    " + rule.pattern + ": " + rule.area.value_or("null") + "\n";
    text += "\nvolumes\n    shapes that set the area of the ground inside them: box, rotated_box, cylinder, prism\n";
    for (const Json& volume : volumes_json(config.volumes))
        text += "    " + json_line(volume) + "\n";
    text += "\noff_mesh_links\n    connections that are not walked, between the ground nearest to their ends\n";
    for (const Json& link : off_mesh_links_json(config.off_mesh_links))
        text += "    " + json_line(link) + "\n";
    text += "\nisland_seeds\n    points: only islands with one of these points are kept; empty list: all islands are kept\n";
    for (const Json& seed : island_seeds_json(config.island_seeds))
        text += "    " + json_line(seed) + "\n";
    text +=
        "\nagents\n    instead of agent, for several agents with a mesh each: {name, radius, height, max_climb, max_slope}\n";
    for (const Json& agent : agents_json(config))
        text += "    " + json_line(agent) + "\n";
    return text;
}

}  // namespace navspan
