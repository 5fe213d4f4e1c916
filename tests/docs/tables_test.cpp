// Tests that three tables in the pages match the code: the config keys in docs/configuration.md, the warning codes in
// docs/errors-and-threads.md, and the figures of the warnings about levels in docs/inputs-and-exports.md. With
// NAVSPAN_UPDATE_DOCS=1, writes the tables into the pages instead. Also tests that all JSON in the pages consists of parts of
// valid configs.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bake/config/keys.h"
#include "core/text.h"
#include "io/report/warning_codes.h"
#include "navbench/levels/warning_counts.h"
#include "navspan/io/config_json.h"
#include "support/scenes/scenes.h"
#include "support/text/random.h"

namespace navspan {
namespace {

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
    const BakeConfig config;  // must outlive `value`, which may refer to its strings
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

// Compares the text of a page between `<!-- NAME: begin -->` and `<!-- NAME: end -->` with a table, or replaces it.
void expect_table(const std::string& page_name, const std::string& name, const std::string& table) {
    const std::string file = std::string(NAVSPAN_DOCS_DIR) + "/" + page_name;
    std::stringstream page;
    page << std::ifstream(file).rdbuf();
    const std::string text = page.str(), begin = "<!-- " + name + ": begin -->\n", end = "<!-- " + name + ": end -->\n";
    const size_t first = text.find(begin), last = text.find(end);
    ASSERT_TRUE(first != std::string::npos && last != std::string::npos) << file;
    const size_t start = first + begin.size();
    if (std::getenv("NAVSPAN_UPDATE_DOCS"))
        std::ofstream(file) << text.substr(0, start) << table << text.substr(last);
    else
        EXPECT_EQ(text.substr(start, last - start), table) << "run this test with NAVSPAN_UPDATE_DOCS=1";
}

TEST(ConfigPage, TableEqualsTheConfigKeys) {
    expect_table("configuration.md", "keys", expected_table());
}

TEST(ErrorsPage, TableEqualsTheWarningCodes) {
    std::string table = "| code | meaning | remedy |\n|---|---|---|\n";
    for (const WarningCode& code : warning_codes())
        table +=
            "| `" + std::string(code.code) + "` | " + std::string(code.meaning) + " | " + std::string(code.remedy) + " |\n";
    expect_table("errors-and-threads.md", "warnings", table);
}

TEST(InputsPage, TableEqualsTheCountedWarnings) {
    if (support::kSanitized) GTEST_SKIP() << "takes a minute and a half with sanitizers";
    std::vector<bench::WarningCounts> rows;
    for (const std::string& path : support::own_scene_paths())
        rows.push_back(bench::count_warnings(support::scene_name(path), support::load_scene(path)));
    for (const bench::LevelKind& kind : bench::level_kinds())
        rows.push_back(bench::count_warnings(kind, bench::kFirstSeed));
    expect_table("inputs-and-exports.md", "level warnings", bench::warning_table(rows));
}

// Returns the text of all sources of the library and navbake, except for the list of warning codes.
std::string all_sources() {
    std::ostringstream text;
    const std::filesystem::path root = std::filesystem::path(NAVSPAN_DOCS_DIR).parent_path();
    for (const char* folder : {"src", "tools/navbake", "tools/common"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (entry.path().extension() == ".cpp" && entry.path().filename() != "warning_codes.cpp")
                text << std::ifstream(entry.path()).rdbuf();
        }
    }
    return text.str();
}

TEST(ErrorsPage, ListedCodesAreTheCodesInTheSources) {
    const std::string sources = all_sources();
    std::set<std::string> listed, used;
    for (const WarningCode& code : warning_codes()) {
        const std::string name(code.code);
        EXPECT_TRUE(listed.insert(name).second) << name << " is listed twice";
        // The sources build some codes from the name of a stage's product and "_trouble", such as "contours_trouble".
        const bool is_used = sources.find("\"" + name + "\"") != std::string::npos ||
                             (name.ends_with("_trouble") && sources.find("\"_trouble\"") != std::string::npos);
        EXPECT_TRUE(is_used) << name << " is in no source";
    }
    const std::regex made(
        "(?:warnings_?(?:\\.|->)push_back\\(\\s*\\{|warn\\(|Warning\\{|\\.code = |add_warning\\(\\w+, )\\s*\"(\\w+)\"");
    for (std::sregex_iterator at(sources.begin(), sources.end(), made), end; at != end; ++at)
        used.insert((*at)[1]);
    EXPECT_GT(used.size(), 30u);
    for (const std::string& name : used)
        EXPECT_TRUE(listed.contains(name)) << name << " is not in src/io/report/warning_codes.cpp";
}

TEST(Pages, JsonIsPartOfAConfig) {
    size_t blocks = 0;
    for (const auto& page : std::filesystem::directory_iterator(NAVSPAN_DOCS_DIR)) {
        if (page.path().extension() != ".md") continue;
        std::ifstream file(page.path());
        std::string json;
        bool inside = false;
        for (std::string line; std::getline(file, line);) {
            if (inside && line.starts_with("```")) {
                const Result<BakeConfig> config = parse_config("{" + json + "}", page.path().string());
                EXPECT_TRUE(config) << config.error().message << "\n" << json;
                ++blocks;
                json.clear();
                inside = false;
            } else if (inside) {
                json += line + "\n";
            } else {
                inside = line == "```json";
            }
        }
    }
    EXPECT_GE(blocks, 2u);
}

}  // namespace
}  // namespace navspan
