#pragma once

#include "navspan/bake/triangle_soup.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

/// The laws of a triangle soup: arrays of one length, indices and areas in range, positions finite.
void check_triangle_soup(const TriangleSoup& soup, CheckReport& report);

}  // namespace navspan
