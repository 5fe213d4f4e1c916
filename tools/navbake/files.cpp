#include "navbake/files.h"

#include <algorithm>
#include <span>
#include <utility>

#include "navbake/check_options.h"
#include "navbake/output/depfile.h"
#include "navspan/core/hash.h"

namespace navspan::tools {
namespace {

using Options = NavbakeOptions;

// Returns the SHA-256 of the level, which is in memory or in a temporary file.
Result<std::string> level_sha256(LevelBake& bake) {
    if (!bake.level) return sha256_hex(bake.bytes);
    Sha256 hash;
    std::vector<std::byte> piece(size_t{1} << 16);
    for (uint64_t at = 0; at < bake.facts[0].bytes; at += piece.size()) {
        const std::span part = std::span(piece).first(std::min<uint64_t>(piece.size(), bake.facts[0].bytes - at));
        if (const Status read = bake.level->bytes().read_at(at, part); !read) return read.error();
        hash.add(part);
    }
    return hash.hex();
}

}  // namespace

Status write_level(const Options& options, LevelBake& bake) {
    if (!bake.level && writes_file(options)) {
        Result<PendingFile> created = PendingFile::create(options.output);
        if (!created) return created.error();
        if (const Status written = created->bytes().write_at(0, bake.bytes); !written) return written;
        bake.level.emplace(*std::move(created));
    }
    for (const ExportedFile& file : bake.exports) {
        Result<PendingFile> written = PendingFile::write(file.path, file.bytes);
        if (!written) return written.error();
        bake.exported.push_back(*std::move(written));
        bake.report.exports.push_back({file.path, file.bytes.size(), options.report.empty() ? "" : sha256_hex(file.bytes)});
    }
    const Result<std::string> sha256 = options.report.empty() ? std::string() : level_sha256(bake);
    if (!sha256) return sha256.error();
    if (bake.level) {
        if (const Status closed = bake.level->close(); !closed) return closed;
    }
    add_output(bake.report, bake.facts, options.output, *sha256);
    return Done{};
}

Status commit_level(const Options& options, LevelBake& bake) {
    Result<std::optional<PendingFile>> depfile = write_depfile(options, bake.report.files);
    if (!depfile) return depfile.error();
    if (!ignore_interrupts()) return Error{ErrorKind::interrupted, "interrupted"};
    Warnings warnings;
    const auto keep_others = [&] {
        for (PendingFile& file : bake.exported) {
            if (const Status kept = file.put_in_place(&warnings); !kept) return kept;
        }
        return *depfile ? (*depfile)->put_in_place(&warnings) : Status(Done{});
    };
    Status kept = bake.level ? Done{} : write_output(options.output, bake.bytes);
    if (kept) kept = keep_others();
    // Move the level last, so that the previous level still exists after any failure.
    if (kept && bake.level) kept = bake.level->put_in_place(&warnings);
    report_warnings(warnings);
    return kept;
}

}  // namespace navspan::tools
