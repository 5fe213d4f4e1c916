#pragma once

// Whether a finished bake may be written.

#include <cstdint>
#include <functional>
#include <string>

#include "common/cli.h"

namespace navspan::tools {

/// What decides about a finished bake.
struct BakeOutcome {
    uint64_t broken_invariants = 0;  ///< found by --check
    uint64_t verify_faults = 0;      ///< found by --verify
    uint64_t polygons = 0;
    uint64_t warnings = 0;
    bool interrupted = false;
};

struct BakeDemands {
    bool strict = false;       ///< warnings refuse the bake
    bool allow_empty = false;  ///< a mesh without polygons is fine
};

/// What keeps a mesh from being written, with its exit code; kDone when nothing does.
struct Refusal {
    ExitCode code = kDone;
    std::string why;
};

/// @param why_empty  says in words what left nothing walkable
Refusal judge(const BakeOutcome& outcome, const BakeDemands& demands, const std::function<std::string()>& why_empty);

}  // namespace navspan::tools
