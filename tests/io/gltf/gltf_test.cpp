#include "io/gltf/gltf.h"

#include <gtest/gtest.h>

#include "check/stages/checks.h"
#include "navspan/io/mesh_export.h"
#include "support/builders/gltf_builder.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/scenes/loaded_scenes.h"
#include "support/text/run_program.h"

namespace navspan {
namespace {

using support::bytes_of;
using support::glb_file;
using Triangles = std::vector<std::array<uint32_t, 3>>;

// The binary buffer of a square: the positions of four corners, and the 16-bit indices 0 1 2, 0 2 3.
const std::string kSquareBuffer =
    bytes_of(std::vector<float>{0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0}) + bytes_of(std::vector<uint16_t>{0, 1, 2, 0, 2, 3});
const std::string kTables =
    R"("accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
        {"bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR"}],
    "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}])";
const std::string kMesh = R"("meshes": [{"name": "square", "primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}])";

// Returns a GLB file whose JSON has the version, a buffer and the given members.
std::vector<std::byte> file(const std::string& members, const std::string& binary = kSquareBuffer) {
    return glb_file(
        R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": )" + std::to_string(binary.size()) + "}], " + members + "}",
        binary);
}

std::vector<std::byte> placed(const std::string& nodes, const std::string& mesh = kMesh, const std::string& tables = kTables) {
    return file(R"("scene": 0, "scenes": [{"nodes": [0]}], "nodes": )" + nodes + ", " + mesh + ", " + tables);
}

LoadedScene parsed_gltf(const std::vector<std::byte>& bytes, const SceneOptions& options = {}) {
    Result<LoadedScene> scene = parse_gltf("a.glb", bytes, options);
    EXPECT_TRUE(scene.ok()) << scene.error().message;
    if (!scene) return {};
    CheckReport report;
    check_triangle_soup(scene->soup, report);
    EXPECT_TRUE(report.ok());
    return *std::move(scene);
}

std::string gltf_error(const std::vector<std::byte>& bytes) {
    const Result<LoadedScene> scene = parse_gltf("a.glb", bytes);
    EXPECT_FALSE(scene.ok());
    if (scene.ok()) return {};
    EXPECT_EQ(scene.error().kind, ErrorKind::input);
    for (const char c : scene.error().message)
        EXPECT_TRUE(c >= ' ' && c <= '~') << scene.error().message;
    return scene.error().message;
}

TEST(Gltf, ReadsMeshNamesForRules) {
    const LoadedScene scene = parsed_gltf(
        placed(R"([{"name": "Floor", "mesh": 0}])",
               R"("materials": [{"name": "stone"}], "meshes": [{"name": "square", "primitives": [{"attributes": {"POSITION": 0},
                  "indices": 1, "material": 0}]}])"));
    EXPECT_EQ(scene.soup.vertices, (std::vector<DVec3>{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 0, 0}}));
    EXPECT_EQ(scene.soup.triangles, (Triangles{{0, 1, 2}, {0, 2, 3}}));
    EXPECT_EQ(scene.soup.groups, (std::vector<SoupGroup>{{.object = "Floor", .material = "stone", .group = "square"}}));
    EXPECT_TRUE(scene.warnings.empty());
}

TEST(Gltf, RefusesOtherFilesWithTheGlbSuffix) {
    const auto bytes = [](std::string_view text) {
        const std::span all = std::as_bytes(std::span(text));
        return std::vector(all.begin(), all.end());
    };
    EXPECT_EQ(gltf_error(bytes("BLENDER-v300")), "a.glb: the file does not start with glTF; this is not a GLB file");
    EXPECT_EQ(gltf_error({}), "a.glb: the file is empty; give JSON");
    EXPECT_EQ(gltf_error(bytes("{}")), "a.glb: asset.version is missing; this is not a glTF file");
    EXPECT_EQ(gltf_error(bytes(R"({"asset": {"version": "2.0"}, "scene": "x"})")),
              "a.glb: scene must be a whole number from 0");
}

TEST(Gltf, TransformsOfNodesAreMultiplied) {
    const LoadedScene scene = parsed_gltf(placed(R"([{"translation": [10, 0, 0], "children": [1]},
            {"rotation": [0, 0.70710678118654757, 0, 0.70710678118654757], "scale": [2, 3, 2], "children": [2]},
            {"mesh": 0, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,5,0,1]}])"));
    // A rotation by 90 degrees maps z to x and x to -z.
    EXPECT_NEAR(scene.soup.vertices[1].x, 12, 1e-12);
    EXPECT_NEAR(scene.soup.vertices[1].y, 15, 1e-12);
    EXPECT_NEAR(scene.soup.vertices[3].z, -2, 1e-12);
    EXPECT_EQ(scene.soup.triangles[0], (std::array<uint32_t, 3>{0, 1, 2}));
}

TEST(Gltf, MirroredMeshKeepsItsOrientation) {
    const LoadedScene scene = parsed_gltf(placed(R"([{"mesh": 0, "scale": [-1, 1, 1]}])"));
    EXPECT_EQ(scene.soup.triangles, (Triangles{{0, 2, 1}, {0, 3, 2}}));
}

TEST(Gltf, ReadsEveryModeStrideAndIndexType) {
    const auto one = [](const std::string& primitive, const std::string& tables, const std::string& binary) {
        return parsed_gltf(file(R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], "meshes": [{"primitives": [)" +
                                    primitive + "]}], " + tables,
                                binary))
            .soup.triangles;
    };
    const std::string strided = bytes_of(std::vector<float>{0, 0, 0, 9, 0, 0, 1, 9, 1, 0, 0, 9, 1, 0, 1, 9});
    const std::string views = R"("bufferViews": [{"buffer": 0, "byteLength": 64, "byteStride": 16}], )";
    const std::string points = R"({"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"})";
    EXPECT_EQ(one(R"({"attributes": {"POSITION": 0}, "mode": 5})", views + R"("accessors": [)" + points + "]", strided),
              (Triangles{{0, 1, 2}, {1, 3, 2}}));
    EXPECT_EQ(one(R"({"attributes": {"POSITION": 0}, "mode": 6})", views + R"("accessors": [)" + points + "]", strided),
              (Triangles{{0, 1, 2}, {0, 2, 3}}));
    const std::string two = R"("bufferViews": [{"buffer": 0, "byteLength": 64, "byteStride": 16},
        {"buffer": 0, "byteOffset": 64, "byteLength": 12}], )";
    const auto with_indices = [&](const char* type) {
        return two + R"("accessors": [)" + points + R"(, {"bufferView": 1, "componentType": )" + type +
               R"(, "count": 3, "type": "SCALAR"}])";
    };
    const std::string primitive = R"({"attributes": {"POSITION": 0}, "indices": 1})";
    const Triangles expected{{3, 2, 1}};
    EXPECT_EQ(
        one(primitive, with_indices("5121"), strided + bytes_of(std::vector<uint8_t>{3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0})),
        expected);
    EXPECT_EQ(one(primitive, with_indices("5123"), strided + bytes_of(std::vector<uint16_t>{3, 2, 1, 0, 0, 0})), expected);
    EXPECT_EQ(one(primitive, with_indices("5125"), strided + bytes_of(std::vector<uint32_t>{3, 2, 1})), expected);
}

TEST(Gltf, RefusesTooManyMeshInstancesBeforeAllocating) {
    // The file has 1000 nodes with 4 vertices and 2 triangles each.
    std::string nodes = "[{\"children\": [1";
    std::string leaves;
    for (int i = 1; i <= 1000; ++i) {
        if (i > 1) nodes += "," + std::to_string(i);
        leaves += ", {\"mesh\": 0}";
    }
    const std::vector<std::byte> often = placed(nodes + "]}" + leaves + "]");
    EXPECT_EQ(parsed_gltf(often).soup.triangles.size(), 2000u);
    const Result<LoadedScene> refused = parse_gltf("a.glb", often, {.max_bytes = 250'000});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::failed);
    EXPECT_EQ(
        refused.error().message,
        "a.glb: its tables would take 1004 kB of memory in addition to 18 kB in use, but the limit is 245 kB; give a smaller "
        "file, or allow more with SceneOptions::max_bytes");
    EXPECT_FALSE(parse_gltf("a.glb", often, {.bytes_in_use = (uint64_t{4} << 30) - 100'000}).ok());
    EXPECT_TRUE(parse_gltf("a.glb", often, {.max_bytes = 0, .bytes_in_use = uint64_t{4} << 30}).ok());

    // Many primitives share an accessor, so a file of 40 KB would expand to 8 GB of triangles.
    std::string primitives = R"({"attributes": {"POSITION": 0}, "indices": 1})";
    for (int doubled = 0; doubled < 9; ++doubled)
        primitives += "," + primitives;
    const std::string indices = bytes_of(std::vector<uint8_t>(3000, 0));
    const std::string tables = R"("accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
        {"bufferView": 1, "componentType": 5121, "count": 3000, "type": "SCALAR"}],
        "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 3000}])";
    const std::vector<std::byte> bomb = file(R"("scene": 0, "scenes": [{"nodes": [0]}], "nodes": )" + nodes + "]}" + leaves +
                                                 R"(], "meshes": [{"primitives": [)" + primitives + "]}], " + tables,
                                             kSquareBuffer.substr(0, 48) + indices);
    EXPECT_LT(bomb.size(), 60000u);
    const Result<LoadedScene> burst = parse_gltf("a.glb", bomb);
    ASSERT_FALSE(burst.ok());
    EXPECT_NE(
        burst.error().message.find("the 4000 vertices and 512000000 triangles that its nodes place, with their names, would "
                                   "take 8395 MB of memory in addition to 43 kB in use, but the limit is 4096 MB; "),
        std::string::npos)
        << burst.error().message;
}

TEST(Gltf, BuffersMayBeDataUrisOrFiles) {
    const support::TemporaryFolder folder;
    const std::string tail = R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], "meshes": [{"primitives":
        [{"attributes": {"POSITION": 0}}]}], "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}]})";
    folder.write("the data+1.bin", bytes_of(std::vector<float>{0, 0, 0, 0, 0, 1, 1, 0, 1}) + "more");
    const std::string path = folder.write("a.gltf", R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36,
        "uri": "the%20data+1.bin"}], )" + tail);
    const Result<LoadedScene> separate = load_gltf(path, {.hash = true});
    ASSERT_TRUE(separate.ok()) << separate.error().message;
    EXPECT_EQ(separate->soup.vertices[2], (DVec3{1, 0, 1}));
    ASSERT_EQ(separate->files.size(), 2u);
    EXPECT_EQ(separate->files[1].path, folder / "the data+1.bin");
    EXPECT_EQ(separate->files[1].sha256.size(), 64u);
    const std::string inside = folder.write("b.gltf", R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36,
        "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAIA/"}], )" +
                                                          tail);
    const Result<LoadedScene> data = load_gltf(inside);
    ASSERT_TRUE(data.ok()) << data.error().message;
    EXPECT_EQ(data->soup.vertices, separate->soup.vertices);
    const std::string gone = folder.write("c.gltf", R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 36,
        "uri": "gone.bin"}], )" + tail);
    const Result<LoadedScene> missing = load_gltf(gone);
    ASSERT_FALSE(missing.ok());
    EXPECT_NE(missing.error().message.find("gone.bin"), std::string::npos) << missing.error().message;
}

TEST(Gltf, RefusesDanglingReferencesWithTheirPosition) {
    EXPECT_EQ(gltf_error(placed(R"([{"mesh": 1}])")), "a.glb: meshes[1] does not exist");
    EXPECT_EQ(gltf_error(placed(R"([{"mesh": 0, "children": [0]}])")),
              "a.glb: nodes[0] is in the scene twice, or is its own descendant");
    EXPECT_EQ(gltf_error(placed(R"([{"mesh": 0, "children": [7]}])")), "a.glb: nodes[7] does not exist");
    EXPECT_EQ(gltf_error(placed(R"([{"mesh": "0"}])")), "a.glb: nodes[0].mesh must be a whole number from 0");
    EXPECT_EQ(gltf_error(placed(R"([{"mesh": 4294967296}])")), "a.glb: nodes[0].mesh must be a whole number from 0");
    EXPECT_EQ(gltf_error(placed(R"([{"mesh": 0, "rotation": [0, 0, 0, 0]}])")),
              "a.glb: nodes[0] has an invalid transform (matrix or rotation)");
    EXPECT_EQ(gltf_error(placed(R"([{"mesh": 0, "translation": [2e9, 0, 0]}])")),
              "a.glb: accessors[0]: position 0 is not finite or farther than 1e9 from the origin");
    EXPECT_EQ(gltf_error(placed(R"([{}])")), "a.glb: no triangles in the default scene; export meshes of triangles");
    const auto tables = [](const std::string& from, const std::string& to) {
        std::string text = kTables;
        text.replace(text.find(from), from.size(), to);
        return placed(R"([{"mesh": 0}])", kMesh, text);
    };
    EXPECT_EQ(gltf_error(tables(R"("count": 4)", R"("count": 5)")), "a.glb: accessors[0] extends past the end of its view");
    EXPECT_EQ(gltf_error(tables(R"("count": 4)", R"("count": 3)")),
              "a.glb: meshes[0].primitives[0]: index 3 is out of range: there are 3 positions");
    EXPECT_EQ(gltf_error(tables(R"("byteLength": 48)", R"("byteLength": 80)")),
              "a.glb: bufferViews[0] extends past the end of its buffer");
    EXPECT_EQ(gltf_error(tables(R"("componentType": 5123)", R"("componentType": 5126)")),
              "a.glb: accessors[1] extends past the end of its view");
    EXPECT_EQ(gltf_error(tables(R"("count": 4,)", R"("count": 4, "sparse": {},)")),
              "a.glb: accessors[0] is sparse, which is not supported; export without sparse accessors");
    // The reader must ignore data that no node uses, such as the data of morph targets and animations.
    std::string unused = kTables;
    unused.replace(unused.rfind(R"("type": "SCALAR"})"), 17, R"("type": "SCALAR"},
        {"componentType": 5126, "count": 9, "type": "VEC3", "sparse": {"count": 1}})");
    EXPECT_EQ(parsed_gltf(placed(R"([{"mesh": 0}])", kMesh, unused)).soup.triangles.size(), 2u);
    EXPECT_EQ(gltf_error(file(R"("extensionsUsed": ["KHR_draco_mesh_compression"])")),
              "a.glb: the extension KHR_draco_mesh_compression is not supported; export without it");
    EXPECT_EQ(gltf_error(glb_file(R"({"asset": {"version": "1.0"}})", "")),
              "a.glb: version \"1.0\" of glTF is not supported; export as glTF 2.0");
    EXPECT_EQ(gltf_error(glb_file(R"({"extras": )" + std::string(100000, '[') + std::string(100000, ']') + "}", "")),
              "a.glb: the JSON is nested more than 64 levels deep");
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(gltf_error(file(R"("scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], )" + kMesh + ", " + kTables,
                              bytes_of(std::vector<float>{0, nan}) + kSquareBuffer.substr(8))),
              "a.glb: accessors[0]: position 0 is not finite or farther than 1e9 from the origin");
}

TEST(Gltf, RefusesValuesThatTheSpecificationForbids) {
    const auto tables = [](const std::string& from, const std::string& to) {
        std::string text = kTables;
        text.replace(text.find(from), from.size(), to);
        return gltf_error(placed(R"([{"mesh": 0}])", kMesh, text));
    };
    EXPECT_EQ(tables("5126", "5119"), "a.glb: accessors[0].componentType must be a whole number from 5120 to 5130");
    EXPECT_EQ(tables("5126", "5124"),
              "a.glb: accessors[0] has a type that meshes[0].primitives[0].attributes.POSITION cannot have");
    EXPECT_EQ(tables(R"("VEC3")", R"("VEC5")"),
              "a.glb: accessors[0].type must be SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4");
    EXPECT_EQ(tables(R"(, "type": "VEC3")", ""),
              "a.glb: accessors[0].type must be SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4");
    EXPECT_EQ(tables(R"("count": 4)", R"("count": 4, "normalized": 1)"),
              "a.glb: accessors[0].normalized is neither true nor false");
    EXPECT_EQ(tables(R"("byteLength": 48)", R"("byteLength": 48, "byteStride": 256)"),
              "a.glb: bufferViews[0].byteStride must be a whole number from 4 to 252");
    EXPECT_EQ(tables(R"("byteLength": 48)", R"("byteLength": 48, "byteStride": 14)"),
              "a.glb: bufferViews[0].byteStride must be a multiple of 4");
    // The error must be found even in a mesh that no node uses.
    EXPECT_EQ(gltf_error(placed(R"([{}])", R"("meshes": [{"primitives": [{"attributes": {}, "indices": 2}]}])")),
              "a.glb: meshes[0].primitives[0].indices: accessors[2] does not exist");
}

TEST(Gltf, RefusesATooShortBuffer) {
    const std::string start = R"({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 9)", end = "}]}";
    EXPECT_EQ(gltf_error(glb_file(start + end, "12345678")), "a.glb: buffers[0]: the binary chunk has 8 bytes, but needs 9");
    EXPECT_EQ(gltf_error(glb_file(start + end, "")), "a.glb: buffers[0] has no data");
    const auto with_data = [&](const std::string& uri) {
        return gltf_error(glb_file(start + R"(, "uri": ")" + uri + R"(")" + end, ""));
    };
    EXPECT_EQ(with_data("data:application/gltf-buffer;base64,MTIzNDU2Nzg="),
              "a.glb: buffers[0]: its data has 8 bytes, but needs 9");
    EXPECT_EQ(with_data("data:application/octet-stream;base64,MTIz NDU2Nzg5"),
              "a.glb: buffers[0].uri is not valid base64; export the file again");
    for (const char* other : {"data:,123456789", "data:application/octet-stream;base64"}) {
        EXPECT_EQ(with_data(other),
                  "a.glb: buffers[0]: data of this kind is not supported; embed it as data:application/octet-stream;base64");
    }
    // longer data is allowed
    EXPECT_EQ(with_data("data:;base64,MTIzNDU2Nzg5MDEy"),
              "a.glb: no triangles in the default scene; export meshes of triangles");
}

TEST(Gltf, CountsSkippedContent) {
    const LoadedScene scene = parsed_gltf(placed(
        R"([{"mesh": 0, "skin": 0}, {"mesh": 0}])",
        R"("meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}, {"attributes": {"POSITION": 0}, "mode": 1}]}])"));
    std::string codes;
    for (const Warning& warning : scene.warnings)
        codes += warning.code + " ";
    EXPECT_EQ(codes, "gltf_no_surface gltf_other_scene gltf_posed ");
}

TEST(Gltf, ExportedMeshRoundTrips) {
    support::Random random(1);
    const NavMesh mesh = support::with_random_links(random, support::random_mesh(random, {.areas = 3}), 2);
    const Result<std::vector<std::byte>> bytes = export_glb(mesh, {});
    ASSERT_TRUE(bytes.ok());
    const LoadedScene scene = parsed_gltf(*bytes);
    size_t triangles = 0;
    for (const auto& tile : mesh.tiles)
        triangles += tile->detail_triangles.size();
    EXPECT_EQ(scene.soup.triangles.size(), triangles);
    EXPECT_EQ(scene.soup.groups.at(0).object, "navmesh");
    EXPECT_EQ(scene.soup.groups.at(0).material, "area1");
}

TEST(Gltf, EveryPrefixAndEveryDamagedByteIsReadOrRefused) {
    const std::vector<std::byte> whole = placed(R"([{"mesh": 0, "scale": [1, 2, 1]}])");
    for (size_t n = 0; n < whole.size(); ++n)
        EXPECT_EQ(support::result_error(parse_gltf("a.glb", std::span(whole).first(n))), "");
    const std::string alphabet = "0123456789-.{}[],\":eE ";
    for (uint64_t seed = 0; seed < support::rounds(5000); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        support::Random random(seed);
        std::vector<std::byte> bytes = whole;
        for (int k = random.between(1, 5); k > 0; --k) {
            const std::byte letter = random.chance(0.7)
                                         ? std::byte(alphabet[size_t(random.between(0, int32_t(alphabet.size()) - 1))])
                                         : std::byte(random.between(0, 255));
            bytes[size_t(random.between(0, int32_t(bytes.size()) - 1))] = letter;
        }
        EXPECT_EQ(support::result_error(parse_gltf("a.glb", bytes)), "");
    }
}

}  // namespace
}  // namespace navspan
