// In: a mesh. Out: JSON text, as mesh_export.h says. Written piece by piece: a tree of values would take many times the memory.

#include "json.h"
#include "navspan/io/mesh_export.h"
#include "text_out.h"
#include "welded_mesh.h"

namespace navspan {
namespace {

// Objects and arrays of one line each, with the commas where they belong.
class JsonText {
public:
    std::string text;

    void list(const char* key) {
        text += std::string(",\n  \"") + key + "\": [";
        first_ = true;
    }
    void end_list() { text += first_ ? "]" : "\n  ]"; }
    void item() {
        text += first_ ? "\n    " : ",\n    ";
        first_ = false;
    }
    template <class Number>
    void number(const char* key, Number value) {
        text += std::string("\"") + key + "\": ";
        append_number(text, value);
    }
    void point(DVec3 p) {
        text += '[';
        append_point(text, p, ", ");
        text += ']';
    }
    void point(const char* key, DVec3 p) {
        text += std::string("\"") + key + "\": ";
        point(p);
    }
    void string(const std::string& value) { text += Json(value).dump(-1, ' ', false, Json::error_handler_t::replace); }

private:
    bool first_ = true;
};

void append_info(JsonText& out, const NavMeshInfo& info) {
    out.text += "{\n  \"format\": \"navspan navmesh\",\n  \"version\": 1,\n  \"generator\": ";
    out.string(info.tool_version);
    out.text += ",\n  \"agent\": {";
    if (!info.agent_name.empty()) {
        out.text += "\"name\": ";
        out.string(info.agent_name);
        out.text += ", ";
    }
    out.number("radius", info.agent.radius);
    out.text += ", ";
    out.number("height", info.agent.height);
    out.text += ", ";
    out.number("max_climb", info.agent.max_climb);
    out.text += ", ";
    out.number("max_slope", info.agent.max_slope);
    out.text += '}';
    out.list("areas");
    for (const NavArea& area : info.areas) {
        out.item();
        out.text += "{\"name\": ";
        out.string(area.name);
        out.text += ", ";
        out.number("id", int{area.id});
        out.text += ", ";
        out.number("flags", int{area.flags});
        out.text += ", ";
        out.number("cost", area.cost);
        out.text += '}';
    }
    out.end_list();
}

void append_polygon(JsonText& out, const NavMesh& mesh, const WeldedMesh& welded, PolygonRef ref) {
    const NavPolygon& polygon = polygon_of(mesh, ref);
    const uint32_t first = edge_index(mesh, {ref.tile, polygon.first_edge});
    out.item();
    out.text += "{\"vertices\": [";
    for (uint32_t i = 0; i < polygon.edge_count; ++i) {
        if (i > 0) out.text += ", ";
        append_number(out.text, welded.corners[first + i]);
    }
    out.text += "], \"neighbours\": [";
    for (uint32_t i = 0; i < polygon.edge_count; ++i) {
        if (i > 0) out.text += ", ";
        const EdgeRef twin = twin_of(mesh, {ref.tile, polygon.first_edge + i});
        if (twin.valid()) {
            append_number(out.text, polygon_index(mesh, polygon_at(mesh, twin)));
        } else {
            out.text += "null";
        }
    }
    out.text += "], ";
    out.number("area", int{polygon.area});
    out.text += ", ";
    out.number("flags", int{polygon.flags});
    out.text += ", ";
    out.number("island", island_of(mesh, ref));
    out.text += ", \"tile\": [";
    append_number(out.text, tile_of(mesh, ref).tile_x);
    out.text += ", ";
    append_number(out.text, tile_of(mesh, ref).tile_z);
    out.text += "]}";
}

void append_islands(JsonText& out, const NavMesh& mesh) {
    out.list("islands");
    for (const Island& island : mesh.islands) {
        DVec3 min, max;
        island_bounds(mesh, island, min, max);
        out.item();
        out.text += '{';
        out.number("polygons", island.polygon_count);
        out.text += ", ";
        out.number("area", island.area);
        out.text += ", ";
        out.point("min", min);
        out.text += ", ";
        out.point("max", max);
        out.text += '}';
    }
    out.end_list();
}

void append_links(JsonText& out, const NavMesh& mesh) {
    out.list("links");
    for (const OffMeshLink& link : mesh.links) {
        out.item();
        out.text += '{';
        out.number("from", polygon_index(mesh, link.from));
        out.text += ", ";
        out.number("to", polygon_index(mesh, link.to));
        out.text += ", ";
        out.point("start", link.start);
        out.text += ", ";
        out.point("end", link.end);
        out.text += ", ";
        out.number("cost", link.cost);
        out.text += ", ";
        out.number("area", int{link.area});
        out.text += ", ";
        out.number("flags", int{link.flags});
        out.text += ", ";
        out.number("radius", link.radius);
        out.text += ", ";
        out.number("user_id", link.user_id);
        out.text += '}';
    }
    out.end_list();
}

}  // namespace

std::string export_json(const NavMesh& mesh) {
    const WeldedMesh welded = weld_mesh(mesh);
    JsonText out;
    append_info(out, mesh.info);
    out.list("vertices");
    for (const DVec3& p : welded.vertices) {
        out.item();
        out.point(p);
    }
    out.end_list();
    out.list("polygons");
    for (uint32_t p = 0; p < mesh.polygon_count(); ++p)
        append_polygon(out, mesh, welded, polygon_ref(mesh, p));
    out.end_list();
    append_islands(out, mesh);
    append_links(out, mesh);
    out.text += "\n}\n";
    return out.text;
}

}  // namespace navspan
