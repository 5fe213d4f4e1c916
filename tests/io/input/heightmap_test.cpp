#include "io/input/heightmap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "check/stages/checks.h"
#include "io/export/zlib_pack.h"
#include "support/builders/gltf_builder.h"
#include "support/scenes/loaded_scenes.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::png_file;

const HeightmapOptions kMap{.size_x = 20, .size_z = 30, .height = 10, .corner = {1, 2, 3}};

std::string heightmap_error(std::span<const std::byte> bytes, const HeightmapOptions& map = kMap) {
    const Result<LoadedScene> scene = parse_heightmap("a.png", bytes, map);
    EXPECT_FALSE(scene.ok());
    return scene.ok() ? "" : scene.error().message;
}

TEST(Heightmap, ARampHasTheHeightsOfItsSamples) {
    std::vector<uint16_t> samples;
    for (uint32_t z = 0; z < 4; ++z) {
        for (uint32_t x = 0; x < 3; ++x)
            samples.push_back(uint16_t(x * 32766 + z));
    }
    const Result<LoadedScene> scene = parse_heightmap("a.png", png_file(3, 4, samples), kMap);
    ASSERT_TRUE(scene.ok()) << scene.error().message;
    const TriangleSoup& soup = scene->soup;
    ASSERT_EQ(soup.vertices.size(), 12u);
    for (uint32_t z = 0; z < 4; ++z) {
        for (uint32_t x = 0; x < 3; ++x)
            EXPECT_EQ(soup.vertices[3 * z + x], (DVec3{1 + 10.0 * x, 2 + 10 * (x * 32766 + z) / 65535.0, 3 + 10.0 * z}));
    }
    ASSERT_EQ(soup.triangles.size(), 12u);
    for (const auto& t : soup.triangles)
        EXPECT_GT(cross(soup.vertices[t[1]] - soup.vertices[t[0]], soup.vertices[t[2]] - soup.vertices[t[0]]).y, 0);
    EXPECT_EQ(soup.triangles[0], (std::array<uint32_t, 3>{0, 3, 1}));
    EXPECT_EQ(soup.groups.at(0).object, "terrain");
    CheckReport report;
    check_triangle_soup(soup, report);
    EXPECT_TRUE(report.ok());
}

TEST(Heightmap, RefusesInvalidHeightmaps) {
    const std::vector<uint16_t> four(4);
    EXPECT_EQ(heightmap_error({}), "a.png: this is not a PNG file; a heightmap is a PNG of 16-bit grey");
    EXPECT_EQ(heightmap_error(png_file(2, 2, four, 8)),
              "a.png: has 8 bits a sample, too few for smooth terrain; save it as 16-bit grey");
    EXPECT_EQ(heightmap_error(png_file(2, 2, four, 16, 2)), "a.png: has colours instead of heights; save it as 16-bit grey");
    EXPECT_EQ(heightmap_error(png_file(2, 2, four, 16, 4)),
              "a.png: has an alpha channel instead of heights; save it as 16-bit grey");
    EXPECT_EQ(heightmap_error(png_file(1, 4, four)), "a.png: has 1 x 4 samples; give each side 2 to 16385");
    EXPECT_EQ(heightmap_error(png_file(16386, 2, four)), "a.png: has 16386 x 2 samples; give each side 2 to 16385");
    const Result<LoadedScene> unsized = parse_heightmap("a.png", png_file(2, 2, four), {});
    ASSERT_FALSE(unsized.ok());
    EXPECT_EQ(unsized.error().kind, ErrorKind::usage);
}

size_t find_chunk(const std::vector<std::byte>& png, const std::string& name) {
    const auto letters = std::as_bytes(std::span(name));
    return size_t(std::search(png.begin(), png.end(), letters.begin(), letters.end()) - png.begin());
}

std::vector<std::byte> without_data(std::vector<std::byte> png, const std::string& name) {
    const auto chunk = png.begin() + std::ptrdiff_t(find_chunk(png, name));
    const auto length = [&](int i) { return size_t(*(chunk - 4 + i)) << (8 * (3 - i)); };
    const size_t size = length(0) + length(1) + length(2) + length(3);
    std::fill(chunk - 4, chunk, std::byte{0});
    png.erase(chunk + 4, chunk + 4 + std::ptrdiff_t(size));
    return png;
}

TEST(Heightmap, RefusesAnImageWithoutData) {
    const std::vector<std::byte> whole = png_file(2, 2, {1, 2, 3, 4});
    EXPECT_EQ(heightmap_error(without_data(whole, "IDAT")), "a.png: the PNG is damaged: its image data is empty");
}

TEST(Heightmap, RefusesMoreDataThanTheHeaderSays) {
    const std::vector<std::byte> packed = zlib_pack(std::vector<std::byte>(1'000'000));
    ASSERT_LT(packed.size(), 20'000u);
    std::vector<std::byte> png = png_file(2, 2, {1, 2, 3, 4});
    const size_t data = find_chunk(png, "IDAT");
    const std::vector<std::byte> end(png.end() - 12, png.end());
    png.resize(data + 4);
    png.insert(png.end(), packed.begin(), packed.end());
    png.resize(png.size() + 4);  // the decoder does not test the checksum
    png.insert(png.end(), end.begin(), end.end());
    png[data - 2] = std::byte(packed.size() >> 8), png[data - 1] = std::byte(packed.size());
    EXPECT_EQ(heightmap_error(png), "a.png: the PNG is damaged: it has more data than its header says");
}

TEST(Heightmap, TestsTheMemoryBeforeDecoding) {
    std::vector<std::byte> png = png_file(2, 2, {1, 2, 3, 4});
    png[16 + 2] = png[20 + 2] = std::byte{0x40};  // both sides become 0x4001
    png[16 + 3] = png[20 + 3] = std::byte{0x01};
    EXPECT_EQ(heightmap_error(png),
              "a.png: its 16385 x 16385 samples would take 15874 MB of memory in addition to 1 kB in use, but the limit is "
              "4096 MB; give fewer samples, or allow more with SceneOptions::max_bytes");
    const std::vector<std::byte> small = png_file(2, 2, {1, 2, 3, 4});
    EXPECT_TRUE(parse_heightmap("a.png", small, kMap, {.max_bytes = 2000}).ok());
    EXPECT_FALSE(parse_heightmap("a.png", small, kMap, {.max_bytes = 200}).ok());
}

TEST(Heightmap, EveryPrefixAndEveryDamagedByteIsReadOrRefused) {
    const std::vector<std::byte> whole = png_file(3, 3, {1, 2, 3, 4, 5, 6, 7, 8, 9});
    for (size_t n = 0; n < whole.size(); ++n)
        EXPECT_EQ(support::result_error(parse_heightmap("a.png", std::span(whole).first(n), kMap)), "");
    for (uint64_t seed = 0; seed < support::rounds(3000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        support::Random random(seed);
        std::vector<std::byte> bytes = whole;
        for (int k = random.between(1, 4); k > 0; --k)
            bytes[size_t(random.between(0, int32_t(bytes.size()) - 1))] = std::byte(random.between(0, 255));
        EXPECT_EQ(support::result_error(parse_heightmap("a.png", bytes, kMap)), "");
    }
}

}  // namespace
}  // namespace navspan
