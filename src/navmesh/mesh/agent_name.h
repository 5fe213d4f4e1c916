#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace navspan {

constexpr size_t kMaxAgentNameBytes = 63;  ///< [byte]

/// Whether agents may be called so: a letter first, then letters, digits, `_` and `-`, of ASCII, so that a name is neither a
/// number nor a path. Not for the empty name, which a single agent may have.
constexpr bool is_agent_name(std::string_view name) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (name.empty() || name.size() > kMaxAgentNameBytes || !is_letter(name[0])) return false;
    for (const char c : name) {
        if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '_' && c != '-') return false;
    }
    return true;
}

/// What a message begins with that is about one of several agents: "agent ogre: ".
inline std::string agent_prefix(std::string_view name) {
    return "agent " + std::string(name) + ": ";
}

}  // namespace navspan
