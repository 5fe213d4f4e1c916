#pragma once

// RecastDemo's .gset as navbake's input.

#include <optional>

#include "io/input/gset.h"
#include "navbake/options.h"
#include "navspan/core/result.h"

namespace navspan::tools {

/// A .gset among the inputs, read.
struct GsetInput {
    GsetScene scene;
    InputFile file;
};

/// Reads the .gset that is the input and puts its geometry in its place; nothing where there is none. Error (usage): it is one
/// input of several, or a flag that turns geometry would leave its volumes behind; (input): as load_gset, find_gset_geometry.
Result<std::optional<GsetInput>> open_gset(NavbakeOptions& options);

}  // namespace navspan::tools
