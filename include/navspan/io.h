#pragma once

// All public headers: file formats, configs and pictures, and what they read, write and show.

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
