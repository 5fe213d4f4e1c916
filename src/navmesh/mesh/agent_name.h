#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace navspan {

constexpr size_t kMaxAgentNameBytes = 63;  ///< [byte]

/// True if `name` is a valid agent name: an ASCII letter, then letters, digits, `_` and `-`, at most kMaxAgentNameBytes in
/// total. A valid name never looks like a number or a path. The empty name is not valid. (A mesh for a single agent may
/// nevertheless have an empty name.)
constexpr bool is_agent_name(std::string_view name) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (name.empty() || name.size() > kMaxAgentNameBytes || !is_letter(name[0])) return false;
    for (const char c : name) {
        if (!is_letter(c) && !(c >= '0' && c <= '9') && c != '_' && c != '-') return false;
    }
    return true;
}

/// Returns the prefix of messages about one of several agents, such as "agent ogre: ".
inline std::string agent_prefix(std::string_view name) {
    return "agent " + std::string(name) + ": ";
}

}  // namespace navspan
