// Text for messages and file names: edit distance, quoting, number formatting, file name suffixes.

#include "core/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace navspan {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

}  // namespace

size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j)
        last[j] = j;
    for (size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, last);
        std::swap(last, row);
    }
    return last[b.size()];
}

std::string quoted_text(std::string_view text) {
    constexpr size_t kMost = 40;
    std::string quoted = "\"";
    for (const char c : text.substr(0, kMost))
        quoted += c >= ' ' && c <= '~' ? c : '?';
    return quoted + (text.size() > kMost ? "...\"" : "\"");
}

std::string number_text(double value) {
    std::array<char, 32> text{};
    const bool whole = std::abs(value) < 1e15 && std::floor(value) == value;
    const auto end = whole ? std::to_chars(text.data(), text.data() + text.size(), int64_t(value)).ptr
                           : std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return {text.data(), end};
}

std::string size_text(double length) {
    return number_text(length < 10 ? std::round(length * 1000) / 1000 : std::round(length));
}

double two_digits_down(double length) {
    if (!(length > 0) || std::isinf(length)) return 0;
    double unit = 1;
    while (unit > length / 10)
        unit /= 10;
    while (unit <= length / 100)
        unit *= 10;
    return std::round(std::floor(length / unit + 1e-9) * unit * 1e9) / 1e9;
}

std::string point_text(DVec3 p) {
    return "(" + number_text(p.x) + ", " + number_text(p.y) + ", " + number_text(p.z) + ")";
}

std::string bytes_text(double bytes) {
    constexpr double kKilobyte = 1 << 10, kMegabyte = 1 << 20;
    if (bytes < 2 * kMegabyte) return number_text(std::ceil(bytes / kKilobyte)) + " kB";
    return number_text(std::ceil(bytes / kMegabyte)) + " MB";
}

bool has_suffix(std::string_view path, std::string_view suffix) {
    if (path.size() <= suffix.size()) return false;
    const std::string_view end = path.substr(path.size() - suffix.size());
    return std::equal(end.begin(), end.end(), suffix.begin(), [](char a, char b) { return lower(a) == lower(b); });
}

std::string list_text(std::span<const std::string> words, std::string_view conjunction) {
    const std::string last = " " + std::string(conjunction) + " ";
    std::string text;
    for (size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? last : ", ") + words[i];
    return text;
}

}  // namespace navspan
