#pragma once

// Shared by all programs: exit codes, logging, progress, interruption, writing outputs.

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
    kDone = 0,           ///< done, path complete
    kFailed = 1,         ///< bake failed, a limit, disk full, nothing walkable
    kUsage = 2,          ///< a flag or the config
    kInput = 3,          ///< an input file is unreadable or invalid
    kWarned = 4,         ///< warnings under --strict
    kPartialPath = 5,    ///< partial or no path
    kCheckFailed = 6,    ///< a check failed
    kInterrupted = 130,  ///< Ctrl-C
};

/// The exit code for an Error.
int exit_code(const Error& error);

enum class Verbosity { quiet, normal, verbose };

/// Sends log lines to stderr: `navbake: warning: ...`. Quiet keeps errors and warnings only.
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
/// Makes Ctrl-C and SIGTERM set a flag, so that the program can end by itself. If it has not ended after 150 ms, or at the
/// second Ctrl-C, it is ended with kInterrupted. Temporary files are removed.
void catch_interrupts();
bool interrupted();
/// Ignores Ctrl-C and SIGTERM from now on, for steps that must not stop half-way. Returns false if one came before.
bool ignore_interrupts();

/// Registers a file to remove on Ctrl-C, or a folder to remove if it is empty then. Call it before creating the file.
/// Thread-safe.
void remove_on_interrupt(const std::string& path);
/// Removes the registered files, last first. For an interrupted program that ends by itself.
void remove_interrupted_files() noexcept;

/// Progress on stderr: on a terminal a bar that redraws itself, otherwise plain lines; nothing if quiet.
class ProgressBar {
public:
    explicit ProgressBar(Verbosity verbosity);
    ~ProgressBar() { hide(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    void hide();  ///< erases the bar until it is drawn again

protected:
    void draw(const std::string& text);
    bool bar_, lines_;

private:
    bool drawn_ = false;
};

/// Progress over a number of steps. Without a bar, one line per step.
class Progress : public ProgressBar {
public:
    Progress(int steps, Verbosity verbosity) : ProgressBar(verbosity), steps_(steps) {}
    void step(const std::string& what);  ///< begins the next step

private:
    int steps_, done_ = 0;
};

/// Progress of a long run of equal items. Shows a count if the total is unknown. Without a bar, one line per tenth of the run.
class CountProgress : public ProgressBar {
public:
    using ProgressBar::ProgressBar;
    void show(uint64_t done, uint64_t all, uint64_t things);  ///< @param all  0: unknown

private:
    uint64_t tenths_ = 0;
};

/// Writes text or bytes to a file, through a temporary file next to it, or to standard output for "-".
Status write_output(const std::string& path, std::span<const std::byte> bytes);
Status write_output(const std::string& path, const std::string& text);

/// Error (failed) if a path cannot be written, as far as this is known in advance.
Status check_output_path(const std::string& path);
/// True if both paths name the same file, whether it exists or not.
bool is_same_file(const std::string& a, const std::string& b);
/// Error (usage) if a flag's file is one of the inputs. Ignores empty names. @param what  name of the inputs in the message
Status check_not_input(const std::string& flag, const std::string& path, std::span<const std::string> inputs,
                       const std::string& what = "an input");

/// Runs a program's main function. Logs out of memory and returns its exit code.
int run_guarded(int (*run)(int argc, char** argv), int argc, char** argv);

/// Reads finite numbers separated by commas. Error (usage) naming the flag.
/// @param wanted  expected value, for the message @param count  number of values; 0: any
Result<std::vector<double>> parse_numbers(const std::string& flag, const std::string& text, const std::string& wanted,
                                          size_t count = 0);
/// Reads "x,y,z": three finite numbers. Error (usage) naming the flag.
Result<DVec3> parse_point(const std::string& flag, const std::string& text);

/// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);
/// "1 234 567": digits in groups of three.
std::string with_thousands(uint64_t number);
/// "1 polygon", "2 polygons". @param nouns  the plural, if it is not noun + "s"
std::string count_of(uint64_t number, const std::string& noun, const std::string& nouns = "");

}  // namespace navspan::tools
