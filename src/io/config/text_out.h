#pragma once

#include <charconv>
#include <string>

#include "navspan/core/vec.h"

namespace navspan {

/// Appends a number as decimal text, independent of the locale. Doubles get the shortest text that parses back to the same
/// value.
template <class Number>
void append_number(std::string& text, Number number) {
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Appends x, y and z, separated by `between`.
inline void append_point(std::string& text, DVec3 p, const char* between) {
    append_number(text, p.x);
    text += between;
    append_number(text, p.y);
    text += between;
    append_number(text, p.z);
}

}  // namespace navspan
