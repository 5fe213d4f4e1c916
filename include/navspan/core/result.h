#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace navspan {

/// What kind of trouble an Error is; the programs turn it into their exit code.
enum class ErrorKind {
    failed,       ///< the bake failed, a limit was passed, the disk is full, nothing is walkable (exit 1)
    usage,        ///< a flag or the config is wrong (exit 2)
    input,        ///< an input file is unreadable or invalid (exit 3)
    interrupted,  ///< the user stopped it (exit 130)
};

/// A bad world (file, config, limit), told in one line: what is wrong, where, and what to change.
struct Error {
    ErrorKind kind = ErrorKind::failed;
    std::string message;
};

inline Error input_error(const std::string& what) {
    return Error{ErrorKind::input, what};
}

/// Either a T or the Error that kept it from being made.
template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::move(value)) {}
    Result(Error error) : state_(std::move(error)) {}

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() & { assert(ok()); return std::get<0>(state_); }
    const T& value() const& { assert(ok()); return std::get<0>(state_); }
    T&& value() && { assert(ok()); return std::get<0>(std::move(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const { assert(!ok()); return std::get<1>(state_); }

private:
    std::variant<T, Error> state_;
};

/// The result of something that gives nothing back but may fail.
struct Done {};
using Status = Result<Done>;

}  // namespace navspan
