#include "navbake/output/page.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <span>
#include <string>
#include <utility>

#include "debug/palette.h"
#include "navbake/check_options.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/file.h"
#include "viewer/page.h"

namespace navspan::tools {
namespace {

// Description and legend of a layer.
struct StageText {
    const char* about;
    std::vector<LegendEntry> legend;
};

const StageText& text_of(Stage stage) {
    static const LegendEntry walkable{area_color(kDefaultArea), "walkable"}, steep{kUnwalkableColor, "too steep"};
    static const std::vector<LegendEntry> spans{walkable, steep, {kLedgeColor, "ledge"}, {kNoHeadroomColor, "no headroom"}};
    static const std::vector<LegendEntry> open{walkable, {kNoGroundColor, "removed"}};
    static const StageText texts[] = {
        {"triangles that face up and are not steeper than agent.max_slope",
         {walkable, steep, {kFacingDownColor, "facing down"}, {kExcludedColor, "ruled out"}}},
        {"solid spans that triangles fill, drawn at the top of every column", spans},
        {"low obstacles that the agent can step onto are walkable now", spans},
        {"spans next to a drop are no longer walkable", spans},
        {"spans without headroom are no longer walkable", spans},
        {"the open space above walkable spans", open},
        {"ground closer to a wall or drop than the agent's radius is removed", open},
        {"volumes set the area of the ground inside them", open},
        {"generated drops and jumps, dark at the start", {{kDropColor, "drop"}, {kLinkColor, "jump"}}},
        {"distance of every span from the border", {{kNearBorderColor, "at the border"}, {kFarFromBorderColor, "far from it"}}},
        {"regions: ground that does not overlap itself vertically", {{kNoGroundColor, "no region"}}},
        {"the border of every region as traced and as simplified",
         {{kTracedColor, "traced"}, {kWallColor, "corner kept by simplification"}}},
        {"contours cut into convex polygons", {{kWallColor, "wall"}, {kPortalColor, "portal"}}},
        {"triangles that follow the ground, by height", {{kLowColor, "low"}, {kHighColor, "high"}}},
        {"half-edges, as the file holds them", {{kWallColor, "wall"}, {kSeamColor, "tile border"}, {kPortalColor, "portal"}}},
    };
    static_assert(std::size(texts) == kStageCount, "every stage needs a text");
    return texts[size_t(stage)];
}

// Returns the name of a stage: "01 mark walkable". The --pictures files use the same number.
std::string name_of(Stage stage, int number) {
    std::string name = format("%02d %s", number, stage_name(stage));
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

// Makes a stage's layer from the drawings of all tiles; nullopt without drawings.
// @param number  counts from 1
std::optional<HtmlLayer> stage_layer(Stage stage, int number, std::span<StageDrawings> tiles) {
    HtmlLayer layer{.name = name_of(stage, number), .group = "Stages of the bake", .about = text_of(stage).about};
    layer.alone = stage != Stage::contours;  // contours are lines over other layers
    for (StageDrawings& drawings : tiles) {
        if (drawings[size_t(stage)]) layer.drawings.push_back(*std::exchange(drawings[size_t(stage)], {}));
    }
    if (layer.drawings.empty()) return std::nullopt;
    layer.legend = text_of(stage).legend;
    return layer;
}

// Returns the name of the level's file, or a name derived from the first input if there is no file.
std::string level_name(const NavbakeOptions& options) {
    if (writes_file(options)) return std::filesystem::path(options.output).filename().string();
    return std::filesystem::path(options.inputs[0]).filename().replace_extension(".nav").string();
}

}  // namespace

Result<ExportedFile> bake_page(const NavbakeOptions& options, const TriangleSoup& soup, const NavMesh& mesh,
                               std::vector<StageDrawings> drawings, std::span<const std::byte> queries) {
    // If the page shows the level's triangles, draw the mesh as its detail surface, which follows the triangles closely. The
    // triangles would hide parts of flat polygons.
    const MeshPart surface = soup.triangles.empty() ? MeshPart::polygons : MeshPart::detail_surface;
    HtmlScene scene{.title = level_name(options), .layers = mesh_layers(mesh, surface), .soup = &soup, .mesh = &mesh};
    int number = 1;
    for (int stage = 0; stage < int(kStageCount); ++stage) {
        auto layer = stage_layer(Stage(stage), number, drawings);
        if (!layer) continue;
        scene.layers.push_back(*std::move(layer));
        ++number;
    }
    const size_t layers = scene.layers.size();
    const Result<std::string> page = make_page(std::move(scene), queries);
    if (!page) return Error{page.error().kind, options.html + ": " + page.error().message};
    const auto bytes = std::as_bytes(std::span(*page));
    return ExportedFile{options.html, {bytes.begin(), bytes.end()}, std::to_string(layers) + " layers", {}};
}

}  // namespace navspan::tools
