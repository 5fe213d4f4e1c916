#pragma once

// Helpers for the source files that call the operating system's file functions. Not part of the public interface.

#include <cstring>
#include <string>

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

}  // namespace navspan
