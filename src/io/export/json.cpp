// Writes a mesh as JSON text, see mesh_export.h. Each list element has its own line.

#include "io/export/json_writer.h"
#include "io/input/welded_mesh.h"
#include "navspan/io/mesh_export.h"

namespace navspan {
namespace {

// Appends a list of `count` values, one on each line. append(i) appends value i.
template <class Append>
void append_list(JsonWriter& out, const char* name, size_t count, Append append) {
    out.new_line(2);
    out.key(name);
    out.open('[');
    for (size_t i = 0; i < count; ++i) {
        out.new_line(4);
        append(i);
    }
    if (count) out.text += "\n  ";
    out.close(']');
}

// Appends a list of `count` values on one line. append(i) appends value i.
template <class Append>
void append_values(JsonWriter& out, const char* name, uint32_t count, Append append) {
    out.key(name);
    out.open('[');
    for (uint32_t i = 0; i < count; ++i)
        append(i);
    out.close(']');
}

void append_info(JsonWriter& out, const NavMeshInfo& info) {
    const auto line = [&out](const char* name, const auto& value) {
        out.new_line(2);
        out.field(name, value);
    };
    line("format", "navspan navmesh");
    line("version", 1);
    line("generator", info.tool_version);
    out.new_line(2);
    out.key("agent");
    out.open('{');
    if (!info.agent_name.empty()) out.field("name", info.agent_name);
    out.field("radius", info.agent.radius);
    out.field("height", info.agent.height);
    out.field("max_climb", info.agent.max_climb);
    out.field("max_slope", info.agent.max_slope);
    out.close('}');
    append_list(out, "areas", info.areas.size(), [&](size_t i) {
        const NavArea& area = info.areas[i];
        out.open('{');
        out.field("name", area.name);
        out.field("id", int{area.id});
        out.field("flags", int{area.flags});
        out.field("cost", area.cost);
        out.close('}');
    });
}

void append_polygon(JsonWriter& out, const NavMesh& mesh, const WeldedMesh& welded, PolygonRef ref) {
    const NavPolygon& polygon = polygon_of(mesh, ref);
    const uint32_t first = edge_index(mesh, {ref.tile, polygon.first_edge});
    out.open('{');
    append_values(out, "vertices", polygon.edge_count, [&](uint32_t i) { out.value(welded.corners[first + i]); });
    append_values(out, "neighbours", polygon.edge_count, [&](uint32_t i) {
        const EdgeRef twin = twin_of(mesh, {ref.tile, polygon.first_edge + i});
        if (twin.valid()) {
            out.value(polygon_index(mesh, polygon_at(mesh, twin)));
        } else {
            out.value(nullptr);
        }
    });
    out.field("area", int{polygon.area});
    out.field("flags", int{polygon.flags});
    out.field("island", island_of(mesh, ref));
    const NavTile& tile = tile_of(mesh, ref);
    append_values(out, "tile", 2, [&](uint32_t i) { out.value(i == 0 ? tile.tile_x : tile.tile_z); });
    out.close('}');
}

void append_island(JsonWriter& out, const NavMesh& mesh, const Island& island) {
    DVec3 min, max;
    island_bounds(mesh, island, min, max);
    out.open('{');
    out.field("polygons", island.polygon_count);
    out.field("area", island.area);
    out.field("min", min);
    out.field("max", max);
    out.close('}');
}

void append_link(JsonWriter& out, const NavMesh& mesh, const OffMeshLink& link) {
    out.open('{');
    out.field("from", polygon_index(mesh, link.from));
    out.field("to", polygon_index(mesh, link.to));
    out.field("start", link.start);
    out.field("end", link.end);
    out.field("cost", link.cost);
    out.field("area", int{link.area});
    out.field("flags", int{link.flags});
    out.field("radius", link.radius);
    out.field("user_id", link.user_id);
    out.close('}');
}

}  // namespace

std::string export_json(const NavMesh& mesh) {
    const WeldedMesh welded = weld_mesh(mesh);
    JsonWriter out(" ");
    out.open('{');
    append_info(out, mesh.info);
    append_list(out, "vertices", welded.vertices.size(), [&](size_t i) { out.value(welded.vertices[i]); });
    append_list(out, "polygons", mesh.polygon_count(),
                [&](size_t i) { append_polygon(out, mesh, welded, polygon_ref(mesh, uint32_t(i))); });
    append_list(out, "islands", mesh.islands.size(), [&](size_t i) { append_island(out, mesh, mesh.islands[i]); });
    append_list(out, "links", mesh.links.size(), [&](size_t i) { append_link(out, mesh, mesh.links[i]); });
    out.text += "\n";
    out.close('}');
    out.text += "\n";
    return std::move(out.text);
}

}  // namespace navspan
