#include "navbench/kinds/kinds.h"

#include <array>

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

}  // namespace navspan::bench
