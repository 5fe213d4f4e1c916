// Tests readers that run out of memory: they must throw std::bad_alloc or return the complete scene.

#include <gtest/gtest.h>

#include <new>
#include <string>
#include <vector>

#include "allocations.h"
#include "io/gltf/gltf.h"
#include "navspan/io/obj.h"
#include "support/builders/gltf_builder.h"

namespace navspan {
namespace {

void expect_same(const LoadedScene& scene, const LoadedScene& whole) {
    EXPECT_EQ(scene.soup.vertices, whole.soup.vertices);
    EXPECT_EQ(scene.soup.triangles, whole.soup.triangles);
    EXPECT_EQ(scene.soup.areas, whole.soup.areas);
    EXPECT_EQ(scene.soup.group_of, whole.soup.group_of);
    EXPECT_EQ(scene.soup.groups, whole.soup.groups);
    EXPECT_EQ(scene.warnings.size(), whole.warnings.size());
}

// Reads repeatedly. In read k, the k-th allocation of at least `bytes` bytes fails. Returns the number of reads that threw
// std::bad_alloc.
template <class Read>
size_t fail_each_allocation(size_t bytes, Read&& read) {
    const Result<LoadedScene> whole = read();
    EXPECT_TRUE(whole.ok()) << whole.error().message;
    if (!whole) return 0;
    size_t thrown = 0;
    for (size_t served = 0; !testing::Test::HasFailure(); ++served) {
        SCOPED_TRACE("after " + std::to_string(served) + " allocations");
        fail_allocation_after(served, bytes);
        try {
            const Result<LoadedScene> scene = read();
            const bool none_failed = cancel_failing_allocation();
            EXPECT_TRUE(scene.ok()) << scene.error().message;
            if (scene) expect_same(*scene, *whole);
            if (none_failed) break;
        } catch (const std::bad_alloc&) {
            EXPECT_FALSE(cancel_failing_allocation());
            ++thrown;
        }
    }
    return thrown;
}

// Returns OBJ text that makes all arrays grow while it is read. Its long names make every string allocate memory.
std::string interleaved_obj(int triangles) {
    const std::string tail = " of a name that needs memory of its own\n";
    std::string text = "f 1 2 4 3\nv 0 0 0\nv 0 0 1\n";
    for (int i = 1; i < triangles; ++i) {
        if (i % (triangles / 3) == 1) {
            const std::string name = std::to_string(i) + tail;
            text += "o object" + name + "g group" + name + "usemtl material" + name + "unknown" + name;
        }
        text += "v " + std::to_string(i) + " 0 0\nv " + std::to_string(i) + " 0 1\nf -4 -3 -1\n";
    }
    return text;
}

TEST(Reading, ObjFilesAreReadWholeOrNotAtAll) {
    const std::string text = interleaved_obj(9000);
    const std::vector<ObjText> texts{{"long.obj", text}};
    EXPECT_GT(fail_each_allocation(0, [&] { return parse_obj(texts); }), 50u);
}

// Only large allocations fail, because nlohmann_json allocates small blocks in a destructor. An exception there would end the
// program.
TEST(Reading, GltfFilesAreReadWholeOrNotAtAll) {
    const size_t large = 20'000;
    const std::string name(large, 'x');
    const std::string base64 = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAIA/" + std::string(2 * large, 'A');
    const std::string text = R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "buffers": [{"byteLength": 36, "uri": "data:application/octet-stream;base64,)" +
                             base64 + R"("}], "nodes": [{"mesh": 0, "name": ")" + name + R"("}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}], "name": ")" +
                             name + R"("}], "materials": [{"name": ")" + name + R"("}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}]})";
    const std::vector<std::byte> bytes = support::glb_file(text, "");
    EXPECT_GT(fail_each_allocation(large, [&] { return parse_gltf("a.glb", bytes); }), 10u);
}

}  // namespace
}  // namespace navspan
