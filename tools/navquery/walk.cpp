// Simulates an agent that walks to its goal. Each step corresponds to one frame of a game.
//
// The path is searched once. Each step moves the agent towards the next corner of its corridor. The corridor follows the agent
// and is shortened if a later corner becomes visible. An off-mesh link takes one step.

#include <cmath>
#include <vector>

#include "debug/nav_mesh_drawing.h"
#include "debug/palette.h"
#include "debug/query_drawing.h"
#include "navquery/answers.h"
#include "navspan/query/agent_corridor.h"

namespace navspan::tools {
namespace {

constexpr double kMaxSteps = 1e6;  // limit on steps along a path; each prints a line
constexpr size_t kAhead = 4;       // number of corners that a step looks ahead

class AgentWalk {
public:
    explicit AgentWalk(const QueryInput& q) : q_(q) {}

    Status run() {
        const PathRequest request{
            .start = q_.from, .goal = q_.to, .filter = &q_.filter, .snap = q_.options.snap, .method = q_.options.method};
        if (Status found = find_path(q_.mesh, scratch_, request, path_); !found) return found;
        if (path_.points.empty()) return Done{};
        if (path_.length_xz > kMaxSteps * q_.options.walk) {
            return Error{ErrorKind::usage, "--walk: the path is more than a million steps long; give a longer step"};
        }
        set_corridor(request, path_, agent_);
        steps.push_back(agent_.start.position);
        while (!arrived && double(steps.size()) <= 2 * kMaxSteps) {
            const Result<bool> moved = step();
            if (!moved) return moved.error();
            if (!*moved) break;
            if (!arrived) steps.push_back(agent_.start.position);
        }
        return Done{};
    }

    const Path& path() const { return path_; }

    std::vector<DVec3> steps;
    bool arrived = false;
    double length_xz = 0;
    uint64_t shortcuts = 0, links = 0;

private:
    // Moves the agent by one step. Returns false if it could not move.
    Result<bool> step() {
        const Result<bool> shorter = shortcut_corridor(q_.mesh, q_.filter, kAhead, scratch_, agent_);
        if (!shorter) return shorter.error();
        shortcuts += *shorter;
        if (Status s = next_corners(q_.mesh, agent_, kAhead, scratch_, corners_); !s) return s.error();
        // A step may pass several corners. `left`: remaining length of the step [wu].
        double left = q_.options.walk;
        bool moved = false;
        for (const CorridorCorner& corner : corners_) {
            const DVec3 at = agent_.start.position;
            const double far = distance_xz(at, corner.position);
            const double share = far > left ? left / far : 1;
            if (far > 0) {
                const DVec3 to = at + (corner.position - at) * share;
                if (Status walked = move_corridor_start(q_.mesh, q_.filter, to, agent_); !walked) return walked.error();
                const double gone = distance_xz(at, agent_.start.position);
                length_xz += gone;
                moved = moved || gone > 0;
            }
            if (share < 1) return moved;
            left -= far;
            if (corner.kind == CornerKind::goal) {
                arrived = !moved;
                return true;
            }
            if (corner.kind == CornerKind::link) {
                if (moved) return true;
                links += take_next_link(q_.mesh, agent_);
                return true;
            }
        }
        return moved;
    }

    const QueryInput& q_;
    SearchScratch scratch_;
    Path path_;
    AgentCorridor agent_;
    std::vector<CorridorCorner> corners_;
};

}  // namespace

Result<Reply> answer_walk(const QueryInput& q) {
    if (!(q.options.walk > 0)) return Error{ErrorKind::usage, "--walk: give the length of a step, a number above 0"};
    AgentWalk walk(q);
    if (const Status walked = walk.run(); !walked) return walked.error();
    const Path& path = walk.path();
    const PathStatus status = path.status == PathStatus::complete && !walk.arrived ? PathStatus::partial : path.status;
    const std::string reason = status == path.status ? path.reason : "the agent cannot continue from there";
    Reply reply;
    reply.exit_code = status == PathStatus::complete ? kDone : kPartialPath;
    reply.text = status_name(status);
    if (!reason.empty()) reply.text += ": " + reason;
    const DVec3 left = walk.steps.empty() ? DVec3{} : q.to - walk.steps.back();
    const double gap = walk.arrived ? path.gap : std::sqrt(dot(left, left));
    reply.text += "\n" + gap_line("start", path.start_gap) + end_line(status, gap);
    if (status == PathStatus::none) reply.text += beyond_snap_line(q, "start", q.from) + beyond_snap_line(q, "goal", q.to);
    reply.text += count_of(walk.steps.empty() ? 0 : walk.steps.size() - 1, "step") +
                  format(", %.3f seen from above; ", walk.length_xz) + count_of(walk.shortcuts, "shortcut") + ", " +
                  count_of(walk.links, "link") + "\n";
    reply.set("status", status_name(status));
    if (!reason.empty()) reply.set("reason", reason);
    reply.set("steps", walk.steps);
    for (const DVec3& p : walk.steps)
        reply.text += point_line(p);
    reply.set("length_xz", walk.length_xz);
    reply.set("path_length_xz", path.length_xz);
    reply.set("start_gap", path.start_gap);
    reply.set("gap", gap);
    reply.set("shortcuts", walk.shortcuts);
    reply.set("links", walk.links);
    if (q.options.draws()) {
        reply.drawing = draw_nav_mesh(q.mesh, &path);
        reply.drawing.title = count_of(walk.steps.size(), "position") + " of an agent";
        for (const DVec3& p : walk.steps)
            mark_point(reply.drawing, p, kWallColor, 3);
    }
    return reply;
}

}  // namespace navspan::tools
