// Answers many queries, one per line.
//
// Processes blocks of lines. Threads answer the current block, while one task writes the previous block in order and another
// reads the next. At most three blocks are in memory. The output does not depend on the number of threads.

#include <array>
#include <utility>
#include <vector>

#include "core/parallel.h"
#include "debug/nav_mesh_drawing.h"
#include "debug/palette.h"
#include "debug/query_drawing.h"
#include "navquery/answers.h"
#include "navquery/batch_line.h"
#include "navquery/line_reader.h"
#include "navspan/io/picture.h"

namespace navspan::tools {
namespace {

constexpr size_t kBlock = 1024;      // lines per block
constexpr size_t kPathsDrawn = 500;  // maximum number of paths in a readable picture

// A line and its answer.
struct AnsweredLine {
    LineReader::InputLine line;
    LineAnswer answer;
};

struct LineBlock {
    std::vector<AnsweredLine> slots{kBlock};
    size_t count = 0;
};

struct AnswerCounts {
    uint64_t complete = 0, partial = 0, none = 0, broken = 0;
    uint64_t replaced = 0;  // lines that already had a result
    uint64_t all() const { return complete + partial + none + broken; }
};

class Batch {
public:
    Batch(const QueryOptions& options, const NavMesh& mesh, const QueryFilter& filter)
        : options_(options),
          query_{options, mesh, filter},
          workers_(thread_count(options.threads)),
          name_(options.batch == "-" ? "standard input" : options.batch) {
        if (options.draws()) drawing_ = draw_nav_mesh(mesh);
        if (options.clearance > 0) prepare_workers();
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
                    AnsweredLine& slot = now.slots[i - 2];
                    answer_batch_line(query_, slot.line, workers_[worker], slot.answer);
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
    // Computes the clearance once for all threads.
    void prepare_workers() {
        std::vector<SearchScratch> scratches(workers_.size());
        // Ignore a failure: the query of each line fails with the same error.
        (void)prepare_clearance(query_.mesh, options_.clearance, scratches, unsigned(workers_.size())).ok();
        for (size_t i = 0; i < workers_.size(); ++i)
            workers_[i].search = std::move(scratches[i]);
    }

    static void read(LineReader& reader, LineBlock& block) {
        block.count = 0;
        while (block.count < kBlock && reader.next(block.slots[block.count].line))
            ++block.count;
    }

    // Writes the answers of a block in order. Keeps the errors for log_errors.
    Status write(const LineBlock& block) {
        out_.clear();
        for (size_t i = 0; i < block.count; ++i) {
            const LineAnswer& answer = block.slots[i].answer;
            if (answer.out.empty()) continue;
            out_ += answer.out;
            if (!answer.error.empty()) {
                errors_.push_back(name_ + ":" + std::to_string(block.slots[i].line.number) + ": " + answer.error);
                ++counts_.broken;
            } else {
                ++(answer.status == PathStatus::complete  ? counts_.complete
                   : answer.status == PathStatus::partial ? counts_.partial
                                                          : counts_.none);
                counts_.replaced += answer.had_result;
                if (drawn_ < kPathsDrawn && !answer.points.empty())
                    mark_line(drawing_, answer.points, distinct_color(drawn_++));
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
    const BatchQuery query_;
    std::array<LineBlock, 3> blocks_;
    std::vector<LineScratch> workers_;
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
