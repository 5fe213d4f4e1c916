#include "navbench/levels/warning_counts.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "core/text.h"
#include "navspan/bake/config.h"

namespace navspan::bench {
namespace {

bool is_reported(const TriangleSoup& level, std::initializer_list<std::string_view> codes) {
    const Warnings warnings = level_warnings(level, BakeConfig{});
    return std::any_of(warnings.begin(), warnings.end(), [&](const Warning& warning) {
        return std::find(codes.begin(), codes.end(), warning.code) != codes.end();
    });
}

void add(WarningCounts& sum, const WarningCounts& more) {
    sum.levels += more.levels;
    sum.false_alarms += more.false_alarms;
    for (size_t i = 0; i < sum.units.size(); ++i)
        sum.units[i] += more.units[i];
    sum.orientations += more.orientations;
}

size_t count_orientations(const TriangleSoup& level) {
    size_t reported = 0;
    for (const UpAxis up : {UpAxis::y, UpAxis::z, UpAxis::x, UpAxis::minus_y, UpAxis::minus_z, UpAxis::minus_x}) {
        for (const bool is_flipped : {false, true}) {
            if (up == UpAxis::y && !is_flipped) continue;
            TriangleSoup wrong = level;
            for (DVec3& p : wrong.vertices)
                p = turned_upright(p, up);
            for (auto& triangle : wrong.triangles) {
                if (is_flipped) std::swap(triangle[1], triangle[2]);
            }
            reported += is_reported(wrong, {"lies_on_its_side", "faces_down"});
        }
    }
    return reported;
}

std::string row_text(const WarningCounts& row, bool with_shares) {
    const auto share = [&](size_t count, size_t all) {
        const double percent = 100 * double(count) / double(std::max(all, size_t{1}));
        return with_shares ? " (" + number_text(std::floor(10 * percent) / 10) + " %)" : std::string();
    };
    const size_t orientations = row.levels * kWrongOrientations;
    std::string text = "| " + row.name + " | " + std::to_string(row.levels) + " | " + std::to_string(row.false_alarms);
    for (const size_t count : row.units)
        text += " | " + std::to_string(count) + share(count, row.levels);
    return text + " | " + std::to_string(row.orientations) + " of " + std::to_string(orientations) +
           share(row.orientations, orientations) + " |\n";
}

}  // namespace

WarningCounts count_warnings(const std::string& name, const TriangleSoup& level) {
    WarningCounts counts{.name = name, .levels = 1};
    counts.false_alarms = !level_warnings(level, BakeConfig{}).empty();
    for (size_t i = 0; i < kUnitFactors.size(); ++i) {
        TriangleSoup wrong = level;
        for (DVec3& p : wrong.vertices)
            p = p * kUnitFactors[i];
        counts.units[i] = is_reported(wrong, {kUnitFactors[i] < 1 ? "level_too_small" : "level_too_large"});
    }
    counts.orientations = count_orientations(level);
    return counts;
}

WarningCounts count_warnings(const LevelKind& kind, uint64_t first_seed) {
    WarningCounts counts{.name = std::string(kind.name)};
    for (uint64_t i = 0; i < kLevelsOfKind; ++i)
        add(counts, count_warnings(counts.name, generate_level(kind, {}, first_seed + i)));
    return counts;
}

WarningCounts sum_of(std::span<const WarningCounts> rows) {
    WarningCounts sum{.name = "all"};
    for (const WarningCounts& row : rows)
        add(sum, row);
    return sum;
}

std::string warning_table(std::span<const WarningCounts> rows) {
    std::string head = "| level or kind | levels | false alarms", rule = "|---|---|---";
    for (const double factor : kUnitFactors)
        head += " | x" + number_text(factor), rule += "|---";
    std::string table = head + " | wrong orientations |\n" + rule + "|---|\n";
    for (const WarningCounts& row : rows)
        table += row_text(row, false);
    return table + row_text(sum_of(rows), true);
}

}  // namespace navspan::bench
