#include "bake_verdict.h"

namespace navspan::tools {

Refusal judge(const BakeOutcome& outcome, const BakeDemands& demands, const std::function<std::string()>& why_empty) {
    if (outcome.broken_invariants > 0) {
        return {kCheckFailed, with_thousands(outcome.broken_invariants) +
                                  " invariants are broken: this is a bug in navbake, please report it"};
    }
    if (outcome.verify_faults > 0) {
        return {kCheckFailed, "the mesh and the grid it was made from differ in " + with_thousands(outcome.verify_faults) +
                                  " places (--verify): nothing written"};
    }
    if (outcome.polygons == 0 && !demands.allow_empty) {
        return {kFailed, why_empty() + "; --allow-empty writes the empty mesh"};
    }
    if (demands.strict && outcome.warnings > 0) {
        return {kWarned, with_thousands(outcome.warnings) + " warnings under --strict: nothing written"};
    }
    if (outcome.interrupted) return {kInterrupted, "interrupted"};
    return {};
}

}  // namespace navspan::tools
