// The one table of the config's keys: path, meaning, unit, range, and how to get, set and explain each. Reading and writing
// JSON, the programs' flags, --explain-config and the range checks all go through it, so that none can know a key the
// others do not.

#include "bake/config/keys.h"

#include <array>
#include <optional>

#include "core/text.h"

namespace navspan {
namespace {

constexpr double kMostLength = 1e6;  // [wu]
constexpr double kMostArea = 1e12;   // [wu^2]
constexpr double kMostIslands = 1e9;
constexpr double kFarthest = 1e9;  // [wu]

// the names of each enum's values, in the order of the enum
std::span<const std::string_view> names_of(Profile) {
    static constexpr std::array<std::string_view, 2> names{"accurate", "recast"};
    return names;
}
std::span<const std::string_view> names_of(LedgeTest) {
    static constexpr std::array<std::string_view, 3> names{"off", "plain", "slope_aware"};
    return names;
}
std::span<const std::string_view> names_of(ErosionMethod) {
    static constexpr std::array<std::string_view, 2> names{"chamfer", "euclidean"};
    return names;
}
std::span<const std::string_view> names_of(RegionMethod) {
    static constexpr std::array<std::string_view, 4> names{"watershed", "monotone", "layers", "sheets"};
    return names;
}
std::span<const std::string_view> names_of(WallSimplification) {
    static constexpr std::array<std::string_view, 2> names{"two_sided", "one_sided"};
    return names;
}
std::span<const std::string_view> names_of(HeightSource) {
    static constexpr std::array<std::string_view, 2> names{"voxels", "triangles"};
    return names;
}

std::span<const std::string_view> names_of(PartitionMethod) {
    static constexpr std::array<std::string_view, 2> names{"merge", "meadow"};
    return names;
}
std::span<const std::string_view> names_of(TriangulationMethod) {
    static constexpr std::array<std::string_view, 3> names{"ears", "monotone", "auto"};
    return names;
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
        return names_of(field)[size_t(field)];
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
        const auto names = names_of(T());
        for (size_t i = 0; i < names.size(); ++i) {
            if (names[i] == std::get<std::string_view>(value)) field = T(i);
        }
    } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, DVec3>) {
        field = std::get<T>(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
        field = std::get<std::string_view>(value);
    } else {
        field = T(std::get<double>(value));
    }
}

// the part of a key that follows from the type of its field
template <class T>
void describe(ConfigKey& key) {
    if constexpr (IsOptional<T>::value) {
        key.nullable = true;
        describe<typename IsOptional<T>::Inner>(key);
    } else if constexpr (std::is_enum_v<T>) {
        key.kind = ConfigKind::choice;
        key.choices.assign(names_of(T()).begin(), names_of(T()).end());
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

template <auto Section, auto Field>
ConfigKey key_of(ConfigKey key) {
    using T = std::remove_cvref_t<decltype(BakeConfig().*Section.*Field)>;
    describe<T>(key);
    key.get = [](const BakeConfig& config) { return to_value(config.*Section.*Field); };
    key.set = [](BakeConfig& config, const ConfigValue& value) { from_value(config.*Section.*Field, value); };
    return key;
}

ConfigKey profile_key() {
    ConfigKey key{.path = "profile",
                  .meaning = "accurate: Recast's defaults with its defects mended; recast: Recast's results"};
    describe<Profile>(key);
    key.get = [](const BakeConfig& config) { return to_value(config.profile); };
    key.set = [](BakeConfig& config, const ConfigValue& value) { from_value(config.profile, value); };
    return key;
}

std::string cells(double n) {
    return number_text(n) + (n == 1 ? " cell" : " cells");
}
std::string voxels(double n) {
    return number_text(n) + " vx";
}
template <class T>
std::string enum_name(T value) {
    return std::string(names_of(value)[size_t(value)]);
}

using V = const VoxelConfig&;

std::vector<ConfigKey> agent_and_voxel_keys() {
    using C = BakeConfig;
    return {
        profile_key(),
        key_of<&C::agent, &AgentConfig::radius>({.path = "agent.radius",
                                                 .meaning = "distance the agent's middle keeps from walls and drops",
                                                 .unit = "wu",
                                                 .high = kMostLength,
                                                 .derived =
                                                     [](V v) {
                                                         return v.erosion == ErosionMethod::chamfer
                                                                    ? cells(v.walkable_radius) + ", rounded up"
                                                                    : cells(v.radius);
                                                     }}),
        key_of<&C::agent, &AgentConfig::height>({.path = "agent.height",
                                                 .meaning = "headroom the agent needs",
                                                 .unit = "wu",
                                                 .high = kMostLength,
                                                 .above_low = true,
                                                 .derived = [](V v) { return voxels(v.walkable_height) + ", rounded up"; }}),
        key_of<&C::agent, &AgentConfig::max_climb>(
            {.path = "agent.max_climb",
             .meaning = "highest step the agent takes",
             .unit = "wu",
             .high = kMostLength,
             .derived = [](V v) { return voxels(v.walkable_climb) + ", rounded down"; }}),
        key_of<&C::agent, &AgentConfig::max_slope>(
            {.path = "agent.max_slope", .meaning = "steepest ground the agent walks on", .unit = "deg", .high = 89.9}),
        key_of<&C::voxels, &VoxelsConfig::cell_size>({.path = "voxels.cell_size",
                                                      .meaning = "side of a cell in x and z; a third of the radius is fine",
                                                      .unit = "wu",
                                                      .high = kMostLength,
                                                      .above_low = true,
                                                      .alias = "--cell-size"}),
        key_of<&C::voxels, &VoxelsConfig::cell_height>({.path = "voxels.cell_height",
                                                        .meaning = "height of a voxel; less than half of max_climb",
                                                        .unit = "wu",
                                                        .high = kMostLength,
                                                        .above_low = true,
                                                        .alias = "--cell-height"}),
    };
}

std::vector<ConfigKey> field_keys() {
    using C = BakeConfig;
    return {
        key_of<&C::filters, &FiltersConfig::low_hanging>(
            {.path = "filters.low_hanging", .meaning = "walk over obstacles that are lower than max_climb"}),
        key_of<&C::filters, &FiltersConfig::ledges>({.path = "filters.ledges",
                                                     .meaning = "test that removes ground beside drops",
                                                     .null_means = "slope_aware, in profile recast plain",
                                                     .derived = [](V v) { return enum_name(v.ledges); }}),
        key_of<&C::filters, &FiltersConfig::low_height>(
            {.path = "filters.low_height", .meaning = "remove ground without headroom"}),
        key_of<&C::erosion, &ErosionConfig::method>({.path = "erosion.method",
                                                     .meaning = "how the distance to walls is measured",
                                                     .null_means = "euclidean, in profile recast chamfer",
                                                     .derived = [](V v) { return enum_name(v.erosion); }}),
        key_of<&C::erosion, &ErosionConfig::median_filter>(
            {.path = "erosion.median_filter", .meaning = "smooth the borders of areas with a 3 x 3 median"}),
        key_of<&C::regions, &RegionsConfig::method>({.path = "regions.method",
                                                     .meaning = "how the ground is cut into regions",
                                                     .null_means = "sheets, in profile recast watershed",
                                                     .alias = "--partition",
                                                     .derived = [](V v) { return enum_name(v.region_method); }}),
        key_of<&C::regions, &RegionsConfig::min_area>({.path = "regions.min_area",
                                                       .meaning = "smaller islands are removed",
                                                       .unit = "wu^2",
                                                       .high = kMostArea,
                                                       .null_means = "64 cells",
                                                       .derived = [](V v) { return cells(v.min_region_area); }}),
        key_of<&C::regions, &RegionsConfig::merge_area>({.path = "regions.merge_area",
                                                         .meaning = "watershed, monotone: smaller regions are merged",
                                                         .unit = "wu^2",
                                                         .high = kMostArea,
                                                         .null_means = "400 cells",
                                                         .derived = [](V v) { return cells(v.merge_region_area); }}),
    };
}

std::vector<ConfigKey> mesh_keys() {
    using C = BakeConfig;
    return {
        key_of<&C::contours, &ContoursConfig::max_error>({.path = "contours.max_error",
                                                          .meaning = "farthest a simplified outline may be from the true one",
                                                          .unit = "wu",
                                                          .high = kMostLength,
                                                          .null_means = "1.3 cells",
                                                          .derived = [](V v) { return cells(v.contour_max_error); }}),
        key_of<&C::contours, &ContoursConfig::max_edge_length>(
            {.path = "contours.max_edge_length",
             .meaning = "longer edges are split; 0 = never",
             .unit = "wu",
             .high = kMostLength,
             .derived = [](V v) { return cells(v.max_edge_length) + ", rounded down"; }}),
        key_of<&C::contours, &ContoursConfig::split_wall_edges>(
            {.path = "contours.split_wall_edges", .meaning = "split long edges at walls"}),
        key_of<&C::contours, &ContoursConfig::split_area_edges>(
            {.path = "contours.split_area_edges", .meaning = "split long edges between areas"}),
        key_of<&C::contours, &ContoursConfig::walls>(
            {.path = "contours.walls",
             .meaning = "whether simplifying may cut into the clearance at walls (two_sided)",
             .null_means = "one_sided, in profile recast two_sided",
             .derived = [](V v) { return enum_name(v.walls); }}),
        key_of<&C::contours, &ContoursConfig::refine>(
            {.path = "contours.refine",
             .meaning = "put vertices back where simplified outlines would cross, touch or collapse",
             .null_means = "true, in profile recast false",
             .derived = [](V v) { return std::string(v.refine_contours ? "true" : "false"); }}),
        key_of<&C::polygons, &PolygonsConfig::max_vertices>(
            {.path = "polygons.max_vertices", .meaning = "vertices of a convex polygon", .low = 3, .high = 255}),
        key_of<&C::detail, &DetailConfig::sample_distance>({.path = "detail.sample_distance",
                                                            .meaning = "spacing of height samples; 0 = none",
                                                            .unit = "wu",
                                                            .high = kMostLength,
                                                            .null_means = "6 cells",
                                                            .derived = [](V v) { return cells(v.detail_sample_distance); }}),
        key_of<&C::detail, &DetailConfig::max_error>({.path = "detail.max_error",
                                                      .meaning = "farthest the surface may be from the sampled heights",
                                                      .unit = "wu",
                                                      .high = kMostLength,
                                                      .null_means = "1 cell height",
                                                      .derived = [](V v) { return voxels(v.detail_max_error); }}),
        key_of<&C::detail, &DetailConfig::heights>({.path = "detail.heights",
                                                    .meaning = "where heights come from",
                                                    .null_means = "triangles, in profile recast voxels",
                                                    .derived = [](V v) { return enum_name(v.heights); }}),
        key_of<&C::tiles, &TilesConfig::size>({.path = "tiles.size",
                                               .meaning = "side of a tile; 0 = one tile for all",
                                               .unit = "wu",
                                               .high = kMostLength,
                                               .alias = "--tile-size",
                                               .derived = [](V v) { return cells(v.tile_size); }}),
        key_of<&C::tiles, &TilesConfig::origin>(
            {.path = "tiles.origin",
             .meaning = "where cells, voxels and tiles are counted from; equal for levels that are to fit together",
             .unit = "wu",
             .low = -kFarthest,
             .high = kFarthest}),
        key_of<&C::islands, &IslandsConfig::min_area>(
            {.path = "islands.min_area",
             .meaning = "smaller islands go once off-mesh links join them (regions.min_area: before); 0 = none",
             .unit = "wu^2",
             .high = kMostArea}),
        key_of<&C::islands, &IslandsConfig::keep_largest>(
            {.path = "islands.keep_largest", .meaning = "so many of the largest islands stay; 0 = all", .high = kMostIslands}),
    };
}

std::vector<ConfigKey> link_keys() {
    using C = BakeConfig;
    return {
        key_of<&C::links, &LinksConfig::drop_height>({.path = "links.drop_height",
                                                      .meaning = "deepest drop off a ledge that becomes a link; 0 = none",
                                                      .unit = "wu",
                                                      .high = kMostLength,
                                                      .derived = [](V v) { return voxels(v.drop_height); }}),
        key_of<&C::links, &LinksConfig::jump_distance>(
            {.path = "links.jump_distance",
             .meaning = "farthest jump that becomes a link, from middle to middle of the agent, seen from above; 0 = none",
             .unit = "wu",
             .high = kMostLength,
             .derived = [](V v) { return cells(v.jump_distance); }}),
        key_of<&C::links, &LinksConfig::jump_height>({.path = "links.jump_height",
                                                      .meaning = "how high a jump rises, and how much higher it may land",
                                                      .unit = "wu",
                                                      .high = kMostLength,
                                                      .derived = [](V v) { return voxels(v.jump_height); }}),
        key_of<&C::links, &LinksConfig::spacing>({.path = "links.spacing",
                                                  .meaning = "about how far apart links follow each other along a ledge",
                                                  .unit = "wu",
                                                  .high = kMostLength,
                                                  .above_low = true,
                                                  .null_means = "twice agent.radius",
                                                  .derived = [](V v) { return cells(v.link_spacing); }}),
        key_of<&C::links, &LinksConfig::drop_area>({.path = "links.drop_area", .meaning = "area of links that lead down only"}),
        key_of<&C::links, &LinksConfig::jump_area>({.path = "links.jump_area", .meaning = "area of all other such links"}),
    };
}

std::vector<ConfigKey> plan_keys() {
    using C = BakeConfig;
    return {
        key_of<&C::plan, &PlanConfig::quantum>(
            {.path = "plan.quantum",
             .meaning =
                 "levels that are plans: step that all coordinates are multiples of; 0 = the first that fits of 1, 1/2, ...",
             .unit = "wu",
             .high = kFarthest}),
        key_of<&C::plan, &PlanConfig::partition>(
            {.path = "plan.partition",
             .meaning = "plans: convex polygons from merged triangles, or by the cuts of the meadow map"}),
        key_of<&C::plan, &PlanConfig::triangulation>(
            {.path = "plan.triangulation",
             .meaning = "plans, before merging: ear clipping, or by a sweep into monotone pieces; auto: that for large plans"}),
    };
}

}  // namespace

std::span<const ConfigKey> config_keys() {
    static const std::vector<ConfigKey> keys = [] {
        std::vector<ConfigKey> all = agent_and_voxel_keys();
        for (ConfigKey& key : field_keys())
            all.push_back(std::move(key));
        for (ConfigKey& key : mesh_keys())
            all.push_back(std::move(key));
        for (ConfigKey& key : link_keys())
            all.push_back(std::move(key));
        for (ConfigKey& key : plan_keys())
            all.push_back(std::move(key));
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

}  // namespace navspan
