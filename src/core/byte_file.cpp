// Byte files: sequences of bytes in memory or on disk that are read and written by offset.
//
// On Linux, a temporary file has no name. The system frees its disk space when the file is closed or the process is killed. If
// the system does not support files without names, a temporary file gets a unique name. The name is deleted immediately or, on
// Windows, when the file is closed. create_linkable() creates a file without a name, and link_to_path() gives the file a name.

#include "navspan/core/byte_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <utility>

#include "core/file_internal.h"

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace navspan {
namespace {

namespace fs = std::filesystem;

Error read_back_error(const std::string& name, int code) {
    return Error{ErrorKind::failed, "cannot read " + name + " back: " + (code ? std::strerror(code) : "the file is too short")};
}

#if defined(_WIN32)

std::mutex seek_mutex;

int open_new(const fs::path& path, bool temporary) {
    const int flags = _O_RDWR | _O_CREAT | _O_EXCL | _O_BINARY | (temporary ? _O_TEMPORARY : 0);
    return _wopen(path.c_str(), flags, _S_IREAD | _S_IWRITE);
}
long long write_some(int file, const std::byte* data, size_t n, uint64_t offset) {
    const std::lock_guard lock(seek_mutex);
    if (_lseeki64(file, (long long)offset, SEEK_SET) < 0) return -1;
    return _write(file, data, unsigned(n));
}
long long read_some(int file, std::byte* data, size_t n, uint64_t offset) {
    const std::lock_guard lock(seek_mutex);
    if (_lseeki64(file, (long long)offset, SEEK_SET) < 0) return -1;
    return _read(file, data, unsigned(n));
}
int flush_file(int file) {
    return _commit(file);
}
int close_file(int file) {
    return _close(file);
}
void unlink_path(const fs::path&) {}

#else

static_assert(sizeof(off_t) == sizeof(uint64_t), "define _FILE_OFFSET_BITS=64");

int open_new(const fs::path& path, bool) {
    return open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}
long long write_some(int file, const std::byte* data, size_t n, uint64_t offset) {
    return pwrite(file, data, n, off_t(offset));
}
long long read_some(int file, std::byte* data, size_t n, uint64_t offset) {
    return pread(file, data, n, off_t(offset));
}
int flush_file(int file) {
    return fsync(file);
}
int close_file(int file) {
    return close(file);
}
void unlink_path(const fs::path& path) {
    unlink(path.c_str());
}

#endif

#if defined(O_TMPFILE)

// Returns the path under /proc from which an open file without a name can be linked.
std::string proc_fd_path(int file) {
    return "/proc/self/fd/" + std::to_string(file);
}
int open_unnamed(const fs::path& folder) {
    const int file = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
    if (file >= 0) (void)flock(file, LOCK_EX | LOCK_NB);  // see remove_abandoned_file
    if (file < 0 || access(proc_fd_path(file).c_str(), F_OK) == 0) return file;
    close(file);
    errno = ENOTSUP;
    return -1;
}
int link_file(int file, const fs::path& path) {
    return linkat(AT_FDCWD, proc_fd_path(file).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW);
}
void remove_unlocked(const fs::path& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return;
    struct stat opened {
    }, named{};
    const bool is_abandoned = flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &opened) == 0 &&
                              lstat(path.c_str(), &named) == 0 && opened.st_dev == named.st_dev &&
                              opened.st_ino == named.st_ino;
    if (is_abandoned) unlink(path.c_str());
    close(file);
}

#else

int open_unnamed(const fs::path&) {
    errno = ENOTSUP;
    return -1;
}
int link_file(int, const fs::path&) {
    errno = ENOSYS;
    return -1;
}
void remove_unlocked(const fs::path&) {}

#endif

}  // namespace

Status MemoryFile::write_at(uint64_t offset, std::span<const std::byte> data) {
    if (data.empty()) return Done{};
    if (offset > bytes.max_size() || data.size() > bytes.max_size() - offset) return write_error("memory", EFBIG);
    if (offset + data.size() > bytes.size()) bytes.resize(offset + data.size());
    std::memcpy(bytes.data() + offset, data.data(), data.size());
    return Done{};
}

Status MemoryFile::read_at(uint64_t offset, std::span<std::byte> data) const {
    if (offset > bytes.size() || data.size() > bytes.size() - offset) return read_back_error("memory", 0);
    if (!data.empty()) std::memcpy(data.data(), bytes.data() + offset, data.size());
    return Done{};
}

Result<DiskFile> DiskFile::create(const fs::path& path, const fs::path& name) {
    std::string text = name.string();  // may throw; an exception after open_new would leak the file
    const int file = open_new(path, false);
    if (file < 0) return write_error(text, errno);
    return DiskFile(file, std::move(text));
}

Result<DiskFile> DiskFile::create_temporary(const fs::path& folder) {
    static std::atomic<unsigned> number{0};
    const fs::path base = folder.empty() ? fs::path(".") : folder;
    std::string name = "a temporary file in " + base.string();
    if (const int file = open_unnamed(base); file >= 0) return DiskFile(file, std::move(name));
    for (int attempt = 0; attempt < 100; ++attempt) {
        const fs::path path = base / (".navspan-" + std::to_string(process_id()) + "-" + std::to_string(number++) + ".tmp");
        const int file = open_new(path, true);
        if (file < 0 && errno == EEXIST) continue;  // a killed process with the same id left this file
        if (file < 0) break;
        unlink_path(path);
        return DiskFile(file, std::move(name));
    }
    return write_error(name, errno);
}

Result<DiskFile> DiskFile::create_linkable(const fs::path& folder, const fs::path& name) {
    std::string text = name.string();
    const int file = open_unnamed(folder.empty() ? fs::path(".") : folder);
    if (file < 0) return write_error(text, errno);
    return DiskFile(file, std::move(text));
}

DiskFile::DiskFile(DiskFile&& other) noexcept : file_(std::exchange(other.file_, -1)), name_(other.take_name()) {}

DiskFile& DiskFile::operator=(DiskFile&& other) noexcept {
    if (this == &other) return *this;
    if (file_ >= 0) close_file(file_);
    file_ = std::exchange(other.file_, -1);
    name_ = other.take_name();
    return *this;
}

DiskFile::~DiskFile() {
    if (file_ >= 0) close_file(file_);
}

Status DiskFile::write_at(uint64_t offset, std::span<const std::byte> data) {
    const int code =
        write_all(data, [&](auto part, size_t begin) { return write_some(file_, part.data(), part.size(), offset + begin); });
    if (code) return write_error(name_, code);
    return Done{};
}

Status DiskFile::read_at(uint64_t offset, std::span<std::byte> data) const {
    while (!data.empty()) {
        const long long n = read_some(file_, data.data(), std::min(data.size(), kMaxBytesPerCall), offset);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return read_back_error(name_, n < 0 ? errno : 0);
        data = data.subspan(size_t(n));
        offset += uint64_t(n);
    }
    return Done{};
}

Status DiskFile::flush() {
    if (flush_file(file_)) return write_error(name_, errno);
    return Done{};
}

Result<bool> DiskFile::link_to_path(const fs::path& path) {
    if (link_file(file_, path) == 0) return true;
    if (errno == EEXIST) return false;
    return write_error(name_, errno);
}

void remove_abandoned_file(const fs::path& path) {
    remove_unlocked(path);
}

Status DiskFile::close() {
    if (file_ < 0) return Done{};
    const int file = std::exchange(file_, -1);
    if (close_file(file)) return write_error(name_, errno);
    return Done{};
}

}  // namespace navspan
