#include "common/answer.h"

#include <optional>
#include <span>
#include <utility>

#include "common/cli.h"
#include "navspan/core/file.h"

namespace navspan::tools {

Status write_with_answer(const std::string& path, const std::string& file, const std::string& answer) {
    if (path == "-") return write_output("-", file);
    std::optional<PendingFile> pending;
    if (!path.empty()) {
        Result<PendingFile> written = PendingFile::write(path, std::as_bytes(std::span(file)));
        if (!written) return written.error();
        pending.emplace(*std::move(written));
    }
    if (const Status printed = write_output("-", answer); !printed || !pending) return printed;
    Warnings warnings;
    const Status kept = pending->put_in_place(&warnings);
    report_warnings(warnings);
    return kept;
}

}  // namespace navspan::tools
