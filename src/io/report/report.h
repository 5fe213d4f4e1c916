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

/// The filters and the compact heightfield are one pass: its name in BakeReport::stages_ms.
constexpr const char* kFilterPassName = "filters_and_compact_heightfield";

/// How much ground is left after each stage: where it goes to zero is where to look.
struct BakeFunnel {
    uint64_t triangles = 0, walkable_triangles = 0;
    uint64_t spans = 0, walkable_spans = 0;                                  ///< solid, after rasterisation
    uint64_t after_low_hanging = 0, after_ledges = 0, after_low_height = 0;  ///< walkable solid spans
    uint64_t open_spans = 0, after_erosion = 0, after_volumes = 0;           ///< walkable open spans
    uint64_t smoothed = 0;    ///< open spans to which the median filter gave another area
    uint64_t in_regions = 0;  ///< open spans that belong to a region
    uint64_t regions = 0, contours = 0, polygons = 0;
    uint64_t found_links = 0;  ///< drops and jumps found, before they are put on the polygons; a two-way one counts once
    double area = 0;           ///< of the polygons seen from above [wu^2]
};

/// What comparing a mesh with the grid it was made from has shown.
struct VerifyFacts {
    struct Finding {
        std::string fault;                        ///< "cut_off", "joined" or "too_long"
        DVec3 start, goal;                        ///< [wu]
        double grid_length = 0, mesh_length = 0;  ///< seen from above; 0: no way [wu]
        std::string picture;                      ///< file in the folder of pictures, or empty
    };
    struct Outside {
        DVec3 point;                ///< [wu]
        double distance = 0;        ///< to the nearest polygon [wu]; infinity: there is none
        uint64_t island_cells = 0;  ///< cells that hang together with it
    };
    uint64_t seed = 1;                 ///< of the draw
    uint64_t floors = 0;               ///< walkable cells of the grid
    uint64_t pairs = 0;                ///< drawn
    uint64_t compared = 0;             ///< with both ends on polygons
    uint64_t reachable = 0;            ///< of those: with a way on both
    uint64_t undecided = 0;           ///< of those: with a way on the mesh only, where the grid leaves ways out
    uint64_t broken_steps = 0;         ///< over seams, which only one of two tiles knows of
    std::vector<DVec3> broken_positions;  ///< where the first of them begin [wu]
    std::vector<Finding> findings;     ///< in the order drawn
    std::vector<Outside> outside;      ///< ends of pairs without a polygon, in the order drawn

    uint64_t faults() const { return findings.size() + broken_steps; }
};

/// What a bake says about itself. Gathered by a ReportProbe and by whoever reads and writes the files.
struct BakeReport {
    std::string status = "done";  ///< "done" or "failed"
    std::string error;            ///< the message, when it failed
    std::vector<InputFile> files;
    SoupStats facts;
    uint64_t degenerate = 0, too_steep = 0, facing_down = 0, excluded_by_rule = 0;  ///< triangles that are not walkable, by reason
    BakeConfig config;
    BakeFunnel funnel;                  ///< with tiles: spans beside a border count in every tile that sees them
    uint64_t built_tiles = 0;           ///< tiles baked; a level that is not cut is one
    uint64_t reused_tiles = 0;          ///< tiles that were there from an earlier bake
    uint64_t empty_tiles = 0;           ///< those of both without a polygon
    std::optional<Stage> failed_stage;  ///< the stage that was running last

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
    double output_area = 0;                    ///< sum of theirs [wu^2]
    std::vector<PrunedIsland> pruned_islands;  ///< those that the config's islands and island_seeds did not keep
    UnplacedLinks unplaced_links;              ///< of funnel.found_links
    std::vector<InputFile> exports;  ///< the level in other programs' forms and its --html page, as far as they were written

    std::optional<VerifyFacts> verified;  ///< what --verify found, where it was asked for

    std::vector<std::pair<std::string, double>> stages_ms;  ///< in the order in which they ran
    uint64_t peak_memory_bytes = 0;
    Warnings warnings;

    /// Of a bake for several agents, what was done for each, by the configs of configs_of_agents. What is above then tells what
    /// they have in common, and sums.
    std::vector<BakeReport> agents;
};

/// Makes the report of a bake for several agents ready for theirs; of one agent's nothing changes.
void create_agent_reports(BakeReport& report);

/// Takes together what the reports of several agents say: facts of the input, warnings, once where all have the same and with
/// the agent's name where not, and counts of tiles. Of one agent's report nothing changes.
void merge_agent_reports(BakeReport& report);

/// Whether a probe sees all of a bake or one of many tiles.
enum class ReportScope : uint8_t { all, tile };

/// Fills the report's input facts (in scope `all`), funnel, times and warnings while a bake runs. Changes nothing in it.
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

/// Adds up the reports of a bake's tiles, in order; the input facts are those of the whole soup. Stages' times are summed over
/// tiles, whichever threads they ran on.
void add_tile_reports(BakeReport& report, std::span<const BakeReport> tiles, const TriangleSoup& soup);
/// The same where the triangles are not known any more.
void add_tile_reports(BakeReport& report, std::span<const BakeReport> tiles);

/// Adds what a finished level's file is like. @param facts  of each agent's mesh @param sha256  of its bytes
void add_output(BakeReport& report, std::span<const NavFileSummary> facts, const std::string& file, const std::string& sha256);

/// The report as JSON text with a stable order of keys and a line end.
std::string report_json(const BakeReport& report);

/// Why nothing is walkable, in one line: "no walkable surface: removed by filter_ledges (...)"; empty when something is.
std::string no_walkable_surface(const BakeReport& report);

/// The most memory this process has held so far, 0 where the system does not say.
uint64_t peak_memory_bytes();

}  // namespace navspan
