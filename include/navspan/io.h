#pragma once

/// \file
/// Includes all public headers of the library navspan::io (file formats, configs, pictures) and of the libraries that it uses:
/// navspan::bake and navspan::runtime.

#include "navspan/bake.h"
#include "navspan/io/config_json.h"
#include "navspan/io/detour_file.h"
#include "navspan/io/floor_plan.h"
#include "navspan/io/grid_map.h"
#include "navspan/io/mesh_export.h"
#include "navspan/io/obj.h"
#include "navspan/io/picture.h"
#include "navspan/io/polygon_mesh_file.h"
#include "navspan/io/scene.h"
