// Assigns areas to triangles by the rules of the config.
//
// In: a triangle soup, and the rules of the config.
// Out: the area id of each triangle.
// Idea: A rule is matched once for each SoupGroup (triangles with the same names). An OBJ `g` statement may list several names,
// separated by spaces. A pattern may match one name or the whole list.
// Source: own method.
// Weak cases: `*` is the only wildcard.

#include "navspan/bake/area_rules.h"

#include <vector>

#include "bake/config/check_soup.h"

namespace navspan {
namespace {

bool matches(const AreaRule& rule, const SoupGroup& group) {
    if (matches_pattern(rule.pattern, group.material) || matches_pattern(rule.pattern, group.object) ||
        matches_pattern(rule.pattern, group.group)) {
        return true;
    }
    for (std::string_view rest = group.group; !rest.empty();) {
        const size_t length = std::min(rest.find(' '), rest.size());
        if (matches_pattern(rule.pattern, rest.substr(0, length))) return true;
        rest.remove_prefix(std::min(length + 1, rest.size()));
    }
    return false;
}

}  // namespace

bool matches_pattern(std::string_view pattern, std::string_view name) {
    // Greedy match. On a mismatch, backtrack to the last star and let it match one more character.
    size_t p = 0, n = 0, star = pattern.npos, star_n = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            star_n = n;
        } else if (p < pattern.size() && pattern[p] == name[n]) {
            ++p;
            ++n;
        } else if (star != pattern.npos) {
            p = star + 1;
            n = ++star_n;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*')
        ++p;
    return p == pattern.size();
}

uint8_t area_id_of(std::span<const AreaConfig> areas, const std::optional<std::string>& name) {
    const AreaConfig* const area = name ? find_area(areas, *name) : nullptr;
    return area ? area->id : kNullArea;
}

Result<uint8_t> ground_area(const BakeConfig& config) {
    if (const AreaConfig* ground = find_area(config.areas, kGroundArea)) return ground->id;
    return Error{ErrorKind::usage, "areas: there is no area \"ground\"; add it"};
}

Result<uint8_t> area_of_rule(const BakeConfig& config, const AreaRule& rule) {
    if (!rule.area) return kNullArea;
    const AreaConfig* area = find_area(config.areas, *rule.area);
    if (area) return area->id;
    return Error{ErrorKind::usage, "rules." + rule.pattern + ": \"" + *rule.area +
                                       "\" is not an area; name one of `areas`, or give null for a hole"};
}

Result<Warnings> apply_area_rules(TriangleSoup& soup, const BakeConfig& config) {
    if (const Status valid = check_soup(soup); !valid) return valid.error();
    const Result<uint8_t> ground = ground_area(config);
    if (!ground) return ground.error();

    Warnings warnings;
    const std::vector<SoupGroup> unnamed(1);
    const std::vector<SoupGroup>& groups = soup.group_of.empty() || soup.groups.empty() ? unnamed : soup.groups;
    std::vector<uint8_t> area_of(groups.size(), *ground);
    for (const AreaRule& rule : config.rules) {
        const Result<uint8_t> area = area_of_rule(config, rule);
        if (!area) return area.error();
        bool used = false;
        for (size_t g = 0; g < groups.size(); ++g) {
            if (!matches(rule, groups[g])) continue;
            area_of[g] = *area;
            used = true;
        }
        if (!used) {
            warnings.push_back({"rule_unmatched",
                                "rules." + rule.pattern +
                                    ": no material, object or group matches; correct the pattern (* stands for "
                                    "any characters) or remove the rule",
                                {}});
        }
    }
    soup.areas.resize(soup.triangles.size());
    for (size_t i = 0; i < soup.triangles.size(); ++i)
        soup.areas[i] = area_of[soup.group_of.empty() ? 0 : soup.group_of[i]];
    return warnings;
}

}  // namespace navspan
