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

/// Opens a file for reading. Returns null and sets errno if it cannot be opened. Throws std::bad_alloc if memory runs out.
OpenFile open_to_read(const std::filesystem::path& path);

constexpr size_t kMaxBytesPerCall = size_t{1} << 30;  ///< larger requests fail on some systems

/// Writes all bytes by calling write_some(bytes, offset). write_some returns the number of bytes written. If it fails, it sets
/// errno and returns -1. Repeats interrupted calls. Returns 0 or the error number. A call that writes nothing counts as a full
/// disk.
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
