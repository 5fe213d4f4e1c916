// Helpers for the JSON library: parsing with error positions, numbers without superfluous decimal points, and suggestions for
// unknown keys.

#include "io/config/json.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/text.h"

namespace navspan {
namespace {

std::string place(const std::string& name, std::string_view text, size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    const size_t line = size_t(std::count(before.begin(), before.end(), '\n')) + 1;
    const size_t start = before.rfind('\n');
    return name + ":" + std::to_string(line) + ":" + std::to_string(before.size() - (start == before.npos ? 0 : start + 1) + 1);
}

// Returns the parser's message without its error id and position. Replaces unprintable characters by '?'.
std::string plain_message(std::string_view what) {
    for (const std::string_view end : {"] ", "column ", ": "}) {
        if (const size_t at = what.find(end); at != what.npos) what.remove_prefix(at + end.size());
    }
    std::string text;
    for (const char c : what)
        text += c >= ' ' && c <= '~' ? c : '?';
    return text;
}

// Maximum nesting. The library recurses to print, copy and compare JSON; deeper nesting could overflow the stack.
constexpr int kMaxDepth = 64;

// Maximum number of members of an object. Adding a key searches all members, so parsing an object takes quadratic time.
constexpr size_t kMaxMembers = 4096;

struct TooDeep {};
struct TooManyMembers {};

void check_depth(int depth, Json::parse_event_t event) {
    const bool begins = event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (begins && depth >= kMaxDepth) throw TooDeep{};
}

// Parser callback that finds the first duplicate key of an object.
class DuplicateKeys {
public:
    bool operator()(Json::parse_event_t event, const Json& value) {
        using Event = Json::parse_event_t;
        if (event == Event::object_start) {
            seen_.emplace_back();
            path_.emplace_back();
        } else if (event == Event::object_end) {
            seen_.pop_back();
            path_.pop_back();
        } else if (event == Event::key) {
            if (seen_.back().size() == kMaxMembers) throw TooManyMembers{};
            path_.back() = value.get<std::string>();
            if (!seen_.back().insert(path_.back()).second && found_.empty()) found_ = path();
        }
        return true;
    }
    const std::string& found() const { return found_; }

private:
    std::string path() const {
        std::string text;
        for (const std::string& key : path_)
            text += (text.empty() ? "" : ".") + key;
        return text;
    }
    std::vector<std::set<std::string>> seen_;
    std::vector<std::string> path_;
    std::string found_;
};

}  // namespace

Json& object_in(Json& json, const std::string& key) {
    return *json.emplace(key, Json::object()).first;
}

Result<Json> parse_json(std::string_view text, const std::string& name) {
    if (text.empty()) return Error{ErrorKind::usage, name + ": the file is empty; give JSON"};
    DuplicateKeys duplicates;
    try {
        Json json = Json::parse(
            text,
            [&](int depth, Json::parse_event_t event, Json& value) {
                check_depth(depth, event);
                return duplicates(event, value);
            },
            /*allow_exceptions=*/true, /*ignore_comments=*/true);
        if (!duplicates.found().empty()) {
            return Error{ErrorKind::usage,
                         name + ": " + as_one_line(duplicates.found()) + ": the key is given twice; keep one"};
        }
        return json;
    } catch (const TooDeep&) {
        return Error{ErrorKind::usage, name + ": the JSON is nested more than " + std::to_string(kMaxDepth) + " levels deep"};
    } catch (const TooManyMembers&) {
        return Error{ErrorKind::usage,
                     name + ": an object of the JSON has more than " + std::to_string(kMaxMembers) + " members"};
    } catch (const Json::parse_error& e) {
        return Error{ErrorKind::usage,
                     place(name, text, e.byte > 0 ? e.byte - 1 : 0) + ": not valid JSON: " + plain_message(e.what())};
    } catch (const Json::exception& e) {
        return Error{ErrorKind::usage, name + ": not valid JSON: " + plain_message(e.what())};
    }
}

double json_bytes(std::string_view text) {
    // Upper bounds on the memory of a list, a value and a member [byte]. The bounds include the old array of a growing list,
    // and the copy of each key in DuplicateKeys.
    constexpr double kList = 64, kValue = 3 * sizeof(Json), kMember = 256;
    const auto count = [text](char c) { return double(std::count(text.begin(), text.end(), c)); };
    return kList * (count('[') + count('{')) + kValue * count(',') + kMember * count(':') + 2 * double(text.size());
}

Json json_or_discarded(std::string_view text) {
    try {
        const auto check = [](int depth, Json::parse_event_t event, Json&) {
            check_depth(depth, event);
            return true;
        };
        return Json::parse(text, check, /*allow_exceptions=*/false);
    } catch (const TooDeep&) {
        return Json(Json::value_t::discarded);
    }
}

Json json_number(double value) {
    if (std::abs(value) < 0x1p53 && std::floor(value) == value) return int64_t(value);
    return value;
}

Json value_json(const ConfigValue& value) {
    if (const bool* b = std::get_if<bool>(&value)) return *b;
    if (const double* d = std::get_if<double>(&value)) return json_number(*d);
    if (const auto* name = std::get_if<std::string_view>(&value)) return std::string(*name);
    if (const auto* p = std::get_if<DVec3>(&value))
        return Json::array({json_number(p->x), json_number(p->y), json_number(p->z)});
    return nullptr;
}

bool is_number_list(const Json& value, size_t count) {
    return value.is_array() && value.size() == count &&
           std::all_of(value.begin(), value.end(), [](const Json& v) { return v.is_number(); });
}

std::optional<DVec3> json_point(const Json& value) {
    if (!is_number_list(value, 3)) return std::nullopt;
    return DVec3{value[0].get<double>(), value[1].get<double>(), value[2].get<double>()};
}

std::string json_line(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string shown(const Json& value) {
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > 60) text = text.substr(0, 57) + "...";
    return text;
}

std::string nearest_name(std::string_view name, std::span<const std::string> candidates) {
    const std::string_view clipped = name.substr(0, 200);
    std::string best;
    size_t best_distance = 0;
    for (const std::string& candidate : candidates) {
        // Also compare the parts after the last dot of each name, to find keys that were written in the wrong section.
        const auto tail = [](std::string_view path) { return path.substr(path.rfind('.') + 1); };
        const size_t distance =
            std::min(2 * edit_distance(clipped, candidate), 2 * edit_distance(tail(clipped), tail(candidate)) + 1);
        if (best.empty() || distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

}  // namespace navspan
