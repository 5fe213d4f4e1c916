#pragma once

#include <string>
#include <string_view>

#include "navspan/bake/config.h"
#include "navspan/core/result.h"

namespace navspan {

// The config as JSON. Keys that are not there keep their value; `//` comments are allowed. `areas` maps a name to {id, cost,
// flags}; "ground" is added when it is missing. `rules` maps a pattern to an area's name or null, in order, the last match
// wins. `agents` is a list of {name, radius, height, max_climb, max_slope}, instead of `agent`. Every Error is usage and says JSON path, value, what it must be, and for unknown keys the nearest known one.

/// Reads a config from JSON text. @param name  what messages call it, "level.json" @param base  what keys have that are not
/// there
Result<BakeConfig> parse_config(std::string_view text, const std::string& name, BakeConfig base = {});

/// Reads a config file. Error (input) when it cannot be read.
Result<BakeConfig> load_config(const std::string& path, BakeConfig base = {});

/// Sets one value, as --set and the flags do: any path of the config, whole sections and lists included. The value is JSON; a
/// bare word is a string. "agent.max_climb" "0.4"; "areas.water" "{\"id\": 2}"; "rules.*lava*" "null"; "volumes[0].radius" "3";
/// "agents[1].radius" "0.9", or by name "agents.ogre.radius" "0.9".
Status set_config_value(BakeConfig& config, std::string_view path, std::string_view value);

/// The whole config as JSON text, every key, two spaces a level, with a line end; parse_config gives it back.
std::string config_json(const BakeConfig& config);

/// Each key with its value, meaning, unit, range, flag, and what stages make of it. Error: the config is not valid.
Result<std::string> explain_config(const BakeConfig& config);

}  // namespace navspan
