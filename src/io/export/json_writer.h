#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include "io/config/text_out.h"
#include "navspan/core/vec.h"

namespace navspan {

/// Returns a string as JSON, in quotes. Replaces invalid UTF-8. Escapes `<` for use in HTML scripts.
std::string json_quoted(std::string_view string);

/// Writes JSON text without a tree of JSON values, to save memory. Inserts the commas.
class JsonWriter {
public:
    /// @param space  text after each comma and colon
    explicit JsonWriter(std::string_view space = "") : space_(space) {}

    std::string text;

    void open(char bracket) {
        separate();
        text += bracket;
        first_ = true;
    }
    void close(char bracket) {
        text += bracket;
        first_ = false;
    }
    /// Puts the next key, value or opening bracket on a new line.
    void new_line(int indent) { break_ = "\n" + std::string(size_t(indent), ' '); }

    void key(std::string_view name) {
        separate();
        ((text += json_quoted(name)) += ':') += space_;
        first_ = true;
    }
    void value(std::string_view string) {
        separate();
        text += json_quoted(string);
    }
    template <class T>
    requires std::is_arithmetic_v<T>
    void value(T number) {
        separate();
        if constexpr (std::is_same_v<T, bool>) {
            text += number ? "true" : "false";
        } else if constexpr (std::is_integral_v<T>) {
            append_number(text, number);
        } else {
            append_number(text, number + T{0});  // -0 becomes 0
        }
    }
    void value(std::nullptr_t) {
        separate();
        text += "null";
    }
    void value(DVec3 p) {
        open('[');
        for (const double number : {p.x, p.y, p.z})
            value(number);
        close(']');
    }
    template <class Value>
    void field(std::string_view name, const Value& is) {
        key(name);
        value(is);
    }

private:
    void separate() {
        if (!first_) text += ',';
        if (!break_.empty()) {
            text += break_;
        } else if (!first_) {
            text += space_;
        }
        break_.clear();
        first_ = false;
    }

    std::string_view space_;
    std::string break_;
    bool first_ = true;
};

}  // namespace navspan
