#pragma once

#include <string>
#include <string_view>

namespace navspan {

/// Escapes text for use between tags of SVG and HTML.
inline std::string escaped_markup(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '&')
            out += "&amp;";
        else
            out += c;
    }
    return out;
}

}  // namespace navspan
