#include "support/worlds/ascii_field.h"

#include <algorithm>
#include <map>
#include <utility>

#include "bake/field/open_spans.h"
#include "navspan/bake/heightfield.h"
#include "support/worlds/open_field.h"

namespace navspan::support {
namespace {

constexpr int32_t kHeight = 10, kClimb = 4;

uint8_t area_of_letter(char c) {
    if (c == '#') return 63;
    return c == '0' ? uint8_t(0) : uint8_t(c - 'a' + 1);
}

char symbol(uint32_t value) {
    static const std::string symbols = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return value == 0 ? '0' : symbols[(value - 1) % symbols.size()];
}

}  // namespace

CompactHeightfield field_of_spans(int32_t width, int32_t depth, const std::vector<DrawnSpan>& spans) {
    std::vector<std::vector<DrawnSpan>> cells(size_t(width) * size_t(depth));
    const auto at = [&](int32_t x, int32_t z) -> std::vector<DrawnSpan>& {
        return cells[size_t(z) * size_t(width) + size_t(x)];
    };
    for (const DrawnSpan& span : spans)
        at(span.x, span.z).push_back(span);
    Heightfield solid;
    solid.grid = {.width = width, .depth = depth};
    for (int32_t z = 0; z < depth; ++z) {
        for (int32_t x = 0; x < width; ++x) {
            solid.first.push_back(uint32_t(solid.spans.size()));
            std::vector<DrawnSpan>& cell = at(x, z);
            std::sort(cell.begin(), cell.end(), [](const DrawnSpan& a, const DrawnSpan& b) { return a.floor < b.floor; });
            for (const DrawnSpan& span : cell) {
                solid.spans.push_back(
                    {.bottom = uint16_t(span.floor - 1), .top = uint16_t(span.floor), .area = 63, .fate = SpanFate::walkable});
            }
        }
    }
    solid.first.push_back(uint32_t(solid.spans.size()));

    // Set the areas after open_field, because it would create no open span above a solid span with area 0.
    CompactHeightfield field = open_field(solid, {kHeight, kClimb});
    for_each_open_span(field, [&](int32_t x, int32_t z, uint32_t i) {
        for (const DrawnSpan& span : at(x, z)) {
            if (span.floor == field.floor[i]) field.area[i] = span.area;
        }
    });
    return field;
}

CompactHeightfield field_of_drawing(const std::vector<DrawnFloor>& floors) {
    std::vector<DrawnSpan> spans;
    size_t width = 0, depth = 0;
    for (const DrawnFloor& floor : floors) {
        depth = std::max(depth, floor.rows.size());
        for (size_t z = 0; z < floor.rows.size(); ++z) {
            width = std::max(width, floor.rows[z].size());
            for (size_t x = 0; x < floor.rows[z].size(); ++x) {
                const char c = floor.rows[z][x];
                if (c == '.' || c == ' ') continue;
                spans.push_back({.x = int32_t(x), .z = int32_t(z), .floor = floor.height, .area = area_of_letter(c)});
            }
        }
    }
    return field_of_spans(int32_t(width), int32_t(depth), spans);
}

std::string draw(const CompactHeightfield& field, const std::vector<uint32_t>& values) {
    // For each cell (z, x): floor and value of each open span.
    std::map<std::pair<int32_t, int32_t>, std::vector<std::pair<uint16_t, uint32_t>>> cells;
    size_t floors = 0;
    for_each_open_span(field, [&](int32_t x, int32_t z, uint32_t i) {
        auto& cell = cells[{z, x}];
        cell.push_back({field.floor[i], values[i]});
        std::sort(cell.begin(), cell.end());
        floors = std::max(floors, cell.size());
    });
    std::string out;
    for (size_t floor = 0; floor < floors; ++floor) {
        out += "floor " + std::to_string(floor) + "\n";
        for (int32_t z = 0; z < field.grid.depth; ++z) {
            for (int32_t x = 0; x < field.grid.width; ++x) {
                const auto& cell = cells[{z, x}];
                out += floor < cell.size() ? symbol(cell[floor].second) : '.';
            }
            out += '\n';
        }
    }
    return out;
}

}  // namespace navspan::support
