// Counts the products of a bake, for example its spans and polygons. Also lists Recast's counts for some levels.

#include "support/bakes/counts.h"

#include <algorithm>

#include "bake/field/open_spans.h"
#include "bake/jumps/generate_links.h"
#include "bake/voxelize/walkable_triangles.h"
#include "polygon/ring.h"

namespace navspan::support {
namespace {

constexpr const char* kNames[kCounts] = {
    "width",
    "depth",
    "triangles",
    "walkable triangles",
    "solid spans",
    "walkable spans",
    "low hanging",
    "ledges",
    "low height",
    "open spans",
    "links",
    "eroded",
    "max distance",
    "regions",
    "spans in regions",
    "contours",
    "raw vertices",
    "simplified",
    "polygons",
    "vertices",
    "area",
};

// The counts of recastnavigation, branch main of 2026-02-27, compiled for x86-64 without FMA. Settings: RecastDemo's defaults,
// untiled, bounds snapped outwards to the world lattice. The columns follow the order of Count. Areas are in wu^2.
const std::vector<KnownCounts> kKnown{
    {"dungeon", 0.3, 0.2, RegionMethod::watershed, {249,   331, 10133, 2077,  52257, 26857, 26861, 24877, 23487, 23487,   88288,
                                                    17435, 52,  15,    17349, 15,    2616,  256,   115,   232,   1577.340}},
    {"dungeon", 0.3, 0.2, RegionMethod::monotone, {249,   331, 10133, 2077,  52257, 26857, 26861, 24877, 23487, 23487,   88288,
                                                   17435, 0,   17,    17349, 17,    3218,  250,   107,   222,   1569.420}},
    {"dungeon", 0.3, 0.2, RegionMethod::layers, {249,   331, 10133, 2077,  52257, 26857, 26861, 24877, 23487, 23487,   88288,
                                                 17435, 0,   4,     17349, 5,     2240,  212,   104,   210,   1575.675}},
    {"dungeon", 0.1, 0.1, RegionMethod::watershed, {745,    990,    10133,  2077,   479782, 233238, 234116,
                                                    228858, 212695, 212695, 832638, 161480, 160,    36,
                                                    161461, 36,     10158,  524,    248,    462,    1618.055}},
    {"dungeon", 0.1, 0.1, RegionMethod::monotone, {745,    990,    10133,  2077,   479782, 233238, 234116,
                                                   228858, 212695, 212695, 832638, 161480, 0,      41,
                                                   161461, 41,     13692,  499,    237,    427,    1617.275}},
    {"dungeon", 0.1, 0.1, RegionMethod::layers, {745,    990,    10133,  2077,   479782, 233238, 234116,
                                                 228858, 212695, 212695, 832638, 161480, 0,      7,
                                                 161461, 9,      7564,   409,    206,    405,    1619.380}},
    {"nav_test", 0.3, 0.2, RegionMethod::watershed, {306,   259,   1612,  520,    120225, 63049, 63187,
                                                     59402, 56804, 56804, 220422, 45148,  60,    49,
                                                     44434, 49,    6708,  447,    165,    355,   4004.370}},
    {"nav_test", 0.3, 0.2, RegionMethod::monotone, {306,   259,   1612,  520,    120225, 63049, 63187,
                                                    59402, 56804, 56804, 220422, 45148,  0,     50,
                                                    44434, 50,    8016,  452,    193,    358,   4000.140}},
    {"nav_test", 0.3, 0.2, RegionMethod::layers, {306,   259, 1612, 520,   120225, 63049, 63187, 59402, 56804, 56804,   220422,
                                                  45148, 0,   19,   44434, 33,     4922,  367,   153,   335,   4020.750}},
    {"nav_test", 0.1, 0.1, RegionMethod::watershed, {914,    775,    1612,   520,     1108180, 562543, 564707,
                                                     553443, 527606, 527606, 2089528, 426527,  190,    115,
                                                     426476, 115,    26926,  813,     288,     649,    4266.460}},
    {"nav_test", 0.1, 0.1, RegionMethod::monotone, {914,    775,    1612,   520,     1108180, 562543, 564707,
                                                    553443, 527606, 527606, 2089528, 426527,  0,      111,
                                                    426476, 111,    34524,  811,     348,     657,    4262.165}},
    {"nav_test", 0.1, 0.1, RegionMethod::layers, {914,    775,    1612,   520,     1108180, 562543, 564707,
                                                  553443, 527606, 527606, 2089528, 426527,  0,      51,
                                                  426476, 66,     18218,  639,     270,     605,    4264.180}},
    {"undulating", 0.3, 0.2, RegionMethod::watershed, {331,    331,    5202,   4841,   108721, 108317, 108389,
                                                       106034, 105786, 105786, 418026, 97772,  107,    45,
                                                       97553,  45,     9574,   545,    223,    382,    8790.436}},
    {"undulating", 0.3, 0.2, RegionMethod::monotone, {331,    331,    5202,   4841,   108721, 108317, 108389,
                                                      106034, 105786, 105786, 418026, 97772,  0,      85,
                                                      97553,  85,     29780,  644,    302,    402,    8780.626}},
    {"undulating", 0.3, 0.2, RegionMethod::layers, {331,    331,    5202,   4841,   108721, 108317, 108389,
                                                    106034, 105786, 105786, 418026, 97772,  0,      1,
                                                    97553,  38,     3678,   398,    188,    324,    8792.461}},
    {"undulating", 0.1, 0.1, RegionMethod::watershed, {989,    993,    5202,   4841,    980387, 972363, 975910,
                                                       968820, 963799, 963799, 3838008, 892428, 328,    106,
                                                       892196, 106,    42556,  901,     365,    621,    8924.085}},
    {"undulating", 0.1, 0.1, RegionMethod::monotone, {989,    993,    5202,   4841,    980387, 972363, 975910,
                                                      968820, 963799, 963799, 3838008, 892428, 0,      139,
                                                      892196, 139,    109940, 990,     480,    664,    8915.560}},
    {"undulating", 0.1, 0.1, RegionMethod::layers, {989,    993,    5202,   4841,    980387, 972363, 975910,
                                                    968820, 963799, 963799, 3838008, 892428, 0,      14,
                                                    892196, 52,     12098,  636,     318,    560,    8916.820}},
};

template <class Range, class Test>
double count_of(const Range& range, Test test) {
    return double(std::count_if(range.begin(), range.end(), test));
}

double walkable_spans(const Heightfield& field) {
    return count_of(field.spans, [](const Span& s) { return s.area != kNullArea; });
}

double links_of(const CompactHeightfield& field) {
    double links = 0;
    for (uint32_t i = 0; i < field.span_count(); ++i) {
        for (int d = 0; d < 4; ++d)
            links += neighbour(field, i, d) != kNoIndex;
    }
    return links;
}

void count_contours(const ContourSet& set, Counts& counts) {
    double raw = 0, simplified = 0;
    for (const Contour& c : set.contours) {
        raw += c.raw_count;
        // Recast joins each hole to the outline of its region with a bridge, whose ends then occur twice.
        simplified += c.count + (c.hole ? 2 : 0);
    }
    counts[size_t(Count::contours)] = double(set.contours.size());
    counts[size_t(Count::raw_vertices)] = raw;
    counts[size_t(Count::simplified_vertices)] = simplified;
}

void count_polygons(const PolyMesh& mesh, const Lattice& lattice, Counts& counts) {
    int64_t doubled = 0;
    std::vector<LatticePoint> ring;
    for (const PolyMeshPolygon& p : mesh.polygons) {
        ring.clear();
        for (const uint32_t v : polygon_indices(mesh, p))
            ring.push_back({mesh.vertices[v].x, mesh.vertices[v].z});
        doubled += doubled_area(ring);
    }
    counts[size_t(Count::polygons)] = double(mesh.polygons.size());
    counts[size_t(Count::vertices)] = double(mesh.vertices.size());
    counts[size_t(Count::area)] = double(doubled) / 2 * lattice.cell_size * lattice.cell_size;
}

}  // namespace

const char* count_name(Count count) {
    return kNames[size_t(count)];
}

const std::vector<KnownCounts>& known_counts() {
    return kKnown;
}

std::string known_name(const KnownCounts& known) {
    constexpr const char* kMethods[] = {"watershed", "monotone", "layers"};
    return std::string(known.scene) + " at " + std::to_string(known.cell_size).substr(0, 3) + ", " +
           kMethods[size_t(known.method)];
}

void count_stage(Stage stage, const BakeProducts& products, Counts& counts) {
    const auto set = [&](Count count, double value) { counts[size_t(count)] = value; };
    switch (stage) {
        case Stage::mark_walkable:
            set(Count::width, products.grid->width);
            set(Count::depth, products.grid->depth);
            set(Count::triangles, double(products.soup->triangles.size()));
            return set(Count::walkable_triangles, double(products.walkable->walkable));
        case Stage::rasterize:
            set(Count::solid_spans, double(products.heightfield->spans.size()));
            return set(Count::walkable_raster, walkable_spans(*products.heightfield));
        case Stage::filter_low_hanging:
            return set(Count::walkable_low_hanging, walkable_spans(solid_after(stage, products)));
        case Stage::filter_ledges:
            return set(Count::walkable_ledge, walkable_spans(solid_after(stage, products)));
        case Stage::filter_low_height:
            return set(Count::walkable_low_height, walkable_spans(solid_after(stage, products)));
        case Stage::compact_heightfield:
            set(Count::compact_spans, products.compact->span_count());
            return set(Count::links, links_of(*products.compact));
        case Stage::erode:
            return set(Count::walkable_eroded, count_of(products.compact->area, [](uint8_t a) { return a != kNullArea; }));
        case Stage::distance_field:
            return set(Count::max_distance, products.distance->max_distance);
        case Stage::regions:
            set(Count::regions, products.regions->region_count);
            return set(Count::in_region, count_of(products.regions->region, [](uint32_t r) { return r != 0; }));
        case Stage::contours:
            return count_contours(*products.contours, counts);
        case Stage::poly_mesh:
            return count_polygons(*products.poly_mesh, products.config->lattice, counts);
        default:
            return;
    }
}

}  // namespace navspan::support
