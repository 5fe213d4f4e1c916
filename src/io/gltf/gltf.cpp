// Reads a glTF scene.
//
// In: a glTF 2.0 file.
// Out: one triangle soup.
// Idea: a traversal from the roots of the default scene multiplies the transforms along each branch. Each node with a mesh adds
// the mesh's triangles. The format requires that nodes form a forest, so reaching a node twice is an error. This also finds
// cycles.
// Weak cases: skins and morph targets are not applied; a warning reports how many nodes and meshes have them.
// Source: Khronos Group, glTF 2.0 specification (2021), chapters 3.5 to 3.7.

#include "io/gltf/gltf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "core/text.h"
#include "io/gltf/elements.h"
#include "io/gltf/model.h"
#include "io/gltf/scene_options.h"
#include "io/gltf/transform.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"

namespace navspan {
namespace {

// A node with a mesh, and its transform to world coordinates.
struct Placed {
    const tinygltf::Node* node = nullptr;
    Affine world;
};

// Number of vertices and triangles that the soup will have. Their type is double, because a sum of integers could overflow for
// a malicious file.
struct Counts {
    double vertices = 0, triangles = 0;
};

class SceneReader {
public:
    SceneReader(std::string name, const GltfModel& gltf, const SceneOptions& options)
        : name_(std::move(name)), gltf_(gltf), model_(gltf.model), options_(options) {}

    Result<LoadedScene> read() && {
        if (const Status walked = walk(); !walked) return walked.error();
        if (const Status fits = make_room(); !fits) return fits.error();
        for (const Placed& placed : placed_) {
            if (const Status added = add_mesh(*placed.node, placed.world); !added) return added.error();
        }
        TriangleSoup& soup = scene_.soup;
        if (soup.triangles.empty()) return broken("no triangles in the default scene; export meshes of triangles");
        finish_soup(soup, options_);
        add_warnings();
        return std::move(scene_);
    }

private:
    Error broken(const std::string& what) const { return {ErrorKind::input, name_ + ": " + what}; }

    // Returns the root nodes of the default scene. If the file has no scenes, returns all nodes that have no parent.
    Result<std::vector<int>> roots() const {
        if (!model_.scenes.empty()) {
            const int scene = std::max(model_.defaultScene, 0);
            if (size_t(scene) >= model_.scenes.size()) return broken("scene " + std::to_string(scene) + " does not exist");
            return model_.scenes[size_t(scene)].nodes;
        }
        std::vector<bool> is_child(model_.nodes.size());
        for (const tinygltf::Node& node : model_.nodes) {
            for (const int child : node.children) {
                if (size_t(child) < is_child.size()) is_child[size_t(child)] = true;
            }
        }
        std::vector<int> all;
        for (size_t i = 0; i < is_child.size(); ++i) {
            if (!is_child[i]) all.push_back(int(i));
        }
        return all;
    }

    // Traverses the default scene and collects the nodes with meshes.
    Status walk() {
        struct Step {
            int node = 0;
            Affine above = kIdentity;
        };
        Result<std::vector<int>> first = roots();
        if (!first) return first.error();
        std::vector<Step> stack;
        for (auto i = first->rbegin(); i != first->rend(); ++i)
            stack.push_back({*i, kIdentity});
        seen_.assign(model_.nodes.size(), false);
        while (!stack.empty()) {
            const Step step = stack.back();
            stack.pop_back();
            const size_t n = size_t(step.node);
            if (n >= model_.nodes.size()) return broken(gltf_place("nodes", n) + " does not exist");
            if (seen_[n]) return broken(gltf_place("nodes", n) + " is in the scene twice, or is its own descendant");
            seen_[n] = true;
            const tinygltf::Node& node = model_.nodes[n];
            const std::optional<Affine> local = local_transform(node);
            if (!local) return broken(gltf_place("nodes", n) + " has an invalid transform (matrix or rotation)");
            const Affine world = after(step.above, *local);
            if (node.mesh >= 0) placed_.push_back({&node, world});
            for (auto i = node.children.rbegin(); i != node.children.rend(); ++i)
                stack.push_back({*i, world});
        }
        return Done{};
    }

    static bool has_surface(const tinygltf::Primitive& primitive) {
        return primitive.mode >= TINYGLTF_MODE_TRIANGLES && primitive.attributes.count("POSITION") > 0;
    }

    // Adds the numbers of vertices and triangles of one instance of mesh m.
    Status add_counts(size_t m, Counts& counts) const {
        if (m >= model_.meshes.size()) return broken(gltf_place("meshes", m) + " does not exist");
        std::set<int> counted;
        const std::vector<tinygltf::Primitive>& primitives = model_.meshes[m].primitives;
        for (size_t p = 0; p < primitives.size(); ++p) {
            const tinygltf::Primitive& primitive = primitives[p];
            if (!has_surface(primitive)) continue;
            const std::string who = gltf_place("meshes", m) + "." + gltf_place("primitives", p);
            const int position = primitive.attributes.at("POSITION");
            const Result<Elements> points = elements(position, TINYGLTF_TYPE_VEC3, who + ".attributes.POSITION");
            if (!points) return points.error();
            size_t corners = points->count;
            if (counted.insert(position).second) counts.vertices += double(points->count);
            if (primitive.indices >= 0) {
                const Result<Elements> indices = elements(primitive.indices, TINYGLTF_TYPE_SCALAR, who + ".indices");
                if (!indices) return indices.error();
                corners = indices->count;
            }
            counts.triangles += double(primitive.mode == TINYGLTF_MODE_TRIANGLES ? corners / 3 : corners);
        }
        return Done{};
    }

    // Reserves memory for the soup. Checks the total size first, because a small file may contain many instances of a mesh.
    Status make_room() {
        std::map<int, Counts> of_mesh;
        Counts all;
        for (const Placed& placed : placed_) {
            const auto [counts, is_new] = of_mesh.try_emplace(placed.node->mesh);
            if (is_new) {
                if (const Status added = add_counts(size_t(placed.node->mesh), counts->second); !added) return added;
            }
            all.vertices += counts->second.vertices;
            all.triangles += counts->second.triangles;
        }
        TriangleSoup& soup = scene_.soup;
        const double a_triangle = sizeof(soup.triangles[0]) + sizeof(soup.group_of[0]) + sizeof(soup.areas[0]);
        const double bytes = all.vertices * sizeof(DVec3) + all.triangles * a_triangle;
        if (bytes > double(options_.max_gltf_bytes)) {
            return Error{ErrorKind::failed, name_ + ": its nodes place " + number_text(all.vertices) + " vertices and " +
                                                number_text(all.triangles) + " triangles, which take " + megabytes_text(bytes) +
                                                " of memory, and the limit is " +
                                                megabytes_text(double(options_.max_gltf_bytes)) +
                                                "; use fewer instances of its meshes, or allow more with --max-memory"};
        }
        if (all.vertices > double(kMaxSoupElements)) return broken("more than 4294967295 vertices; bake fewer files at once");
        if (all.triangles > double(kMaxSoupElements)) return broken("more than 4294967295 triangles; bake fewer files at once");
        soup.vertices.reserve(size_t(all.vertices));
        soup.triangles.reserve(size_t(all.triangles));
        soup.group_of.reserve(size_t(all.triangles));
        return Done{};
    }

    Status add_mesh(const tinygltf::Node& node, const Affine& world) {
        const size_t m = size_t(node.mesh);
        const tinygltf::Mesh& mesh = model_.meshes[m];
        first_vertex_.clear();
        for (size_t p = 0; p < mesh.primitives.size(); ++p) {
            const tinygltf::Primitive& primitive = mesh.primitives[p];
            const std::string who = gltf_place("meshes", m) + "." + gltf_place("primitives", p);
            if (primitive.mode > TINYGLTF_MODE_TRIANGLE_FAN) return broken(who + ".mode is not a mode of glTF");
            if (!has_surface(primitive)) {
                ++no_surface_;
                continue;
            }
            const int position = primitive.attributes.at("POSITION");
            const Result<Elements> points = elements(position, TINYGLTF_TYPE_VEC3, who + ".attributes.POSITION");
            if (!points) return points.error();
            const Result<uint32_t> first = vertices(position, *points, world);
            if (!first) return first.error();
            if (primitive.material >= int(model_.materials.size())) return broken(who + ".material does not exist");
            group_ = group_id({.object = node.name,
                               .material = primitive.material < 0 ? "" : model_.materials[size_t(primitive.material)].name,
                               .group = mesh.name});
            if (const Status added = add_triangles(primitive, *first, points->count, is_mirroring(world), who); !added)
                return added;
        }
        return Done{};
    }

    // Locates the elements of an accessor. Checks that the elements lie inside their view, and the view inside its buffer.
    Result<Elements> elements(int index, int type, const std::string& who) const {
        if (size_t(index) >= model_.accessors.size())
            return broken(who + ": " + gltf_place("accessors", size_t(index)) + " does not exist");
        const tinygltf::Accessor& accessor = model_.accessors[size_t(index)];
        const std::string its = gltf_place("accessors", size_t(index));
        if (gltf_.notes.sparse[size_t(index)])
            return broken(its + " is sparse, which is not supported; export without sparse accessors");
        const size_t size = component_size(accessor.componentType);
        if (accessor.type != type || size == 0) return broken(its + " has a type that " + who + " cannot have");
        if (accessor.bufferView < 0) return broken(its + " has no data");
        if (size_t(accessor.bufferView) >= model_.bufferViews.size()) return broken(its + ".bufferView does not exist");
        const tinygltf::BufferView& view = model_.bufferViews[size_t(accessor.bufferView)];
        if (size_t(view.buffer) >= model_.buffers.size()) {
            return broken(gltf_place("bufferViews", size_t(accessor.bufferView)) + ".buffer does not exist");
        }
        const std::vector<unsigned char>& bytes = model_.buffers[size_t(view.buffer)].data;
        if (view.byteOffset > bytes.size() || view.byteLength > bytes.size() - view.byteOffset) {
            return broken(gltf_place("bufferViews", size_t(accessor.bufferView)) + " extends past the end of its buffer");
        }
        const size_t element = size * (type == TINYGLTF_TYPE_VEC3 ? 3 : 1);
        const size_t stride = view.byteStride ? view.byteStride : element;
        if (stride < element) return broken(its + ": elements overlap, byteStride is too small");
        // no overflow: counts and offsets are at most 2^32, and tinygltf limits strides to 252
        if (accessor.count == 0 || accessor.byteOffset + (accessor.count - 1) * stride + element > view.byteLength) {
            return broken(its + " extends past the end of its view");
        }
        return Elements{.first = bytes.data() + view.byteOffset + accessor.byteOffset,
                        .count = accessor.count,
                        .stride = stride,
                        .size = size,
                        .component = accessor.componentType,
                        .normalized = accessor.normalized};
    }

    // Adds the positions of an accessor to the soup. Returns the index of the first of these positions in the soup. If several
    // primitives of a mesh share the accessor, its positions are added only once.
    Result<uint32_t> vertices(int accessor, const Elements& points, const Affine& world) {
        std::vector<DVec3>& all = scene_.soup.vertices;
        const auto [known, is_new] = first_vertex_.try_emplace(accessor, uint32_t(all.size()));
        if (!is_new) return known->second;
        if (points.component == TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT) {
            return broken(gltf_place("accessors", size_t(accessor)) + " has a type that positions cannot have");
        }
        for (size_t i = 0; i < points.count; ++i) {
            const unsigned char* const at = points.first + i * points.stride;
            const DVec3 p = transformed(world, {component_at(points, at), component_at(points, at + points.size),
                                                component_at(points, at + 2 * points.size)}) *
                            options_.scale;
            const auto is_fine = [](double c) { return std::fabs(c) <= kMaxCoordinate; };
            if (!is_fine(p.x) || !is_fine(p.y) || !is_fine(p.z)) {
                return broken(gltf_place("accessors", size_t(accessor)) + ": position " + std::to_string(i) +
                              " is not finite or farther than 1e9 from the origin");
            }
            all.push_back(options_.up == UpAxis::y ? p : DVec3{p.x, p.z, -p.y});
        }
        return known->second;
    }

    uint32_t group_id(const SoupGroup& group) {
        const auto [at, is_new] =
            group_ids_.try_emplace({group.object, group.group, group.material}, uint32_t(scene_.soup.groups.size()));
        if (is_new) scene_.soup.groups.push_back(group);
        return at->second;
    }

    Status add_triangles(const tinygltf::Primitive& primitive, uint32_t first, size_t vertex_count, bool turned,
                         const std::string& who) {
        Elements indices{.count = vertex_count};
        if (primitive.indices >= 0) {
            Result<Elements> found = elements(primitive.indices, TINYGLTF_TYPE_SCALAR, who + ".indices");
            if (!found) return found.error();
            indices = *found;
            const int type = indices.component;
            if (indices.normalized ||
                (type != TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE && type != TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT &&
                 type != TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT)) {
                return broken(gltf_place("accessors", size_t(primitive.indices)) + " has a type that indices cannot have");
            }
        }
        const auto index = [&](size_t i) {
            return indices.first ? uint64_t(component_at(indices, indices.first + i * indices.stride)) : uint64_t(i);
        };
        for (size_t i = 0; i < indices.count; ++i) {
            if (index(i) >= vertex_count) {
                return broken(who + ": index " + std::to_string(index(i)) + " is out of range: there are " +
                              std::to_string(vertex_count) + " positions");
            }
        }
        const bool list = primitive.mode == TINYGLTF_MODE_TRIANGLES, strip = primitive.mode == TINYGLTF_MODE_TRIANGLE_STRIP;
        if (list && indices.count % 3 != 0) {
            return broken(who + ": the number of corners, " + std::to_string(indices.count) + ", is not a multiple of 3");
        }
        const size_t count = list ? indices.count / 3 : indices.count < 3 ? 0 : indices.count - 2;
        TriangleSoup& soup = scene_.soup;
        for (size_t t = 0; t < count; ++t) {
            const std::array<uint64_t, 3> corners = list    ? std::array{index(3 * t), index(3 * t + 1), index(3 * t + 2)}
                                                    : strip ? std::array{index(t), index(t + 1 + t % 2), index(t + 2 - t % 2)}
                                                            : std::array{index(0), index(t + 1), index(t + 2)};
            // degenerate triangles only connect the parts of a strip
            if (strip && (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])) continue;
            const uint32_t a = first + uint32_t(corners[0]), b = first + uint32_t(corners[1]), c = first + uint32_t(corners[2]);
            soup.triangles.push_back(turned ? std::array{a, c, b} : std::array{a, b, c});
            soup.group_of.push_back(group_);
        }
        return Done{};
    }

    void add_warnings() {
        const auto warn = [&](const char* code, uint64_t count, const std::string& what) {
            if (count) scene_.warnings.push_back({code, name_ + ": " + std::to_string(count) + what, {}});
        };
        uint64_t elsewhere = 0;
        for (size_t i = 0; i < seen_.size(); ++i)
            elsewhere += !seen_[i] && model_.nodes[i].mesh >= 0;
        warn("gltf_no_surface", no_surface_, " primitives of points or lines, or without vertices, were left out");
        warn("gltf_other_scene", elsewhere, " nodes with meshes are not in the default scene and were left out");
        warn("gltf_posed", gltf_.notes.posed.size(),
             " nodes or meshes have skins or morph targets, which are not applied, the first is " +
                 (gltf_.notes.posed.empty() ? std::string() : gltf_.notes.posed[0]));
    }

    const std::string name_;
    const GltfModel& gltf_;
    const tinygltf::Model& model_;
    const SceneOptions& options_;
    LoadedScene scene_;
    std::vector<Placed> placed_;            // in traversal order
    std::vector<bool> seen_;                // per node: whether it was visited
    std::map<int, uint32_t> first_vertex_;  // per accessor of the current mesh: its first vertex in the soup
    std::map<std::tuple<std::string, std::string, std::string>, uint32_t> group_ids_;
    uint32_t group_ = 0;
    uint64_t no_surface_ = 0;
};

Result<LoadedScene> read_scene(const std::string& name, std::span<const std::byte> bytes,
                               const std::optional<std::string>& folder, const SceneOptions& options) {
    if (const Status valid = check_scale(options); !valid) return valid.error();
    Result<GltfModel> gltf = read_gltf_model(name, bytes, folder, options.hash);
    if (!gltf) return gltf.error();
    Result<LoadedScene> scene = SceneReader(name, *gltf, options).read();
    if (!scene) return scene;
    scene->files.push_back({name, bytes.size(), options.hash ? sha256_hex(bytes) : std::string()});
    scene->files.insert(scene->files.end(), gltf->files.begin(), gltf->files.end());
    return scene;
}

}  // namespace

Result<LoadedScene> load_gltf(const std::string& path, const SceneOptions& options) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    return read_scene(path, *bytes, std::filesystem::path(path).parent_path().string(), options);
}

Result<LoadedScene> parse_gltf(const std::string& name, std::span<const std::byte> bytes, const SceneOptions& options) {
    return read_scene(name, bytes, {}, options);
}

}  // namespace navspan
