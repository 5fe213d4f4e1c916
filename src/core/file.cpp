// Reads whole files and replaces files atomically.
//
// Writes the data to a temporary file in the folder of the target, flushes this file to disk, and renames it to the target. If
// the target is a symbolic link, replaces the file to which the link points.

#include "navspan/core/file.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <new>
#include <string>
#include <thread>
#include <utility>

#include "core/file_internal.h"
#include "core/memory.h"
#include "core/standard_input.h"
#include "navspan/core/hash.h"

#if defined(_WIN32)
#include <io.h>
#define unlink _unlink
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace navspan {
namespace {

namespace fs = std::filesystem;

Error read_error(const fs::path& path, const std::string& why) {
    return Error{ErrorKind::input, "cannot read " + input_name(path) + ": " + why};
}

#if defined(_WIN32)

// Returns 0 or the error number.
int write_to_device(const fs::path& path, std::span<const std::byte> bytes) {
    std::FILE* file = _wfopen(path.c_str(), L"wb");
    if (!file) return errno;
    int code = 0;
    if (std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size()) code = errno;
    if (std::fclose(file) && !code) code = errno;
    return code;
}

int flush_folder(const fs::path&) {
    return 0;
}

std::FILE* open_standard_input() {
    const int file = _dup(0);
    return file < 0 ? nullptr : _fdopen(file, "rb");
}

#else

// Returns a duplicate of standard input, because the caller closes the returned file.
std::FILE* open_standard_input() {
    const int file = dup(STDIN_FILENO);
    return file < 0 ? nullptr : fdopen(file, "rb");
}

// Returns 0 or the error number.
int write_to_device(const fs::path& path, std::span<const std::byte> bytes) {
    const int file = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file < 0) return errno;
    int code = write_all(bytes, [&](auto part, size_t) { return write(file, part.data(), part.size()); });
    if (close(file) && !code) code = errno;
    return code;
}

// Flushes a folder to disk, so that a rename in it survives a crash. Returns the error number, or 0 if the folder was flushed
// or its file system cannot flush folders.
int flush_folder(const fs::path& folder) {
    const int file = open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    const int code = fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
    close(file);
    return code;
}

#endif

// Returns the path to which a chain of symbolic links leads. This path need not exist. Error (failed): the chain has more than
// 40 links, or a link cannot be read.
Result<fs::path> follow_links(const fs::path& path) {
    constexpr int kMostLinks = 40;  // same limit as in Linux
    std::error_code code;
    fs::path target = path;
    for (int links = 0; fs::is_symlink(fs::symlink_status(target, code)); ++links) {
        if (links == kMostLinks) return write_error(path.string(), ELOOP);
        const fs::path next = fs::read_symlink(target, code);
        if (code) return write_error(path.string(), code.value());
        target = target.parent_path() / next;
    }
    return target;
}

// Returns the path of a file next to `target`. Its name is the name of `target` with a suffix. Truncates long names, because
// many file systems limit names to 255 bytes.
fs::path with_suffix(const fs::path& target, const std::string& suffix) {
    constexpr size_t kMostBytes = 200;  // limit on the name without the suffix [byte]
    std::string name = target.filename().string();
    if (name.size() > kMostBytes) {
        size_t end = kMostBytes;
        while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)
            --end;  // keep whole UTF-8 characters
        name.resize(end);
    }
    return target.parent_path() / (name + suffix);
}

// Returns a name for a temporary file that is unique among processes.
fs::path unique_temporary_path(const fs::path& target) {
    // The time stamp distinguishes processes with equal ids on several machines that share the folder.
    const auto moment = std::chrono::system_clock::now().time_since_epoch().count();
    return with_suffix(target, ".tmp-" + std::to_string(process_id()) + "-" + std::to_string(moment));
}

// Slot for the path of a temporary file that a signal handler must delete. A thread claims a slot, then fills the slot. The
// path does not change until the slot is released. A file has no slot if all slots are in use or its path is too long. Only the
// destructor of PendingFile deletes a file without a slot.
struct PendingName {
    std::atomic<bool> claimed{false}, filled{false};
    std::array<char, 4096> path{};
};
std::array<PendingName, 16> pending_names;

int add_pending_name(const fs::path& path) {
    const std::string text = path.string();
    for (size_t i = 0; i < pending_names.size() && text.size() < pending_names[i].path.size(); ++i) {
        if (pending_names[i].claimed.exchange(true)) continue;
        std::copy(text.begin(), text.end(), pending_names[i].path.begin());
        pending_names[i].path[text.size()] = 0;
        pending_names[i].filled = true;
        return int(i);
    }
    return -1;
}

void drop_pending_name(int slot) {
    if (slot < 0) return;
    pending_names[size_t(slot)].filled = false;
    pending_names[size_t(slot)].claimed = false;
}

}  // namespace

fs::path replacing_path(const fs::path& target) {
    Hasher128 hasher;
    const std::string name = target.filename().string();
    hasher.add(std::as_bytes(std::span(name)));
    return with_suffix(target, ".tmp-navspan-" + to_hex(hasher.finish()).substr(0, 8));
}

void remove_pending_files() noexcept {
    for (const PendingName& name : pending_names) {
        if (name.filled) unlink(name.path.data());
    }
}

PendingFile::PendingFile(PendingFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, std::nullopt)),
      slot_(std::exchange(other.slot_, -1)),
      named_(other.named_),
      open_(std::move(other.open_)) {}

PendingFile::~PendingFile() {
    std::error_code ignored;
    (void)open_.close();
    if (temporary_ && named_) fs::remove(*temporary_, ignored);
    drop_pending_name(slot_);
}

Result<fs::path> folder_of(const fs::path& path) {
    const Result<fs::path> target = follow_links(path);
    if (!target) return target.error();
    return target->parent_path();
}

bool is_device(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
}

Result<PendingFile> PendingFile::create(const fs::path& path) {
    std::error_code ignored;
    Result<fs::path> target = follow_links(path);
    if (!target) return target.error();
    PendingFile file(path);
    file.target_ = *std::move(target);
    if (fs::is_directory(file.target_, ignored)) return write_error(path.string(), EISDIR);
    if (is_device(file.target_)) return write_error(path.string(), ESPIPE);
    Result<DiskFile> open = DiskFile::create_linkable(file.target_.parent_path(), path);
    file.named_ = !open;
    fs::path temporary = file.named_ ? unique_temporary_path(file.target_) : replacing_path(file.target_);
    file.slot_ = add_pending_name(temporary);
    if (file.named_) open = DiskFile::create(temporary, path);
    if (!open) return open.error();
    file.open_ = *std::move(open);
    file.temporary_ = std::move(temporary);
    return file;
}

Status PendingFile::close() {
    if (!open_.is_open()) return Done{};
    if (const Status flushed = open_.flush(); !flushed || !named_) return flushed;
    return open_.close();
}

Result<PendingFile> PendingFile::write(const fs::path& path, std::span<const std::byte> bytes) {
    std::error_code ignored;
    if (is_device(path) && !fs::is_directory(path, ignored)) {
        if (const int code = write_to_device(path, bytes)) return write_error(path.string(), code);
        return PendingFile(path);
    }
    Result<PendingFile> file = create(path);
    if (!file) return file.error();
    if (const Status written = file->bytes().write_at(0, bytes); !written) return written.error();
    if (const Status closed = file->close(); !closed) return closed.error();
    return file;
}

// A file without a name gets its final name in one step, if no file has this name. Otherwise, it first gets the name
// `temporary_`, and is then renamed.
Status PendingFile::link_in_place() {
    constexpr int kMostTries = 500;
    constexpr std::chrono::milliseconds kPause(1);
    Result<bool> linked = open_.link_to_path(target_);
    if (linked && *linked) return open_.close();
    linked = open_.link_to_path(*temporary_);
    // The name exists if a program was killed, or if another program replaces the same file at this moment.
    for (int i = 0; linked && !*linked && i < kMostTries; ++i) {
        if (i > 0) std::this_thread::sleep_for(kPause);
        remove_abandoned_file(*temporary_);
        linked = open_.link_to_path(*temporary_);
    }
    if (!linked) return linked.error();
    if (!*linked) return write_error(temporary_->string(), EEXIST);
    named_ = true;
    std::error_code code;
    fs::rename(*temporary_, target_, code);
    if (code) return write_error(path_.string(), code.value());
    return open_.close();
}

Status PendingFile::put_in_place(Warnings* warnings) {
    if (path_.empty()) return write_error("a file that was moved to another object", EBADF);
    if (!temporary_) return Done{};
    const fs::path folder = target_.parent_path();  // may throw, so it must precede the rename
    if (!named_) {
        if (const Status linked = link_in_place(); !linked) return linked;
    } else {
        std::error_code renamed;
        fs::rename(*temporary_, target_, renamed);
        if (renamed) return write_error(path_.string(), renamed.value());
    }
    temporary_.reset();
    drop_pending_name(std::exchange(slot_, -1));
    const int code = flush_folder(folder);
    if (code && warnings) {
        warnings->push_back({"folder_unflushed",
                             path_.string() + ": written, but the folder could not be flushed: " + std::strerror(code) +
                                 "; a power failure can bring the old file back, so test the disk and write the file again",
                             {}});
    }
    return Done{};
}

Status write_file_atomically(const fs::path& path, std::span<const std::byte> bytes, Warnings* warnings) {
    Result<PendingFile> file = PendingFile::write(path, bytes);
    if (!file) return file.error();
    return file->put_in_place(warnings);
}

namespace {

// Takes over a file that was just opened, or null. Throws std::bad_alloc if it is null because memory ran out.
OpenFile take_opened(std::FILE* file) {
    if (!file && errno == ENOMEM) throw std::bad_alloc();
    return OpenFile(file);
}

}  // namespace

OpenFile open_to_read(const fs::path& path) {
    return take_opened(std::fopen(path.string().c_str(), "rb"));
}

Result<FileReader> FileReader::open(const fs::path& path, uint64_t max_unsized) {
    const bool standard = is_standard_input(path);
    std::error_code unknown;
    if (!standard && fs::is_directory(path, unknown)) return read_error(path, "it is a folder");
    OpenFile file = standard ? take_opened(open_standard_input()) : open_to_read(path);
    if (!file) return read_error(path, std::strerror(errno));
    const uint64_t expected = size_of_input(path).value_or(0);
    return FileReader(path, std::move(file), expected, std::max(expected, max_unsized));
}

Result<size_t> FileReader::read(std::span<std::byte> bytes) {
    if (!file_) return read_error(path_, "the reader was moved to another object");
    errno = 0;
    const size_t n = std::fread(bytes.data(), 1, bytes.size(), file_.get());
    if (n < bytes.size() && std::ferror(file_.get())) return read_error(path_, std::strerror(errno));
    bytes_read_ += n;
    if (bytes_read_ > max_bytes_) {
        return read_error(path_, "it has more than " + std::to_string(max_bytes_) +
                                     " bytes, the limit for a pipe or a device; give a regular file");
    }
    return n;
}

bool FileReader::rewind() {
    if (!file_ || std::fseek(file_.get(), 0, SEEK_SET) != 0) return false;
    bytes_read_ = 0;
    return true;
}

Result<std::vector<std::byte>> read_file(const fs::path& path, uint64_t max_unsized) {
    Result<FileReader> file = FileReader::open(path, max_unsized);
    if (!file) return file.error();
    std::vector<std::byte> bytes;
    // Reserve one more byte than the expected size. The last read then returns fewer bytes than requested, which shows the end
    // of the file without another read.
    reserve_large(bytes, size_to_allocate(file->size() + 1));
    // `resize` sets new bytes to zero. Resize and read in small steps: the bytes that `resize` has set are then still in the
    // processor's cache when the read overwrites them.
    constexpr size_t kStep = size_t{1} << 18;
    size_t used = 0;
    for (bool at_end = false; !at_end;) {
        const size_t reserved = bytes.capacity() - used;
        bytes.resize(used + (reserved > 0 ? std::min(reserved, kStep) : kStep));
        const Result<size_t> n = file->read(std::span(bytes).subspan(used));
        if (!n) return n.error();
        used += *n;
        at_end = used < bytes.size();
    }
    bytes.resize(used);
    return bytes;
}

}  // namespace navspan
