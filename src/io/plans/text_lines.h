#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

namespace navspan {

/// Iterates over the lines of a text. Strips line ends (LF or CRLF).
class TextLines {
public:
    explicit TextLines(std::string_view text) : rest_(text) {}

    /// Returns the next line; nullopt at the end of the text.
    std::optional<std::string_view> next() {
        if (rest_.empty()) return std::nullopt;
        ++number_;
        const size_t length = std::min(rest_.find('\n'), rest_.size());
        std::string_view line = rest_.substr(0, length);
        rest_.remove_prefix(std::min(length + 1, rest_.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }
    uint64_t number() const { return number_; }  ///< number of the last returned line, counted from 1

private:
    std::string_view rest_;
    uint64_t number_ = 0;
};

}  // namespace navspan
