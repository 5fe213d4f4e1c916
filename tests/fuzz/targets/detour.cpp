// Fuzz targets for the reader of Detour files. One target reads a tile set. The other target reads a single tile, which
// run_tile puts into a set.

#include <array>
#include <bit>
#include <cstring>

#include "fuzz/targets/sections.h"
#include "fuzz/targets/target.h"
#include "io/detour/layout.h"
#include "navspan/io/detour_file.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/checks/every_query.h"

namespace navspan::fuzz {
namespace {

using support::Random;

// The reference and the size that precede a tile in a set with 32-bit references.
struct TileEntry32 {
    uint32_t ref = 1u << 20;
    int32_t size = 0;
};

void run_set(Input input) {
    const Result<ImportedDetour> imported = parse_detour_file(input);
    if (!imported) return require_one_line(imported.error().message);
    require(is_detour_file(input), "an imported file that is not a Detour file");
    const Status valid = validate_nav_mesh(imported->mesh);
    require(valid.ok(), valid ? "" : "an imported mesh is not valid: " + valid.error().message);
    Random random(input.size());
    support::run_every_query(random, imported->mesh);
    // The export fails if the mesh exceeds a limit of Detour. An exported set may be unreadable: far from the origin, rounding
    // to single precision may make all polygons degenerate.
    const Result<DetourFile> file = detour_file(imported->mesh, imported->refs);
    if (!file) return require_one_line(file.error().message);
    const Result<ImportedDetour> again = parse_detour_file(file->bytes);
    if (!again) require_one_line(again.error().message);
}

void run_tile(Input input) {
    DetourSetHeader header;
    header.tiles = header.max_tiles = 1;
    header.max_polygons = 1 << 15;
    header.tile_width = header.tile_depth = 32;
    if (input.size() >= sizeof(DetourTileHeader)) {
        DetourTileHeader tile;
        std::memcpy(static_cast<void*>(&tile), input.data(), sizeof(tile));
        std::copy(std::begin(tile.min), std::end(tile.min), header.origin);
    }
    const TileEntry32 entry{.size = int32_t(input.size())};
    Bytes set(sizeof(header) + sizeof(entry));
    std::memcpy(set.data(), &header, sizeof(header));
    std::memcpy(set.data() + sizeof(header), &entry, sizeof(entry));
    set.insert(set.end(), input.begin(), input.end());
    run_set(set);
}

NavMesh small_mesh(int links) {
    Random random(3);
    const NavMesh mesh = support::random_mesh(random, {.columns = 2, .rows = 2, .hole = 0, .areas = 3});
    return support::with_random_links(random, mesh, links);
}

std::vector<Bytes> set_seeds() {
    return {detour_file(small_mesh(2), DetourRefs::bits32)->bytes, detour_file(small_mesh(0), DetourRefs::bits64)->bytes,
            detour_file(support::two_small_tiles(), DetourRefs::bits32)->bytes};
}

std::vector<Bytes> tile_seeds() {
    const Bytes set = detour_file(small_mesh(1), DetourRefs::bits32)->bytes;
    return {Bytes(set.begin() + sizeof(DetourSetHeader) + sizeof(TileEntry32), set.end())};
}

constexpr std::array kDetourTargets{
    Target{"detour_set", run_set, set_seeds, mutate_words},
    Target{"detour_tile", run_tile, tile_seeds, mutate_words},
};

}  // namespace

std::span<const Target> detour_targets() {
    return kDetourTargets;
}

}  // namespace navspan::fuzz
