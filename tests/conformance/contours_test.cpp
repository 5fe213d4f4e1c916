// Tests that our contours with Recast's method (two-sided walls, no refinement) equal librecast's contours of the same compact
// heightfield and regions. The raw rings and the simplified rings must be equal; only their start vertices may differ.
//
// librecast joins each hole to the outline of its region with a bridge, which repeats two vertices. Regions with holes are
// compared as multisets of vertices. For each hole, librecast's multiset may have two more vertices.

#include "navspan/bake/contours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "bake/contours/contours.h"
#include "bake/voxelize/rasterize.h"
#include "navbench/recast/stages.h"
#include "navspan/io/obj.h"
#include "recast_field.h"
#include "support/scenes/places.h"
#include "support/scenes/scenes.h"
#include "support/text/random.h"
#include "support/worlds/open_field.h"
#include "support/worlds/region_fields.h"

namespace navspan {
namespace {

using namespace support;

using Corner = std::array<int32_t, 5>;  // x, z, y, region across the edge that starts here, area border flag
using Ring = std::vector<Corner>;

// The same compact field in both libraries, with librecast's regions.
struct ContourPair {
    RecastBake recast;
    CompactHeightfield field;
    std::vector<uint32_t> index;  // for each open span of `field`: index of librecast's span
    RegionMap regions;
};

void take_regions(ContourPair& pair, RegionMethod method) {
    pair.recast.config.region_method = method;
    recast_distance(pair.recast);
    recast_regions(pair.recast);
    pair.regions = {};
    pair.regions.region_count = pair.recast.compact->maxRegions;
    pair.regions.area.assign(pair.regions.region_count + 1, 0);
    for (uint32_t i = 0; i < pair.field.span_count(); ++i) {
        pair.field.area[i] = pair.recast.compact->areas[pair.index[i]];
        const uint32_t region = pair.recast.compact->spans[pair.index[i]].reg;
        pair.regions.region.push_back(region);
        if (region != 0) pair.regions.area[region] = pair.field.area[i];
    }
}

Ring ring_of(std::span<const ContourVertex> vertices) {
    Ring ring;
    for (const ContourVertex& v : vertices)
        ring.push_back({v.x, v.z, v.y, int32_t(v.neighbour), int32_t(v.area_border)});
    return ring;
}

Corner corner_of(const int* v, int flags) {
    return {v[0], v[2], v[1], flags & RC_CONTOUR_REG_MASK, (flags & RC_AREA_BORDER) != 0};
}

// Converts a raw ring. librecast stores the region across an edge in the end vertex of the edge. We store it in the start
// vertex.
Ring raw_ring_of(const rcContour& c) {
    Ring ring;
    for (int k = 0; k < c.nrverts; ++k)
        ring.push_back(corner_of(c.rverts + 4 * k, c.rverts[4 * ((k + 1) % c.nrverts) + 3]));
    return ring;
}

Ring simplified_ring_of(const rcContour& c) {
    Ring ring;
    for (int k = 0; k < c.nverts; ++k)
        ring.push_back(corner_of(c.verts + 4 * k, c.verts[4 * k + 3]));
    return ring;
}

Ring turned_to_smallest(Ring ring) {
    Ring best = ring;
    for (size_t k = 1; k < ring.size(); ++k) {
        std::rotate(ring.begin(), ring.begin() + 1, ring.end());
        best = std::min(best, ring);
    }
    return best;
}

// Same result as turned_to_smallest, but fast for long rings: tries only rotations that start at a smallest corner.
Ring canonical(const Ring& ring) {
    if (ring.size() < 64) return turned_to_smallest(ring);
    const Corner smallest = *std::min_element(ring.begin(), ring.end());
    Ring best;
    for (size_t k = 0; k < ring.size(); ++k) {
        if (ring[k] != smallest) continue;
        Ring turned(ring.begin() + std::ptrdiff_t(k), ring.end());
        turned.insert(turned.end(), ring.begin(), ring.begin() + std::ptrdiff_t(k));
        if (best.empty() || turned < best) best = turned;
    }
    return best;
}

struct Rings {
    std::vector<Ring> raw, simplified;
    uint32_t holes = 0;
};

std::map<uint32_t, Rings> by_region(const ContourSet& set) {
    std::map<uint32_t, Rings> out;
    for (const Contour& c : set.contours) {
        Rings& rings = out[c.region];
        rings.raw.push_back(ring_of(raw_ring(set, c)));
        rings.simplified.push_back(ring_of(simplified_ring(set, c)));
        rings.holes += c.hole;
    }
    return out;
}

std::map<uint32_t, Rings> by_region(const rcContourSet& set) {
    std::map<uint32_t, Rings> out;
    for (int i = 0; i < set.nconts; ++i) {
        Rings& rings = out[set.conts[i].reg];
        rings.raw.push_back(raw_ring_of(set.conts[i]));
        if (set.conts[i].nverts > 0) rings.simplified.push_back(simplified_ring_of(set.conts[i]));
    }
    return out;
}

std::vector<Ring> sorted(std::vector<Ring> rings) {
    for (Ring& ring : rings)
        ring = canonical(ring);
    std::sort(rings.begin(), rings.end());
    return rings;
}

// True if `whole` has all points of `part`, plus `repeated` copies of points of `part`.
bool repeats_only(const std::vector<Ring>& part, const std::vector<Ring>& whole, size_t repeated) {
    const auto points = [](const std::vector<Ring>& rings) {
        std::vector<std::array<int32_t, 3>> all;
        for (const Ring& ring : rings) {
            for (const Corner& c : ring)
                all.push_back({c[0], c[1], c[2]});
        }
        std::sort(all.begin(), all.end());
        return all;
    };
    const auto few = points(part), many = points(whole);
    return few.size() + repeated == many.size() && std::includes(many.begin(), many.end(), few.begin(), few.end());
}

std::string text_of(const std::vector<Ring>& rings) {
    std::ostringstream out;
    for (const Ring& ring : rings) {
        for (const Corner& c : ring)
            out << c[0] << "," << c[1] << "," << c[2] << ":" << c[3] << (c[4] ? "* " : " ");
        out << "\n";
    }
    return out.str();
}

struct Counts {
    size_t contours = 0, raw_vertices = 0, simplified_vertices = 0, unequal_starts = 0;
};

ContourParams recast_params(const VoxelConfig& config) {
    return {.max_error = config.contour_max_error,
            .max_edge_length = config.max_edge_length,
            .split_wall_edges = config.split_wall_edges,
            .split_area_edges = config.split_area_edges,
            .walls = WallSimplification::two_sided,
            .refine = false};
}

Counts expect_equal_contours(ContourPair& pair, const std::string& what) {
    recast_contours(pair.recast);
    const ContourSet set = build_contours(pair.field, pair.regions, recast_params(pair.recast.config));
    const auto ours = by_region(set), theirs = by_region(*pair.recast.contours);
    Counts counts;
    std::vector<uint32_t> regions;
    for (const auto& [region, rings] : ours)
        regions.push_back(region);
    for (const auto& [region, rings] : theirs)
        regions.push_back(region);
    std::sort(regions.begin(), regions.end());
    regions.erase(std::unique(regions.begin(), regions.end()), regions.end());
    for (const uint32_t region : regions) {
        const Rings a = ours.count(region) ? ours.at(region) : Rings{};
        const Rings b = theirs.count(region) ? theirs.at(region) : Rings{};
        EXPECT_EQ(sorted(a.raw), sorted(b.raw)) << what << " region " << region << "\nours\n"
                                                << text_of(a.raw) << "librecast\n"
                                                << text_of(b.raw);
        if (a.holes == 0) {
            EXPECT_EQ(sorted(a.simplified), sorted(b.simplified)) << what << " region " << region << "\nours\n"
                                                                  << text_of(a.simplified) << "librecast\n"
                                                                  << text_of(b.simplified);
            counts.unequal_starts += a.simplified != b.simplified;
        } else {
            // For each merged hole, librecast has one simplified ring less than we have. If librecast finds no bridge for a
            // hole, it leaves the hole unmerged.
            const size_t merged = a.simplified.size() - std::min(a.simplified.size(), b.simplified.size());
            EXPECT_TRUE(repeats_only(a.simplified, b.simplified, 2 * merged)) << what << " region " << region << "\nours\n"
                                                                              << text_of(a.simplified) << "librecast\n"
                                                                              << text_of(b.simplified);
        }
        counts.contours += a.raw.size();
        for (const Ring& ring : a.raw)
            counts.raw_vertices += ring.size();
        for (const Ring& ring : a.simplified)
            counts.simplified_vertices += ring.size();
        counts.simplified_vertices += 2 * a.holes;
    }
    return counts;
}

VoxelConfig voxel_config(double cell_size, double cell_height) {
    return {.lattice = {.origin = {}, .cell_size = cell_size, .cell_height = cell_height},
            .walkable_height = int32_t(std::ceil(2.0 / cell_height - 1e-6)),
            .walkable_climb = int32_t(std::floor(0.9 / cell_height + 1e-6)),
            .walkable_radius = int32_t(std::ceil(0.6 / cell_size - 1e-6)),
            .max_edge_length = int32_t(12.0 / cell_size + 1e-6)};
}

ContourPair contour_pair_of(const TriangleSoup& soup, const VoxelConfig& voxels) {
    const Grid grid = *grid_of(soup, voxels.lattice);
    ContourPair pair;
    pair.recast = recast_input(soup, voxels, grid);
    recast_run(pair.recast, recast_filter_low_height);
    pair.field = support::open_field(heightfield_of(*pair.recast.solid, grid), {voxels.walkable_height, voxels.walkable_climb});
    pair.index = set_compact(pair.recast, pair.field);
    recast_erode(pair.recast);
    return pair;
}

// On real levels, the start vertices must also be equal, because the triangulation depends on them.
void expect_equal_scene(const std::string& path, double cell_size, double cell_height) {
    const Result<LoadedScene> scene = load_obj(std::vector<std::string>{path});
    ASSERT_TRUE(scene) << scene.error().message;
    ContourPair pair = contour_pair_of(scene->soup, voxel_config(cell_size, cell_height));
    for (const RegionMethod method : {RegionMethod::watershed, RegionMethod::monotone, RegionMethod::layers}) {
        take_regions(pair, method);
        const std::string what = path + " at " + std::to_string(cell_size) + " method " + std::to_string(int(method));
        EXPECT_EQ(expect_equal_contours(pair, what).unequal_starts, 0u) << what;
    }
}

TEST(ContoursConformance, RandomFieldsGiveTheSameRings) {
    for (uint64_t seed = 1; seed <= rounds(200) && !testing::Test::HasFailure(); ++seed) {
        Random random(seed);
        const RegionFieldParams params{.width = random.between(40, 90),
                                       .depth = random.between(20, 90),
                                       .floors = random.between(1, 3),
                                       .gap = random.real(0, 0.04),
                                       .other = random.chance(0.5) ? random.real(0, 0.2) : 0};
        ContourPair pair;
        pair.field = random_region_field(seed, params);
        pair.recast.config.min_region_area = uint32_t(random.between(2, 40));
        pair.recast.config.merge_region_area = uint32_t(random.between(0, 300));
        pair.recast.config.max_edge_length = random.between(0, 20);
        pair.recast.config.contour_max_error = random.real(0, 2.5);
        pair.recast.config.split_area_edges = random.chance(0.5);
        pair.recast.config.split_wall_edges = random.chance(0.7);
        pair.index = set_compact(pair.recast, pair.field);
        for (const RegionMethod method : {RegionMethod::watershed, RegionMethod::monotone}) {
            take_regions(pair, method);
            expect_equal_contours(pair, "seed " + std::to_string(seed) + " method " + std::to_string(int(method)));
        }
    }
}

TEST(ContoursConformance, OwnScenesGiveTheSameRings) {
    const std::filesystem::path folder = support::source_path("data/scenes");
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no scenes in data/scenes";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".obj") expect_equal_scene(entry.path().string(), 0.3, 0.2);
    }
}

TEST(ContoursConformance, ScenesGiveTheSameRings) {
    const std::optional<std::string> folder = support::scenes_folder();
    if (!folder) GTEST_SKIP() << "NAVSPAN_SCENES is not set";
    for (const char* name : {"dungeon", "nav_test", "undulating"}) {
        const std::string path = *folder + "/" + name + ".obj";
        expect_equal_scene(path, 0.3, 0.2);
        if (!kSanitized) expect_equal_scene(path, 0.1, 0.1);
    }
}

}  // namespace
}  // namespace navspan
