// Joins the compact heightfields of consecutive ranges of rows.
//
// In: one field per range. Each field except the first starts with a copy of the last row of the previous field.
// Out: the field of all rows.
// Idea: The spans of the other fields are appended to the first field, without the copied rows. One offset for each field
// corrects all its span indices. Each thread appends whole arrays.
// Source: own method.
// Weak cases: none known.

#include "bake/field/compact_join.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>

#include "core/parallel.h"
#include "navspan/core/no_index.h"

namespace navspan {
namespace {

// A part (one of the fields to join), and its position in the joined field.
struct JoinedPart {
    CompactHeightfield& field;
    uint32_t copied = 0;  // number of spans in the copied row
    uint32_t shift = 0;   // added to each span index of the part, modulo 2^32
};

// Appends the spans of all parts, without the copied rows. Frees the arrays of the parts.
template <class T>
void append_spans(const std::vector<JoinedPart>& parts, std::vector<T> CompactHeightfield::*array, std::vector<T>& out) {
    for (const JoinedPart& part : parts) {
        std::vector<T> from = std::exchange(part.field.*array, {});
        out.insert(out.end(), from.begin() + part.copied, from.end());
    }
}

// Like append_spans, for an array of neighbours in +z (`up`) or -z. For +z, the copied row replaces the original row, which has
// no neighbours in +z.
void append_neighbours(const std::vector<JoinedPart>& parts, std::vector<uint32_t> CompactHeightfield::*array, bool up,
                       std::vector<uint32_t>& out) {
    for (const JoinedPart& part : parts) {
        std::vector<uint32_t> from = std::exchange(part.field.*array, {});
        for (uint32_t& neighbour : from)
            neighbour += neighbour == kNoIndex ? 0 : part.shift;
        if (up) out.resize(out.size() - part.copied);
        out.insert(out.end(), from.begin() + (up ? 0 : part.copied), from.end());
    }
}

// Like append_spans, for the link bits. The bits of a copied row are ORed into the original row, which has no links in +z.
void append_links(const std::vector<JoinedPart>& parts, std::vector<uint8_t>& out) {
    for (const JoinedPart& part : parts) {
        std::vector<uint8_t> from = std::exchange(part.field.links, {});
        std::transform(from.begin(), from.begin() + part.copied, out.end() - part.copied, out.end() - part.copied,
                       [](uint8_t a, uint8_t b) { return uint8_t(a | b); });
        out.insert(out.end(), from.begin() + part.copied, from.end());
    }
}

void append_runs(const std::vector<JoinedPart>& parts, CompactHeightfield& out) {
    for (const JoinedPart& part : parts) {
        const uint32_t copied = part.field.row_run[1], before = uint32_t(out.runs.size());
        for (size_t r = copied; r < part.field.runs.size(); ++r) {
            Run run = part.field.runs[r];
            run.first += part.shift;
            out.runs.push_back(run);
        }
        for (size_t z = 2; z < part.field.row_run.size(); ++z) {
            out.row_run.push_back(part.field.row_run[z] - copied + before);
            out.row_span.push_back(part.field.row_span[z] + part.shift);
        }
    }
}

}  // namespace

CompactHeightfield join_rows(const Grid& grid, std::vector<CompactHeightfield>& parts, Workers* workers) {
    CompactHeightfield out = std::move(parts[0]);
    out.grid = grid;
    std::vector<JoinedPart> rest;
    uint32_t spans = out.span_count();
    for (size_t p = 1; p < parts.size(); ++p) {
        const uint32_t copied = parts[p].row_span[1];
        rest.push_back({parts[p], copied, spans - copied});
        spans += parts[p].span_count() - copied;
    }
    if (rest.empty()) return out;
    append_runs(rest, out);
    // One task per array, in order of decreasing work.
    const std::array<std::function<void()>, 6> arrays{
        [&] { append_neighbours(rest, &CompactHeightfield::up, true, out.up); },
        [&] { append_neighbours(rest, &CompactHeightfield::down, false, out.down); },
        [&] { append_spans(rest, &CompactHeightfield::floor, out.floor); },
        [&] { append_spans(rest, &CompactHeightfield::clearance, out.clearance); },
        [&] { append_spans(rest, &CompactHeightfield::area, out.area); },
        [&] { append_links(rest, out.links); },
    };
    for_each_part(workers, arrays.size(), [&](size_t k, unsigned) { arrays[k](); });
    return out;
}

}  // namespace navspan
