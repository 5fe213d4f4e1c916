// Parses JSON text.
//
// In: text.
// Out: a JSON value, or an error with its position.
// Idea: The library's parser reports each value and key to JsonBuilder, which builds the value in O(n log n). The library's own
// builder takes quadratic time: for an object with many members, and with a callback also for a list of many objects.
// Source: own method.
// Weak cases: A member is found by comparing all keys, so parse_json limits the number of members.

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "core/text.h"
#include "io/config/json.h"

namespace navspan {
namespace {

std::string place(const std::string& name, std::string_view text, size_t byte) {
    const std::string_view before = text.substr(0, std::min(byte, text.size()));
    const size_t line = size_t(std::count(before.begin(), before.end(), '\n')) + 1;
    const size_t start = before.rfind('\n');
    return name + ":" + std::to_string(line) + ":" + std::to_string(before.size() - (start == before.npos ? 0 : start + 1) + 1);
}

// Returns the parser's message without its error id and position.
std::string plain_message(std::string_view what) {
    for (const std::string_view end : {"] ", "column ", ": "}) {
        if (const size_t at = what.find(end); at != what.npos) what.remove_prefix(at + end.size());
    }
    return printable_text(what);
}

// Maximum number of members of an object in parse_json. A search for a key compares all keys of the object.
constexpr size_t kMaxMembers = 4096;

// Receives the events of the library's parser and builds the value. If a key is given twice, the last value counts.
class JsonBuilder {
public:
    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    bool number_float(Json::number_float_t value, const std::string&) { return add(value); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(Json::binary_t&) { return false; }  // text has no binary values
    bool start_object(size_t) { return begin(Json::object()); }
    bool start_array(size_t) { return begin(Json::array()); }
    bool end_object() { return end(); }
    bool end_array() { return end(); }

    bool key(std::string& name) {
        Open& open = open_.back();
        auto& members = open.value->get_ref<Json::object_t&>();
        const auto [at, is_new] = open.members.emplace(name, members.size());
        open.key = name;
        if (is_new)
            members.emplace_back(std::move(name), Json());
        else if (duplicate_.empty())
            duplicate_ = path();
        most_members_ = std::max(most_members_, members.size());
        slot_ = &std::next(members.begin(), std::ptrdiff_t(at->second))->second;
        return true;
    }

    template <class Exception>
    bool parse_error(size_t, const std::string&, const Exception& error) {
        throw error;
    }

    Json take() { return std::move(root_); }
    /// Path of the first key that is given twice; empty if there is none.
    const std::string& duplicate() const { return duplicate_; }
    /// Largest number of members of an object.
    size_t most_members() const { return most_members_; }

private:
    // An object or list whose end has not been reached.
    struct Open {
        Json* value;
        std::map<std::string, size_t> members = {};  // objects: index of each key
        std::string key = {};                        // objects: the last key
    };

    // Stores a value and returns its address, which stays valid while the value is open: only the last member of an open object
    // or list is open.
    Json* store(Json value) {
        if (open_.empty()) return &(root_ = std::move(value));
        if (!open_.back().value->is_array()) return &(*slot_ = std::move(value));
        auto& list = open_.back().value->get_ref<Json::array_t&>();
        list.push_back(std::move(value));
        return &list.back();
    }
    template <class Value>
    bool add(Value&& value) {
        store(Json(std::forward<Value>(value)));
        return true;
    }
    bool begin(Json value) {
        if (open_.size() >= kMaxJsonDepth) throw JsonTooDeep{};
        open_.push_back({.value = store(std::move(value))});
        return true;
    }
    bool end() {
        open_.pop_back();
        return true;
    }
    std::string path() const {
        std::string text;
        for (const Open& open : open_) {
            if (open.value->is_object()) text += (text.empty() ? "" : ".") + open.key;
        }
        return text;
    }

    Json root_;
    Json* slot_ = nullptr;  // value of the last key
    std::vector<Open> open_;
    std::string duplicate_;
    size_t most_members_ = 0;
};

}  // namespace

Json json_or_exception(std::string_view text) {
    JsonBuilder builder;
    Json::sax_parse(text, &builder);
    return builder.take();
}

Result<Json> parse_json(std::string_view text, const std::string& name) {
    if (text.empty()) return Error{ErrorKind::usage, name + ": the file is empty; give JSON"};
    JsonBuilder builder;
    try {
        Json::sax_parse(text, &builder, Json::input_format_t::json, /*strict=*/true, /*ignore_comments=*/true);
    } catch (const JsonTooDeep&) {
        return Error{ErrorKind::usage,
                     name + ": the JSON is nested more than " + std::to_string(kMaxJsonDepth) + " levels deep"};
    } catch (const Json::parse_error& e) {
        return Error{ErrorKind::usage,
                     place(name, text, e.byte > 0 ? e.byte - 1 : 0) + ": not valid JSON: " + plain_message(e.what())};
    } catch (const Json::exception& e) {
        return Error{ErrorKind::usage, name + ": not valid JSON: " + plain_message(e.what())};
    }
    if (builder.most_members() > kMaxMembers) {
        return Error{ErrorKind::usage,
                     name + ": an object of the JSON has more than " + std::to_string(kMaxMembers) + " members"};
    }
    if (!builder.duplicate().empty())
        return Error{ErrorKind::usage,
                     name + ": " + printable_text(builder.duplicate()) + ": the key is given twice; keep one"};
    return builder.take();
}

bool is_utf8(std::string_view text) {
    try {
        (void)Json(text).dump();
        return true;
    } catch (const Json::type_error&) {
        return false;
    }
}

double json_bytes(std::string_view text) {
    // Upper bounds on the memory of a list, a value and a member [byte]. The bounds include the old array of a growing list,
    // and the copies of each key in JsonBuilder.
    constexpr double kList = 64, kValue = 3 * sizeof(Json), kMember = 256;
    const auto count = [text](char c) { return double(std::count(text.begin(), text.end(), c)); };
    return kList * (count('[') + count('{')) + kValue * count(',') + kMember * count(':') + 2 * double(text.size());
}

Json json_or_discarded(std::string_view text) {
    try {
        return json_or_exception(text);
    } catch (const Json::exception&) {
        return Json(Json::value_t::discarded);
    } catch (const JsonTooDeep&) {
        return Json(Json::value_t::discarded);
    }
}

}  // namespace navspan
