// Makes layers for the viewer's page from the parts of a mesh.

#include <array>
#include <utility>

#include "debug/nav_mesh_drawing.h"
#include "debug/palette.h"
#include "io/export/page.h"

namespace navspan {
namespace {

struct PartLayer {
    MeshPart part;
    const char *name, *about;
    bool shown, alone;
};

constexpr std::array kParts{
    PartLayer{MeshPart::polygons, "Polygons", "convex polygons, drawn flat between their corners", false, true},
    PartLayer{MeshPart::detail_surface, "Detail surface", "triangles inside each polygon that follow the ground", false, true},
    PartLayer{MeshPart::portals, "Portals", "edges that agents can cross into the next polygon", true, false},
    PartLayer{MeshPart::walls, "Walls", "edges with nothing walkable on the other side", true, false},
    PartLayer{MeshPart::tile_borders, "Tiles", "squares that were baked on their own, drawn at their lowest point", false,
              false},
    PartLayer{MeshPart::links, "Off-mesh links", "one-way connections: jumps, ladders, teleporters", true, false},
};

std::vector<LegendEntry> legend_of(MeshPart part) {
    switch (part) {
        case MeshPart::portals:
            return {{kPortalColor, "portal"}};
        case MeshPart::walls:
            return {{kWallColor, "wall"}};
        case MeshPart::tile_borders:
            return {{kSeamColor, "tile"}};
        case MeshPart::links:
            return {{kLinkColor, "off-mesh link"}};
        case MeshPart::polygons:
        case MeshPart::detail_surface:
            break;  // no entries here: the colours of these layers show the areas of the polygons
    }
    return {};
}

}  // namespace

std::vector<HtmlLayer> mesh_layers(const NavMesh& mesh, MeshPart surface) {
    std::vector<HtmlLayer> layers;
    for (const PartLayer& part : kParts) {
        HtmlLayer layer{.name = part.name, .group = "Mesh", .about = part.about, .shown = part.shown, .alone = part.alone};
        layer.shown |= part.part == surface;
        layer.drawings.push_back(draw_mesh_part(mesh, part.part));
        if (!layer.drawings[0].lines.empty()) layer.legend = legend_of(part.part);
        layers.push_back(std::move(layer));
    }
    return layers;
}

}  // namespace navspan
