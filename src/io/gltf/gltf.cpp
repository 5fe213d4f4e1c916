// Reads a glTF scene.
//
// In: a glTF 2.0 file.
// Out: one triangle soup.
// Idea: A traversal from the roots of the default scene multiplies the transforms of the nodes. Each node with a mesh adds
// triangles. Nodes must form a forest: reaching a node twice is an error, which also detects cycles.
// Source: Khronos Group, glTF 2.0 specification (2021), chapters 3.5 to 3.7.
// Weak cases: Skins and morph targets are not applied; a warning counts them.

#include "io/gltf/gltf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "core/memory.h"
#include "core/standard_input.h"
#include "core/text.h"
#include "io/gltf/elements.h"
#include "io/gltf/model.h"
#include "io/gltf/primitives.h"
#include "io/gltf/scene_options.h"
#include "io/gltf/transform.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"

namespace navspan {
namespace {

// A node with a mesh, and its transform to world coordinates.
struct Placed {
    const GltfNode* node = nullptr;
    Affine world;
};

// Number of vertices of the soup, and upper bound on the number of its triangles. The type is double, because a malicious file
// could make integers overflow.
struct SoupSize {
    double vertices = 0, triangles = 0;
    double names = 0;  // memory of group names [byte]
};

class SceneReader {
public:
    SceneReader(const GltfModel& model, const SceneOptions& options, const MemoryBudget& budget)
        : model_(model), options_(options), budget_(budget) {}

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
    Error broken(const std::string& what) const { return input_error(model_.name + ": " + what); }

    // Returns the root nodes of the default scene. Without scenes, returns all nodes without a parent.
    Result<std::vector<uint32_t>> roots() const {
        if (!model_.scenes.empty()) {
            if (model_.scene < model_.scenes.size()) return model_.scenes[model_.scene];
            return broken("scene " + std::to_string(model_.scene) + " does not exist");
        }
        std::vector<bool> is_child(model_.nodes.size());
        for (const GltfNode& node : model_.nodes) {
            for (const uint32_t child : node.children) {
                if (child < is_child.size()) is_child[child] = true;
            }
        }
        std::vector<uint32_t> all;
        for (uint32_t i = 0; i < is_child.size(); ++i) {
            if (!is_child[i]) all.push_back(i);
        }
        return all;
    }

    // Collects the nodes with meshes in the default scene.
    Status walk() {
        struct PendingNode {
            uint32_t node = 0;
            Affine above = kIdentity;
        };
        const Result<std::vector<uint32_t>> first = roots();
        if (!first) return first.error();
        std::vector<PendingNode> stack;
        for (auto i = first->rbegin(); i != first->rend(); ++i)
            stack.push_back({*i, kIdentity});
        seen_.assign(model_.nodes.size(), false);
        while (!stack.empty()) {
            const PendingNode step = stack.back();
            stack.pop_back();
            const uint32_t n = step.node;
            if (n >= model_.nodes.size()) return broken(gltf_place("nodes", n) + " does not exist");
            if (seen_[n]) return broken(gltf_place("nodes", n) + " is in the scene twice, or is its own descendant");
            seen_[n] = true;
            const GltfNode& node = model_.nodes[n];
            const std::optional<Affine> local = local_transform(node);
            if (!local) return broken(gltf_place("nodes", n) + " has an invalid transform (matrix or rotation)");
            const Affine world = after(step.above, *local);
            if (node.mesh != kNoIndex) placed_.push_back({&node, world});
            for (auto i = node.children.rbegin(); i != node.children.rend(); ++i)
                stack.push_back({*i, world});
        }
        return Done{};
    }

    static bool has_surface(const GltfPrimitive& primitive) {
        return primitive.mode >= GltfMode::triangles && primitive.positions != kNoIndex;
    }

    Result<Elements> positions(const GltfPrimitive& primitive, const std::string& who) const {
        Result<Elements> found =
            find_elements(model_, primitive.positions, {.who = who + ".attributes.POSITION", .type = "VEC3", .width = 3});
        if (!found || found->component != GltfComponent::uint32) return found;
        return broken(gltf_place("accessors", primitive.positions) + " has a type that positions cannot have");
    }

    // Returns the indices of a primitive, or 0, 1, 2, ... if the primitive has no indices.
    Result<Elements> indices(const GltfPrimitive& primitive, size_t vertex_count, const std::string& who) const {
        if (primitive.indices == kNoIndex) return Elements{.count = vertex_count};
        Result<Elements> found = find_elements(model_, primitive.indices, {.who = who + ".indices", .type = "SCALAR"});
        if (!found) return found;
        const GltfComponent type = found->component;
        const bool is_unsigned = type == GltfComponent::uint8 || type == GltfComponent::uint16 || type == GltfComponent::uint32;
        if (is_unsigned && !found->normalized) return found;
        return broken(gltf_place("accessors", primitive.indices) + " has a type that indices cannot have");
    }

    // Adds the numbers of vertices and triangles of one instance of mesh m to `counts`.
    Status add_counts(uint32_t m, SoupSize& counts) const {
        if (m >= model_.meshes.size()) return broken(gltf_place("meshes", m) + " does not exist");
        std::set<uint32_t> counted;
        const std::vector<GltfPrimitive>& primitives = model_.meshes[m].primitives;
        for (size_t p = 0; p < primitives.size(); ++p) {
            const GltfPrimitive& primitive = primitives[p];
            if (!has_surface(primitive)) continue;
            if (primitive.material < model_.materials.size())
                counts.names += double(model_.materials[primitive.material].size());
            const std::string who = gltf_place("meshes", m) + "." + gltf_place("primitives", p);
            const Result<Elements> points = positions(primitive, who);
            if (!points) return points.error();
            if (counted.insert(primitive.positions).second) counts.vertices += double(points->count);
            const Result<Elements> corners = indices(primitive, points->count, who);
            if (!corners) return corners.error();
            counts.triangles += double(primitive.mode == GltfMode::triangles ? corners->count / 3 : corners->count);
        }
        return Done{};
    }

    // Checks that the soup fits into the budget, then reserves its memory. Even a small file may need much memory, because it
    // may contain many instances of a mesh.
    Status make_room() {
        std::map<uint32_t, SoupSize> of_mesh;
        SoupSize all;
        for (const Placed& placed : placed_) {
            const auto [counts, is_new] = of_mesh.try_emplace(placed.node->mesh);
            if (is_new) {
                if (const Status added = add_counts(placed.node->mesh, counts->second); !added) return added;
            }
            all.vertices += counts->second.vertices;
            // a group has three names (object, material, group), each stored twice: in the soup and in group_ids_
            const double primitives = double(model_.meshes[placed.node->mesh].primitives.size());
            const double both = double(placed.node->name.size() + model_.meshes[placed.node->mesh].name.size());
            all.names += 2 * (counts->second.names + primitives * (both + 3 * sizeof(std::string)));
            all.triangles += counts->second.triangles;
        }
        TriangleSoup& soup = scene_.soup;
        const std::string what = model_.name + ": the " + number_text(all.vertices) + " vertices and " +
                                 number_text(all.triangles) + " triangles that its nodes place, with their names,";
        const double bytes = soup_bytes(all.vertices, all.triangles) + all.names;
        const Status fits = check_budget(budget_, what, bytes, "use fewer instances of its meshes");
        if (!fits) return fits;
        if (all.vertices > double(kMaxSoupElements)) return broken("more than 4294967295 vertices; bake fewer files at once");
        if (all.triangles > double(kMaxSoupElements)) return broken("more than 4294967295 triangles; bake fewer files at once");
        reserve_large(soup.vertices, size_t(all.vertices));
        reserve_large(soup.triangles, size_t(all.triangles));
        reserve_large(soup.group_of, size_t(all.triangles));
        return Done{};
    }

    Status add_mesh(const GltfNode& node, const Affine& world) {
        const GltfMesh& mesh = model_.meshes[node.mesh];
        first_vertex_.clear();
        for (size_t p = 0; p < mesh.primitives.size(); ++p) {
            const GltfPrimitive& primitive = mesh.primitives[p];
            const std::string who = gltf_place("meshes", node.mesh) + "." + gltf_place("primitives", p);
            if (primitive.mode > GltfMode::fan) return broken(who + ".mode is not a mode of glTF");
            if (!has_surface(primitive)) {
                ++no_surface_;
                continue;
            }
            const Result<Elements> points = positions(primitive, who);
            if (!points) return points.error();
            const Result<uint32_t> first = add_vertices(primitive.positions, *points, world);
            if (!first) return first.error();
            if (primitive.material != kNoIndex && primitive.material >= model_.materials.size())
                return broken(who + ".material does not exist");
            const Result<Elements> corners = indices(primitive, points->count, who);
            if (!corners) return corners.error();
            const Status added = add_triangles({.indices = *corners,
                                                .mode = primitive.mode,
                                                .vertex_count = points->count,
                                                .first_vertex = *first,
                                                .reversed = is_mirroring(world)},
                                               who);
            if (!added) return added;
            const uint32_t group =
                group_id({.object = node.name,
                          .material = primitive.material == kNoIndex ? "" : model_.materials[primitive.material],
                          .group = mesh.name});
            scene_.soup.group_of.resize(scene_.soup.triangles.size(), group);
        }
        return Done{};
    }

    // Adds the positions of an accessor to the soup, once for all primitives of a mesh. Returns the index of the first
    // position.
    Result<uint32_t> add_vertices(uint32_t accessor, const Elements& points, const Affine& world) {
        std::vector<DVec3>& all = scene_.soup.vertices;
        const auto [known, is_new] = first_vertex_.try_emplace(accessor, uint32_t(all.size()));
        if (!is_new) return known->second;
        const std::optional<size_t> wrong =
            append_positions(points, {.world = world, .scale = options_.scale, .up = options_.up}, all);
        if (!wrong) return known->second;
        return broken(gltf_place("accessors", accessor) + ": position " + std::to_string(*wrong) +
                      " is not finite or farther than 1e9 from the origin");
    }

    uint32_t group_id(const SoupGroup& group) {
        const auto [at, is_new] =
            group_ids_.try_emplace({group.object, group.group, group.material}, uint32_t(scene_.soup.groups.size()));
        if (is_new) scene_.soup.groups.push_back(group);
        return at->second;
    }

    Status add_triangles(const PrimitiveCorners& corners, const std::string& who) {
        const std::optional<uint32_t> wrong = append_triangles(corners, scene_.soup.triangles);
        if (wrong) {
            return broken(who + ": index " + std::to_string(*wrong) + " is out of range: there are " +
                          std::to_string(corners.vertex_count) + " positions");
        }
        if (corners.mode == GltfMode::triangles && corners.indices.count % 3 != 0) {
            return broken(who + ": the number of corners, " + std::to_string(corners.indices.count) +
                          ", is not a multiple of 3");
        }
        return Done{};
    }

    void add_warnings() {
        const auto warn = [&](const char* code, uint64_t count, const std::string& what) {
            if (count) scene_.warnings.push_back({code, model_.name + ": " + what, {}});
        };
        uint64_t elsewhere = 0;
        for (size_t i = 0; i < seen_.size(); ++i)
            elsewhere += !seen_[i] && model_.nodes[i].mesh != kNoIndex;
        warn("gltf_no_surface", no_surface_,
             count_text(no_surface_, "primitive") + " of points or lines, or without vertices, left out");
        warn("gltf_other_scene", elsewhere, count_text(elsewhere, "node") + " with meshes outside the default scene left out");
        warn("gltf_posed", model_.posed.size(),
             count_text(model_.posed.size(), "node or mesh", "nodes or meshes") +
                 " with skins or morph targets, which are not applied, the first is " +
                 (model_.posed.empty() ? std::string() : model_.posed[0]));
    }

    const GltfModel& model_;
    const SceneOptions& options_;
    const MemoryBudget& budget_;
    LoadedScene scene_;
    std::vector<Placed> placed_;                 // in traversal order
    std::vector<bool> seen_;                     // visited nodes
    std::map<uint32_t, uint32_t> first_vertex_;  // index in the soup of the first vertex of each accessor, for the current mesh
    std::map<std::tuple<std::string, std::string, std::string>, uint32_t> group_ids_;
    uint64_t no_surface_ = 0;
};

}  // namespace

Result<LoadedScene> load_gltf(const std::string& path, const SceneOptions& options) {
    MemoryBudget budget = reading_budget(options);
    const Result<std::vector<std::byte>> bytes = read_file_within(budget, path);
    if (!bytes) return bytes.error();
    return parse_gltf(input_name(path), *bytes, options, std::filesystem::path(path).parent_path().string());
}

Result<LoadedScene> parse_gltf(const std::string& name, std::span<const std::byte> bytes, const SceneOptions& options,
                               const std::optional<std::string>& folder) {
    if (const Status valid = check_scale(options); !valid) return valid.error();
    MemoryBudget budget = reading_budget(options, double(bytes.size()));
    const Result<GltfModel> model = read_gltf_model(name, bytes, folder, options.hash, budget);
    if (!model) return model.error();
    Result<LoadedScene> scene = SceneReader(*model, options, budget).read();
    if (!scene) return scene;
    scene->files.push_back({name, bytes.size(), options.hash ? sha256_hex(bytes) : std::string()});
    scene->files.insert(scene->files.end(), model->files.begin(), model->files.end());
    return scene;
}

}  // namespace navspan
