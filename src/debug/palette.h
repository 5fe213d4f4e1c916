#pragma once

#include <cstdint>

#include "navspan/debug/drawing.h"

namespace navspan {

constexpr Color kWallColor{52, 58, 70, 255};        ///< walls and contours
constexpr Color kDetailEdgeColor{52, 58, 70, 110};  ///< edges between detail triangles of one polygon
constexpr Color kShadeColor{60, 72, 84, 255};       ///< mixed into the colours of low or steep ground
constexpr Color kPortalColor{255, 255, 255, 150};   ///< edges that agents can cross
constexpr Color kUnwalkableColor{150, 148, 145, 255};
constexpr Color kExcludedColor{206, 128, 84, 255};
constexpr Color kFacingDownColor{140, 110, 160, 255};
constexpr Color kLedgeColor = kExcludedColor;         ///< spans next to a drop
constexpr Color kNoHeadroomColor = kFacingDownColor;  ///< spans under a ceiling that is too low
constexpr Color kNoGroundColor{206, 200, 190, 255};   ///< open spans without an area or a region
constexpr Color kDropColor{214, 120, 40, 255};        ///< generated drops; jumps have kLinkColor
constexpr Color kNearBorderColor{38, 60, 84, 255}, kFarFromBorderColor{238, 222, 170, 255};
constexpr Color kTracedColor{178, 172, 164, 255};                              ///< raw contours
constexpr Color kLowColor{70, 104, 112, 255}, kHighColor{236, 220, 176, 255};  ///< colours of the lowest and the highest ground
constexpr Color kSeamColor{222, 138, 46, 255};                                 ///< edges on tile borders
constexpr Color kPathColor{214, 72, 57, 255};
constexpr Color kLinkColor{122, 74, 178, 255};  ///< off-mesh links
constexpr Color kStartColor{44, 140, 92, 255};
constexpr Color kGoalColor = kPathColor;

/// Returns a muted colour for a region or island. Consecutive ids have very different hues.
Color distinct_color(uint32_t id);
/// Returns the colour of an area. The default area is blue-green. Two other areas have the same colour if their ids differ by a
/// multiple of 36.
Color area_color(uint8_t area);
/// Interpolates linearly between colour a (t = 0) and colour b (t = 1).
Color mix(Color a, Color b, double t);

}  // namespace navspan
