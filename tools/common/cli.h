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

/// Exit codes, the same in every program.
enum ExitCode : int {
    kDone = 0,           ///< success; for a path query: the path is complete
    kFailed = 1,         ///< the bake failed, a limit was exceeded, the disk is full, or nothing is walkable
    kUsage = 2,          ///< a flag or the config is invalid
    kInput = 3,          ///< an input file is unreadable or invalid
    kWarned = 4,         ///< there were warnings that --strict or --deny makes errors
    kPartialPath = 5,    ///< the path is partial, or there is no path
    kCheckFailed = 6,    ///< a check failed
    kInterrupted = 130,  ///< interrupted by Ctrl-C or SIGTERM
};

/// Returns the exit code for an error.
int exit_code(const Error& error);

enum class Verbosity { quiet, normal, verbose };

/// Sends log lines to stderr, such as `navbake: warning: ...`. With Verbosity::quiet, logs only errors and warnings. On a
/// terminal, the words "error" and "warning" have colours, unless the environment variable NO_COLOR is set and not empty
/// (no-color.org).
void set_up_logging(const std::string& program, Verbosity verbosity);
void log_error(const std::string& line);
void log_warning(const std::string& line);
void log_info(const std::string& line);
/// Logs an error and returns its exit code.
int report_error(const Error& error);
/// Logs warnings, one per line. @param before  prefix of each line
void report_warnings(const Warnings& warnings, const std::string& before = {});

/// Ignores SIGPIPE and SIGXFSZ, so that a closed pipe or a file size limit is reported as a write error.
void ignore_write_signals();
/// Makes Ctrl-C and SIGTERM set a flag, so that the program can end by itself. If the program is still running after 150 ms,
/// the signal handler removes temporary files and ends the process with exit code kInterrupted. A second Ctrl-C does so at
/// once.
void catch_interrupts();
bool interrupted();
/// Ignores Ctrl-C and SIGTERM from now on, for steps that must not stop half-way. Returns false if a signal has already
/// arrived.
bool ignore_interrupts();

/// Registers a path to remove on Ctrl-C: a file, or a folder that is empty at that time. Call it before creating the file.
/// Thread-safe.
void remove_on_interrupt(const std::string& path);
/// Removes the registered paths, last first. A program that exits by itself after Ctrl-C must call this function. If the signal
/// handler ends the process, the handler calls it.
void remove_interrupted_files() noexcept;

/// Shows progress on stderr: a bar if stderr is a terminal, otherwise plain lines if verbose. Shows nothing if quiet.
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

/// Returns a text such as ", about 40 s left", assuming that the work continues at the same speed. Returns an empty string if
/// less than 5 seconds have elapsed, or if no work is finished.
/// @param done  share of the work that is finished, 0..1
std::string remaining_text(std::chrono::duration<double> elapsed, double done);

/// Shows progress over a fixed number of steps. Plain output has one line per step.
class Progress : public ProgressBar {
public:
    Progress(int steps, Verbosity verbosity) : ProgressBar(verbosity), steps_(steps) {}
    void step(const std::string& what);  ///< begins the next step

private:
    int steps_, done_ = 0;
};

/// Shows a bar and a count on a terminal. If the total is unknown, shows only the count. Never prints plain lines.
class CountProgress : public ProgressBar {
public:
    using ProgressBar::ProgressBar;
    void show(uint64_t done, uint64_t all, uint64_t things);  ///< `all`: final value of `done`; 0: unknown. `things`: the count

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Writes text or bytes to a temporary file and renames it to `path`. If `path` is "-", writes to standard output.
Status write_output(const std::string& path, std::span<const std::byte> bytes);
Status write_output(const std::string& path, const std::string& text);

/// Error (failed): the path cannot be written, because it is a folder, its folder is missing, or permission is missing.
Status check_output_path(const std::string& path);
/// True if both paths name the same file, whether it exists or not.
bool is_same_file(const std::string& a, const std::string& b);
/// Error (usage) if a flag's file is one of the inputs. Ignores empty names. @param what  name of the inputs in the message
Status check_not_input(const std::string& flag, const std::string& path, std::span<const std::string> inputs,
                       const std::string& what = "an input");

/// Parses finite numbers separated by commas. Error (usage): the text is invalid; the message names the flag.
/// @param wanted  expected value, for the message @param count  number of values; 0: any number of values
Result<std::vector<double>> parse_numbers(const std::string& flag, const std::string& text, const std::string& wanted,
                                          size_t count = 0);
/// Parses "x,y,z": three finite numbers. Error (usage): the text is invalid; the message names the flag.
Result<DVec3> parse_point(const std::string& flag, const std::string& text);

/// Returns the width of the terminal to which standard output goes [characters]; 80 if standard output goes elsewhere.
size_t terminal_width();

/// Returns the text that printf would print.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);
/// Returns the digits of a number in groups of three, such as "1 234 567".
std::string with_thousands(uint64_t number);
/// Returns a number with its noun, such as "1 polygon" or "2 polygons". @param nouns  plural of the noun; empty: noun + "s"
std::string count_of(uint64_t number, const std::string& noun, const std::string& nouns = "");

}  // namespace navspan::tools
