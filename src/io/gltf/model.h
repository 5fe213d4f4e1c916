#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/memory.h"
#include "navspan/core/no_index.h"
#include "navspan/core/result.h"
#include "navspan/io/scene.h"

namespace navspan {

// The tables of a glTF file, without the parts that a bake does not use. References to rows are unchecked indices; kNoIndex: no
// reference.

struct GltfNode {
    std::string name;
    uint32_t mesh = kNoIndex;
    std::vector<uint32_t> children;
    std::optional<std::array<double, 16>> matrix;  ///< column-major; replaces the three transforms below
    std::array<double, 3> translation{0, 0, 0};
    std::array<double, 4> rotation{0, 0, 0, 1};  ///< quaternion x, y, z, w
    std::array<double, 3> scale{1, 1, 1};
};

/// How a primitive connects its vertices. Modes before `triangles` are points and lines.
enum class GltfMode : uint32_t { triangles = 4, strip = 5, fan = 6 };

struct GltfPrimitive {
    uint32_t positions = kNoIndex, indices = kNoIndex;  ///< accessors
    uint32_t material = kNoIndex;
    GltfMode mode = GltfMode::triangles;  ///< may have a value without an enumerator
};

struct GltfMesh {
    std::string name;
    std::vector<GltfPrimitive> primitives;
};

/// Type of a component, as glTF's type code.
enum class GltfComponent : uint32_t { int8 = 5120, uint8, int16, uint16, uint32 = 5125, float32 };

struct GltfAccessor {
    uint32_t view = kNoIndex;
    uint64_t offset = 0;                               ///< start in the view [byte]
    uint64_t count = 0;                                ///< number of elements
    GltfComponent component = GltfComponent::float32;  ///< may have a value without an enumerator
    std::string type;                                  ///< SCALAR, VEC3, ...
    bool normalized = false, sparse = false;
};

struct GltfView {
    uint32_t buffer = 0;
    uint64_t offset = 0, length = 0;  ///< range in the buffer [byte]
    uint64_t stride = 0;              ///< distance between the starts of two elements [byte]; 0: tightly packed
};

struct GltfBuffer {
    uint64_t length = 0;               ///< [byte]
    std::optional<std::string> uri;    ///< URI of the content until it is read; nullopt: the binary chunk of the file
    std::span<const std::byte> bytes;  ///< content: `length` bytes of `stored` or of the file
    std::vector<std::byte> stored;     ///< owns content outside the binary chunk
};

struct GltfModel {
    std::string name;                           ///< file name for messages
    uint32_t scene = 0;                         ///< index of the default scene
    std::vector<std::vector<uint32_t>> scenes;  ///< for each scene: its root nodes
    std::vector<GltfNode> nodes;
    std::vector<GltfMesh> meshes;
    std::vector<std::string> materials;  ///< names
    std::vector<GltfAccessor> accessors;
    std::vector<GltfView> views;
    std::vector<GltfBuffer> buffers;
    std::vector<InputFile> files;    ///< separate files that contain buffers
    std::vector<std::string> posed;  ///< skinned nodes, and meshes with morph targets; for example "nodes[3]"
};

/// Reads the tables of a file and the bytes of its buffers. Checks types and ranges of values as the glTF specification
/// requires. \p bytes must outlive the model. Error (input): see load_gltf. Error (failed): the file needs more memory than the
/// budget allows. The budget is checked before memory is allocated.
/// @param folder  folder of the buffer files; nullopt: a buffer file is an error
/// @param budget  the memory of the buffers is added to budget.used
Result<GltfModel> read_gltf_model(const std::string& name, std::span<const std::byte> bytes,
                                  const std::optional<std::string>& folder, bool hash, MemoryBudget& budget);

/// Returns the name of a table element for messages: nodes[3].
inline std::string gltf_place(const std::string& table, uint64_t i) {
    return table + "[" + std::to_string(i) + "]";
}

}  // namespace navspan
