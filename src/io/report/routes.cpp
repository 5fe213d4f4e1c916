// Reads lists of required and forbidden routes from JSON.

#include "io/report/routes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>
#include <map>

#include "core/text.h"
#include "io/config/json.h"
#include "navspan/core/file.h"

namespace navspan {
namespace {

// Reads one list of routes. Error messages start with the file name.
class RoutesReader {
public:
    explicit RoutesReader(const std::string& name) : name_(name) {}

    Result<RouteList> read(const Json& json) {
        if (Status s = check_keys("", json, {"points", "required", "forbidden", "snap", "min_area"}); !s) return s.error();
        if (Status s = read_points(json); !s) return s.error();
        for (const char* key : {"required", "forbidden"}) {
            if (Status s = read_routes(json, key); !s) return s.error();
        }
        if (Status s = read_number(json, "", "snap", list_.snap); !s) return s.error();
        if (Status s = read_number(json, "", "min_area", list_.min_area); !s) return s.error();
        if (list_.points.empty() && list_.routes.empty() && !list_.min_area) {
            return wrong("", "nothing to test; give points, required, forbidden or min_area");
        }
        return std::move(list_);
    }

private:
    Error wrong(const std::string& path, const std::string& why) const {
        return Error{ErrorKind::usage, printable_text(name_ + ": " + path + (path.empty() ? "" : ": ") + why)};
    }

    static std::string list_of(std::initializer_list<const char*> keys) {
        std::string text;
        for (const char* key : keys)
            text += (text.empty() ? "" : ", ") + std::string(key);
        return text;
    }

    Status check_keys(const std::string& path, const Json& json, std::initializer_list<const char*> known) const {
        if (!json.is_object()) {
            const std::string its = path.ends_with('.') ? path.substr(0, path.size() - 1) : path;
            return wrong(its, shown(json) + " is not an object with the keys " + list_of(known));
        }
        const std::vector<std::string> names(known.begin(), known.end());
        for (const auto& [key, value] : json.items()) {
            if (std::find(names.begin(), names.end(), key) != names.end()) continue;
            return wrong(path + key, "unknown key; the nearest known key is " + nearest_name(key, names));
        }
        return Done{};
    }

    Status read_number(const Json& json, const std::string& path, const char* key, std::optional<double>& number) const {
        if (!json.contains(key)) return Done{};
        const Json& value = json[key];
        if (!value.is_number() || !(value.get<double>() >= 0) || !std::isfinite(value.get<double>())) {
            return wrong(path + key, shown(value) + " must be a number from 0");
        }
        number = value.get<double>();
        return Done{};
    }

    Status read_points(const Json& json) {
        if (!json.contains("points")) return Done{};
        if (!json["points"].is_object())
            return wrong("points", shown(json["points"]) + " is not an object with entries NAME: [x, y, z]");
        for (const auto& [key, value] : json["points"].items()) {
            if (printable_text(key) != key) return wrong("points." + key, "a name must not have control characters");
            const auto is_coordinate = [](const Json& v) { return v.is_number() && std::isfinite(v.get<double>()); };
            if (!value.is_array() || value.size() != 3 || !std::all_of(value.begin(), value.end(), is_coordinate)) {
                return wrong("points." + key, shown(value) + " must be three numbers as [x, y, z]");
            }
            list_.points.push_back({key, {value[0].get<double>(), value[1].get<double>(), value[2].get<double>()}});
            index_.emplace(key, uint32_t(names_.size()));
            names_.push_back(key);
        }
        return Done{};
    }

    Result<uint32_t> point(const std::string& path, const char* key, const Json& route) const {
        if (!route.contains(key)) return wrong(path + key, "is missing; give the name of a point");
        const Json& value = route[key];
        if (!value.is_string()) return wrong(path + key, shown(value) + " must be the name of a point");
        if (const auto at = index_.find(value.get<std::string>()); at != index_.end()) return at->second;
        const std::string nearest = nearest_name(value.get<std::string>(), names_);
        return wrong(path + key, shown(value) + " is not the name of a point" +
                                     (nearest.empty() ? "" : "; the nearest name is " + nearest));
    }

    Status read_routes(const Json& json, const char* key) {
        if (!json.contains(key)) return Done{};
        if (!json[key].is_array()) return wrong(key, shown(json[key]) + " is not a list of routes");
        const bool forbidden = std::string_view(key) == "forbidden";
        for (size_t i = 0; i < json[key].size(); ++i) {
            const std::string path = std::string(key) + "[" + std::to_string(i) + "].";
            const Json& item = json[key][i];
            const Status keys = forbidden ? check_keys(path, item, {"from", "to"})
                                          : check_keys(path, item, {"from", "to", "max_length", "max_length_3d"});
            if (!keys) return keys;
            Route route;
            route.forbidden = forbidden;
            const Result<uint32_t> from = point(path, "from", item), to = point(path, "to", item);
            if (!from) return from.error();
            if (!to) return to.error();
            route.from = *from;
            route.to = *to;
            if (Status s = read_number(item, path, "max_length", route.max_length); !s) return s;
            if (Status s = read_number(item, path, "max_length_3d", route.max_length_3d); !s) return s;
            list_.routes.push_back(route);
        }
        return Done{};
    }

    const std::string& name_;
    RouteList list_;
    std::map<std::string, uint32_t> index_;  // of each name in list_.points
    std::vector<std::string> names_;
};

}  // namespace

Result<RouteList> parse_routes(std::string_view text, const std::string& name) {
    const Result<Json> json = parse_json(text, name);
    if (!json) return json.error();
    return RoutesReader(name).read(*json);
}

Result<RouteList> load_routes(const std::filesystem::path& path) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    return parse_routes(chars_of(*bytes), path.string());
}

}  // namespace navspan
