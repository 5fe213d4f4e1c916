#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bake/voxelize/soup_warnings.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/core/warning.h"
#include "navspan/io/scene.h"
#include "navspan/navmesh/nav_file.h"
#include "navspan/navmesh/off_mesh_links.h"
#include "navspan/navmesh/prune_islands.h"

namespace navspan {

constexpr int kReportSchema = 1;

/// Name in BakeReport::stages_ms of the filters and the compact heightfield, which are one pass.
constexpr const char* kFilterPassName = "filters_and_compact_heightfield";

/// Amount of ground left after each stage. The first stage with zero shows what to change.
struct BakeFunnel {
    uint64_t triangles = 0, walkable_triangles = 0;
    uint64_t spans = 0, walkable_spans = 0;                                  ///< solid, after rasterisation
    uint64_t after_low_hanging = 0, after_ledges = 0, after_low_height = 0;  ///< walkable solid spans
    uint64_t open_spans = 0, after_erosion = 0, after_volumes = 0;           ///< walkable open spans
    uint64_t smoothed = 0;    ///< open spans whose area the median filter changed
    uint64_t in_regions = 0;  ///< open spans that belong to a region
    uint64_t regions = 0, contours = 0, polygons = 0;
    uint64_t found_links = 0;  ///< drops and jumps before placement on polygons; two-way ones count once
    double area = 0;           ///< of the polygons seen from above [wu^2]
};

/// Result of comparing a mesh with the grid it was made from.
struct VerifyFacts {
    struct Finding {
        std::string fault;                        ///< "cut_off", "joined" or "too_long"
        DVec3 start, goal;                        ///< [wu]
        double grid_length = 0, mesh_length = 0;  ///< seen from above; 0: no path [wu]
        std::string picture;                      ///< file in the picture folder; may be empty
    };
    struct Outside {
        DVec3 point;                ///< [wu]
        double distance = 0;        ///< to the nearest polygon [wu]; infinity if there is none
        uint64_t island_cells = 0;  ///< size of its connected component
    };
    uint64_t seed = 1;                    ///< of the random pairs
    uint64_t floors = 0;                  ///< walkable cells of the grid
    uint64_t pairs = 0;                   ///< drawn
    uint64_t compared = 0;                ///< pairs with both ends on polygons
    uint64_t reachable = 0;               ///< compared pairs with a path on both
    uint64_t undecided = 0;               ///< compared pairs with a path on the mesh only, if the grid omits some paths
    uint64_t broken_steps = 0;            ///< across seams that only one of the two tiles has
    std::vector<DVec3> broken_positions;  ///< starts of the first broken steps [wu]
    std::vector<Finding> findings;        ///< in the order drawn
    std::vector<Outside> outside;         ///< ends of pairs without a polygon, in the order drawn

    uint64_t faults() const { return findings.size() + broken_steps; }
};

/// Results and statistics of a bake, gathered by a ReportProbe and by the code that reads and writes the files.
struct BakeReport {
    std::string status = "done";  ///< "done" or "failed"
    std::string error;            ///< the message if it failed
    std::vector<InputFile> files;
    SoupStats facts;
    uint64_t degenerate = 0, too_steep = 0, facing_down = 0,
             excluded_by_rule = 0;  ///< triangles that are not walkable, by reason
    BakeConfig config;
    BakeFunnel funnel;                  ///< with tiles: spans next to a border count once per tile that reads them
    uint64_t built_tiles = 0;           ///< tiles baked; an untiled level counts as one
    uint64_t reused_tiles = 0;          ///< tiles taken from an earlier bake
    uint64_t empty_tiles = 0;           ///< built or reused tiles without a polygon
    std::optional<Stage> failed_stage;  ///< the stage that started last

    std::string output_file;            ///< empty: nothing was written
    std::string output_format = "nav";  ///< or "shard"
    uint64_t output_bytes = 0;
    std::string output_sha256;
    uint64_t output_vertices = 0, output_polygons = 0, output_links = 0;
    struct IslandFacts {
        uint64_t polygons = 0;
        double area = 0;  ///< seen from above [wu^2]
        DVec3 min, max;   ///< [wu]
    };
    std::vector<IslandFacts> islands;          ///< connected components, in the order of the file
    double output_area = 0;                    ///< sum over islands [wu^2]
    std::vector<PrunedIsland> pruned_islands;  ///< removed because of the config's islands and island_seeds
    UnplacedLinks unplaced_links;              ///< of funnel.found_links
    std::vector<InputFile> exports;            ///< files in other formats and the --html page, if written

    std::optional<VerifyFacts> verified;  ///< result of --verify, if requested

    std::vector<std::pair<std::string, double>> stages_ms;  ///< in the order of execution
    uint64_t peak_memory_bytes = 0;
    Warnings warnings;

    /// In a bake for several agents: one report per agent, in the order of configs_of_agents. The fields above then hold shared
    /// facts and sums.
    std::vector<BakeReport> agents;
};

/// Creates the reports of the agents. No effect if there is only one agent.
void create_agent_reports(BakeReport& report);

/// Merges the agents' reports into the main one: facts of the input, counts of tiles, and warnings, which get the agent's name
/// unless all agents have them. No effect if there is only one agent.
void merge_agent_reports(BakeReport& report);

/// What a probe observes: a whole bake, or one of its tiles.
enum class ReportScope : uint8_t { all, tile };

/// Fills the report's input facts (in scope `all`), funnel, times and warnings during a bake. Does not change the bake.
class ReportProbe : public BakeProbe {
public:
    explicit ReportProbe(BakeReport& report, ReportScope scope = ReportScope::all) : report_(report), scope_(scope) {}
    void before(Stage stage) override;
    void after(Stage stage, const BakeProducts& products) override;

private:
    BakeReport& report_;
    ReportScope scope_;
    std::chrono::steady_clock::time_point start_;
};

/// Adds up the reports of a bake's tiles, in order. Input facts are those of the whole soup. Times of stages are summed over
/// tiles, even if tiles ran in parallel.
void add_tile_reports(BakeReport& report, std::span<const BakeReport> tiles, const TriangleSoup& soup);
/// The same if the triangles are no longer available.
void add_tile_reports(BakeReport& report, std::span<const BakeReport> tiles);

/// Adds the facts of the written file. @param facts  of each agent's mesh @param sha256  of the file's bytes
void add_output(BakeReport& report, std::span<const NavFileSummary> facts, const std::string& file, const std::string& sha256);

/// Returns the report as JSON text with a fixed order of keys and a final line end.
std::string report_json(const BakeReport& report);

/// Returns why nothing is walkable, as "no walkable surface: removed by filter_ledges (...)"; empty if there are polygons.
std::string no_walkable_surface(const BakeReport& report);

/// Returns the peak memory of this process; 0 if the system does not report it.
uint64_t peak_memory_bytes();

}  // namespace navspan
