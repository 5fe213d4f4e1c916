#pragma once

#include <charconv>
#include <string>

#include "navspan/core/vec.h"

namespace navspan {

/// Appends a number: a double as the shortest text that reads back as the same one, whatever the locale.
template <class Number>
void append_number(std::string& text, Number number) {
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Appends three numbers with something between them.
inline void append_point(std::string& text, DVec3 p, const char* between) {
    append_number(text, p.x);
    text += between;
    append_number(text, p.y);
    text += between;
    append_number(text, p.z);
}

}  // namespace navspan
