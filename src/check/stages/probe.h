#pragma once

#include "navspan/bake/bake_tile.h"
#include "navspan/check/nav_mesh.h"

namespace navspan {

/// Tests every invariant of every product as soon as a bake has made it. What `navbake --check` and the tests watch bakes with.
struct CheckProbe : BakeProbe {
    CheckReport report;
    void after(Stage stage, const BakeProducts& products) override;
};

}  // namespace navspan
