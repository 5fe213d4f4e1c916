#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "navspan/core/vec.h"

namespace navspan {

/// Returns the edit distance of two words, ignoring case: the least number of edits that turn a into b. An edit changes,
/// inserts or deletes one letter, or swaps two adjacent letters.
/// Source: Damerau, A technique for computer detection and correction of spelling errors (1964).
size_t edit_distance(std::string_view a, std::string_view b);

/// Returns the first 40 bytes of a text in quotes, for a message. Replaces each byte that is not printable ASCII by `?`. If the
/// text has more than 40 bytes, appends "...".
std::string quoted_text(std::string_view text);

/// Replaces control characters by escapes such as `\n` and `\x1b`, so that text from files and arguments cannot add lines to a
/// message or control the terminal. Control characters are U+0000 to U+001F, U+007F to U+009F, and those that change the
/// direction of writing. Also replaces bytes that are not UTF-8.
std::string printable_text(std::string_view text);

/// Formats a number with the fewest digits that parse back to the same value: "0.3", "45".
std::string number_text(double value);

/// Formats a length [wu] for messages. Rounds lengths below 10 to three decimals, and other lengths to whole units.
std::string size_text(double length);

/// Rounds a length down to two significant digits: 1.27 to 1.2, 348 to 340. Returns 0 if the length is 0, negative, infinite or
/// NaN.
double two_digits_down(double length);

/// Formats a point: "(1, 0.5, -3)".
std::string point_text(DVec3 p);

/// Formats a size in whole megabytes (2^20 bytes), such as "12 MB". Formats a size below 2 MB in whole kilobytes (2^10 bytes),
/// such as "98 kB". Rounds up.
/// @param bytes  >= 0
std::string bytes_text(double bytes);

/// True if a file name ends in a suffix such as ".glb", ignoring case, and is longer than the suffix.
bool has_suffix(std::string_view path, std::string_view suffix);

inline std::string_view chars_of(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Joins words to "a, b or c". @param conjunction  the word before the last item: "or" or "and"
std::string list_text(std::span<const std::string> words, std::string_view conjunction);

/// Returns the singular of a noun if the count is 1, otherwise its plural. @param plural  null: noun + "s"
inline std::string noun_for(uint64_t count, const std::string& noun, const char* plural = nullptr) {
    return count == 1 ? noun : plural ? plural : noun + "s";
}

/// Returns a count, followed by a noun in singular or plural: "1 polygon", "2 polygons". @param plural  null: noun + "s"
inline std::string count_text(uint64_t count, const std::string& noun, const char* plural = nullptr) {
    return std::to_string(count) + " " + noun_for(count, noun, plural);
}

}  // namespace navspan
