#pragma once

/// \file
/// The settings of a bake in world units, and their conversion to cells and voxels.
///
/// \code
/// BakeConfig config;
/// config.agent = {.radius = 0.4, .height = 1.8, .max_climb = 0.5, .max_slope = 50};
/// config.voxels = {.cell_size = 0.15, .cell_height = 0.1};
/// config.tiles.size = 48;
/// config.areas.push_back({"water", 2, 4.0, 1});  // id 2; a path costs four times its length; flags 1
/// config.rules = {{"*water*", "water"}};
/// const Status valid = check_config(config);
/// if (!valid) return;  // valid.error().message has the JSON path, the value and the range
/// const Warnings surprises = config_warnings(config);
/// \endcode
///
/// Guarantees: every baking function calls check_config first. Throws nothing but std::bad_alloc.
///
/// Caveats: sizes are rounded to whole cells and voxels. A null value means the default of the profile.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "navspan/bake/triangle_soup.h"
#include "navspan/bake/volumes.h"
#include "navspan/core/lattice.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/polygon/partition.h"

namespace navspan {

/// Defaults for settings that are null.
enum class Profile : uint8_t {
    accurate,  ///< Recast's default values, with the known defects of Recast fixed; used if no profile is set
    recast,    ///< each stage gives the same result as Recast
};
/// How the ledge filter tests a span.
enum class LedgeTest : uint8_t {
    off,         ///< no test
    plain,       ///< removes a span next to a deep drop or with neighbours at very different heights; Recast's test
    slope_aware  ///< like plain, but keeps spans on walkable slopes
};
/// How erosion measures the distance to walls.
enum class ErosionMethod : uint8_t {
    chamfer,   ///< integer chamfer distance; Recast's method
    euclidean  ///< Euclidean distance
};
/// How the ground is partitioned into regions (docs/partitions-and-profiles.md).
enum class RegionMethod : uint8_t {
    watershed,  ///< floods basins from the maxima of the distance field: few, compact regions
    monotone,   ///< joins intervals of rows: long, thin regions without holes; fast
    layers,     ///< merges monotone regions into maximal regions that do not overlap themselves vertically
    sheets      ///< one region per connected component of an area: the fewest and largest regions, which may have holes
};
/// How simplified contour edges at walls may deviate from the border of the eroded ground.
enum class WallSimplification : uint8_t {
    two_sided,  ///< away from the wall or towards it, by up to max_error; Recast's method
    one_sided   ///< like two_sided, but always at least the agent's radius away from the wall
};
/// Where the heights of the detail surface come from.
enum class HeightSource : uint8_t {
    voxels,    ///< floors of voxels; Recast's method
    triangles  ///< source triangles of the level
};

/// The agent that a mesh is baked for.
struct AgentConfig {
    double radius = 0.6;     ///< distance that the agent's centre keeps from walls and drops [wu], >= 0
    double height = 2.0;     ///< headroom that the agent needs [wu], > 0
    double max_climb = 0.9;  ///< highest step that the agent climbs [wu], >= 0 and below `height`
    double max_slope = 45;   ///< steepest ground that the agent walks on [deg], 0..89.9
    std::string name = {};   ///< name of the mesh for this agent; may be empty if there is only one agent
    /// Memberwise comparison.
    friend bool operator==(const AgentConfig&, const AgentConfig&) = default;
};
/// Size of the voxels.
struct VoxelsConfig {
    double cell_size = 0.3;    ///< side of a cell in x and z [wu], > 0
    double cell_height = 0.2;  ///< height of a voxel [wu], > 0
};
/// Filters of the solid field.
struct FiltersConfig {
    bool low_hanging = true;          ///< true: obstacles not higher than max_climb become walkable
    std::optional<LedgeTest> ledges;  ///< test that removes spans at drops; null: plain in profile recast, else slope_aware
    bool low_height = true;           ///< true: removes spans without headroom
};
/// Removal of ground that is closer to a wall or a drop than the agent's radius.
struct ErosionConfig {
    std::optional<ErosionMethod> method;  ///< measure of distances; null: chamfer in profile recast, else euclidean
    bool median_filter = false;           ///< true: smooths area ids with a 3 x 3 median after erosion
};
/// Partition of the ground into regions.
struct RegionsConfig {
    std::optional<RegionMethod> method;  ///< method of the partition; null: watershed in profile recast, else sheets
    std::optional<double> min_area;      ///< islands smaller than this are removed [wu^2]; null: 64 cells
    std::optional<double> merge_area;    ///< watershed and monotone: regions up to this size are merged [wu^2]; null: 400 cells
};
/// Simplification of the borders of regions.
struct ContoursConfig {
    std::optional<double> max_error;          ///< largest deviation of a simplified edge from the border [wu]; null: 1.3 cells
    double max_edge_length = 12;              ///< length above which edges are split [wu]; 0: no splitting
    bool split_wall_edges = true;             ///< true: max_edge_length applies to edges at walls
    bool split_area_edges = false;            ///< true: max_edge_length applies to edges between areas
    std::optional<WallSimplification> walls;  ///< deviation at walls; null: two_sided in profile recast, otherwise one_sided
    std::optional<bool> refine;               ///< true: outlines never cross each other; null: true only in profile accurate
};
/// Size of the convex polygons.
struct PolygonsConfig {
    int32_t max_vertices = 6;  ///< largest number of vertices of a convex polygon, 3..255
};
/// Heights inside polygons.
struct DetailConfig {
    std::optional<double> sample_distance;  ///< spacing of the initial height samples [wu]; 0: none; null: 6 cells
    std::optional<double> max_error;        ///< largest height error [wu]; null: one voxel height
    std::optional<HeightSource> heights;    ///< source of the heights; null: voxels in profile recast, else triangles
};

/// Division of the level into tiles.
struct TilesConfig {
    double size = 0;  ///< side of a tile [wu], rounded to whole cells; 0: one tile for the whole level
    DVec3 origin;     ///< origin of the lattice of cells, height steps and tiles [wu]
};

/// Selects the islands of the finished mesh to keep; see IslandRules.
struct IslandsConfig {
    double min_area = 0;       ///< islands smaller than this are removed [wu^2]; off-mesh links join islands into one island
    int32_t keep_largest = 0;  ///< number of islands to keep, largest first, after the other rules; 0: keeps all
};

/// Settings for levels that are 2D floor plans; see plan.h.
struct PlanConfig {
    double quantum = 0;  ///< coordinates must be multiples of this step [wu]; 0: chosen automatically (see snap_floor_plan)
    PartitionMethod partition = PartitionMethod::merge;                  ///< method that cuts the ground into convex polygons
    TriangulationMethod triangulation = TriangulationMethod::automatic;  ///< method that triangulates rings
};

constexpr int32_t kMinTile = 16;               ///< smallest side of a tile [cell]
constexpr const char* kGroundArea = "ground";  ///< name of the area of triangles that no rule matches; must be defined
constexpr double kMaxAreaCost = 1e6;           ///< largest cost factor of an area

/// A named kind of ground.
struct AreaConfig {
    std::string name;    ///< unique, not empty
    uint8_t id = 63;     ///< 1..63, unique
    double cost = 1;     ///< factor that converts a length on this area to a cost, 0..kMaxAreaCost
    uint16_t flags = 1;  ///< flags that query filters test
};
/// Assigns an area to triangles by the names of their material, object or groups. The last matching rule wins.
struct AreaRule {
    std::string pattern;              ///< name to match; `*` matches any sequence of characters
    std::optional<std::string> area;  ///< name of an area; null: matching triangles are not walkable
};

/// A connection that agents do not walk on: a jump, a ladder, a teleporter. Its ends are moved to the nearest walkable ground.
struct OffMeshLinkConfig {
    DVec3 start = {},     ///< start point [wu]
        end = {};         ///< end point [wu]
    bool two_way = true;  ///< true: agents can also use the link from end to start
    /// Largest distance between an end and the ground [wu], >= 0. Null: agent.radius, but at least one cell.
    std::optional<double> radius = {};
    /// Cost of the link [wu], >= 0. Path searches multiply the cost by the cost factor of the area. Null: the length of the
    /// link.
    std::optional<double> cost = {};
    std::string area = kGroundArea;      ///< name of an area
    std::optional<uint16_t> flags = {};  ///< flags that query filters test; null: flags of the area
    uint32_t user_id = 0;                ///< id for the caller, need not be unique; 0: none
};
/// Limit of the radius, the cost and the absolute coordinates of an off-mesh link [wu].
constexpr double kMaxLinkValue = 1e9;

/// Generation of drops and jumps at the borders of the ground. If drop_height and jump_distance are 0, none are generated.
struct LinksConfig {
    double drop_height = 0;  ///< largest height of a drop [wu]; 0: no drops
    /// Longest horizontal move of the agent's centre in a jump [wu]; 0: no jumps. The gap between the ledges is narrower by
    /// twice the radius.
    double jump_distance = 0;
    /// Highest rise of the agent's feet above the take-off point [wu], during a jump and at the landing point.
    double jump_height = 0;
    std::optional<double> spacing;        ///< approximate distance between links along a ledge [wu]; null: twice the radius
    std::string drop_area = kGroundArea;  ///< name of the area of drops (links that can only be taken downwards)
    std::string jump_area = kGroundArea;  ///< name of the area of all other generated links
};

/// All settings of a bake, in world units. config.example.json shows the JSON form.
struct BakeConfig {
    Profile profile = Profile::accurate;                    ///< defaults for null values
    AgentConfig agent;                                      ///< the agent; ignored if `agents` is not empty
    VoxelsConfig voxels;                                    ///< size of the voxels
    FiltersConfig filters;                                  ///< filters of the solid field
    ErosionConfig erosion;                                  ///< erosion of the ground
    RegionsConfig regions;                                  ///< partition into regions
    ContoursConfig contours;                                ///< simplification of borders
    PolygonsConfig polygons;                                ///< size of convex polygons
    DetailConfig detail;                                    ///< heights inside polygons
    TilesConfig tiles;                                      ///< division into tiles
    IslandsConfig islands;                                  ///< islands of the mesh to keep
    LinksConfig links;                                      ///< generation of drops and jumps
    PlanConfig plan;                                        ///< settings for 2D floor plans
    std::vector<AreaConfig> areas{{"ground", 63, 1.0, 1}};  ///< table of all areas
    std::vector<AreaRule> rules;                            ///< rules that assign areas to triangles
    std::vector<AreaVolume> volumes;                        ///< volumes that change the area of the ground
    std::vector<OffMeshLinkConfig> off_mesh_links;          ///< off-mesh links to add to the mesh
    std::vector<DVec3> island_seeds;  ///< if not empty, only islands that contain one of these points are kept [wu]
    std::vector<AgentConfig> agents;  ///< if not empty, replaces `agent`: a mesh is baked for each agent; names must be unique
};

/// Returns one config for each agent: `agent` is set and `agents` is empty. Each config bakes one mesh.
std::vector<BakeConfig> configs_of_agents(const BakeConfig& config);

/// A BakeConfig in the units of the stages. Made by to_voxels, which tests the ranges of all settings (see BakeConfig) and
/// replaces nulls by the defaults of the profile.
struct VoxelConfig {
    Lattice lattice;                                           ///< lattice of cells and height steps
    double max_slope = 45;                                     ///< steepest walkable slope [deg]
    int32_t walkable_height = 10;                              ///< agent.height, rounded up [vx]
    int32_t walkable_climb = 4;                                ///< agent.max_climb, rounded down [vx]
    double max_climb = 4.5;                                    ///< agent.max_climb, not rounded [vx]
    int32_t walkable_radius = 2;                               ///< agent.radius, rounded up [cell]; used by chamfer erosion
    double radius = 2;                                         ///< agent.radius, not rounded [cell]; used by Euclidean erosion
    bool low_hanging = true;                                   ///< FiltersConfig::low_hanging
    LedgeTest ledges = LedgeTest::slope_aware;                 ///< FiltersConfig::ledges
    bool low_height = true;                                    ///< FiltersConfig::low_height
    ErosionMethod erosion = ErosionMethod::euclidean;          ///< ErosionConfig::method
    bool median_filter = false;                                ///< ErosionConfig::median_filter
    RegionMethod region_method = RegionMethod::sheets;         ///< RegionsConfig::method
    uint32_t min_region_area = 64;                             ///< RegionsConfig::min_area [cell]
    bool whole_islands = true;                                 ///< true: only whole islands are removed; false: as in Recast
    uint32_t merge_region_area = 400;                          ///< RegionsConfig::merge_area [cell]
    double contour_max_error = 1.3;                            ///< ContoursConfig::max_error [cell]
    int32_t max_edge_length = 40;                              ///< ContoursConfig::max_edge_length [cell]; 0: no splitting
    bool split_wall_edges = true;                              ///< ContoursConfig::split_wall_edges
    bool split_area_edges = false;                             ///< ContoursConfig::split_area_edges
    WallSimplification walls = WallSimplification::one_sided;  ///< ContoursConfig::walls
    bool refine_contours = true;                               ///< ContoursConfig::refine
    int32_t max_vertices = 6;                                  ///< PolygonsConfig::max_vertices
    double detail_sample_distance = 6;                         ///< DetailConfig::sample_distance [cell]; 0: no initial samples
    double detail_max_error = 1;                               ///< DetailConfig::max_error [vx]
    HeightSource heights = HeightSource::triangles;            ///< DetailConfig::heights
    int32_t tile_size = 0;                                     ///< side of a tile [cell]; 0: one tile
    double drop_height = 0;                                    ///< LinksConfig::drop_height [vx]; 0: no drops
    double jump_distance = 0;                                  ///< LinksConfig::jump_distance [cell]; 0: no jumps
    double jump_height = 0;                                    ///< LinksConfig::jump_height [vx]
    int32_t link_spacing = 4;                                  ///< LinksConfig::spacing [cell], rounded, >= 1
};

/// Converts a config to cells and voxels, and replaces nulls by the defaults of the profile. No other function rounds settings.
/// Error (usage): the config is invalid or has several agents (see configs_of_agents). Error (usage): a value gives too many or
/// too few cells or voxels. The message contains the JSON path and the valid range.
Result<VoxelConfig> to_voxels(const BakeConfig& config);

/// Returns warnings about valid settings with surprising effects. Example: "radius_below_cell" if agent.radius is above 0 but
/// less than a cell.
Warnings config_warnings(const BakeConfig& config);

/// Returns warnings about a level that probably has the wrong units or orientation for the agents: "level_too_large",
/// "level_too_small", "lies_on_its_side" or "faces_down". Each message says which setting to change, for example `--scale
/// 0.01`. If the soup or the config is invalid, returns no warnings. \p source: the settings with which the soup was read from
/// files.
Warnings level_warnings(const TriangleSoup& soup, const BakeConfig& config, const SoupSource& source = {});

/// Validates a whole config. Each value must be in its range. Areas need unique names and ids; agents need unique names. Rules
/// and volumes must name known areas. Volumes and off-mesh links must be valid. Error (usage): the message contains the JSON
/// path of the first fault, the value and the expected value.
Status check_config(const BakeConfig& config);

}  // namespace navspan
