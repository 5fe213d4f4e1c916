#pragma once

#include <charconv>
#include <string>

#include "navspan/core/vec.h"

namespace navspan {

/// Appends a number. Doubles get the shortest text that reads back as the same value, in any locale.
template <class Number>
void append_number(std::string& text, Number number) {
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Appends three numbers with a separator between them.
inline void append_point(std::string& text, DVec3 p, const char* between) {
    append_number(text, p.x);
    text += between;
    append_number(text, p.y);
    text += between;
    append_number(text, p.z);
}

}  // namespace navspan
