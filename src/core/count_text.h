#pragma once

#include <cstdint>
#include <string>

namespace navspan {

/// Returns a noun in the form for a count: "polygon" for 1, otherwise "polygons". @param plural  null: noun + "s"
inline std::string noun_for(uint64_t count, const std::string& noun, const char* plural = nullptr) {
    return count == 1 ? noun : plural ? plural : noun + "s";
}

/// Returns a count with its noun: "1 polygon", "2 polygons". @param plural  null: noun + "s"
inline std::string count_text(uint64_t count, const std::string& noun, const char* plural = nullptr) {
    return std::to_string(count) + " " + noun_for(count, noun, plural);
}

}  // namespace navspan
