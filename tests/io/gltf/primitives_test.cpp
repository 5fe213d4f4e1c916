// Compares the conversion of primitives with simple code for one element at a time. The conversion works in blocks of 512
// elements, so the tested sizes are small or close to multiples of 512.

#include "io/gltf/primitives.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;
using CornerTriple = std::array<uint32_t, 3>;

constexpr std::array<size_t, 9> kSizes{1, 2, 3, 511, 512, 513, 1024, 1025, 1536};

template <class T>
struct RandomElements {
    RandomElements(Random& random, const Elements& form, double least, double most) : elements(form) {
        for (size_t i = 0; i < form.count * form.width; ++i)
            numbers.push_back(T(random.real(least, most)));
        bytes.resize(form.count * form.stride);
        for (size_t i = 0; i < numbers.size(); ++i)
            std::memcpy(&bytes[i / form.width * form.stride + i % form.width * sizeof(T)], &numbers[i], sizeof(T));
        elements.first = bytes.data();
    }
    std::vector<T> numbers;
    std::vector<std::byte> bytes;
    Elements elements;
};

template <class T>
void expect_positions(Random& random, GltfComponent component, double least, double most) {
    const PositionMap map{.world = {0.5, -1, 2, 10, 0, 3, 0.25, -4, 1, 1, -1.5, 7}, .scale = 1.25, .up = UpAxis::z};
    for (const size_t count : kSizes) {
        for (const size_t gap : {0, 4}) {
            for (const bool normalized : {false, true}) {
                const Elements form{.count = count,
                                    .width = 3,
                                    .stride = 3 * sizeof(T) + gap,
                                    .component = component,
                                    .normalized = normalized};
                const RandomElements<T> from(random, form, least, most);
                std::vector<DVec3> to{{1, 2, 3}}, expected = to;
                for (size_t i = 0; i < count; ++i) {
                    std::array<double, 3> p{};
                    for (size_t k = 0; k < 3; ++k) {
                        p[k] = double(from.numbers[3 * i + k]);
                        if (normalized && std::is_integral_v<T>)
                            p[k] = std::max(p[k] / double(std::numeric_limits<T>::max()), -1.0);
                    }
                    const DVec3 w = transformed(map.world, {p[0], p[1], p[2]}) * map.scale;
                    expected.push_back({w.x, w.z, -w.y});
                }
                EXPECT_EQ(append_positions(from.elements, map, to), std::nullopt);
                EXPECT_EQ(to, expected) << count << " " << gap << " " << normalized;
            }
        }
    }
}

TEST(GltfPrimitives, PositionsOfEveryTypeAreTransformed) {
    Random random(1);
    expect_positions<float>(random, GltfComponent::float32, -1e6, 1e6);
    expect_positions<int8_t>(random, GltfComponent::int8, -128, 127.9);
    expect_positions<uint8_t>(random, GltfComponent::uint8, 0, 255.9);
    expect_positions<int16_t>(random, GltfComponent::int16, -32768, 32767.9);
    expect_positions<uint16_t>(random, GltfComponent::uint16, 0, 65535.9);
}

TEST(GltfPrimitives, TheFirstPositionOutOfRangeIsReported) {
    Random random(2);
    for (const float bad : {1.1e9f, -1.1e9f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        for (const size_t at : {0, 511, 512, 1299}) {
            const Elements form{.count = 1300, .width = 3, .stride = 12, .component = GltfComponent::float32};
            RandomElements<float> from(random, form, -1e9, 1e9);
            const size_t axis = size_t(random.between(0, 2));
            std::memcpy(&from.bytes[12 * at + 4 * axis], &bad, 4);
            std::memcpy(&from.bytes[12 * 1299], &bad, 4);
            std::vector<DVec3> to;
            EXPECT_EQ(append_positions(from.elements, {}, to), at) << bad << " " << axis;
        }
    }
}

std::vector<CornerTriple> expected_triangles(const PrimitiveCorners& corners, const std::vector<uint32_t>& indices) {
    std::vector<CornerTriple> triangles;
    const auto add = [&](size_t a, size_t b, size_t c) {
        const CornerTriple t{indices[a], indices[b], indices[c]};
        if (corners.mode == GltfMode::strip && (t[0] == t[1] || t[1] == t[2] || t[2] == t[0])) return;
        const uint32_t first = corners.first_vertex;
        const size_t second = corners.reversed ? 2 : 1;
        triangles.push_back({first + t[0], first + t[second], first + t[3 - second]});
    };
    for (size_t i = 0; i + 2 < indices.size(); ++i) {
        if (corners.mode == GltfMode::triangles && i % 3 == 0) add(i, i + 1, i + 2);
        if (corners.mode == GltfMode::strip) i % 2 == 0 ? add(i, i + 1, i + 2) : add(i, i + 2, i + 1);
        if (corners.mode == GltfMode::fan) add(0, i + 1, i + 2);
    }
    return triangles;
}

template <class T>
void expect_triangles(Random& random, GltfComponent component) {
    for (const GltfMode mode : {GltfMode::triangles, GltfMode::strip, GltfMode::fan}) {
        for (const size_t size : kSizes) {
            for (const size_t more : {0, 1, 2, 3}) {
                const size_t count = mode == GltfMode::triangles ? 3 * size : size + more;
                const Elements form{
                    .count = count, .stride = sizeof(T) + (more == 3 ? 4 : 0), .component = component, .normalized = false};
                const RandomElements<T> from(random, form, 0, 20);
                const PrimitiveCorners corners{
                    .indices = from.elements, .mode = mode, .vertex_count = 20, .first_vertex = 7, .reversed = more == 1};
                std::vector<CornerTriple> to{{1, 2, 3}};
                EXPECT_EQ(append_triangles(corners, to), std::nullopt);
                to.erase(to.begin());
                EXPECT_EQ(to, expected_triangles(corners, {from.numbers.begin(), from.numbers.end()})) << count;
            }
        }
    }
}

TEST(GltfPrimitives, TrianglesOfEveryModeAndTypeAreAppended) {
    Random random(3);
    expect_triangles<uint8_t>(random, GltfComponent::uint8);
    expect_triangles<uint16_t>(random, GltfComponent::uint16);
    expect_triangles<uint32_t>(random, GltfComponent::uint32);
}

TEST(GltfPrimitives, WithoutIndicesVerticesAreUsedInOrder) {
    for (const GltfMode mode : {GltfMode::triangles, GltfMode::strip, GltfMode::fan}) {
        std::vector<uint32_t> order(1539);
        for (size_t i = 0; i < order.size(); ++i)
            order[i] = uint32_t(i);
        const PrimitiveCorners corners{
            .indices = {.count = order.size()}, .mode = mode, .vertex_count = order.size(), .first_vertex = 5};
        std::vector<CornerTriple> to;
        EXPECT_EQ(append_triangles(corners, to), std::nullopt);
        EXPECT_EQ(to, expected_triangles(corners, order));
    }
}

TEST(GltfPrimitives, TheFirstIndexOutOfRangeIsReported) {
    Random random(4);
    for (const GltfMode mode : {GltfMode::triangles, GltfMode::strip, GltfMode::fan}) {
        for (const size_t at : {0, 1, 2, 511, 512, 513, 514, 1535, 1536, 2999}) {
            const Elements form{.count = 3000, .stride = 4};
            RandomElements<uint32_t> from(random, form, 0, 20);
            const uint32_t bad = at == 1 ? 0xffffffffu : 20, last = 99;
            std::memcpy(&from.bytes[4 * 2999], &last, 4);
            std::memcpy(&from.bytes[4 * at], &bad, 4);
            std::vector<CornerTriple> to;
            EXPECT_EQ(append_triangles({.indices = from.elements, .mode = mode, .vertex_count = 20}, to), bad) << at;
        }
    }
}

}  // namespace
}  // namespace navspan
