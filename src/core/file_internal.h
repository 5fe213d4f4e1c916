#pragma once

// Helpers for the source files that call the operating system's file functions. Not part of the public interface.

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <span>
#include <string>

#include "navspan/core/file.h"
#include "navspan/core/result.h"

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace navspan {

inline int process_id() {
#if defined(_WIN32)
    return _getpid();
#else
    return int(getpid());
#endif
}

inline Error write_error(const std::string& name, int code) {
    return Error{ErrorKind::failed, "cannot write " + name + ": " + std::strerror(code)};
}

/// Returns the second name that a complete file has for a moment while it replaces `target`. The name is the same in all
/// programs, so that the next write removes the file of a killed program. A hash distinguishes long names with equal starts.
std::filesystem::path replacing_path(const std::filesystem::path& target);

/// Removes a file that a killed program left. Running programs hold a lock on the files of DiskFile::create_linkable; such a
/// file stays.
void remove_abandoned_file(const std::filesystem::path& path);

/// Opens a file for reading. If this fails, returns null and sets errno. Throws std::bad_alloc if memory runs out.
OpenFile open_to_read(const std::filesystem::path& path);

constexpr size_t kMaxBytesPerCall = size_t{1} << 30;  ///< limit for one call; some systems reject larger sizes

/// Writes all bytes by calling write_some until no bytes remain. Repeats interrupted calls (EINTR). Returns 0 or the error
/// number: ENOSPC (disk full) if a call writes 0 bytes, otherwise the errno of the call that failed.
/// @param write_some  write_some(bytes, offset): returns the number of bytes written, or sets errno and returns -1
template <class WriteSome>
int write_all(std::span<const std::byte> bytes, WriteSome write_some) {
    size_t written = 0;
    while (written < bytes.size()) {
        const size_t size = std::min(bytes.size() - written, kMaxBytesPerCall);
        const long long n = write_some(bytes.subspan(written, size), written);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 ? errno : ENOSPC;
        written += size_t(n);
    }
    return 0;
}

}  // namespace navspan
