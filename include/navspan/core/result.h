#pragma once

/// \file
/// Return types of functions that can fail.
///
/// \code
/// const auto checked = [](int threads) -> Result<int> {
///     if (threads < 0) return Error{ErrorKind::usage, "--threads: a negative number; give 0 or more"};
///     return threads;
/// };
/// const Result<int> threads = checked(4);
/// if (!threads) return;  // threads.error().message says what is wrong
/// [[maybe_unused]] const int value = *threads;
/// \endcode
///
/// Guarantees: a Result contains either a value or an error, never both. The compiler warns if a returned Result is not used.
///
/// Caveats: test a Result before you read its value or its error. Reading the missing part throws std::bad_variant_access, like
/// std::expected. A program without exceptions is aborted.

#include <string>
#include <utility>
#include <variant>

namespace navspan {

/// The category of an Error. It determines the exit code of the command-line programs.
enum class ErrorKind {
    failed,       ///< an operation failed: a limit was exceeded, the disk is full, nothing is walkable (exit code 1)
    usage,        ///< a flag, the config or an argument is wrong (exit code 2)
    input,        ///< an input file is unreadable or invalid (exit code 3)
    interrupted,  ///< the user stopped the program (exit code 130)
};

/// Why an operation failed.
struct Error {
    ErrorKind kind = ErrorKind::failed;  ///< category of the error
    std::string message;                 ///< one line: what is wrong, where, and what to change
};

/// Returns an Error of kind input with the message \p what.
inline Error input_error(const std::string& what) {
    return Error{ErrorKind::input, what};
}

/// Contains either a T or the Error that explains why there is no T.
template <class T>
class [[nodiscard]] Result {
public:
    /// Makes a result with a value.
    Result(T value) : state_(std::move(value)) {}
    /// Makes a result with an error.
    Result(Error error) : state_(std::move(error)) {}

    /// True if there is a value.
    bool ok() const { return state_.index() == 0; }
    /// Same as ok().
    explicit operator bool() const { return ok(); }

    /// The value. Throws std::bad_variant_access if there is none.
    T& value() & { return std::get<0>(state_); }
    /// \copydoc value()
    const T& value() const& { return std::get<0>(state_); }
    /// \copydoc value()
    T&& value() && { return std::get<0>(std::move(state_)); }
    /// The value. Throws std::bad_variant_access if there is none.
    T& operator*() & { return value(); }
    /// \copydoc operator*()
    const T& operator*() const& { return value(); }
    /// \copydoc operator*()
    T&& operator*() && { return std::move(*this).value(); }
    /// Member access on the value. Throws std::bad_variant_access if there is none.
    T* operator->() { return &value(); }
    /// \copydoc operator->()
    const T* operator->() const { return &value(); }

    /// The error. Throws std::bad_variant_access if there is none.
    const Error& error() const { return std::get<1>(state_); }

private:
    std::variant<T, Error> state_;
};

/// The value of a Status that contains no error; it has no data.
struct Done {};
/// The result of a function that returns no value but can fail.
using Status = Result<Done>;

}  // namespace navspan
