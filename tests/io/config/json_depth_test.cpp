// Tests that every JSON reader rejects deeply nested lists. Otherwise, recursive code that prints, copies or compares these
// lists would overflow the stack.

#include <gtest/gtest.h>

#include <string>

#include "io/gltf/gltf.h"
#include "io/report/routes.h"
#include "io/report/tile_notes.h"
#include "navspan/io/config_json.h"
#include "navspan/io/floor_plan.h"

namespace navspan {
namespace {

const std::string kTooDeep = "file: the JSON is nested more than 64 levels deep";

std::string nested_lists(size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
}

std::string nested_objects(size_t depth) {
    std::string text;
    for (size_t i = 0; i < depth; ++i)
        text += "{\"a\":";
    return text + "0" + std::string(depth, '}');
}

template <class T>
std::string message_of(const Result<T>& result) {
    return result.ok() ? "no error" : result.error().message;
}

TEST(JsonDepth, EveryReaderRefusesMoreThan64) {
    for (const std::string& deep : {nested_lists(200000), nested_objects(200000), nested_lists(64)}) {
        const std::string plan = R"({"type": "Feature", "geometry": null, "properties": )" + deep + "}";
        EXPECT_EQ(message_of(parse_floor_plan(plan, "file")), kTooDeep);
        EXPECT_EQ(message_of(parse_config("{\"agent\": " + deep + "}", "file")), kTooDeep);
        EXPECT_EQ(message_of(parse_routes("{\"points\": " + deep + "}", "file")), kTooDeep);
        // The quotation mark in the comment must not start a string that hides the nested lists.
        const std::string gltf = R"(/*"*/{"asset": {"version": "2.0"}, "extras": )" + deep + "}";
        EXPECT_EQ(message_of(parse_gltf("file", std::as_bytes(std::span(gltf)))), kTooDeep);
        BakeReport tile;
        const std::string notes = R"({"area": 0, "warnings": [], "counts": )" + deep + "}";
        EXPECT_FALSE(read_tile_notes(std::as_bytes(std::span(notes)), tile).ok());
    }
    EXPECT_NE(message_of(parse_floor_plan(R"({"type": "Feature", "properties": )" + nested_lists(63) + "}", "file")), kTooDeep);
}

TEST(JsonDepth, RefusesObjectsWithTooManyMembers) {
    std::string members = "\"0\": 0";
    for (int i = 1; i <= 4096; ++i)
        members += ", \"" + std::to_string(i) + "\": 0";
    EXPECT_EQ(message_of(parse_floor_plan(R"({"type": "Feature", "properties": {)" + members + "}}", "file")),
              "file: an object of the JSON has more than 4096 members");
}

TEST(JsonDepth, AppliesToSingleValuesToo) {
    for (const char* path : {"agent.radius", "areas.mud", "areas.mud.cost", "volumes[0]", "agents"}) {
        BakeConfig config;
        EXPECT_FALSE(set_config_value(config, path, nested_lists(200000)).ok()) << path;
    }
}

}  // namespace
}  // namespace navspan
