// The table of all config keys with a single value: path, meaning, unit and range of each key, and functions that get, set and
// explain its value.

#include "bake/config/keys.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <optional>

#include "core/text.h"

namespace navspan {
namespace {

constexpr double kMaxLength = 1e6;        // largest length [wu]
constexpr double kMaxSurfaceArea = 1e12;  // largest area [wu^2]
constexpr double kMaxIslands = 1e9;
constexpr double kFarthest = 1e9;  // largest coordinate [wu]

// JSON names of the values of each enum, in the order of their declaration.
template <class Enum>
constexpr std::array<std::string_view, 0> kNames{};
template <>
constexpr std::array<std::string_view, 2> kNames<Profile>{"accurate", "recast"};
template <>
constexpr std::array<std::string_view, 3> kNames<LedgeTest>{"off", "plain", "slope_aware"};
template <>
constexpr std::array<std::string_view, 2> kNames<ErosionMethod>{"chamfer", "euclidean"};
template <>
constexpr std::array<std::string_view, 4> kNames<RegionMethod>{"watershed", "monotone", "layers", "sheets"};
template <>
constexpr std::array<std::string_view, 2> kNames<WallSimplification>{"two_sided", "one_sided"};
template <>
constexpr std::array<std::string_view, 2> kNames<HeightSource>{"voxels", "triangles"};
template <>
constexpr std::array<std::string_view, 2> kNames<PartitionMethod>{"merge", "meadow"};
template <>
constexpr std::array<std::string_view, 3> kNames<TriangulationMethod>{"ears", "monotone", "auto"};

// Returns the JSON name of an enumerator. Returns an empty name if the value is not an enumerator.
template <class Enum>
std::string_view enum_name(Enum value) {
    return size_t(value) < kNames<Enum>.size() ? kNames<Enum>[size_t(value)] : std::string_view();
}

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {
    using Inner = T;
};

template <class T>
ConfigValue to_value(const T& field) {
    if constexpr (IsOptional<T>::value) {
        return field ? to_value(*field) : ConfigValue();
    } else if constexpr (std::is_enum_v<T>) {
        return enum_name(field);
    } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, DVec3>) {
        return field;
    } else if constexpr (std::is_same_v<T, std::string>) {
        return std::string_view(field);
    } else {
        return double(field);
    }
}

template <class T>
void from_value(T& field, const ConfigValue& value) {
    if constexpr (IsOptional<T>::value) {
        if (std::holds_alternative<std::monostate>(value)) {
            field.reset();
        } else {
            from_value(field.emplace(), value);
        }
    } else if constexpr (std::is_enum_v<T>) {
        const auto name = std::find(kNames<T>.begin(), kNames<T>.end(), std::get<std::string_view>(value));
        assert(name != kNames<T>.end());
        field = T(name - kNames<T>.begin());
    } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, DVec3>) {
        field = std::get<T>(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
        field = std::get<std::string_view>(value);
    } else {
        field = T(std::get<double>(value));
    }
}

// Sets the properties of a key that depend only on T, the type of its field.
template <class T>
void describe(ConfigKey& key) {
    if constexpr (IsOptional<T>::value) {
        key.nullable = true;
        describe<typename IsOptional<T>::Inner>(key);
    } else if constexpr (std::is_enum_v<T>) {
        key.kind = ConfigKind::choice;
        key.choices.assign(kNames<T>.begin(), kNames<T>.end());
    } else if constexpr (std::is_same_v<T, bool>) {
        key.kind = ConfigKind::boolean;
    } else if constexpr (std::is_same_v<T, DVec3>) {
        key.kind = ConfigKind::point;
    } else if constexpr (std::is_same_v<T, std::string>) {
        key.kind = ConfigKind::area;
    } else {
        key.kind = std::is_integral_v<T> ? ConfigKind::integer : ConfigKind::number;
    }
}

// Optional arguments of key_of().
struct Range {
    double low = 0, high = 0;
    const char* unit = "";
    bool exclusive_low = false;
};
Range above_zero(double high, const char* unit) {
    return {0, high, unit, true};
}
struct NullMeans {
    const char* text;
};
struct Alias {
    const char* flag;
};
using Derived = std::string (*)(const VoxelConfig&);

void set_property(ConfigKey& key, const Range& range) {
    key.low = range.low, key.high = range.high, key.unit = range.unit, key.exclusive_low = range.exclusive_low;
}
void set_property(ConfigKey& key, NullMeans null) {
    key.null_means = null.text;
}
void set_property(ConfigKey& key, Alias alias) {
    key.alias = alias.flag;
}
void set_property(ConfigKey& key, Derived derived) {
    key.derived = derived;
}

// Builds the table entry of a key. `more` lists its optional properties: Range, NullMeans, Alias, Derived.
// @tparam Members  pointer to a section of BakeConfig, then pointer to a field of that section
template <auto... Members, class... More>
ConfigKey key_of(const char* path, const char* meaning, More... more) {
    using T = std::remove_cvref_t<decltype((BakeConfig().*....*Members))>;
    ConfigKey key{.path = path, .meaning = meaning};
    describe<T>(key);
    key.get = [](const BakeConfig& config) { return to_value((config.*....*Members)); };
    key.set = [](BakeConfig& config, const ConfigValue& value) { from_value((config.*....*Members), value); };
    (set_property(key, more), ...);
    return key;
}

std::string cells(double n) {
    return number_text(n) + (n == 1 ? " cell" : " cells");
}
std::string voxels(double n) {
    return number_text(n) + " vx";
}
template <class Enum>
std::string enum_text(Enum value) {
    return std::string(enum_name(value));
}

using V = const VoxelConfig&;

std::vector<ConfigKey> agent_and_voxel_keys() {
    using C = BakeConfig;
    return {
        key_of<&C::profile>("profile", "accurate: Recast's defaults with its defects fixed; recast: Recast's results"),
        key_of<&C::agent, &AgentConfig::radius>(
            "agent.radius", "distance that the centre of the agent keeps from walls and drops", Range{0, kMaxLength, "wu"},
            [](V v) {
                return v.erosion == ErosionMethod::chamfer ? cells(v.walkable_radius) + ", rounded up" : cells(v.radius);
            }),
        key_of<&C::agent, &AgentConfig::height>("agent.height", "headroom that the agent needs", above_zero(kMaxLength, "wu"),
                                                [](V v) { return voxels(v.walkable_height) + ", rounded up"; }),
        key_of<&C::agent, &AgentConfig::max_climb>(
            "agent.max_climb", "highest step that the agent can climb; below agent.height", Range{0, kMaxLength, "wu"},
            [](V v) {
                return voxels(v.walkable_climb) + ", rounded down" +
                       (v.ledges == LedgeTest::slope_aware
                            ? "; for ledges and links " + voxels(std::ceil(v.max_climb)) + ", rounded up"
                            : "");
            }),
        key_of<&C::agent, &AgentConfig::max_slope>("agent.max_slope", "steepest ground that the agent can walk on",
                                                   Range{0, 89.9, "deg"}),
        key_of<&C::voxels, &VoxelsConfig::cell_size>("voxels.cell_size",
                                                     "side of a cell in x and z; a third to a half of the radius",
                                                     above_zero(kMaxLength, "wu"), Alias{"--cell-size"}),
        key_of<&C::voxels, &VoxelsConfig::cell_height>("voxels.cell_height",
                                                       "height of a voxel; less than half of agent.max_climb",
                                                       above_zero(kMaxLength, "wu"), Alias{"--cell-height"}),
    };
}

std::vector<ConfigKey> field_keys() {
    using C = BakeConfig;
    return {
        key_of<&C::filters, &FiltersConfig::low_hanging>("filters.low_hanging",
                                                         "walk over obstacles that are lower than agent.max_climb"),
        key_of<&C::filters, &FiltersConfig::ledges>("filters.ledges", "test that removes ground next to drops",
                                                    NullMeans{"slope_aware, in profile recast plain"},
                                                    [](V v) { return enum_text(v.ledges); }),
        key_of<&C::filters, &FiltersConfig::low_height>("filters.low_height", "remove ground without headroom"),
        key_of<&C::erosion, &ErosionConfig::method>("erosion.method", "how the distance to walls is measured",
                                                    NullMeans{"euclidean, in profile recast chamfer"},
                                                    [](V v) { return enum_text(v.erosion); }),
        key_of<&C::erosion, &ErosionConfig::median_filter>("erosion.median_filter",
                                                           "smooth the borders of areas with a 3 x 3 median"),
        key_of<&C::regions, &RegionsConfig::method>("regions.method", "how the ground is cut into regions (the partition)",
                                                    NullMeans{"sheets, in profile recast watershed"}, Alias{"--partition"},
                                                    [](V v) { return enum_text(v.region_method); }),
        key_of<&C::regions, &RegionsConfig::min_area>("regions.min_area", "smaller islands are removed",
                                                      Range{0, kMaxSurfaceArea, "wu^2"}, NullMeans{"64 cells"},
                                                      [](V v) { return cells(v.min_region_area); }),
        key_of<&C::regions, &RegionsConfig::merge_area>(
            "regions.merge_area", "watershed and monotone: smaller regions are merged", Range{0, kMaxSurfaceArea, "wu^2"},
            NullMeans{"400 cells"}, [](V v) { return cells(v.merge_region_area); }),
    };
}

std::vector<ConfigKey> mesh_keys() {
    using C = BakeConfig;
    return {
        key_of<&C::contours, &ContoursConfig::max_error>(
            "contours.max_error", "greatest distance of a simplified contour from the exact one", Range{0, kMaxLength, "wu"},
            NullMeans{"1.3 cells"}, [](V v) { return cells(v.contour_max_error); }),
        key_of<&C::contours, &ContoursConfig::max_edge_length>("contours.max_edge_length", "longer edges are split; 0: never",
                                                               Range{0, kMaxLength, "wu"},
                                                               [](V v) { return cells(v.max_edge_length) + ", rounded down"; }),
        key_of<&C::contours, &ContoursConfig::split_wall_edges>("contours.split_wall_edges", "split long edges at walls"),
        key_of<&C::contours, &ContoursConfig::split_area_edges>("contours.split_area_edges", "split long edges between areas"),
        key_of<&C::contours, &ContoursConfig::walls>(
            "contours.walls", "whether simplification may cut into the clearance at walls (two_sided)",
            NullMeans{"one_sided, in profile recast two_sided"}, [](V v) { return enum_text(v.walls); }),
        key_of<&C::contours, &ContoursConfig::refine>(
            "contours.refine", "restore vertices where simplified contours would cross, touch or collapse",
            NullMeans{"true, in profile recast false"}, [](V v) { return std::string(v.refine_contours ? "true" : "false"); }),
        key_of<&C::polygons, &PolygonsConfig::max_vertices>("polygons.max_vertices", "vertices of a convex polygon",
                                                            Range{3, 255, ""}),
        key_of<&C::detail, &DetailConfig::sample_distance>("detail.sample_distance", "spacing of height samples; 0: none",
                                                           Range{0, kMaxLength, "wu"}, NullMeans{"6 cells"},
                                                           [](V v) { return cells(v.detail_sample_distance); }),
        key_of<&C::detail, &DetailConfig::max_error>(
            "detail.max_error", "greatest distance of the surface from the sampled heights", Range{0, kMaxLength, "wu"},
            NullMeans{"1 cell height"}, [](V v) { return voxels(v.detail_max_error); }),
        key_of<&C::detail, &DetailConfig::heights>("detail.heights", "where heights come from",
                                                   NullMeans{"triangles, in profile recast voxels"},
                                                   [](V v) { return enum_text(v.heights); }),
        key_of<&C::tiles, &TilesConfig::size>("tiles.size", "side of a tile, rounded to whole cells; 0: one tile",
                                              Range{0, kMaxLength, "wu"}, Alias{"--tile-size"},
                                              [](V v) { return cells(v.tile_size); }),
        key_of<&C::tiles, &TilesConfig::origin>(
            "tiles.origin",
            "point where the numbering of cells, voxels and tiles starts; the same for levels that must fit together",
            Range{-kFarthest, kFarthest, "wu"}),
        key_of<&C::islands, &IslandsConfig::min_area>(
            "islands.min_area",
            "smaller islands are removed after off-mesh links join islands (regions.min_area: before); 0: none",
            Range{0, kMaxSurfaceArea, "wu^2"}),
        key_of<&C::islands, &IslandsConfig::keep_largest>("islands.keep_largest", "number of largest islands to keep; 0: all",
                                                          Range{0, kMaxIslands, ""}),
    };
}

std::vector<ConfigKey> link_keys() {
    using C = BakeConfig;
    return {
        key_of<&C::links, &LinksConfig::drop_height>("links.drop_height",
                                                     "deepest drop off a ledge that becomes a link; 0: none",
                                                     Range{0, kMaxLength, "wu"}, [](V v) { return voxels(v.drop_height); }),
        key_of<&C::links, &LinksConfig::jump_distance>(
            "links.jump_distance",
            "longest jump that becomes a link, from centre to centre of the agent, seen from above; 0: none",
            Range{0, kMaxLength, "wu"}, [](V v) { return cells(v.jump_distance); }),
        key_of<&C::links, &LinksConfig::jump_height>("links.jump_height",
                                                     "how high a jump rises, and how much higher it may land",
                                                     Range{0, kMaxLength, "wu"}, [](V v) { return voxels(v.jump_height); }),
        key_of<&C::links, &LinksConfig::spacing>("links.spacing", "approximate distance between links along a ledge",
                                                 above_zero(kMaxLength, "wu"), NullMeans{"twice agent.radius"},
                                                 [](V v) { return cells(v.link_spacing); }),
        key_of<&C::links, &LinksConfig::drop_area>("links.drop_area", "area of links that only lead down"),
        key_of<&C::links, &LinksConfig::jump_area>("links.jump_area", "area of all other generated links"),
    };
}

std::vector<ConfigKey> plan_keys() {
    using C = BakeConfig;
    return {
        key_of<&C::plan, &PlanConfig::quantum>(
            "plan.quantum", "floor plans: step that divides all coordinates; 0: the first of 1, 1/2, ... that does",
            Range{0, kFarthest, "wu"}),
        key_of<&C::plan, &PlanConfig::partition>("plan.partition",
                                                 "floor plans: merged triangles, or the cuts of the meadow map"),
        key_of<&C::plan, &PlanConfig::triangulation>(
            "plan.triangulation",
            "floor plans, before merging: ear clipping, or a sweep into monotone polygons; auto: the sweep for large plans"),
    };
}

}  // namespace

std::span<const ConfigKey> config_keys() {
    static const std::vector<ConfigKey> keys = [] {
        std::vector<ConfigKey> all;
        for (const auto part : {agent_and_voxel_keys, field_keys, mesh_keys, link_keys, plan_keys}) {
            for (ConfigKey& key : part())
                all.push_back(std::move(key));
        }
        return all;
    }();
    return keys;
}

const ConfigKey* find_config_key(std::string_view path) {
    for (const ConfigKey& key : config_keys()) {
        if (key.path == path) return &key;
    }
    return nullptr;
}

std::string ConfigKey::flag() const {
    std::string flag = "--";
    for (const char c : path)
        flag += c == '.' || c == '_' ? '-' : c;
    return flag;
}

std::string ConfigKey::expected() const {
    std::string text;
    switch (kind) {
        case ConfigKind::boolean:
            text = "true or false";
            break;
        case ConfigKind::choice:
            for (size_t i = 0; i < choices.size(); ++i) {
                if (i > 0) text += i + 1 < choices.size() || nullable ? ", " : " or ";
                text.append("\"").append(choices[i]).append("\"");
            }
            break;
        case ConfigKind::area:
            text = "the name of an area";
            break;
        case ConfigKind::integer:
        case ConfigKind::number:
        case ConfigKind::point:
            text = kind == ConfigKind::integer  ? "a whole number "
                   : kind == ConfigKind::number ? "a number "
                                                : "[x, y, z], each ";
            text += exclusive_low ? "above " : "from ";
            text += number_text(low) + " to " + number_text(high);
            if (!unit.empty()) text += " [" + unit + "]";
    }
    if (nullable) text += " or null (" + null_means + ")";
    return text;
}

std::string value_text(const ConfigValue& value) {
    if (const bool* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
    if (const double* d = std::get_if<double>(&value)) return number_text(*d);
    if (const auto* name = std::get_if<std::string_view>(&value)) return "\"" + std::string(*name) + "\"";
    if (const auto* p = std::get_if<DVec3>(&value))
        return "[" + number_text(p->x) + ", " + number_text(p->y) + ", " + number_text(p->z) + "]";
    return "null";
}

bool is_in_range(const ConfigKey& key, const ConfigValue& value) {
    if (std::holds_alternative<std::monostate>(value)) return key.nullable;
    switch (key.kind) {
        case ConfigKind::boolean:
            return std::holds_alternative<bool>(value);
        case ConfigKind::choice:
            for (const std::string_view choice : key.choices) {
                if (const auto* name = std::get_if<std::string_view>(&value); name && *name == choice) return true;
            }
            return false;
        case ConfigKind::area:
            return std::holds_alternative<std::string_view>(value);
        case ConfigKind::point: {
            const DVec3* p = std::get_if<DVec3>(&value);
            const auto fits = [&](double v) { return v >= key.low && v <= key.high; };
            return p && fits(p->x) && fits(p->y) && fits(p->z);
        }
        case ConfigKind::integer:
        case ConfigKind::number:
            break;
    }
    const double* number = std::get_if<double>(&value);
    if (!number || !(*number >= key.low && *number <= key.high) || (key.exclusive_low && *number == key.low)) return false;
    return key.kind == ConfigKind::number || std::floor(*number) == *number;
}

}  // namespace navspan
