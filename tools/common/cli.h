#pragma once

// Shared by all programs: exit codes, logging, progress, interruption, writing outputs.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "navspan/core/result.h"
#include "navspan/core/vec.h"
#include "navspan/core/warning.h"

namespace navspan::tools {

/// Exit codes of all programs.
enum ExitCode : int {
    kDone = 0,           ///< success; for a path query: the path is complete
    kFailed = 1,         ///< the bake failed, a limit was exceeded, the disk is full, or nothing is walkable
    kUsage = 2,          ///< a flag or the config is invalid
    kInput = 3,          ///< an input file is unreadable or invalid
    kWarned = 4,         ///< there were warnings that --strict or --deny turns into errors
    kPartialPath = 5,    ///< the path is partial or missing
    kCheckFailed = 6,    ///< a check failed
    kInterrupted = 130,  ///< interrupted by Ctrl-C or SIGTERM
};

/// Returns the exit code for an error.
int exit_code(const Error& error);

enum class Verbosity { quiet, normal, verbose };

/// Sends log lines such as `navbake: warning: ...` to stderr. With Verbosity::quiet, logs only errors and warnings. On a
/// terminal, colours the words "error" and "warning", unless NO_COLOR is set and not empty (no-color.org).
void set_up_logging(const std::string& program, Verbosity verbosity);
void log_error(const std::string& line);
void log_warning(const std::string& line);
void log_info(const std::string& line);
/// Logs an error and returns its exit code.
int report_error(const Error& error);
/// Logs each warning on a line.
/// @param before  prefix of each line
void report_warnings(const Warnings& warnings, const std::string& before = {});

/// Ignores SIGPIPE and SIGXFSZ: a closed pipe or a file size limit then becomes a write error.
void ignore_write_signals();
/// Makes Ctrl-C and SIGTERM set a flag, so that the program can exit by itself. After 150 ms, or at a second Ctrl-C, the signal
/// handler removes temporary files and exits with code kInterrupted.
void catch_interrupts();
bool interrupted();
/// Makes the program ignore Ctrl-C and SIGTERM, for steps that must not stop half-way. Returns false if a signal has arrived
/// before.
bool ignore_interrupts();

/// Registers a path to remove on Ctrl-C: a file or a folder. A folder is removed only if it is empty. Call this function before
/// creating the file. Thread-safe.
void remove_on_interrupt(const std::string& path);
/// Removes the registered paths, last first. A program that exits by itself after Ctrl-C must call this function; the signal
/// handler calls it too.
void remove_interrupted_files() noexcept;

/// Shows progress on stderr. On a terminal, shows a bar. Elsewhere, prints plain lines, but only with Verbosity::verbose. With
/// Verbosity::quiet, shows nothing.
class ProgressBar {
public:
    explicit ProgressBar(Verbosity verbosity);
    ~ProgressBar() { hide(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    void hide();  ///< erases the bar; the next update draws it again

protected:
    void draw(const std::string& text);
    bool bar_, lines_;

private:
    bool drawn_ = false;
};

/// Returns a text such as ", about 40 s left" for work at constant speed. Returns an empty string in the first 5 seconds, or if
/// no work is finished.
/// @param done  finished share of the work, 0..1
std::string remaining_text(std::chrono::duration<double> elapsed, double done);

/// Shows progress over a fixed number of steps. Plain output has a line for each step.
class Progress : public ProgressBar {
public:
    Progress(int steps, Verbosity verbosity) : ProgressBar(verbosity), steps_(steps) {}
    void step(const std::string& what);  ///< begins the next step

private:
    int steps_, done_ = 0;
};

/// Shows a bar and a count on a terminal, or only the count if the total is unknown. Prints no plain lines.
class CountProgress : public ProgressBar {
public:
    using ProgressBar::ProgressBar;
    /// The bar shows the ratio of `done` to `all`, the final value of `done` (0: unknown, no bar). `things` is the number to
    /// print.
    void show(uint64_t done, uint64_t all, uint64_t things);

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Writes to a temporary file and renames it to `path`. For "-", writes to standard output.
Status write_output(const std::string& path, std::span<const std::byte> bytes);
Status write_output(const std::string& path, const std::string& text);

/// Error (failed): the path cannot be written, because it is a folder, its folder is missing, or permission is missing.
Status check_output_path(const std::string& path);
/// True if both paths name the same file, which need not exist.
bool is_same_file(const std::string& a, const std::string& b);
/// Error (usage) if a flag's file is also an input. Ignores empty names.
/// @param what  name of the inputs in the message
Status check_not_input(const std::string& flag, const std::string& path, std::span<const std::string> inputs,
                       const std::string& what = "an input");

/// Parses comma-separated finite numbers. Error (usage): the text is invalid; the message names the flag.
/// @param wanted  expected value, for the message
/// @param count  number of values; 0: any
Result<std::vector<double>> parse_numbers(const std::string& flag, const std::string& text, const std::string& wanted,
                                          size_t count = 0);
/// Parses "x,y,z": three finite numbers. Error (usage): the text is invalid; the message names the flag.
Result<DVec3> parse_point(const std::string& flag, const std::string& text);

/// Returns the width of the terminal on standard output [characters], or 80 if there is none.
size_t terminal_width();

/// Returns the text that printf would print.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);
/// Returns a number with grouped digits: "1 234 567".
std::string with_thousands(uint64_t number);
/// Returns a number with its noun: "1 polygon", "2 polygons".
/// @param nouns  plural of the noun; empty: noun + "s"
std::string count_of(uint64_t number, const std::string& noun, const std::string& nouns = "");

}  // namespace navspan::tools
