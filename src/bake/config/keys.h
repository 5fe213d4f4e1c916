#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/core/result.h"

namespace navspan {

/// The value of one key: null, a switch, a number, the name of a choice or an area, or a point.
using ConfigValue = std::variant<std::monostate, bool, double, std::string_view, DVec3>;

enum class ConfigKind : uint8_t { number, integer, boolean, choice, point, area };

/// One key of the config with a single value: everything that reading, writing, explaining, flags and range checks need to
/// know.
struct ConfigKey {
    std::string path = {};     ///< "agent.max_climb"
    std::string meaning = {};  ///< one line for a person
    std::string unit = {};     ///< "wu", "wu^2", "deg" or empty
    ConfigKind kind = ConfigKind::number;
    double low = 0, high = 0;                    ///< range of numbers and of points' coordinates, ends included
    bool exclusive_low = false;                      ///< low itself is out of range
    bool nullable = false;                       ///< null means null_means
    std::string null_means = {};                 ///< "1.3 cells"
    std::vector<std::string_view> choices = {};  ///< of a choice
    std::string alias = {};                      ///< a second flag, "--cell-size", or empty

    ConfigValue (*get)(const BakeConfig&) = nullptr;
    void (*set)(BakeConfig&, const ConfigValue&) = nullptr;  ///< the value must be in range
    std::string (*derived)(const VoxelConfig&) = nullptr;    ///< what to_voxels made of it: "4 vx"; empty where nothing

    std::string flag() const;      ///< "--agent-max-climb"
    std::string expected() const;  ///< "a number from 0 to 89.9 [deg]"
};

/// Every key with a single value, in the order in which the config is written. The lists areas, rules, volumes,
/// off_mesh_links, island_seeds and agents are not here.
std::span<const ConfigKey> config_keys();

/// The key with this path, or nothing.
const ConfigKey* find_config_key(std::string_view path);

/// True when the value is of the key's kind and within its range.
bool is_in_range(const ConfigKey& key, const ConfigValue& value);

}  // namespace navspan
