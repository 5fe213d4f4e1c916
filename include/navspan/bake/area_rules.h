#pragma once

/// \file
/// Assigns areas to triangles by the names of their materials, objects and groups.
///
/// Given `TriangleSoup& soup`:
/// \code
/// BakeConfig config;
/// config.areas.push_back({"water", 2, 4.0, 1});
/// config.rules = {{"*water*", "water"}, {"*lava*", std::nullopt}};  // lava is never walkable
/// const Result<Warnings> unmatched = apply_area_rules(soup, config);
/// if (!unmatched) return;  // error: a rule names an unknown area
/// \endcode
///
/// Guarantees: the last rule that matches decides. After an error, the soup is unchanged. Throws nothing but std::bad_alloc.
///
/// Caveats: apply_area_rules replaces the areas of all triangles. Patterns are case-sensitive, and `*` is the only wildcard.
/// Call apply_area_rules before the bake; bake functions do not read the rules.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "navspan/bake/config.h"
#include "navspan/bake/triangle_soup.h"
#include "navspan/core/result.h"
#include "navspan/core/warning.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// True if the pattern matches the whole name. `*` matches any sequence of characters, even an empty one.
bool matches_pattern(std::string_view pattern, std::string_view name);

/// Returns the id of the area with this name, or kNullArea if \p name is null or unknown.
uint8_t area_id_of(std::span<const AreaConfig> areas, const std::optional<std::string>& name);

/// Returns the id of the area "ground", which is used if no rule matches. Error (usage): the config has no area "ground".
Result<uint8_t> ground_area(const BakeConfig& config);

/// Returns the id of the rule's area. If the rule names no area, returns kNullArea (not walkable). Error (usage): the rule
/// names an unknown area.
Result<uint8_t> area_of_rule(const BakeConfig& config, const AreaRule& rule);

/// Sets the area of each triangle to the area of the last rule that matches. A rule matches the triangle's material, object, or
/// one of its groups. If that rule names no area, the triangle gets kNullArea (not walkable). If no rule matches, the triangle
/// gets the area "ground". Returns a warning "rule_unmatched" for each rule that matches nothing. Error (usage): a rule names
/// an unknown area, or the config has no area "ground". Error (input): the soup is invalid.
Result<Warnings> apply_area_rules(TriangleSoup& soup, const BakeConfig& config);

}  // namespace navspan
