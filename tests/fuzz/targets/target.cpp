#include "fuzz/targets/target.h"

#include <cstdio>
#include <cstdlib>

#include "core/text.h"

namespace navspan::fuzz {

std::vector<Target> all_targets() {
    std::vector<Target> all;
    for (const auto list :
         {scene_targets, plan_targets, text_targets, level_targets, tile_targets, detour_targets, call_targets}) {
        const std::span<const Target> some = list();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

void require(bool holds, std::string_view message) {
    if (holds) return;
    std::fprintf(stderr, "broken: %.*s\n", int(message.size()), message.data());
    std::abort();
}

void require_one_line(std::string_view message) {
    require(printable_text(message) == message && !message.empty(), "not a message of one line: " + std::string(message));
}

}  // namespace navspan::fuzz
