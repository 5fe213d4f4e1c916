#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace navspan::support {

/// Returns the bytes of a text. The span is valid while the text exists.
inline std::span<const std::byte> text_bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

}  // namespace navspan::support
