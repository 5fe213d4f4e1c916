// Reads glTF files with random damage in the JSON, in the chunks and in base64 text. The reader must return a valid soup or a
// one-line error, and never crash.

#include "io/gltf/gltf.h"

#include <gtest/gtest.h>

#include "support/builders/gltf_builder.h"
#include "support/scenes/loaded_scenes.h"
#include "support/text/damaged_text.h"

namespace navspan {
namespace {

using support::bytes_of;

const std::string kGltfLetters = "0123456789-+.eE{}[],:\" truefalsn";

// Four positions as floats, four positions as 16-bit integers, the indices of a strip, and the indices of two triangles.
const std::string kGltfBuffer = bytes_of(std::vector<float>{0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0}) +
                                bytes_of(std::vector<int16_t>{0, 0, 0, 0, 0, 0, 9, 0, 9, 0, 9, 0, 9, 0, 0, 0}) +
                                bytes_of(std::vector<uint8_t>{0, 1, 3, 2}) + bytes_of(std::vector<uint32_t>{0, 1, 2, 0, 2, 3});

std::string gltf_json(const std::string& uri) {
    return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 2]}],
        "nodes": [{"children": [1], "scale": [1, 2, -1]}, {"name": "a", "mesh": 0, "rotation": [0, 0.6, 0, 0.8]},
            {"mesh": 1, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 4,5,6,1]}],
        "meshes": [{"name": "m", "primitives": [{"attributes": {"POSITION": 0}, "indices": 3, "material": 0}]},
            {"primitives": [{"attributes": {"POSITION": 1}, "indices": 2, "mode": 5},
                {"attributes": {"POSITION": 0}, "indices": 2, "mode": 6}, {"attributes": {"POSITION": 0}, "mode": 1}]}],
        "materials": [{"name": "stone"}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5122, "normalized": true, "count": 4, "type": "VEC3"},
            {"bufferView": 2, "componentType": 5121, "count": 4, "type": "SCALAR"},
            {"bufferView": 2, "byteOffset": 4, "componentType": 5125, "count": 6, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 32, "byteStride": 8},
            {"buffer": 0, "byteOffset": 80, "byteLength": 28}],
        "buffers": [{)" +
           uri + R"("byteLength": 108}]})";
}

std::string gltf_text(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

const std::string kGlbSample = gltf_text(support::glb_file(gltf_json(""), kGltfBuffer));

// The contents of kGlbSample as a .gltf file, with the buffer in base64.
const std::string kDataUri =
    "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAIA/AACAPwAAAAAAAAAAAAAAAAAAAAAAAAAA"
    "CQAAAAkAAAAJAAAACQAAAAAAAAAAAQMCAAAAAAEAAAACAAAAAAAAAAIAAAADAAAA";
const std::string kTextSample = gltf_json("\"uri\": \"" + kDataUri + "\", ");

Result<LoadedScene> read_gltf(const std::string& file) {
    return parse_gltf("fuzz.gltf", std::as_bytes(std::span(file)));
}

void expect_sound_gltf(const std::string& file) {
    EXPECT_EQ(support::result_error(read_gltf(file)), "");
}

TEST(FuzzGltf, SamplesAreReadAndEqual) {
    const Result<LoadedScene> binary = read_gltf(kGlbSample), text = read_gltf(kTextSample);
    ASSERT_TRUE(binary.ok()) << binary.error().message;
    ASSERT_TRUE(text.ok()) << text.error().message;
    EXPECT_EQ(binary->soup.triangles.size(), 6u);
    EXPECT_EQ(binary->soup.vertices, text->soup.vertices);
    EXPECT_EQ(binary->soup.triangles, text->soup.triangles);
}

TEST(FuzzGltf, EveryPrefixIsReadOrRefused) {
    for (const std::string& sample : {kGlbSample, kTextSample}) {
        for (size_t n = 0; n < sample.size(); ++n) {
            SCOPED_TRACE(n);
            expect_sound_gltf(sample.substr(0, n));
        }
    }
}

TEST(FuzzGltf, DamagedTablesAreReadOrRefused) {
    for (uint64_t seed = 1; seed <= support::rounds(10000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        support::Random random(seed);
        const std::string json = support::damaged(gltf_json(""), random, {.letters = kGltfLetters, .most_changes = 3});
        expect_sound_gltf(gltf_text(support::glb_file(json, kGltfBuffer)));
        if (HasFailure()) return;
    }
}

// Replaces, inserts and removes 32-bit words in the file header, in the chunk headers and in the binary chunk.
TEST(FuzzGltf, DamagedChunksAreReadOrRefused) {
    const uint32_t json_size = uint32_t((gltf_json("").size() + 3) / 4 * 4);
    const std::vector<size_t> words{0, 4, 8, 12, 16, 20 + json_size, 24 + json_size};
    for (uint64_t seed = 1; seed <= support::rounds(10000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        support::Random random(seed);
        std::string file = kGlbSample;
        for (int k = random.between(1, 3); k > 0; --k) {
            const std::vector<uint32_t> values{0,
                                               1,
                                               4,
                                               json_size,
                                               json_size + 4,
                                               108,
                                               uint32_t(file.size()),
                                               0xfffffff8u,
                                               0x4e4f534a,
                                               0x004e4942,
                                               uint32_t(random.next())};
            const std::string word = bytes_of(std::vector<uint32_t>{values[size_t(random.between(0, 10))]});
            const size_t at =
                random.chance(0.8) ? words[size_t(random.between(0, 6))] : 28 + json_size + size_t(random.between(0, 104));
            if (at + 4 <= file.size() && random.chance(0.8)) file.replace(at, 4, word);
            if (at <= file.size() && random.chance(0.1)) file.insert(at, word);
            if (at <= file.size() && random.chance(0.1)) file.erase(at, 4);
        }
        if (random.chance(0.7)) file.replace(8, 4, bytes_of(std::vector<uint32_t>{uint32_t(file.size())}));
        expect_sound_gltf(file);
        if (HasFailure()) return;
    }
}

TEST(FuzzGltf, DamagedBase64IsReadOrRefused) {
    for (uint64_t seed = 1; seed <= support::rounds(10000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        support::Random random(seed);
        const std::string letters = "ABCXYZabcxyz0189+/=-_,; %";
        std::string uri = support::damaged(kDataUri, random, {.letters = letters, .most_changes = 3});
        std::erase_if(uri, [](char c) { return c == '"' || c == '\\' || uint8_t(c) < ' ' || uint8_t(c) > '~'; });
        expect_sound_gltf(gltf_json("\"uri\": \"" + uri + "\", "));
        if (HasFailure()) return;
    }
}

}  // namespace
}  // namespace navspan
