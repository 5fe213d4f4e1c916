#pragma once

#include <string>
#include <vector>

#include "navquery/common.h"
#include "navquery/line_reader.h"

namespace navspan::tools {

/// Options, mesh and filter for all lines of a batch.
struct BatchQuery {
    const QueryOptions& options;
    const NavMesh& mesh;
    const QueryFilter& filter;  ///< has passed validate_filter
};

/// Scratch memory of a thread.
struct LineScratch {
    SearchScratch search;
    Path path;
};

/// The answer to a line.
struct LineAnswer {
    std::string out;          ///< answer, including the newline; empty for a blank line
    std::string error;        ///< error message for an invalid line
    bool had_result = false;  ///< the line already had a "result", which the answer replaces
    PathStatus status = PathStatus::none;
    std::vector<DVec3> points;  ///< points of the path; only if QueryOptions::draws
};

/// Answers a line of --batch (see run_batch). Thread-safe if each thread has its own scratch memory and answer.
void answer_batch_line(const BatchQuery& query, const LineReader::InputLine& line, LineScratch& scratch, LineAnswer& answer);

}  // namespace navspan::tools
