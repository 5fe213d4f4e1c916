// Snaps a floor plan to a lattice.
//
// In: features with polygons in world units, and a config.
// Out: a plan with integer coordinates and area ids, or an error with the feature, ring or position.
// Idea: Finds a lattice step that divides all coordinates. Then halves the step until the step is fine enough for the agent's
// radius.
// Source: own method.
// Weak cases: Coordinates with many digits need a small step, which limits the width of the plan.

#include "navspan/io/floor_plan.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text.h"
#include "io/config/json.h"
#include "navmesh/mesh/lattice_fit.h"
#include "navspan/bake/area_rules.h"
#include "plan/check_rings.h"

namespace navspan {
namespace {

using std::to_string;

constexpr double kStepsInRadius = 256, kFewestStepsInRadius = 16;

// A ring of the input, with its description for error messages.
struct RingLocation {
    const FloorPolygon* polygon = nullptr;
    uint32_t ring = 0;
    std::string place() const { return polygon->json_path + "[" + to_string(ring) + "]"; }
    std::string at(size_t i) const {
        const DVec3 p = polygon->rings[ring][i];
        return " at " + number_text(p.x) + ", " + number_text(0 - p.z);
    }
    std::string position(size_t i) const { return place() + "[" + to_string(i) + "]" + at(i); }
};

class PlanSnapper {
public:
    PlanSnapper(const FloorPlan& floor, const BakeConfig& config, const std::string& name)
        : floor_(floor), config_(config), name_(name), rule_used_(config.rules.size(), 0) {}

    Result<SnappedPlan> run() {
        gather();
        if (Status chosen = choose_quantum(); !chosen) return chosen.error();
        for (const FloorFeature& feature : floor_.features) {
            if (feature.polygons.empty()) continue;
            const Result<uint8_t> area = area_of(feature);
            if (!area) return area.error();
            for (const FloorPolygon& polygon : feature.polygons) {
                add_shape(out_.plan, *area);
                for (const std::vector<DVec3>& ring : polygon.rings)
                    add_ring(out_.plan, on_lattice(ring));
            }
        }
        if (const auto trouble = find_ring_error(out_.plan)) return ring_error(*trouble);
        for (const AreaRule& rule : config_.rules) {
            if (rule.area && !find_known_area(*rule.area)) return area_of_rule(config_, rule).error();
        }
        warn();
        return std::move(out_);
    }

private:
    Error broken(const std::string& what) const { return {ErrorKind::input, name_ + ": " + what}; }

    static std::string property(const FloorFeature& feature, const char* key) {
        return feature.json_path + (feature.json_path.empty() ? "properties." : ".properties.") + key;
    }

    void gather() {
        for (const FloorFeature& feature : floor_.features) {
            for (const FloorPolygon& polygon : feature.polygons) {
                for (uint32_t r = 0; r < polygon.rings.size(); ++r) {
                    rings_.push_back({&polygon, r});
                    first_.push_back(points_.size());
                    points_.insert(points_.end(), polygon.rings[r].begin(), polygon.rings[r].end());
                }
            }
        }
    }

    std::string point_name(size_t v) const {
        const size_t ring = size_t(std::upper_bound(first_.begin(), first_.end(), v) - first_.begin()) - 1;
        return rings_[ring].position(v - first_[ring]);
    }

    Status choose_quantum() {
        const auto name = [this](size_t v) { return point_name(v); };
        const Result<double> quantum = fit_lattice(points_, config_.plan.quantum, name);
        if (!quantum) {
            const std::string what = quantum.error().kind == ErrorKind::usage ? "plan.quantum: " : name_ + ": ";
            return Error{quantum.error().kind, what + quantum.error().message};
        }
        fitted_ = *quantum;
        double step = fitted_;
        const double radius = config_.agent.radius;
        // If all points are at the origin, they fit any lattice.
        while (radius > 0 && step > radius / kStepsInRadius && refinement_ <= kMaxLattice && lattice_fits(points_, step / 2)) {
            step /= 2;
            refinement_ *= 2;
        }
        if (radius > 0 && step > radius / kFewestStepsInRadius) {
            return Error{ErrorKind::failed,
                         name_ + ": the plan is so wide, or so far from the origin, that its lattice has steps of " +
                             number_text(step) + ", too coarse for agent.radius " + number_text(radius) +
                             "; bake it in parts, move it to the origin, or set agent.radius to 0"};
        }
        out_.plan.quantum = step;
        return Done{};
    }

    // Snaps to the lattice with step fitted_, then multiplies by refinement_. Both operations are exact. Snapping directly to
    // the finer lattice could give a different point.
    std::vector<LatticePoint> on_lattice(const std::vector<DVec3>& ring) const {
        const auto steps = [this](double coordinate) { return int32_t(*lattice_steps(coordinate, fitted_) * refinement_); };
        std::vector<LatticePoint> points;
        for (const DVec3& p : ring)
            points.push_back({steps(p.x), steps(p.z)});
        return points;
    }

    // Returns the last rule whose pattern matches the feature's name, kind or area; null if no rule matches.
    const AreaRule* rule_of(const FloorFeature& feature) {
        const AreaRule* last = nullptr;
        for (size_t i = 0; i < config_.rules.size(); ++i) {
            const AreaRule& rule = config_.rules[i];
            const bool matches = matches_pattern(rule.pattern, feature.name) || matches_pattern(rule.pattern, feature.kind) ||
                                 matches_pattern(rule.pattern, feature.area);
            if (!matches) continue;
            rule_used_[i] = 1;
            last = &rule;
        }
        return last;
    }

    // Finds an area by name in the config, then among the areas added by earlier features. Returns null if there is none.
    const AreaConfig* find_known_area(const std::string& name) const {
        const AreaConfig* const area = find_area(config_.areas, name);
        return area ? area : find_area(out_.new_areas, name);
    }

    Result<uint8_t> area_of(const FloorFeature& feature) {
        const AreaRule* const rule = rule_of(feature);
        if (rule ? !rule->area : feature.kind == "obstacle") {
            count_unused_cost(feature, nullptr);
            return kObstacle;
        }
        if (!rule) return feature_area(feature);
        const AreaConfig* const area = find_known_area(*rule->area);
        if (!area) return area_of_rule(config_, *rule);
        count_unused_cost(feature, area);
        return area->id;
    }

    Result<uint8_t> feature_area(const FloorFeature& feature) {
        const std::string area = feature.area.empty() ? kGroundArea : feature.area;
        if (const AreaConfig* known = find_area(config_.areas, area)) {
            count_unused_cost(feature, known);
            return known->id;
        }
        if (const AreaConfig* known = find_area(out_.new_areas, area)) {
            if (!feature.cost || known->cost == *feature.cost) return known->id;
            return broken(property(feature, "cost") + ": " + number_text(*feature.cost) + ", but another feature of area " +
                          shown(Json(area)) + " has " + number_text(known->cost) +
                          "; give all features of an area the same cost");
        }
        if (!feature.cost) {
            return broken(
                property(feature, "area") + ": " + shown(Json(area)) +
                " is not an area of the config; add it to areas, give the feature a \"cost\", or write a rule for it");
        }
        return add_area(feature, area);
    }

    // Counts the feature's cost as unused if the feature is an obstacle (`area` is null), or if `area` has another cost.
    void count_unused_cost(const FloorFeature& feature, const AreaConfig* area) {
        if (!feature.cost || (area && area->cost == *feature.cost)) return;
        if (unused_costs_++ > 0) return;
        first_unused_cost_ = property(feature, "cost") + ": " + number_text(*feature.cost) + " is not used: ";
        first_unused_cost_ +=
            area ? "area " + shown(Json(area->name)) + " costs " + number_text(area->cost) : "an obstacle has no cost";
    }

    void warn() {
        for (size_t i = 0; i < rule_used_.size(); ++i) {
            if (rule_used_[i]) continue;
            out_.warnings.push_back({"rule_unmatched",
                                     "rules." + config_.rules[i].pattern +
                                         ": no feature with polygons has a name, kind or area that matches; correct the "
                                         "pattern (* stands for any characters) or remove the rule",
                                     {}});
        }
        if (unused_costs_ == 0) return;
        const std::string more = unused_costs_ > 1 ? "; further unused costs: " + to_string(unused_costs_ - 1) : "";
        out_.warnings.push_back({"feature_cost_unused", first_unused_cost_ + more, {}});
    }

    Result<uint8_t> add_area(const FloorFeature& feature, const std::string& area) {
        std::array<bool, 64> taken{};
        for (const AreaConfig& known : config_.areas)
            taken[known.id & 63] = true;
        for (const AreaConfig& known : out_.new_areas)
            taken[known.id & 63] = true;
        uint8_t id = 1;
        while (id < 64 && taken[id])
            ++id;
        if (id == 64)
            return broken(property(feature, "area") + ": " + shown(Json(area)) +
                          " would be the 64th area; use at most 63 areas");
        out_.new_areas.push_back({area, id, *feature.cost, 1});
        return id;
    }

    Error ring_error(const RingError& t) const {
        const uint32_t base = out_.plan.shapes[t.shape].first_ring;
        const RingLocation &ring = rings_[base + t.ring], &other = rings_[base + t.other_ring];
        const std::string of_other = t.ring == t.other_ring ? "" : " of ring " + to_string(t.other_ring);
        switch (t.fault) {
            case RingFault::short_ring:
                return broken(ring.place() + ": the ring has fewer than 3 different positions");
            case RingFault::repeat:
                return broken(ring.position(t.point) + " repeats position " + to_string(t.other_point) +
                              "; remove one of them");
            case RingFault::flat:
                return broken(ring.place() + ": the ring has no area: all positions are collinear");
            case RingFault::crossing:
                return broken("the edge from " + ring.position(t.point) + " crosses or touches the edge from position " +
                              to_string(t.other_point) + of_other + other.at(t.other_point));
            case RingFault::hole_outside:
                return broken(ring.place() + ": the hole" + ring.at(t.point) + " is not inside the outline, ring 0");
            case RingFault::hole_in_hole:
                return broken(ring.place() + ": the hole" + ring.at(t.point) + " overlaps the hole ring " +
                              to_string(other.ring) + other.at(t.other_point));
        }
        return broken(ring.place());
    }

    const FloorPlan& floor_;
    const BakeConfig& config_;
    const std::string& name_;
    std::vector<uint8_t> rule_used_;
    std::vector<RingLocation> rings_;
    std::vector<size_t> first_;  // start offset of each ring in points_
    std::vector<DVec3> points_;
    double fitted_ = 1;       // lattice step that divides all coordinates [wu]
    int64_t refinement_ = 1;  // fitted_ divided by the lattice step of the result
    std::string first_unused_cost_;
    size_t unused_costs_ = 0;
    SnappedPlan out_;
};

}  // namespace

Result<SnappedPlan> snap_floor_plan(const FloorPlan& floor, const BakeConfig& config, const std::string& name) {
    return PlanSnapper(floor, config, name).run();
}

PlanParams plan_params(const BakeConfig& config) {
    return {.radius = config.agent.radius,
            .partition = config.plan.partition,
            .triangulation = config.plan.triangulation,
            .max_vertices = config.polygons.max_vertices};
}

Result<NavMesh> nav_mesh_from_floor_plan(const FloorPlan& floor, const BakeConfig& config, const std::string& name,
                                         NavMeshInfo info, Warnings& warnings, const PlanLimit& limit) {
    Result<SnappedPlan> placed = snap_floor_plan(floor, config, name);
    if (!placed) return placed.error();
    warnings.insert(warnings.end(), floor.warnings.begin(), floor.warnings.end());
    warnings.insert(warnings.end(), placed->warnings.begin(), placed->warnings.end());
    for (const AreaConfig& area : placed->new_areas)
        info.areas.push_back({area.name, area.id, area.flags, area.cost});
    PlanParams params = plan_params(config);
    params.limit = limit;
    Result<NavMesh> mesh = nav_mesh_from_plan(placed->plan, params, std::move(info));
    if (!mesh) return Error{mesh.error().kind, name + ": " + mesh.error().message};
    return mesh;
}

}  // namespace navspan
