// Writes the JSON schema of configs.
//
// In: the table of keys with a single value (bake/config/keys.h).
// Out: a JSON schema, with which editors complete and check configs.
// Idea: Keys with a single value come from the table. The schemas of lists are written here; a test checks that they have the
// keys that io/config/lists.cpp reads.
// Source: JSON Schema, draft 2020-12.
// Weak cases: the schema does not check relations between keys, such as names of areas; check_config does.

#include "io/config/schema.h"

#include "bake/config/keys.h"
#include "io/config/json.h"
#include "navspan/bake/triangle_soup.h"

namespace navspan {
namespace {

Json text_schema(const char* meaning) {
    return {{"type", "string"}, {"description", meaning}};
}

Json number_schema(const char* meaning, const char* low, double bound) {
    return {{"type", "number"}, {"description", meaning}, {low, json_number(bound)}};
}

Json integer_schema(const char* meaning, int64_t low, int64_t high) {
    return {{"type", "integer"}, {"description", meaning}, {"minimum", low}, {"maximum", high}};
}

Json list_schema(const char* meaning, Json items) {
    return {{"type", "array"}, {"description", meaning}, {"items", std::move(items)}};
}

Json numbers_schema(const char* meaning, int count) {
    Json schema = list_schema(meaning, {{"type", "number"}});
    schema["minItems"] = schema["maxItems"] = count;
    return schema;
}

Json or_null(Json schema) {
    schema["type"] = Json::array({schema["type"], "null"});
    if (schema.contains("enum")) schema["enum"].push_back(nullptr);
    return schema;
}

Json object_schema(Json properties, Json required) {
    Json schema{{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) schema["required"] = std::move(required);
    return schema;
}

Json key_schema(const ConfigKey& key) {
    Json range = Json::object();
    range[key.exclusive_low ? "exclusiveMinimum" : "minimum"] = json_number(key.low);
    range["maximum"] = json_number(key.high);
    Json schema;
    switch (key.kind) {
        case ConfigKind::number:
        case ConfigKind::integer:
            schema = {{"type", key.kind == ConfigKind::number ? "number" : "integer"}};
            schema.update(range);
            break;
        case ConfigKind::boolean:
            schema = {{"type", "boolean"}};
            break;
        case ConfigKind::point:
            range["type"] = "number";
            schema = {{"type", "array"}, {"items", range}, {"minItems", 3}, {"maxItems", 3}};
            break;
        case ConfigKind::area:
            schema = {{"type", "string"}};
            break;
        case ConfigKind::choice:
            schema = {{"type", "string"}, {"enum", Json::array()}};
            for (const std::string_view choice : key.choices)
                schema["enum"].push_back(std::string(choice));
            break;
    }
    if (key.nullable) schema = or_null(std::move(schema));
    schema["description"] =
        key.meaning + (key.unit.empty() ? "" : " [" + key.unit + "]") + (key.nullable ? "; null: " + key.null_means : "");
    schema["default"] = value_json(key.get(BakeConfig{}));
    return schema;
}

Json volumes_schema() {
    const Json area = or_null(text_schema("name of an area; null: a hole"));
    const auto shape = [&area](const char* name, Json properties) {
        Json required = Json::array({"shape", "area"});
        for (const auto& [key, value] : properties.items()) {
            if (key != "yaw") required.push_back(key);
        }
        Json all{{"shape", {{"const", name}}}, {"area", area}};
        all.update(properties);
        return object_schema(std::move(all), std::move(required));
    };
    const Json center = numbers_schema("centre [wu]", 3);
    const Json shapes = Json::array(
        {shape("box", {{"min", numbers_schema("lowest corner [wu]", 3)}, {"max", numbers_schema("highest corner [wu]", 3)}}),
         shape("rotated_box", {{"center", center},
                               {"half_extents", numbers_schema("half of the size [wu]", 3)},
                               {"yaw", {{"type", "number"}, {"description", "rotation around the vertical axis [deg]"}}}}),
         shape("cylinder", {{"center", numbers_schema("centre of the base [wu]", 3)},
                            {"radius", number_schema("radius [wu]", "exclusiveMinimum", 0)},
                            {"height", number_schema("height [wu]", "exclusiveMinimum", 0)}}),
         shape("prism", {{"points", list_schema("outline", numbers_schema("[x, z] [wu]", 2))},
                         {"min_y", {{"type", "number"}, {"description", "height of the base [wu]"}}},
                         {"max_y", {{"type", "number"}, {"description", "height of the top [wu]"}}}})});
    return list_schema("volumes that change the area of the ground in them", {{"oneOf", shapes}});
}

Json links_schema() {
    const Json properties{{"start", numbers_schema("start [wu]", 3)},
                          {"end", numbers_schema("end [wu]", 3)},
                          {"two_way", {{"type", "boolean"}, {"description", "also leads back"}}},
                          {"radius", or_null(number_schema("search radius at both ends [wu]", "minimum", 0))},
                          {"cost", or_null(number_schema("cost [wu]; null: the length", "minimum", 0))},
                          {"area", text_schema("name of an area")},
                          {"flags", or_null(integer_schema("flags; null: those of the area", 0, 65535))},
                          {"user_id", integer_schema("number for the game", 0, 4294967295)}};
    return list_schema("off-mesh links", object_schema(properties, {"start", "end"}));
}

Json agents_schema() {
    Json properties{{"name", text_schema("name")}};
    for (const ConfigKey& key : config_keys()) {
        constexpr std::string_view kPrefix = "agent.";
        const std::string_view path = key.path;
        if (path.starts_with(kPrefix)) properties[std::string(path.substr(kPrefix.size()))] = key_schema(key);
    }
    return list_schema("several agents instead of `agent`; each gets a mesh", object_schema(properties, {"name"}));
}

void add_lists(Json& properties) {
    Json cost = number_schema("cost factor", "minimum", 0);
    cost["maximum"] = json_number(kMaxAreaCost);
    const Json area = object_schema({{"id", integer_schema("id in the mesh", 1, kMaxArea)},
                                     {"cost", std::move(cost)},
                                     {"flags", integer_schema("flags for filters", 0, 65535)}},
                                    Json::array());
    properties["areas"] = {{"type", "object"}, {"description", "areas by name"}, {"additionalProperties", area}};
    properties["rules"] = {{"type", "object"},
                           {"description", "area by pattern for the names of triangles; null: a hole; the last match wins"},
                           {"additionalProperties", {{"type", {"string", "null"}}}}};
    properties["volumes"] = volumes_schema();
    properties["off_mesh_links"] = links_schema();
    properties["island_seeds"] = list_schema("points whose islands are kept", numbers_schema("[x, y, z] [wu]", 3));
    properties["agents"] = agents_schema();
}

}  // namespace

std::string config_schema() {
    Json properties{{"$schema", text_schema("address of this schema")}};
    for (const ConfigKey& key : config_keys()) {
        const size_t dot = key.path.find('.');
        if (dot == key.path.npos) {
            properties[key.path] = key_schema(key);
            continue;
        }
        Json& section = properties[key.path.substr(0, dot)];
        if (section.is_null()) section = object_schema(Json::object(), Json::array());
        section["properties"][key.path.substr(dot + 1)] = key_schema(key);
    }
    add_lists(properties);
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "navbake config"}};
    schema.update(object_schema(std::move(properties), Json::array()));
    return schema.dump(2) + "\n";
}

}  // namespace navspan
