// Answers many queries, one per line.
//
// Lines are processed in blocks. The threads parse and answer the lines of the current block, and store each answer in the slot
// of its line. At the same time, one thread writes the answers of the previous block in order, and another thread reads the
// next block. So at most three blocks are in memory, and the output does not depend on the number of threads.

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "core/parallel.h"
#include "debug/nav_mesh_drawing.h"
#include "debug/palette.h"
#include "debug/query_drawing.h"
#include "navquery/answers.h"
#include "navquery/line_reader.h"
#include "navspan/io/picture.h"

namespace navspan::tools {
namespace {

constexpr size_t kBlock = 1024;      // lines per block
constexpr size_t kPathsDrawn = 500;  // maximum number of paths in a picture; more would make it unreadable

// A line and its answer.
struct AnsweredLine {
    LineReader::InputLine line;
    std::string out;          // answer with line end; empty for a blank line
    std::string error;        // error message, if the line is invalid
    bool had_result = false;  // the line already had a result, which was replaced
    PathStatus status = PathStatus::none;
    std::vector<DVec3> points;  // points of the path, for the drawing only
};

struct LineBlock {
    std::vector<AnsweredLine> slots{kBlock};
    size_t count = 0;
};

// Scratch memory of a thread.
struct Worker {
    SearchScratch scratch;
    Path path;
};

struct AnswerCounts {
    uint64_t complete = 0, partial = 0, none = 0, broken = 0;
    uint64_t replaced = 0;  // lines that already had a result
    uint64_t all() const { return complete + partial + none + broken; }
};

// Reads the point (three finite numbers) under a key. If it is invalid, sets `error` and returns nullopt.
std::optional<DVec3> read_point(const Json& object, const char* key, std::string& error) {
    const auto at = object.find(key);
    const auto is_finite = [](const Json& v) { return v.is_number() && std::isfinite(v.get<double>()); };
    if (at == object.end()) {
        error = std::string("\"") + key + "\" is missing; give [x, y, z]";
    } else if (!at->is_array() || at->size() != 3 || !std::all_of(at->begin(), at->end(), is_finite)) {
        error = std::string("\"") + key + "\" must be three finite numbers as [x, y, z]";
    } else {
        return DVec3{(*at)[0].get<double>(), (*at)[1].get<double>(), (*at)[2].get<double>()};
    }
    return std::nullopt;
}

bool is_blank(const std::string& text) {
    return text.find_first_not_of(" \t\v\f\r") == std::string::npos;
}

class Batch {
public:
    Batch(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter)
        : options_(options),
          mesh_(mesh),
          filter_(filter),
          workers_(thread_count(options.threads)),
          name_(options.batch == "-" ? "standard input" : options.batch) {
        if (options.draws()) drawing_ = draw_nav_mesh(mesh);
    }

    Result<int> run(LineReader& reader) {
        CountProgress meter(options_.verbosity());
        read(reader, blocks_[0]);
        for (size_t round = 0; blocks_[round % 3].count && !interrupted(); ++round) {
            LineBlock &past = blocks_[(round + 2) % 3], &now = blocks_[round % 3], &next = blocks_[(round + 1) % 3];
            const auto work = [&](size_t i, unsigned worker) {
                if (i == 0) {
                    written_ = write(past);
                } else if (i == 1) {
                    read(reader, next);
                } else {
                    answer(now.slots[i - 2], workers_[worker]);
                }
            };
            parallel_for(now.count + 2, {.threads = unsigned(workers_.size()), .grain = 8}, work);
            past.count = 0;
            log_errors(meter);
            if (!written_) return written_.error();
            meter.show(reader.bytes_read(), reader.size(), counts_.all());
        }
        for (LineBlock& block : blocks_) {
            if (written_ && !interrupted()) written_ = write(block);
        }
        log_errors(meter);
        meter.show(reader.bytes_read(), reader.size(), counts_.all());
        meter.hide();
        if (!written_) return written_.error();
        if (interrupted()) return Error{ErrorKind::interrupted, "interrupted"};
        if (reader.failed()) return Error{ErrorKind::input, "cannot read " + name_ + " to its end"};
        if (const Status drawn = draw(); !drawn) return drawn.error();
        log_counts();
        return counts_.broken ? kInput : kDone;
    }

private:
    static void read(LineReader& reader, LineBlock& block) {
        block.count = 0;
        while (block.count < kBlock && reader.next(block.slots[block.count].line))
            ++block.count;
    }

    // Answers the line of a slot. Uses only its slot and worker, so several threads may call it.
    void answer(AnsweredLine& slot, Worker& worker) const {
        slot.out.clear();
        slot.error.clear();
        slot.had_result = false;
        slot.points.clear();
        if (!slot.line.too_long && is_blank(slot.line.text)) return;
        if (slot.line.too_long) {
            slot.error = "the line is longer than " + std::to_string(LineReader::kLongest) + " bytes";
        } else if (is_too_deep(slot.line.text)) {
            slot.error = "the JSON is nested more than " + std::to_string(kMaxJsonDepth) + " levels deep";
        } else {
            answer_line(slot, worker);
        }
        if (slot.error.empty()) return;
        slot.out = Json({{"line", slot.line.number}, {"error", slot.error}}).dump() + "\n";
    }

    void answer_line(AnsweredLine& slot, Worker& worker) const {
        Json object;
        try {
            object = Json::parse(slot.line.text);
        } catch (const Json::parse_error& mistake) {
            slot.error = "not valid JSON at column " + std::to_string(mistake.byte);
        } catch (const Json::out_of_range&) {
            slot.error = "a number is beyond 1.8e308";
        }
        if (slot.error.empty() && !object.is_object()) slot.error = "not a JSON object";
        if (!slot.error.empty()) return;
        const std::optional<DVec3> from = read_point(object, "from", slot.error);
        if (!from) return;
        const std::optional<DVec3> to = read_point(object, "to", slot.error);
        if (!to) return;
        const PathRequest request{
            .start = *from, .goal = *to, .filter = &filter_, .snap = options_.snap, .method = options_.method};
        if (const Status found = find_path(mesh_, worker.scratch, request, worker.path); !found) {
            slot.error = found.error().message;
            return;
        }
        slot.had_result = object.contains("result");
        Json result = path_json(mesh_, worker.path);
        round_numbers(result);
        object["result"] = std::move(result);
        slot.out = object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
        slot.status = worker.path.status;
        if (options_.draws()) slot.points = worker.path.points;
    }

    // Writes the answers of a block in order. Stores the errors of its lines for log_errors.
    Status write(const LineBlock& block) {
        out_.clear();
        for (size_t i = 0; i < block.count; ++i) {
            const AnsweredLine& slot = block.slots[i];
            if (slot.out.empty()) continue;
            out_ += slot.out;
            if (!slot.error.empty()) {
                errors_.push_back(name_ + ":" + std::to_string(slot.line.number) + ": " + slot.error);
                ++counts_.broken;
            } else {
                ++(slot.status == PathStatus::complete  ? counts_.complete
                   : slot.status == PathStatus::partial ? counts_.partial
                                                        : counts_.none);
                counts_.replaced += slot.had_result;
                if (drawn_ < kPathsDrawn && !slot.points.empty()) mark_line(drawing_, slot.points, distinct_color(drawn_++));
            }
        }
        return options_.quiet || out_.empty() ? Status(Done{}) : write_output("-", out_);
    }

    void log_errors(CountProgress& meter) {
        if (!errors_.empty()) meter.hide();
        for (const std::string& error : errors_)
            log_error(error);
        errors_.clear();
    }

    void log_counts() const {
        if (counts_.replaced) {
            log_warning(count_of(counts_.replaced, "line") + " already had a \"result\", which is replaced");
        }
        log_info(count_of(counts_.all(), "query", "queries") + ": " + with_thousands(counts_.complete) + " complete, " +
                 with_thousands(counts_.partial) + " partial, " + with_thousands(counts_.none) + " without a path, " +
                 with_thousands(counts_.broken) + " invalid");
    }

    Status draw() {
        if (!options_.draws()) return Done{};
        const uint64_t paths = counts_.complete + counts_.partial;
        drawing_.title = count_of(paths, "path");
        if (paths > drawn_) drawing_.title += ", the first " + with_thousands(drawn_) + " are drawn";
        return write_output(options_.svg, to_svg(drawing_));
    }

    const QueryOptions& options_;
    const NavMesh& mesh_;
    const QueryFilter& filter_;
    std::array<LineBlock, 3> blocks_;
    std::vector<Worker> workers_;
    Status written_ = Done{};
    std::vector<std::string> errors_;
    std::string name_, out_;
    AnswerCounts counts_;
    Drawing drawing_;
    uint32_t drawn_ = 0;
};

}  // namespace

Result<int> run_batch(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter) {
    if (const Status valid = validate_filter(filter); !valid) return valid.error();
    Result<LineReader> reader = LineReader::open(options.batch);
    if (!reader) return reader.error();
    return Batch(options, mesh, filter).run(*reader);
}

}  // namespace navspan::tools
