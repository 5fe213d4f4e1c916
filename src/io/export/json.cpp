// Writes a mesh as JSON text, see mesh_export.h. Appends text directly, because a tree of JSON values needs far more memory.

#include "io/config/json.h"
#include "io/config/text_out.h"
#include "io/input/welded_mesh.h"
#include "navspan/io/mesh_export.h"

namespace navspan {
namespace {

// Appends JSON text: lists with one object per line. Inserts the commas.
class JsonText {
public:
    std::string text;

    void list(const char* key) {
        text += std::string(",\n  \"") + key + "\": [";
        first_item_ = true;
    }
    void end_list() { text += first_item_ ? "]" : "\n  ]"; }
    void item() {
        text += first_item_ ? "\n    " : ",\n    ";
        first_item_ = false;
    }
    void object() {
        text += '{';
        first_member_ = true;
    }
    void end_object() { text += '}'; }

    // These functions append a member of an object: name and value.
    template <class Number>
    void number(const char* name, Number value) {
        key(name);
        append_number(text, value);
    }
    void point(const char* name, DVec3 p) {
        key(name);
        point(p);
    }
    void string(const char* name, const std::string& value) {
        key(name);
        string(value);
    }
    // Appends a list with `count` values. @param write  write(i) appends the i-th value
    template <class Write>
    void values(const char* name, uint32_t count, Write write) {
        key(name);
        text += '[';
        for (uint32_t i = 0; i < count; ++i) {
            if (i > 0) text += ", ";
            write(i);
        }
        text += ']';
    }

    // These functions append a value without a name.
    void point(DVec3 p) {
        text += '[';
        append_point(text, p, ", ");
        text += ']';
    }
    void string(const std::string& value) { text += Json(value).dump(-1, ' ', false, Json::error_handler_t::replace); }

private:
    void key(const char* name) {
        text += std::string(first_member_ ? "\"" : ", \"") + name + "\": ";
        first_member_ = false;
    }

    bool first_item_ = true, first_member_ = true;
};

void append_info(JsonText& out, const NavMeshInfo& info) {
    out.text += "{\n  \"format\": \"navspan navmesh\",\n  \"version\": 1,\n  \"generator\": ";
    out.string(info.tool_version);
    out.text += ",\n  \"agent\": ";
    out.object();
    if (!info.agent_name.empty()) out.string("name", info.agent_name);
    out.number("radius", info.agent.radius);
    out.number("height", info.agent.height);
    out.number("max_climb", info.agent.max_climb);
    out.number("max_slope", info.agent.max_slope);
    out.end_object();
    out.list("areas");
    for (const NavArea& area : info.areas) {
        out.item();
        out.object();
        out.string("name", area.name);
        out.number("id", int{area.id});
        out.number("flags", int{area.flags});
        out.number("cost", area.cost);
        out.end_object();
    }
    out.end_list();
}

void append_polygon(JsonText& out, const NavMesh& mesh, const WeldedMesh& welded, PolygonRef ref) {
    const NavPolygon& polygon = polygon_of(mesh, ref);
    const uint32_t first = edge_index(mesh, {ref.tile, polygon.first_edge});
    out.item();
    out.object();
    out.values("vertices", polygon.edge_count, [&](uint32_t i) { append_number(out.text, welded.corners[first + i]); });
    out.values("neighbours", polygon.edge_count, [&](uint32_t i) {
        const EdgeRef twin = twin_of(mesh, {ref.tile, polygon.first_edge + i});
        if (twin.valid()) {
            append_number(out.text, polygon_index(mesh, polygon_at(mesh, twin)));
        } else {
            out.text += "null";
        }
    });
    out.number("area", int{polygon.area});
    out.number("flags", int{polygon.flags});
    out.number("island", island_of(mesh, ref));
    const NavTile& tile = tile_of(mesh, ref);
    out.values("tile", 2, [&](uint32_t i) { append_number(out.text, i == 0 ? tile.tile_x : tile.tile_z); });
    out.end_object();
}

void append_islands(JsonText& out, const NavMesh& mesh) {
    out.list("islands");
    for (const Island& island : mesh.islands) {
        DVec3 min, max;
        island_bounds(mesh, island, min, max);
        out.item();
        out.object();
        out.number("polygons", island.polygon_count);
        out.number("area", island.area);
        out.point("min", min);
        out.point("max", max);
        out.end_object();
    }
    out.end_list();
}

void append_links(JsonText& out, const NavMesh& mesh) {
    out.list("links");
    for (const OffMeshLink& link : mesh.links) {
        out.item();
        out.object();
        out.number("from", polygon_index(mesh, link.from));
        out.number("to", polygon_index(mesh, link.to));
        out.point("start", link.start);
        out.point("end", link.end);
        out.number("cost", link.cost);
        out.number("area", int{link.area});
        out.number("flags", int{link.flags});
        out.number("radius", link.radius);
        out.number("user_id", link.user_id);
        out.end_object();
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
