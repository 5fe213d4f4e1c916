// Writes a mesh as Wavefront OBJ text.
//
// In: a mesh.
// Out: text without a material file.
// Idea: Each area becomes a material name, which navbake's rules and Blender's importer can read. Spaces become '_', because
// some programs end a name at a space. If two names are then equal, the second name gets its area id appended.
// Source: Wavefront Technologies, Advanced Visualizer Manual, appendix B1: object files (1995).
// Weak cases: none known.

#include <algorithm>
#include <set>

#include "io/config/text_out.h"
#include "io/input/welded_mesh.h"
#include "navspan/io/mesh_export.h"

namespace navspan {
namespace {

// Returns a unique material name without spaces for each area id.
std::vector<std::string> material_names(const WeldedMesh& welded) {
    std::vector<std::string> names(welded.areas.size());
    std::set<std::string> taken;
    for (size_t id = 0; id < names.size(); ++id) {
        std::string& name = names[id] = welded.areas[id].name;
        std::replace_if(
            name.begin(), name.end(), [](char c) { return uint8_t(c) <= ' ' || c == 127; }, '_');
        while (!taken.insert(name).second)
            name += "_" + std::to_string(id);
    }
    return names;
}

void append_vertex(std::string& text, DVec3 p) {
    text += "v ";
    append_point(text, p, " ");
    text += '\n';
}

void append_polygons(std::string& text, const NavMesh& mesh, const WeldedMesh& welded, const std::vector<std::string>& names) {
    int area = -1;
    for (const uint32_t number : welded.by_area) {
        const PolygonRef ref = polygon_ref(mesh, number);
        const NavPolygon& polygon = polygon_of(mesh, ref);
        if (polygon.area != area) text += "usemtl " + names[polygon.area] + '\n';
        area = polygon.area;
        const uint32_t first = edge_index(mesh, {ref.tile, polygon.first_edge});
        text += 'f';
        for (uint32_t i = 0; i < polygon.edge_count; ++i) {
            text += ' ';
            append_number(text, uint64_t{welded.corners[first + i]} + 1);
        }
        text += '\n';
    }
}

void append_links(std::string& text, const NavMesh& mesh, size_t vertices, const std::vector<std::string>& names) {
    if (mesh.links.empty()) return;
    text += "o off_mesh_links\n";
    int area = -1;
    for (const OffMeshLink& link : mesh.links) {
        if (link.area != area) text += "usemtl " + names[link.area] + '\n';
        area = link.area;
        append_vertex(text, link.start);
        append_vertex(text, link.end);
        text += "l ";
        append_number(text, vertices + 1);
        text += ' ';
        append_number(text, vertices + 2);
        text += '\n';
        vertices += 2;
    }
}

}  // namespace

std::string export_obj(const NavMesh& mesh) {
    const WeldedMesh welded = weld_mesh(mesh);
    const std::vector<std::string> names = material_names(welded);
    std::string text = "# navigation mesh: y up, a material per area\no navmesh\n";
    for (const DVec3& p : welded.vertices)
        append_vertex(text, p);
    append_polygons(text, mesh, welded, names);
    append_links(text, mesh, welded.vertices.size(), names);
    return text;
}

}  // namespace navspan
