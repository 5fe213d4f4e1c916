// The usage examples in the public headers of include/navspan/core.

#include "headers.h"

#include <filesystem>
#include <vector>

#include "navspan/core/byte_file.h"
#include "navspan/core/file.h"
#include "navspan/core/result.h"

using namespace navspan;

namespace {

// core/byte_file.h
void write_by_offset(bool& finished) {
    Result<DiskFile> file = DiskFile::create("level.bin", "level.bin");
    if (!file) return;  // for example, the file exists already
    const std::vector<std::byte> header(64), body(1000);
    if (!file->write_at(header.size(), body)) return;
    if (!file->write_at(0, header)) return;
    if (!file->close()) return;  // for example, the disk is full
    finished = true;
}

// core/file.h
void copy_a_file(bool& finished) {
    const Result<std::vector<std::byte>> bytes = read_file("level.nav");
    if (!bytes) return;  // bytes.error().message names the file and the reason
    const Status written = write_file_atomically("copy.nav", *bytes);
    if (!written) return;  // copy.nav is unchanged, and no temporary file remains
    finished = true;
}

// core/result.h
void return_a_result(bool& finished) {
    const auto checked = [](int threads) -> Result<int> {
        if (threads < 0) return Error{ErrorKind::usage, "--threads: a negative number; give 0 or more"};
        return threads;
    };
    const Result<int> threads = checked(4);
    if (!threads) return;  // threads.error().message says what is wrong
    [[maybe_unused]] const int value = *threads;
    finished = true;
}

}  // namespace

bool core_examples(const Inputs&, Report& report) {
    std::filesystem::remove("level.bin");
    run(report, "core/byte_file.h", write_by_offset);
    run(report, "core/file.h", copy_a_file);
    run(report, "core/result.h", return_a_result);
    return true;
}
