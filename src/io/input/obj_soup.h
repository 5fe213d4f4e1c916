#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/memory.h"
#include "io/input/obj_plain.h"
#include "navspan/io/scene.h"

namespace navspan {

/// Maps the joined names of object, group and material to the index of the group in the soup. Shared by all files of a scene.
using ObjGroupIds = std::unordered_map<std::string, uint32_t>;

/// Adds the statements of one OBJ file to a soup.
class ObjSoup {
public:
    /// @param budget  limit on the memory of new group names
    ObjSoup(TriangleSoup& soup, ObjGroupIds& group_ids, MemoryBudget budget = {});

    /// Adds a parsed part of the file. Returns false and adds nothing if a face refers to a missing vertex or to a vertex of a
    /// later part, or if the file would have more than 2^31 - 1 vertices.
    bool add_part(const ObjPart& part);
    /// Adds a face. @param corners  position indices from 1; positions may follow later in the file
    void add_face(std::span<const uint32_t> corners);
    /// Sets the object, group or material of the next faces.
    void set_name(ObjNameKind kind, std::string_view name);
    /// Triangulates the faces that refer to vertices defined later in the file. Warns about self-intersecting faces.
    void finish(const std::string& file_name, Warnings& warnings);

    std::vector<DVec3>& positions() { return soup_.vertices; }
    size_t first_position() const { return first_; }
    /// Memory of the group names that this file added [byte]. Above the budget, no further group is added.
    double name_bytes() const { return name_bytes_; }

private:
    struct Fan {
        uint64_t first_triangle = 0;
        uint32_t corners = 0;
    };

    uint32_t current_group();
    void add_groups(const ObjPart& part);
    void triangulate(const Fan& polygon);

    TriangleSoup& soup_;
    ObjGroupIds& group_ids_;
    size_t first_;  // index of the file's first position
    MemoryBudget budget_;
    double name_bytes_ = 0;
    SoupGroup names_;
    bool names_changed_ = true;
    uint32_t group_ = 0;
    std::vector<Fan> waiting_;  // faces that refer to vertices defined later in the file
    uint64_t crossing_ = 0;     // number of self-intersecting faces
    std::optional<Fan> first_crossing_;
    std::vector<uint32_t> vertices_;  // scratch of triangulate
    std::vector<DVec3> corners_;
    std::vector<std::array<uint32_t, 3>> cut_;
};

}  // namespace navspan
