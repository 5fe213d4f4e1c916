#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace navspan {

/// How many letters must be changed, added, dropped or swapped with their neighbour to turn a into b, ignoring case.
/// Source: Damerau, A technique for computer detection and correction of spelling errors (1964).
size_t edit_distance(std::string_view a, std::string_view b);

/// What a message shows of a text that may hold anything: its first 40 bytes in quotes, `?` for those that cannot be printed.
std::string quoted_text(std::string_view text);

/// A number in as few digits as give it back: "0.3", "45".
std::string number_text(double value);

/// A size in memory, in whole megabytes of 2^20, rounded up: "12 MB". @param bytes  >= 0
std::string megabytes_text(double bytes);

/// Whether a file's name ends in a suffix such as ".glb", ignoring case; the name must have more than that.
bool has_suffix(std::string_view path, std::string_view suffix);

/// "a, b or c".
std::string alternatives_text(std::span<const std::string> words);

}  // namespace navspan
