#include "debug/palette.h"

#include <array>
#include <cmath>

#include "navspan/bake/triangle_soup.h"

namespace navspan {

Color mix(Color a, Color b, double t) {
    const auto channel = [t](uint8_t from, uint8_t to) { return uint8_t(std::lround(from + (to - from) * t)); };
    return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), channel(a.a, b.a)};
}

Color distinct_color(uint32_t id) {
    constexpr std::array<Color, 12> base{{{102, 153, 146},
                                          {218, 165, 109},
                                          {130, 133, 186},
                                          {176, 190, 112},
                                          {200, 124, 124},
                                          {112, 172, 200},
                                          {214, 190, 132},
                                          {150, 116, 150},
                                          {128, 176, 128},
                                          {220, 148, 168},
                                          {96, 126, 158},
                                          {188, 152, 112}}};
    const Color color = base[id % base.size()];
    // Ids 12 to 23 have lighter versions of the base colours, and ids 24 to 35 darker versions. Then the cycle repeats.
    const uint32_t round = id / uint32_t(base.size()) % 3;
    return round == 0 ? color : mix(color, round == 1 ? Color{255, 255, 255} : Color{40, 44, 52}, 0.18);
}

Color area_color(uint8_t area) {
    if (area == 0) return kUnwalkableColor;
    return area == kDefaultArea ? Color{122, 171, 160} : distinct_color(area * 5u + 1);
}

}  // namespace navspan
