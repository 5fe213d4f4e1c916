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

/// Describes a config key that has a single value.
struct ConfigKey {
    std::string path = {};     ///< JSON path, such as "agent.max_climb"
    std::string meaning = {};  ///< one-line description for users
    std::string unit = {};     ///< "wu", "wu^2", "deg" or empty
    ConfigKind kind = ConfigKind::number;
    double low = 0, high = 0;                    ///< bounds of a number or of each coordinate, inclusive (see exclusive_low)
    bool exclusive_low = false;                  ///< true: the range excludes low
    bool nullable = false;                       ///< true: the value may be null (see null_means)
    std::string null_means = {};                 ///< default that null stands for, such as "1.3 cells"
    std::vector<std::string_view> choices = {};  ///< allowed values of a choice
    std::string alias = {};                      ///< a second flag, such as "--cell-size", or empty

    ConfigValue (*get)(const BakeConfig&) = nullptr;
    void (*set)(BakeConfig&, const ConfigValue&) = nullptr;  ///< requires is_in_range(key, value)
    std::string (*derived)(const VoxelConfig&) = nullptr;    ///< returns the value in voxel units, such as "4 vx"; may be null

    std::string flag() const;      ///< such as "--agent-max-climb"
    std::string expected() const;  ///< such as "a number from 0 to 89.9 [deg]"
};

/// Returns all keys with a single value, in the order in which a config is written. Lists are not included: areas, rules,
/// volumes, off_mesh_links, island_seeds, agents.
std::span<const ConfigKey> config_keys();

/// Returns the key with this path, or null.
const ConfigKey* find_config_key(std::string_view path);

/// Returns a value as JSON text.
std::string value_text(const ConfigValue& value);

/// True if the value has the key's kind and is in its range. Null is accepted if the key is nullable.
bool is_in_range(const ConfigKey& key, const ConfigValue& value);

}  // namespace navspan
