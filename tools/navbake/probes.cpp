#include "navbake/probes.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>

#include "bake/jumps/generate_links.h"
#include "navspan/debug/stage_drawings.h"
#include "navspan/io/picture.h"

namespace navspan::tools {

void ProbeList::before(Stage stage) {
    for (BakeProbe* probe : probes)
        probe->before(stage);
}

void ProbeList::after(Stage stage, const BakeProducts& products) {
    for (BakeProbe* probe : probes)
        probe->after(stage, products);
}

bool ProbeList::cancelled() {
    for (BakeProbe* probe : probes) {
        if (probe->cancelled()) return true;
    }
    return false;
}

bool ProbeList::needs_fates() const {
    return std::any_of(probes.begin(), probes.end(), [](const BakeProbe* probe) { return probe->needs_fates(); });
}

double typical_share_before(Stage stage) {
    // For each stage: the fraction of the bake time that has passed when the stage starts. The values are means over three
    // levels and the profiles accurate and recast, with cells of 0.05 wu. The three filters and the compact heightfield run in
    // one pass, so their entries are equal.
    static constexpr std::array<double, kStageCount> kShares{0,    0,    0.17, 0.17, 0.17, 0.17, 0.33, 0.38,
                                                             0.38, 0.38, 0.4,  0.67, 0.73, 0.74, 0.99};
    return kShares[size_t(stage)];
}

void ProgressProbe::before(Stage stage) {
    const std::string left = remaining_text(std::chrono::steady_clock::now() - start_, typical_share_before(stage));
    progress_.step(before_ + stage_name(stage) + left);
}

namespace {

// Creates a folder and its parents, and registers them for removal on Ctrl-C.
Status make_folder(const std::filesystem::path& folder) {
    std::error_code problem;
    std::vector<std::filesystem::path> fresh;
    for (std::filesystem::path at = folder; !at.empty() && !std::filesystem::exists(at, problem); at = at.parent_path())
        fresh.push_back(at);
    for (; !fresh.empty(); fresh.pop_back())
        remove_on_interrupt(fresh.back().string());
    std::filesystem::create_directories(folder, problem);
    if (!problem) return Done{};
    return Error{ErrorKind::failed, folder.string() + ": cannot create this folder: " + problem.message()};
}

// True if the stage's product is drawn as outlines, false for cells.
bool is_outline(Stage stage) {
    return stage >= Stage::contours;
}

}  // namespace

void PictureProbe::write(Stage stage, const std::string& suffix, std::span<const std::byte> bytes) {
    if (!status_) return;
    status_ = make_folder(folder_);
    if (!status_) return;
    const std::string name = format("%02d_%s", ++pictures_, stage_name(stage)) + suffix;
    const std::string path = (std::filesystem::path(folder_) / name).string();
    remove_on_interrupt(path);
    status_ = write_output(path, bytes);
}

void PictureProbe::after(Stage stage, const BakeProducts& products) {
    if (!status_) return;
    const std::optional<Drawing> drawing = draw_stage(stage, products);
    if (!drawing) return;
    if (!is_outline(stage)) return write(stage, ".png", to_png(*drawing));
    const std::string text = to_svg(*drawing);
    write(stage, ".svg", std::as_bytes(std::span(text)));
}

void PageProbe::after(Stage stage, const BakeProducts& products) {
    std::optional<Drawing>& drawing = drawings[size_t(stage)];
    drawing = draw_stage(stage, products);
    if (!drawing) return;
    // The drawing lists ground cells first, then cells of generated links. Remove the ground cells outside the tile, but no
    // link cells: links may end outside the tile.
    const size_t ground = stage == Stage::generate_links ? products.compact->span_count() : drawing->cells.size();
    const auto end = drawing->cells.begin() + std::ptrdiff_t(ground);
    drawing->cells.erase(
        std::remove_if(drawing->cells.begin(), end, [&](const Drawing::Cell& c) { return !products.own.contains(c.x, c.z); }),
        end);
}

std::optional<Drawing> draw_stage(Stage stage, const BakeProducts& p) {
    const Lattice& lattice = p.config->lattice;
    switch (stage) {
        case Stage::mark_walkable:
            return draw_walkable_triangles(*p.soup, *p.walkable, *p.grid, lattice);
        case Stage::rasterize:
        case Stage::filter_low_hanging:
        case Stage::filter_ledges:
        case Stage::filter_low_height:
            if (!p.heightfield) return std::nullopt;
            return draw_heightfield(solid_after(stage, p), lattice);
        case Stage::compact_heightfield:
        case Stage::erode:
        case Stage::mark_volumes:
            return draw_compact_heightfield(*p.compact, lattice);
        case Stage::generate_links:
            return draw_generated_links(*p.compact, *p.links, lattice);
        case Stage::distance_field:
            if (p.distance->distance.empty()) return std::nullopt;
            return draw_distance_field(*p.compact, *p.distance, lattice);
        case Stage::regions:
            return draw_regions(*p.compact, *p.regions, lattice);
        case Stage::contours:
            return draw_contours(*p.contours, lattice);
        case Stage::poly_mesh:
            return draw_poly_mesh(*p.poly_mesh, lattice);
        case Stage::detail_mesh:
            return draw_detail_mesh(*p.poly_mesh, *p.detail, lattice);
        case Stage::nav_tile:
            return draw_nav_tile(*p.tile);
    }
    return std::nullopt;
}

}  // namespace navspan::tools
