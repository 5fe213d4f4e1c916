#pragma once

#include <cstdint>

#include "navspan/debug/drawing.h"

namespace navspan {

constexpr Color kWallColor{52, 58, 70, 255};       ///< borders, walls
constexpr Color kPortalColor{255, 255, 255, 150};  ///< edges one can cross
constexpr Color kUnwalkableColor{150, 148, 145, 255};
constexpr Color kRuledOutColor{206, 128, 84, 255};
constexpr Color kFacingDownColor{140, 110, 160, 255};
constexpr Color kSeamColor{222, 138, 46, 255};  ///< edges on a tile's border
constexpr Color kPathColor{214, 72, 57, 255};
constexpr Color kLinkColor{122, 74, 178, 255};  ///< off-mesh links
constexpr Color kStartColor{44, 140, 92, 255};
constexpr Color kGoalColor{214, 72, 57, 255};

/// A muted colour for a region or island; neighbours in number are far apart in hue.
Color distinct_color(uint32_t id);
/// The colour of an area id: the default area is a calm blue-green, others stand apart from it and from one another.
Color area_color(uint8_t area);
/// Mixes a and b: t = 0 gives a, 1 gives b.
Color mix(Color a, Color b, double t);

}  // namespace navspan
