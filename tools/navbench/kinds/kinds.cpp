#include "navbench/kinds/kinds.h"

#include <array>

#include "core/text.h"

namespace navspan::bench {
namespace {

constexpr std::array kKinds{LevelKind{"large_triangles", add_large_triangles},
                            LevelKind{"small_triangles", add_small_triangles},
                            LevelKind{"slivers", add_slivers},
                            LevelKind{"coplanar_layers", add_coplanar_layers},
                            LevelKind{"props", add_props},
                            LevelKind{"fences", add_fences},
                            LevelKind{"city", add_city},
                            LevelKind{"caves", add_caves},
                            LevelKind{"storeys", add_storeys},
                            LevelKind{"terrain_grid", add_terrain_grid},
                            LevelKind{"irregular_terrain", add_irregular_terrain},
                            LevelKind{"maze", add_maze},
                            LevelKind{"arches", add_arches},
                            LevelKind{"towers", add_towers}};

constexpr double kSides[] = {24, 64};                     // [wu]
constexpr double kCells[][2] = {{0.3, 0.2}, {0.1, 0.1}};  // cell side and height [wu]

}  // namespace

std::span<const LevelKind> level_kinds() {
    return kKinds;
}

TriangleSoup generate_level(const LevelKind& kind, const KindParams& params, uint64_t seed) {
    LevelBuilder builder(seed);
    kind.add(builder, params);
    TriangleSoup soup = std::move(builder.soup);
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
    soup.group_of.assign(soup.triangles.size(), 0);
    soup.groups = {{std::string(kind.name), "", ""}};
    return soup;
}

std::vector<LevelCase> level_cases(std::string_view only) {
    std::vector<LevelCase> cases;
    for (const LevelKind& kind : kKinds) {
        if (!only.empty() && kind.name != only) continue;
        for (const double side : kSides) {
            for (const auto& [cell, height] : kCells) {
                const std::string name = std::string(kind.name) + " " + number_text(side) + " at " + number_text(cell);
                cases.push_back({kind, {side, cell}, height, name});
            }
        }
    }
    return cases;
}

}  // namespace navspan::bench
