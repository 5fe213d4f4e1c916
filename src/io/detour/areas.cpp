// Makes the areas table of a mesh from the area ids and flags of Detour polygons.

#include "io/detour/areas.h"

#include <string>

#include "io/detour/layout.h"

namespace navspan {
namespace {

constexpr uint8_t kMaxDetourArea = 63;

}  // namespace

Result<DetourAreas> name_detour_areas(const DetourSet& set) {
    DetourAreas areas;
    uint64_t used = 0;
    std::vector<uint16_t> flags(64, 1);
    for (const DetourTile& tile : set.tiles) {
        for (const DetourPolygon& polygon : tile.polygons) {
            const uint8_t area = polygon.area_and_type & kDetourAreaBits;
            if (!(used >> area & 1)) flags[area] = polygon.flags;
            used |= uint64_t{1} << area;
        }
    }
    if (used & 1) {
        areas.of_zero = kMaxDetourArea;
        while (areas.of_zero > 0 && used >> areas.of_zero & 1)
            --areas.of_zero;
        if (areas.of_zero == 0) {
            return input_error(
                "the polygons have area 0 and all of the areas 1 to 63; area 0 is reserved and needs another id, "
                "so free one of the others");
        }
        flags[areas.of_zero] = flags[0];
        used |= uint64_t{1} << areas.of_zero;
    }
    for (uint8_t id = 1; id <= kMaxDetourArea; ++id) {
        if (!(used >> id & 1)) continue;
        const bool is_ground = id == (areas.of_zero ? areas.of_zero : kMaxDetourArea);
        areas.table.push_back({is_ground ? "ground" : "area" + std::to_string(id), id, flags[id], 1.0});
    }
    return areas;
}

}  // namespace navspan
