// Reads GeoJSON (RFC 7946, 2016) as a floor plan.
//
// In: GeoJSON text.
// Out: features with polygons and their JSON paths, for error messages.
// Idea: Coordinates are lengths in a plane [wu], whatever reference system the file declares. Unknown members and properties
// are ignored.
// Source: Butler, Daly, Doyle, Gillies, Hagen, Schaub, RFC 7946 (2016).
// Weak cases: A plan in degrees is distorted.

#include <cmath>

#include "io/config/json.h"
#include "navspan/io/floor_plan.h"

namespace navspan {
namespace {

using std::to_string;

class Reader {
public:
    explicit Reader(const std::string& name) : name_(name) {}

    Result<FloorPlan> read(const Json& json) {
        Status done = Done{};
        if (type_of(json) == "FeatureCollection") {
            done = read_collection(json);
        } else if (type_of(json) == "Feature") {
            done = read_feature(json, "");
        } else {
            plan_.features.emplace_back();
            done = read_geometry(json, "", plan_.features.back());
        }
        if (!done) return done.error();
        add_skip_warnings();
        return std::move(plan_);
    }

private:
    Error broken(const std::string& place, const std::string& what) const {
        return {ErrorKind::input, name_ + ": " + (place.empty() ? "" : place + ": ") + what};
    }

    static std::string member(const std::string& place, const char* key) { return place.empty() ? key : place + "." + key; }
    static std::string item(const std::string& place, size_t i) { return place + "[" + to_string(i) + "]"; }

    static std::string type_of(const Json& json) {
        if (!json.is_object()) return {};
        const auto type = json.find("type");
        return type != json.end() && type->is_string() ? type->get<std::string>() : std::string();
    }

    // Returns the list under a key. Error: the key is missing or its value is not a list.
    Result<const Json*> list(const Json& json, const std::string& place, const char* key) const {
        const auto found = json.find(key);
        if (found == json.end()) return broken(place, std::string("has no ") + key);
        if (!found->is_array()) return broken(member(place, key), shown(*found) + " is not a list");
        return &*found;
    }

    Status read_collection(const Json& json) {
        const Result<const Json*> features = list(json, "", "features");
        if (!features) return features.error();
        for (size_t i = 0; i < (*features)->size(); ++i) {
            const std::string place = item("features", i);
            if (type_of((**features)[i]) != "Feature") return broken(place, "is not a Feature");
            if (Status read = read_feature((**features)[i], place); !read) return read;
        }
        return Done{};
    }

    Status read_feature(const Json& json, const std::string& place) {
        FloorFeature feature;
        feature.json_path = place;
        if (Status read = read_properties(json, place, feature); !read) return read;
        const auto geometry = json.find("geometry");
        if (geometry == json.end()) return broken(place, "has no geometry; add \"geometry\": null if it has none");
        if (geometry->is_null()) {
            skip_geometry(place, "null");
        } else if (Status read = read_geometry(*geometry, member(place, "geometry"), feature); !read) {
            return read;
        }
        plan_.features.push_back(std::move(feature));
        return Done{};
    }

    Status read_properties(const Json& json, const std::string& place, FloorFeature& feature) const {
        const auto properties = json.find("properties");
        if (properties == json.end() || properties->is_null()) return Done{};
        const std::string here = member(place, "properties");
        if (!properties->is_object()) return broken(here, shown(*properties) + " is not an object");
        const auto text = [&](const char* key, std::string& to, bool strict) -> Status {
            const auto found = properties->find(key);
            if (found == properties->end() || found->is_null()) return Done{};
            if (found->is_string()) {
                to = found->get<std::string>();
            } else if (strict) {
                return broken(member(here, key), shown(*found) + " is not a string");
            }
            return Done{};
        };
        if (Status read = text("name", feature.name, false); !read) return read;
        if (Status read = text("kind", feature.kind, false); !read) return read;
        if (Status read = text("area", feature.area, true); !read) return read;
        const auto cost = properties->find("cost");
        if (cost == properties->end() || cost->is_null()) return Done{};
        if (!cost->is_number() || !(cost->get<double>() >= 0 && cost->get<double>() <= kMaxAreaCost)) {
            return broken(member(here, "cost"), shown(*cost) + " is not a number from 0 to 1000000");
        }
        if (feature.area.empty())
            return broken(member(here, "cost"), "is the cost of an area; give the feature an \"area\" too");
        feature.cost = cost->get<double>();
        return Done{};
    }

    Status read_geometry(const Json& json, const std::string& place, FloorFeature& feature) {
        const std::string type = type_of(json);
        if (type == "Polygon" || type == "MultiPolygon") {
            const Result<const Json*> coordinates = list(json, place, "coordinates");
            if (!coordinates) return coordinates.error();
            const std::string here = member(place, "coordinates");
            if (type == "Polygon") return read_polygon(**coordinates, here, feature);
            for (size_t i = 0; i < (*coordinates)->size(); ++i) {
                if (Status read = read_polygon((**coordinates)[i], item(here, i), feature); !read) return read;
            }
            return Done{};
        }
        if (type == "GeometryCollection") {
            const Result<const Json*> geometries = list(json, place, "geometries");
            if (!geometries) return geometries.error();
            for (size_t i = 0; i < (*geometries)->size(); ++i) {
                const Json& geometry = (**geometries)[i];
                const std::string here = item(member(place, "geometries"), i);
                if (type_of(geometry) == "GeometryCollection")
                    return broken(here, "a GeometryCollection is inside another one; use one level of collections");
                if (Status read = read_geometry(geometry, here, feature); !read) return read;
            }
            return Done{};
        }
        for (const char* other : {"Point", "MultiPoint", "LineString", "MultiLineString"}) {
            if (type != other) continue;
            skip_geometry(place, type);
            return Done{};
        }
        if (!json.is_object()) return broken(place, shown(json) + " is not a GeoJSON object");
        const auto found = json.find("type");
        return broken(place, "its type is " + (found == json.end() ? std::string("missing") : shown(*found)) +
                                 "; a plan is a FeatureCollection, Feature, Polygon or MultiPolygon");
    }

    Status read_polygon(const Json& json, const std::string& place, FloorFeature& feature) {
        if (!json.is_array()) return broken(place, shown(json) + " is not a list of rings");
        if (json.empty()) return broken(place, "the polygon has no rings");
        FloorPolygon polygon;
        polygon.json_path = place;
        for (size_t r = 0; r < json.size(); ++r) {
            Result<std::vector<DVec3>> ring = read_ring(json[r], item(place, r));
            if (!ring) return ring.error();
            polygon.rings.push_back(*std::move(ring));
        }
        feature.polygons.push_back(std::move(polygon));
        return Done{};
    }

    Result<std::vector<DVec3>> read_ring(const Json& json, const std::string& place) {
        if (!json.is_array()) return broken(place, shown(json) + " is not a list of positions");
        if (json.size() < 4) {
            return broken(place, "the ring has " + to_string(json.size()) +
                                     " positions; give at least 4, the last one equal to the first");
        }
        std::vector<DVec3> ring;
        for (size_t i = 0; i < json.size(); ++i) {
            const Json& position = json[i];
            const bool sound = position.is_array() && position.size() >= 2 && position[0].is_number() &&
                               position[1].is_number() && (position.size() < 3 || position[2].is_number());
            if (!sound) return broken(item(place, i), shown(position) + " is not a position [x, y]");
            const double x = position[0].get<double>(), y = position[1].get<double>();
            if (!std::isfinite(x) || !std::isfinite(y)) return broken(item(place, i), "a coordinate is not finite");
            if (position.size() > 2 && position[2].get<double>() != 0 && first_with_height_.empty())
                first_with_height_ = item(place, i);
            ring.push_back({x, 0, 0 - y});
        }
        if (ring.front() != ring.back()) {
            return broken(place, "the ring is not closed: position " + to_string(json.size() - 1) + " is " +
                                     shown(json.back()) + ", position 0 is " + shown(json.front()));
        }
        ring.pop_back();
        return ring;
    }

    void skip_geometry(const std::string& place, const std::string& what) {
        if (left_out_++ == 0) first_left_out_ = (place.empty() ? what : place + ": " + what);
    }

    void add_skip_warnings() {
        if (left_out_) {
            plan_.warnings.push_back(
                {"feature_without_polygon",
                 first_left_out_ + " is not a polygon and is left out" +
                     (left_out_ > 1 ? (left_out_ == 2 ? "; so is " : "; so are ") + to_string(left_out_ - 1) + " more" : ""),
                 {}});
        }
        if (!first_with_height_.empty()) {
            plan_.warnings.push_back({"plan_heights_unused",
                                      first_with_height_ + " has a height, but floor plans are flat; all heights count as 0",
                                      {}});
        }
    }

    const std::string& name_;
    FloorPlan plan_;
    size_t left_out_ = 0;
    std::string first_left_out_, first_with_height_;
};

}  // namespace

Result<FloorPlan> parse_floor_plan(std::string_view text, const std::string& name) {
    const Result<Json> json = parse_json(text, name);
    if (!json) return Error{ErrorKind::input, json.error().message};
    return Reader(name).read(*json);
}

}  // namespace navspan
