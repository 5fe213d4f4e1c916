#pragma once

/// \file
/// Includes all public headers of the libraries navspan::bake and navspan::runtime.

#include "navspan/bake/area_rules.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/bake/bake_tile.h"
#include "navspan/bake/compact_heightfield.h"
#include "navspan/bake/config.h"
#include "navspan/bake/contours.h"
#include "navspan/bake/detail_mesh.h"
#include "navspan/bake/heightfield.h"
#include "navspan/bake/live_world.h"
#include "navspan/bake/obstacle.h"
#include "navspan/bake/poly_mesh.h"
#include "navspan/bake/rebuild_tile.h"
#include "navspan/bake/regions.h"
#include "navspan/bake/tile_cache.h"
#include "navspan/bake/tile_window.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/bake/volumes.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/debug/drawing.h"
#include "navspan/debug/stage_drawings.h"
#include "navspan/plan/cell_grid.h"
#include "navspan/plan/plan.h"
#include "navspan/runtime.h"
