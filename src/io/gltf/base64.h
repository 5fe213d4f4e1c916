#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace navspan {

/// Decodes base64 text. Padding is optional. Returns nullopt if the text is not base64.
std::optional<std::vector<std::byte>> decode_base64(std::string_view text);

}  // namespace navspan
