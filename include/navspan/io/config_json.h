#pragma once

/// \file
/// Reads and writes configs as JSON.
///
/// \code
/// Result<BakeConfig> config = parse_config("{\"agent\": {\"radius\": 0.4}}", "level.json");
/// if (!config) return;  // config.error().message has the JSON path and the nearest known key
/// if (!set_config_value(*config, "voxels.cell_size", "0.15")) return;
/// if (!check_config(*config)) return;
/// const std::string text = config_json(*config);  // complete: parse_config returns an equal config
/// \endcode
///
/// Format: keys that are missing keep their value. `//` comments are allowed. `areas` maps a name to {id, cost, flags};
/// "ground" is added if it is missing. `rules` maps a pattern to the name of an area or null, in order; the last match wins.
/// `agents` is a list of {name, radius, height, max_climb, max_slope} that replaces `agent`.
///
/// Guarantees: unknown keys are errors; a message has JSON path, value and expected value. Throws nothing but std::bad_alloc.
///
/// Caveats: reading tests each key on its own; check_config tests the config as a whole.

#include <string>
#include <string_view>

#include "navspan/bake/config.h"
#include "navspan/core/result.h"

namespace navspan {

/// Reads a config from JSON text. Messages call the text \p name, for example "level.json". Missing keys have the values of
/// \p base. Error (usage): invalid JSON, an unknown key, a wrong type or a value out of range.
Result<BakeConfig> parse_config(std::string_view text, const std::string& name, BakeConfig base = {});

/// Reads a config file. Error (input): the file cannot be read. Error (usage): as parse_config.
Result<BakeConfig> load_config(const std::string& path, BakeConfig base = {});

/// Sets one value, as the flag --set does. \p path is any JSON path of the config, including whole sections and lists; list
/// elements are selected by index or, for agents, by name. \p value is JSON; a bare word is a string. Error (usage): as
/// parse_config.
///
/// Examples of path and value: `agent.max_climb` `0.4`; `areas.water` `{"id": 2}`; `rules.*lava*` `null`; `volumes[0].radius`
/// `3`; `agents[1].radius` `0.9`; `agents.ogre.radius` `0.9`.
Status set_config_value(BakeConfig& config, std::string_view path, std::string_view value);

/// Returns the config as JSON text with all keys, indented by two spaces, with a final newline. parse_config restores it.
std::string config_json(const BakeConfig& config);

/// Returns a text that lists each key with its value, meaning, unit, range, flag, and value in cells or voxels. Error (usage):
/// the config is invalid.
Result<std::string> explain_config(const BakeConfig& config);

}  // namespace navspan
