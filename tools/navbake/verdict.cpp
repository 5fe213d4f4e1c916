#include "navbake/verdict.h"

namespace navspan::tools {

Refusal judge(const BakeOutcome& outcome, const BakeDemands& demands, const std::function<std::string()>& why_empty) {
    if (outcome.broken_invariants > 0) {
        return {kCheckFailed, count_of(outcome.broken_invariants, "broken invariant") +
                                  ": this is a bug in navbake, please report it"};
    }
    if (outcome.verify_faults > 0) {
        return {kCheckFailed, "the mesh and the grid it was made from differ in " + count_of(outcome.verify_faults, "place") +
                                  " (--verify): nothing written"};
    }
    if (outcome.polygons == 0 && !demands.allow_empty) {
        return {kFailed, why_empty() + "; --allow-empty writes the empty mesh"};
    }
    if (demands.strict && outcome.warnings > 0) {
        return {kWarned, count_of(outcome.warnings, "warning") + " under --strict: nothing written"};
    }
    if (outcome.interrupted) return {kInterrupted, "interrupted"};
    return {};
}

}  // namespace navspan::tools
