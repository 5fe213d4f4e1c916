// Tests how a bake changes if the level is moved, rotated, reordered or duplicated.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "bake/field/erode.h"
#include "bake/voxelize/rasterize.h"
#include "bake/world/nav_tile.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/filters.h"
#include "navspan/io/obj.h"
#include "support/bakes/fingerprint.h"
#include "support/scenes/own_scenes.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::FingerprintProbe;

// Returns a config with cell sizes that are exact in binary. Moving a level by whole cells then causes no rounding.
BakeConfig exact_config(Profile profile) {
    BakeConfig config;
    config.profile = profile;
    config.voxels = {.cell_size = 0.25, .cell_height = 0.25};
    return config;
}

TriangleSoup mapped(TriangleSoup soup, const std::function<DVec3(DVec3)>& map) {
    for (DVec3& v : soup.vertices)
        v = map(v);
    return soup;
}

TriangleSoup on_sixty_fourths(const TriangleSoup& soup) {
    const auto snap = [](double v) { return std::round(v * 64) / 64; };
    return mapped(soup, [&](DVec3 v) { return DVec3{snap(v.x), snap(v.y), snap(v.z)}; });
}

std::vector<std::pair<std::string, TriangleSoup>> scenes() {
    std::vector<std::pair<std::string, TriangleSoup>> soups;
    for (const auto& [name, text] : {std::pair{"courtyard", support::courtyard_obj()},
                                     std::pair{"terrain", support::terrain_obj()}, std::pair{"tower", support::tower_obj()}}) {
        const std::vector<ObjText> texts{{name, text}};
        Result<LoadedScene> scene = parse_obj(texts);
        EXPECT_TRUE(scene.ok());
        soups.emplace_back(name, on_sixty_fourths(scene->soup));
    }
    return soups;
}

// Returns the fingerprints of all products that do not depend on the position of the level, and of the tile without its frame.
std::vector<std::pair<std::string, uint64_t>> position_independent_fingerprints(const TriangleSoup& soup,
                                                                                const BakeConfig& config) {
    struct Probe : FingerprintProbe {
        void after(Stage stage, const BakeProducts& p) override {
            if (stage == Stage::distance_field || stage == Stage::regions || stage == Stage::detail_mesh ||
                stage == Stage::nav_tile) {
                FingerprintProbe::after(stage, p);
            } else if (stage == Stage::rasterize) {
                Heightfield field = *p.heightfield;
                field.grid.x0 = field.grid.y0 = field.grid.z0 = 0;
                stages.emplace_back(stage_name(stage), support::fingerprint(field));
            }
        }
    } probe;
    EXPECT_TRUE(bake_tile(soup, config, &probe).ok());
    return probe.stages;
}

NavTile bake_one_tile(const TriangleSoup& soup, const BakeConfig& config) {
    Result<NavTile> tile = bake_tile(soup, config);
    EXPECT_TRUE(tile.ok()) << (tile.ok() ? "" : tile.error().message);
    return tile ? std::move(*tile) : NavTile{};
}

TEST(Transform, MovingALevelByWholeCellsOnlyChangesTheFrame) {
    const DVec3 moves[] = {{25, -4.5, -83.25}, {100000, 0, 0}, {-100000, 250, 100000.25}};
    for (const auto& [name, soup] : scenes()) {
        for (const Profile profile : {Profile::accurate, Profile::recast}) {
            const BakeConfig config = exact_config(profile);
            NavTile here = bake_one_tile(soup, config);
            for (const DVec3 move : moves) {
                const TriangleSoup moved = mapped(soup, [&](DVec3 v) { return v + move; });
                NavTile there = bake_one_tile(moved, config);
                EXPECT_EQ(there.frame.x0 - here.frame.x0, int(move.x / 0.25));
                EXPECT_EQ(there.frame.z0 - here.frame.z0, int(move.z / 0.25));
                EXPECT_EQ(there.frame.y0 - here.frame.y0, int(move.y / 0.25));
                there.frame = here.frame;
                ASSERT_EQ(position_independent_fingerprints(moved, config), position_independent_fingerprints(soup, config))
                    << name;
                EXPECT_TRUE(there == here) << name;
            }
        }
    }
}

TEST(Transform, MovingALevelWithItsOriginOnlyChangesTheOrigin) {
    const DVec3 move{100.109375, -7.03125, 0.015625};  // not a multiple of the cell size
    for (const auto& [name, soup] : scenes()) {
        for (const double tile_size : {0.0, 8.0}) {
            BakeConfig config = exact_config(Profile::accurate);
            config.tiles.size = tile_size;
            const Result<NavMesh> here = bake_nav_mesh(soup, config, nav_mesh_info(config, "", "test"));
            config.tiles.origin = move;
            const Result<NavMesh> there =
                bake_nav_mesh(mapped(soup, [&](DVec3 v) { return v + move; }), config, nav_mesh_info(config, "", "test"));
            ASSERT_TRUE(here.ok() && there.ok());
            ASSERT_EQ(here->tiles.size(), there->tiles.size()) << name;
            for (size_t i = 0; i < here->tiles.size(); ++i) {
                NavTile tile = *there->tiles[i];
                EXPECT_EQ(tile.frame.origin, move);
                tile.frame.origin = {};
                EXPECT_TRUE(tile == *here->tiles[i]) << name << ", tile " << i;
            }
        }
    }
}

TEST(Transform, TheOrderOfTrianglesDoesNotMatterWithOneArea) {
    support::Random random(7);
    const Lattice lattice{.origin = {}, .cell_size = 0.25, .cell_height = 0.25};
    for (auto [name, soup] : scenes()) {
        const std::vector<uint8_t> areas(soup.triangles.size(), kDefaultArea);
        const Result<Grid> grid = grid_of(soup, lattice);
        const Result<Heightfield> before = rasterize_triangles(soup, areas, lattice, *grid, {.area_merge_height = 3});
        for (size_t i = soup.triangles.size(); i > 1; --i) {
            std::swap(soup.triangles[i - 1], soup.triangles[size_t(random.between(0, int32_t(i) - 1))]);
        }
        const Result<Heightfield> after = rasterize_triangles(soup, areas, lattice, *grid, {.area_merge_height = 3});
        ASSERT_TRUE(before.ok() && after.ok());
        EXPECT_TRUE(before->first == after->first && before->spans == after->spans) << name;
    }
}

// Returns the open spans with their world positions, sorted. If `turned` is true, undoes the rotation of the positions.
std::vector<std::array<int64_t, 5>> open_spans(const CompactHeightfield& field, bool turned) {
    std::vector<std::array<int64_t, 5>> spans;
    for (int32_t z = 0; z < field.grid.depth; ++z) {
        for (uint32_t r = field.row_run[size_t(z)]; r < field.row_run[size_t(z) + 1]; ++r) {
            for (uint32_t k = 0; k < field.runs[r].length; ++k) {
                const uint32_t i = field.runs[r].first + k;
                int64_t x = int64_t{field.grid.x0} + field.runs[r].x0 + k, zz = int64_t{field.grid.z0} + z;
                if (turned) std::swap(x, zz), zz = -1 - zz;
                spans.push_back({zz, x, int64_t{field.grid.y0} + field.floor[i], field.clearance[i], field.area[i]});
            }
        }
    }
    std::sort(spans.begin(), spans.end());
    return spans;
}

size_t differing(const std::vector<std::array<int64_t, 5>>& a, const std::vector<std::array<int64_t, 5>>& b) {
    std::vector<std::array<int64_t, 5>> both;
    std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both.size();
}

struct FieldProbe : BakeProbe {
    bool turned = false;
    std::vector<std::vector<std::array<int64_t, 5>>> fields;
    uint16_t max_distance = 0;
    void after(Stage stage, const BakeProducts& p) override {
        if (stage == Stage::compact_heightfield || stage == Stage::erode) fields.push_back(open_spans(*p.compact, turned));
        if (stage == Stage::distance_field) max_distance = p.distance->max_distance;
    }
};

double total_area(const NavTile& tile) {
    int64_t doubled = 0;
    for (uint32_t i = 0; i < tile.polygons.size(); ++i)
        doubled += doubled_area(tile, i);
    return double(doubled) / 2;
}

TEST(Transform, RotatingALevelByNinetyDegreesRotatesItsFields) {
    for (const auto& [name, aligned] : scenes()) {
        // Move the level off the lattice. A wall exactly between two cells could fill a different cell after the rotation.
        const TriangleSoup soup = mapped(aligned, [](DVec3 v) { return v + DVec3{11 / 1024.0, 13 / 1024.0, 17 / 1024.0}; });
        for (const Profile profile : {Profile::accurate, Profile::recast}) {
            FieldProbe before, after;
            after.turned = true;
            const Result<NavTile> a = bake_tile(soup, exact_config(profile), &before);
            // The rotation maps (x, z) to (-z, x), and cell (x, z) to cell (-1 - z, x). open_spans undoes the rotation.
            const Result<NavTile> b = bake_tile(mapped(soup,
                                                       [](DVec3 v) {
                                                           return DVec3{-v.z, v.y, v.x};
                                                       }),
                                                exact_config(profile), &after);
            ASSERT_TRUE(a.ok() && b.ok());
            EXPECT_EQ(differing(before.fields[0], after.fields[0]), 0u) << name << ": open spans";
            EXPECT_EQ(differing(before.fields[1], after.fields[1]), 0u) << name << ": eroded";
            EXPECT_EQ(before.max_distance, after.max_distance) << name;
            EXPECT_NEAR(total_area(*a), total_area(*b), 0.02 * total_area(*a)) << name;
        }
    }
}

TEST(Transform, ACopyFarAwayDoublesTheMeshAndChangesNoPolygon) {
    for (const auto& [name, soup] : scenes()) {
        TriangleSoup two = soup;
        const uint32_t offset = uint32_t(soup.vertices.size());
        for (const DVec3& v : soup.vertices)
            two.vertices.push_back(v + DVec3{1000, 0, 0});
        for (const auto& t : soup.triangles)
            two.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
        two.areas.insert(two.areas.end(), soup.areas.begin(), soup.areas.end());
        two.group_of.insert(two.group_of.end(), soup.group_of.begin(), soup.group_of.end());
        const NavTile one = bake_one_tile(soup, exact_config(Profile::accurate));
        const NavTile both = bake_one_tile(two, exact_config(Profile::accurate));
        EXPECT_EQ(both.polygons.size(), 2 * one.polygons.size()) << name;
        EXPECT_EQ(total_area(both), 2 * total_area(one)) << name;
    }
}

}  // namespace
}  // namespace navspan
