// What one key of the config is called as a flag, what it says it takes, and whether a value is that.

#include <cmath>

#include "bake/config/keys.h"
#include "core/text.h"

namespace navspan {

std::string ConfigKey::flag() const {
    std::string flag = "--";
    for (const char c : path)
        flag += c == '.' || c == '_' ? '-' : c;
    return flag;
}

std::string ConfigKey::expected() const {
    std::string text;
    switch (kind) {
        case ConfigKind::boolean:
            text = "true or false";
            break;
        case ConfigKind::choice:
            for (size_t i = 0; i < choices.size(); ++i) {
                if (i > 0) text += i + 1 < choices.size() || nullable ? ", " : " or ";
                text.append("\"").append(choices[i]).append("\"");
            }
            break;
        case ConfigKind::area:
            text = "the name of an area";
            break;
        case ConfigKind::integer:
        case ConfigKind::number:
        case ConfigKind::point:
            text = kind == ConfigKind::integer  ? "a whole number "
                   : kind == ConfigKind::number ? "a number "
                                                : "[x, y, z], each ";
            text += above_low ? "above " : "from ";
            text += number_text(low) + " to " + number_text(high);
            if (!unit.empty()) text += " [" + unit + "]";
    }
    if (nullable) text += " or null (" + null_means + ")";
    return text;
}

bool is_in_range(const ConfigKey& key, const ConfigValue& value) {
    if (std::holds_alternative<std::monostate>(value)) return key.nullable;
    switch (key.kind) {
        case ConfigKind::boolean:
            return std::holds_alternative<bool>(value);
        case ConfigKind::choice:
            for (const std::string_view choice : key.choices) {
                if (const auto* name = std::get_if<std::string_view>(&value); name && *name == choice) return true;
            }
            return false;
        case ConfigKind::area:
            return std::holds_alternative<std::string_view>(value);
        case ConfigKind::point: {
            const DVec3* p = std::get_if<DVec3>(&value);
            const auto fits = [&](double v) { return v >= key.low && v <= key.high; };
            return p && fits(p->x) && fits(p->y) && fits(p->z);
        }
        case ConfigKind::integer:
        case ConfigKind::number:
            break;
    }
    const double* number = std::get_if<double>(&value);
    if (!number || !(*number >= key.low && *number <= key.high) || (key.above_low && *number == key.low)) return false;
    return key.kind == ConfigKind::number || std::floor(*number) == *number;
}

}  // namespace navspan
