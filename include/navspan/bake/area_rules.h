#pragma once

#include <span>
#include <string_view>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"

namespace navspan {

/// True when the whole name fits the pattern, in which `*` stands for any characters, also none.
bool matches_pattern(std::string_view pattern, std::string_view name);

/// The area of a name, or null.
const AreaConfig* find_area(std::span<const AreaConfig> areas, std::string_view name);

/// The id of the area of a name; kNullArea without a name, and if there is no such area.
uint8_t area_id_of(std::span<const AreaConfig> areas, const std::optional<std::string>& name);

/// The id of the area of everything that no rule matches. Error (usage): the config has none.
Result<uint8_t> ground_area(const BakeConfig& config);

/// The id of the area that a rule gives, kNullArea for a hole. Error (usage): the rule names an area that is not there.
Result<uint8_t> area_of_rule(const BakeConfig& config, const AreaRule& rule);

/// Gives every triangle the area of the last rule that matches its material, its object, or one of its groups: kNullArea for a
/// hole, the area "ground" where no rule matches.
/// @return the warnings "rule_unmatched", one for each rule that matches nothing in the soup
/// Error (usage): a rule names an area that is not there, or there is no ground.
Result<Warnings> apply_area_rules(TriangleSoup& soup, const BakeConfig& config);

}  // namespace navspan
