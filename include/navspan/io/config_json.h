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
/// Format: a missing key keeps its previous value. `//` comments are allowed. `areas` maps a name to {id, cost, flags}; if
/// "ground" is missing, this area is added. `rules` maps a pattern to the name of an area or null, in order; the last matching
/// rule wins. `agents` is a list of {name, radius, height, max_climb, max_slope} that replaces `agent`.
///
/// Guarantees: unknown keys are errors. An error message names the place (position in the text, or JSON path), the value, and
/// what is expected. Throws nothing but std::bad_alloc.
///
/// Caveats: set_config_value validates only the value that it sets; call check_config afterwards to validate the config as a
/// whole. parse_config and load_config call check_config themselves.

#include <string>
#include <string_view>

#include "navspan/bake/config.h"
#include "navspan/core/result.h"

namespace navspan {

/// Reads a config from JSON text. \p name is the name of the text in messages, for example "level.json". Keys that are missing
/// in the text keep their values from \p base. Error (usage): invalid JSON, an unknown key, a wrong type, or an error
/// of check_config.
Result<BakeConfig> parse_config(std::string_view text, const std::string& name, BakeConfig base = {});

/// Reads a config from a JSON file. Error (input): the file cannot be read. Otherwise the same errors as parse_config.
Result<BakeConfig> load_config(const std::string& path, BakeConfig base = {});

/// Sets one value, like the flag --set of navbake. \p path is any JSON path in the config, including whole sections and lists.
/// A list element is selected by its index; the index after the last element appends an element. An agent can also be selected
/// by its name. \p value is JSON. Text that is not JSON is read as a point (`1,2,3`), as a number (`.5`, `+1`) or else as a
/// string. Error (usage): text that is not UTF-8, an unknown key, an element that does not exist, a wrong type or a value out
/// of range.
///
/// Examples of path and value: `agent.max_climb` `0.4`; `areas.water` `{"id": 2}`; `rules.*lava*` `null`; `volumes[0].radius`
/// `3`; `agents[1].radius` `0.9`; `agents.ogre.radius` `0.9`.
Status set_config_value(BakeConfig& config, std::string_view path, std::string_view value);

/// Returns the config as JSON text with all keys, indented by two spaces, with a line end after the last line. Parsing
/// the text with parse_config gives an equal config. A value that is not an enumerator of its type becomes an empty text, which
/// parse_config refuses.
std::string config_json(const BakeConfig& config);

/// Returns a text that lists each key with its value, meaning, unit, range and flag. Lengths are listed in cells or voxels too.
/// Error (usage): the config is invalid.
Result<std::string> explain_config(const BakeConfig& config);

}  // namespace navspan
