#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "navspan/bake/config.h"
#include "navspan/core/result.h"

namespace navspan {

/// The value of one key: null, a Boolean, a number, the name of a choice or an area, or a point.
using ConfigValue = std::variant<std::monostate, bool, double, std::string_view, DVec3>;

enum class ConfigKind : uint8_t { number, integer, boolean, choice, point, area };

/// One config key with a single value, for reading, writing, explaining, flags and range checks.
struct ConfigKey {
    std::string path = {};     ///< "agent.max_climb"
    std::string meaning = {};  ///< one line for users
    std::string unit = {};     ///< "wu", "wu^2", "deg" or empty
    ConfigKind kind = ConfigKind::number;
    double low = 0, high = 0;                    ///< range of numbers and of coordinates, inclusive
    bool exclusive_low = false;                  ///< true: the range excludes low
    bool nullable = false;                       ///< null is allowed and means null_means
    std::string null_means = {};                 ///< "1.3 cells"
    std::vector<std::string_view> choices = {};  ///< allowed values of a choice
    std::string alias = {};                      ///< a second flag, such as "--cell-size", or empty

    ConfigValue (*get)(const BakeConfig&) = nullptr;
    void (*set)(BakeConfig&, const ConfigValue&) = nullptr;  ///< the value must be in range
    std::string (*derived)(const VoxelConfig&) = nullptr;    ///< text of its value in VoxelConfig: "4 vx"; null: no such value

    std::string flag() const;      ///< "--agent-max-climb"
    std::string expected() const;  ///< "a number from 0 to 89.9 [deg]"
};

/// All keys with a single value, in the order of the written config. The lists areas, rules, volumes, off_mesh_links,
/// island_seeds and agents are not included.
std::span<const ConfigKey> config_keys();

/// The key with this path, or null.
const ConfigKey* find_config_key(std::string_view path);

/// True if the value has the kind of the key and is in its range.
bool is_in_range(const ConfigKey& key, const ConfigValue& value);

}  // namespace navspan
