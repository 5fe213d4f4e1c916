#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "navbench/kinds/builder.h"

namespace navspan::bench {

/// Parameters of a generated level besides kind and seed.
struct KindParams {
    double side = 24;   ///< size of the level [wu]; sides of the ground are 0.5 to 2 times this size
    double cell = 0.3;  ///< cell side of the bake [wu]; slivers and small_triangles make triangles narrower than a cell
};

struct LevelKind {
    std::string_view name;  ///< name in results: "small_triangles"
    void (*add)(LevelBuilder& builder, const KindParams& params);
};

/// All kinds. Obstacle sizes and floor heights suit an agent with radius 0.6, height 2 and max_climb 0.9 [wu].
std::span<const LevelKind> level_kinds();

/// Generates a level. Equal kind, parameters and seed give equal triangles on every platform.
TriangleSoup generate_level(const LevelKind& kind, const KindParams& params, uint64_t seed);

/// A level of the benchmarks: kind, size and cell sizes of the bake.
struct LevelCase {
    LevelKind kind;
    KindParams params;
    double cell_height = 0.2;  ///< [wu]
    std::string name;          ///< "small_triangles 24 at 0.3": kind, side and cell
};

/// Returns each kind four times: with each of two level sizes and each of two cell sizes.
/// @param only  name of the only kind; empty: all kinds
std::vector<LevelCase> level_cases(std::string_view only = {});

// The generators, in the order of definition: shapes.cpp, buildings.cpp, ground.cpp.

void add_large_triangles(LevelBuilder& b, const KindParams& params);
void add_small_triangles(LevelBuilder& b, const KindParams& params);
void add_slivers(LevelBuilder& b, const KindParams& params);
void add_coplanar_layers(LevelBuilder& b, const KindParams& params);
void add_props(LevelBuilder& b, const KindParams& params);
void add_fences(LevelBuilder& b, const KindParams& params);
void add_city(LevelBuilder& b, const KindParams& params);
void add_storeys(LevelBuilder& b, const KindParams& params);
void add_maze(LevelBuilder& b, const KindParams& params);
void add_arches(LevelBuilder& b, const KindParams& params);
void add_towers(LevelBuilder& b, const KindParams& params);
void add_caves(LevelBuilder& b, const KindParams& params);
void add_terrain_grid(LevelBuilder& b, const KindParams& params);
void add_irregular_terrain(LevelBuilder& b, const KindParams& params);

}  // namespace navspan::bench
