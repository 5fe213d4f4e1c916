// Tests that the table of config keys in docs/configuration.md is up to date with the keys in the code.
// With NAVSPAN_UPDATE_DOCS=1, writes the table into the page instead.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "bake/config/keys.h"
#include "core/text.h"

namespace navspan {
namespace {

std::string value_text(const ConfigValue& value) {
    if (const bool* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
    if (const double* d = std::get_if<double>(&value)) return number_text(*d);
    if (const std::string_view* s = std::get_if<std::string_view>(&value)) return std::string(*s);
    const DVec3 p = std::get<DVec3>(value);
    return "[" + number_text(p.x) + "," + number_text(p.y) + "," + number_text(p.z) + "]";
}

// Formats a limit. Large numbers get an exponent: 1000000 becomes "1e6".
std::string limit_text(double limit) {
    std::ostringstream text;
    text << limit;
    std::string digits = text.str();
    if (const size_t plus = digits.find("e+0"); plus != std::string::npos) digits.replace(plus, 3, "e");
    if (const size_t plus = digits.find("e+"); plus != std::string::npos) digits.replace(plus, 2, "e");
    return digits;
}

std::string default_text(const ConfigKey& key) {
    const BakeConfig config;  // the value may refer to a string of the config
    const ConfigValue value = key.get(config);
    return std::holds_alternative<std::monostate>(value) ? "null: " + key.null_means : value_text(value);
}

std::string range_text(const ConfigKey& key) {
    if (key.kind == ConfigKind::boolean) return "true or false";
    if (key.kind == ConfigKind::area) return "name of an area";
    if (key.kind == ConfigKind::choice) {
        std::string all;
        for (const std::string_view choice : key.choices)
            all += (all.empty() ? "`" : choice == key.choices.back() ? " or `" : ", `") + std::string(choice) + "`";
        return all;
    }
    const std::string unit = key.unit.empty() ? "" : "[" + key.unit + "] ";
    const std::string range = (key.exclusive_low ? "above " : "") + limit_text(key.low) + " to " + limit_text(key.high);
    if (key.kind == ConfigKind::point) return unit + "[x, y, z], each " + range;
    return unit + (key.kind == ConfigKind::integer ? "whole number, " : "") + range;
}

std::string expected_table() {
    std::string table = "| key | default | unit and range | meaning |\n|---|---|---|---|\n";
    for (const ConfigKey& key : config_keys())
        table += "| `" + key.path + "` | " + default_text(key) + " | " + range_text(key) + " | " + key.meaning + " |\n";
    return table;
}

TEST(ConfigPage, TableEqualsTheConfigKeys) {
    const std::string file = std::string(NAVSPAN_DOCS_DIR) + "/configuration.md";
    std::stringstream page;
    page << std::ifstream(file).rdbuf();
    const std::string text = page.str(), begin = "<!-- keys: begin -->\n", end = "<!-- keys: end -->\n";
    const size_t first = text.find(begin), last = text.find(end);
    ASSERT_TRUE(first != std::string::npos && last != std::string::npos) << file;
    const size_t start = first + begin.size();
    if (std::getenv("NAVSPAN_UPDATE_DOCS"))
        std::ofstream(file) << text.substr(0, start) << expected_table() << text.substr(last);
    else
        EXPECT_EQ(text.substr(start, last - start), expected_table()) << "run this test with NAVSPAN_UPDATE_DOCS=1";
}

}  // namespace
}  // namespace navspan
