#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace navspan::support {

/// The bytes of a text; they live as long as it does.
inline std::span<const std::byte> text_bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

}  // namespace navspan::support
