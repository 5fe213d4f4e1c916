// navbench growth: measures how the time of a stage grows with the number of vertices n, on hard generated inputs. Measures the
// stages from contours to detail mesh. No stage or algorithm may be quadratic.
//
// Reports the minimum time of several rounds [ns per vertex] for every stage or algorithm and every n. Also fits time ~ n^k
// between the smallest measurable n and the largest n, and reports k. Cache misses may raise k above 1 even for linear time.

#include "navbench/levels/growth.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/cli.h"
#include "navbench/common.h"
#include "navbench/recast/stages.h"
#include "navspan/bake/bake_tile.h"

namespace navspan::tools {
namespace {

struct GrowthPoint {
    size_t vertices = 0;
    double ms = 1e300;  // minimum over all rounds
};

// The measured times of parts (stages or algorithms), in the order in which the parts were added. Each part has one time for
// each number of vertices.
class GrowthBoard {
public:
    void add(const std::string& part, size_t vertices, double ms) {
        auto line = std::find_if(lines.begin(), lines.end(), [&](const PartLine& l) { return l.part == part; });
        if (line == lines.end()) line = lines.insert(line, {part, {}});
        if (line->points.empty() || line->points.back().vertices != vertices) line->points.push_back({vertices, 1e300});
        line->points.back().ms = std::min(line->points.back().ms, ms);
    }

    struct PartLine {
        std::string part;
        std::vector<GrowthPoint> points;
    };
    std::vector<PartLine> lines;
};

struct StageClock : BakeProbe {
    std::vector<std::pair<Stage, double>> times;
    size_t vertices = 0;  // number of contour vertices
    double start = 0;
    void before(Stage) override { start = thread_ms(); }
    void after(Stage stage, const BakeProducts& products) override {
        times.push_back({stage, thread_ms() - start});
        if (stage == Stage::contours) vertices = products.contours->vertices.size();
    }
};

Status measure_growth(int vertices, GrowthBoard& board) {
    bench::grow_rings(size_t(vertices), [&](const std::string& part, size_t n, const auto& work) {
        const double start = thread_ms();
        work();
        board.add(part, n, thread_ms() - start);
    });
    const TriangleSoup floor = bench::pillared_floor(size_t(vertices));
    StageClock watch;
    if (const auto tile = bake_tile(floor, bench::growth_config(), &watch); !tile) return tile.error();
    const auto stages = bench::growing_stages();
    for (const auto& [stage, ms] : watch.times) {
        if (std::count(stages.begin(), stages.end(), stage) != 0) board.add(stage_name(stage), watch.vertices, ms);
    }
    return Done{};
}

// Assumes that the time grows like n^k, where n is the number of vertices. Computes k from two points: the first point that
// took more than 0.05 ms, and the last point. Returns nullopt if these are not two different points.
std::optional<double> exponent(const std::vector<GrowthPoint>& points) {
    const auto first = std::find_if(points.begin(), points.end(), [](const GrowthPoint& p) { return p.ms > 0.05; });
    if (first == points.end() || first->vertices >= points.back().vertices) return {};
    return std::log(points.back().ms / first->ms) / std::log(double(points.back().vertices) / double(first->vertices));
}

void print_growth(const GrowthBoard& board, const std::vector<int>& sizes) {
    std::printf("%-24s", "[ns per vertex]");
    for (const int n : sizes)
        std::printf(" %9d", n);
    std::printf(" %9s\n", "exponent");
    for (const GrowthBoard::PartLine& line : board.lines) {
        std::printf("%-24s", line.part.c_str());
        for (const GrowthPoint& p : line.points)
            std::printf(" %9.1f", p.ms * 1e6 / double(p.vertices));
        if (const std::optional<double> k = exponent(line.points)) {
            std::printf(" %9.2f\n", *k);
        } else {
            std::printf(" %9s\n", "-");
        }
    }
}

bool write_growth_csv(const std::string& path, const GrowthBoard& board) {
    std::ofstream out(path);
    out << machine_line(recast_library()) << "\npart,vertices,ms\n";
    for (const GrowthBoard::PartLine& line : board.lines) {
        for (const GrowthPoint& p : line.points)
            out << line.part << "," << p.vertices << "," << p.ms << "\n";
    }
    return bool(out.flush());
}

}  // namespace

int bench_growth(const BenchOptions& options) {
    std::vector<int> sizes = options.vertices;
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    GrowthBoard board;
    for (const int n : sizes) {
        for (int round = 0; round < options.rounds; ++round) {
            if (const Status done = measure_growth(n, board); !done) return report_error(done.error());
        }
    }
    print_growth(board, sizes);
    if (options.csv.empty() || write_growth_csv(options.csv, board)) return 0;
    return cannot_write(options.csv);
}

}  // namespace navspan::tools
