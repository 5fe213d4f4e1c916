// Tests the JSON schema of configs. With NAVSPAN_UPDATE_DOCS=1, writes it to data/config.schema.json instead.

#include "io/config/schema.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "bake/config/keys.h"
#include "io/config/json.h"
#include "navspan/io/config_json.h"
#include "support/scenes/places.h"
#include "support/text/run_program.h"

namespace navspan {
namespace {

const Json& schema() {
    static const Json parsed = Json::parse(config_schema());
    return parsed;
}

bool has_type(const Json& value, const std::string& type) {
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.is_boolean();
    if (type == "string") return value.is_string();
    if (type == "number") return value.is_number();
    if (type == "integer") return value.is_number_integer();
    return type == "array" ? value.is_array() : value.is_object();
}

bool is_in_bounds(const Json& value, const Json& rule) {
    if (!value.is_number()) return true;
    const double number = value.get<double>();
    return !(rule.contains("minimum") && number < rule["minimum"].get<double>()) &&
           !(rule.contains("exclusiveMinimum") && number <= rule["exclusiveMinimum"].get<double>()) &&
           !(rule.contains("maximum") && number > rule["maximum"].get<double>());
}

bool accepts(const Json& rule, const Json& value);

bool accepts_members(const Json& rule, const Json& value) {
    for (const auto& [name, member] : value.items()) {
        if (rule.contains("properties") && rule["properties"].contains(name)) {
            if (!accepts(rule["properties"][name], member)) return false;
        } else if (rule.contains("additionalProperties")) {
            const Json& others = rule["additionalProperties"];
            if (others.is_boolean() ? !others.get<bool>() : !accepts(others, member)) return false;
        }
    }
    for (const Json& name : rule.value("required", Json::array())) {
        if (!value.contains(name.get<std::string>())) return false;
    }
    return true;
}

// Validates a value by the part of JSON Schema that our schema uses.
bool accepts(const Json& rule, const Json& value) {
    if (rule.contains("const")) return rule["const"] == value;
    if (rule.contains("oneOf")) {
        return std::count_if(rule["oneOf"].begin(), rule["oneOf"].end(),
                             [&](const Json& one) { return accepts(one, value); }) == 1;
    }
    if (rule.contains("type")) {
        const Json types = rule["type"].is_array() ? rule["type"] : Json::array({rule["type"]});
        if (!std::any_of(types.begin(), types.end(), [&](const Json& type) { return has_type(value, type); })) return false;
    }
    if (rule.contains("enum") && std::find(rule["enum"].begin(), rule["enum"].end(), value) == rule["enum"].end()) return false;
    if (!is_in_bounds(value, rule)) return false;
    if (value.is_array()) {
        if (value.size() < rule.value("minItems", size_t{0}) || value.size() > rule.value("maxItems", size_t{1000}))
            return false;
        for (const Json& item : value) {
            if (rule.contains("items") && !accepts(rule["items"], item)) return false;
        }
    }
    return !value.is_object() || accepts_members(rule, value);
}

Json json_of(const std::filesystem::path& path) {
    const Result<Json> json = parse_json(support::file_text(path), path.string());
    EXPECT_TRUE(json.ok()) << (json.ok() ? "" : json.error().message);
    return json.ok() ? *json : Json();
}

Json with_key(const std::string& path, const Json& value) {
    Json config = Json::object();
    const size_t dot = path.find('.');
    if (dot == path.npos)
        config[path] = value;
    else
        config[path.substr(0, dot)][path.substr(dot + 1)] = value;
    return config;
}

TEST(ConfigSchema, ShippedFileIsUpToDate) {
    const std::string file = support::source_path("data/config.schema.json");
    if (std::getenv("NAVSPAN_UPDATE_DOCS")) std::ofstream(file) << config_schema();
    EXPECT_TRUE(support::file_text(file) == config_schema()) << "run this test with NAVSPAN_UPDATE_DOCS=1";
}

TEST(ConfigSchema, AcceptsTheExampleAndAllShippedConfigs) {
    EXPECT_TRUE(accepts(schema(), json_of(support::source_path("config.example.json"))));
    for (const auto& entry : std::filesystem::directory_iterator(support::source_path("data/configs"))) {
        if (entry.path().extension() != ".json") continue;
        EXPECT_TRUE(accepts(schema(), json_of(entry.path()))) << entry.path();
    }
    const Json named = Json::parse(R"({"$schema": "../config.schema.json", "agent": {"radius": 0.4}})");
    EXPECT_TRUE(accepts(schema(), named));
    EXPECT_TRUE(parse_config(named.dump(), "a.json").ok()) << "a config may name its schema";
}

TEST(ConfigSchema, AgreesWithTheTableOfKeys) {
    for (const ConfigKey& key : config_keys()) {
        const auto expect_verdict = [&](const Json& value) {
            BakeConfig config;
            const bool valid = set_config_value(config, key.path, value.dump()).ok();
            if (key.kind == ConfigKind::area && value.is_string()) return;  // the schema cannot check the names of areas
            EXPECT_EQ(accepts(schema(), with_key(key.path, value)), valid) << key.path << " " << value;
        };
        for (const Json& value : {Json(nullptr), Json(true), Json("no such name"), Json(Json::array({1, 2, 3})),
                                  Json(Json::array({1, 2})), Json(Json::object())})
            expect_verdict(value);
        for (const std::string_view choice : key.choices)
            expect_verdict(std::string(choice));
        for (const double bound : {key.low, key.high}) {
            for (const double step : {-1.0, 0.0, 1.0})
                expect_verdict(int64_t(bound + step));
        }
    }
}

TEST(ConfigSchema, RefusesUnknownKeys) {
    for (const char* text : {R"({"agnet": {}})", R"({"agent": {"radus": 1}})", R"({"agent.radius": 1})",
                             R"({"agents": [{"name": "a", "size": 1}]})", R"({"areas": {"water": {"index": 2}}})"})
        EXPECT_FALSE(accepts(schema(), Json::parse(text))) << text;
}

// An unknown key in a list is an error that lists the known keys.
TEST(ConfigSchema, ListsHaveTheKeysThatTheReaderKnows) {
    const auto expect_keys = [](const std::string& config, const Json& object) {
        const Result<BakeConfig> refused = parse_config(config, "a.json");
        ASSERT_FALSE(refused.ok()) << config;
        std::string names;
        for (const auto& [name, rule] : object["properties"].items())
            names += (names.empty() ? "" : ", ") + name;
        EXPECT_NE(refused.error().message.find("(known here: " + names + ")"), std::string::npos) << refused.error().message;
    };
    const Json& lists = schema()["properties"];
    expect_keys(R"({"areas": {"water": {"?": 1}}})", lists["areas"]["additionalProperties"]);
    expect_keys(R"({"off_mesh_links": [{"?": 1}]})", lists["off_mesh_links"]["items"]);
    expect_keys(R"({"agents": [{"?": 1}]})", lists["agents"]["items"]);
    for (const Json& shape : lists["volumes"]["items"]["oneOf"])
        expect_keys(R"({"volumes": [{"?": 1, "shape": )" + shape["properties"]["shape"]["const"].dump() + "}]}", shape);
}

}  // namespace
}  // namespace navspan
