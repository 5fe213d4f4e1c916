#include "support/worlds/random_soups.h"

#include <array>
#include <span>

namespace navspan::support {
namespace {

constexpr double kSide = 6;  // width of a level [wu]

template <class T, size_t N>
T pick(Random& random, const std::array<T, N>& list) {
    return list[size_t(random.between(0, int32_t(N) - 1))];
}

double coordinate(Random& random, double high) {
    return random.chance(0.8) ? 0.25 * random.between(0, int32_t(4 * high)) : random.real(-0.1, high);
}

void add_polygon(TriangleSoup& soup, std::span<const DVec3> corners, uint8_t area) {
    const uint32_t first = uint32_t(soup.vertices.size());
    soup.vertices.insert(soup.vertices.end(), corners.begin(), corners.end());
    for (uint32_t k = 1; k + 1 < corners.size(); ++k) {
        soup.triangles.push_back({first, first + k, first + k + 1});
        soup.areas.push_back(area);
        soup.group_of.push_back(0);
    }
}

}  // namespace

void add_random_shape(TriangleSoup& soup, Random& random) {
    const auto y = [&] { return coordinate(random, 5); };
    const double x0 = coordinate(random, kSide), z0 = coordinate(random, kSide);
    const uint8_t area = random.chance(0.8) ? uint8_t{63} : uint8_t(random.between(0, 2));
    const int kind = random.between(0, 3);
    if (kind == 0) {
        const auto corner = [&] { return DVec3{coordinate(random, kSide), y(), coordinate(random, kSide)}; };
        return add_polygon(soup, std::array{DVec3{x0, y(), z0}, corner(), corner()}, area);
    }
    const double x1 = x0 + coordinate(random, kSide - 1), z1 = z0 + coordinate(random, kSide - 1);
    const double low = y(), high = kind == 1 ? y() : low;
    add_polygon(soup, std::array<DVec3, 4>{{{x0, low, z0}, {x0, high, z1}, {x1, high, z1}, {x1, low, z0}}}, area);
    if (kind < 3) return;
    const std::array<DVec3, 4> ring{{{x0, low, z0}, {x0, low, z1}, {x1, low, z1}, {x1, low, z0}}};
    for (size_t i = 0; i < 4; ++i) {
        const DVec3 a = ring[i], b = ring[(i + 1) % 4];
        add_polygon(soup, std::array{a, b, DVec3{b.x, 0, b.z}, DVec3{a.x, 0, a.z}}, 0);
    }
}

BakeConfig random_bake_config(Random& random) {
    BakeConfig config;
    config.profile = random.chance(0.3) ? Profile::recast : Profile::accurate;
    config.voxels = {pick(random, std::array{0.5, 0.4, 0.75}), pick(random, std::array{0.2, 0.1, 0.25})};
    config.agent.radius = pick(random, std::array{0.6, 0.0, 0.3, 1.0});
    config.agent.height = pick(random, std::array{2.0, 1.2, 3.0});
    config.agent.max_climb = pick(random, std::array{0.9, 0.2, 0.5, 0.0});
    config.agent.max_slope = pick(random, std::array{45.0, 10.0, 80.0});
    config.filters.low_hanging = random.chance(0.8);
    config.erosion.median_filter = random.chance(0.2);
    if (random.chance(0.5)) config.regions.method = RegionMethod(random.between(0, 3));
    if (random.chance(0.5)) config.regions.min_area = pick(random, std::array{0.0, 0.5, 3.0, 20.0});
    if (random.chance(0.3)) config.regions.merge_area = pick(random, std::array{0.0, 5.0});
    if (random.chance(0.3)) config.contours.max_error = pick(random, std::array{0.0, 0.1, 2.0});
    if (random.chance(0.3)) config.contours.max_edge_length = pick(random, std::array{0.0, 1.0, 3.0});
    config.polygons.max_vertices = random.chance(0.8) ? 6 : random.between(3, 12);
    if (random.chance(0.3)) config.detail.sample_distance = pick(random, std::array{0.0, 1.0});
    config.areas.push_back({"one", 1, 2, 2});
    config.areas.push_back({"two", 2, 3, 4});
    return config;
}

}  // namespace navspan::support
