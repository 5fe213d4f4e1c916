#pragma once

// What the programs share: exit codes, logging, progress, interruption, writing outputs.

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
/// Logs an error; gives the exit code for it.
int report_error(const Error& error);
/// Logs warnings, a line each. @param before  what each begins with
void report_warnings(const Warnings& warnings, const std::string& before = {});

/// Makes a closed pipe and a limit on file sizes errors of writing, which are told, where they would kill the process silently.
void ignore_write_signals();
/// Makes Ctrl-C and SIGTERM set a flag for the program to end by itself. If it has not done so 150 ms later, or at the second
/// Ctrl-C, it ends at once with kInterrupted; temporary files do not stay behind.
void catch_interrupts();
bool interrupted();
/// From here on Ctrl-C and SIGTERM are ignored, for steps that must not stop half-way. False when one came before.
bool ignore_interrupts();

/// Names a file that Ctrl-C takes away again, or a folder, if nothing else is in it then. To be called before it is made; by
/// any thread.
void remove_on_interrupt(const std::string& path);
/// Takes away what was named, the last first; for a program that was interrupted and ends by itself.
void remove_interrupted_files() noexcept;

/// Progress on stderr: on a terminal a bar that redraws itself, elsewhere plain lines, nothing when quiet.
class ProgressBar {
public:
    explicit ProgressBar(Verbosity verbosity);
    ~ProgressBar() { hide(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    void hide();  ///< takes the bar off the terminal until it is drawn again

protected:
    void draw(const std::string& text);
    bool bar_, lines_;

private:
    bool drawn_ = false;
};

/// Progress over some steps: a line each where there is no bar.
class Progress : public ProgressBar {
public:
    Progress(int steps, Verbosity verbosity) : ProgressBar(verbosity), steps_(steps) {}
    void step(const std::string& what);  ///< the next step begins

private:
    int steps_, done_ = 0;
};

/// Progress of a long run of many equal things: a count where the end is not known; where there is no bar, a line at each tenth
/// of the way.
class CountProgress : public ProgressBar {
public:
    using ProgressBar::ProgressBar;
    void show(uint64_t done, uint64_t all, uint64_t things);  ///< @param all  0: not known

private:
    uint64_t tenths_ = 0;
};

/// Writes text or bytes to a file, by way of a temporary file beside it, or to standard output for "-".
Status write_output(const std::string& path, std::span<const std::byte> bytes);
Status write_output(const std::string& path, const std::string& text);

/// What would keep a path from being written, as far as one can tell before there is anything to write. Error (failed).
Status check_output_path(const std::string& path);
/// True when both paths name one file, there or not.
bool is_same_file(const std::string& a, const std::string& b);
/// Error (usage): a flag's file is one of the inputs. Empty names are none. @param what  these are, for the message
Status check_not_input(const std::string& flag, const std::string& path, std::span<const std::string> inputs,
                   const std::string& what = "an input");

/// Runs a program's body; running out of memory becomes a line and its exit code.
int run_guarded(int (*run)(int argc, char** argv), int argc, char** argv);

/// Reads finite numbers with commas between them. Error (usage) naming the flag.
/// @param wanted  what to give, for the message @param count  how many; 0: any number
Result<std::vector<double>> parse_numbers(const std::string& flag, const std::string& text, const std::string& wanted,
                                          size_t count = 0);
/// Reads "x,y,z": three finite numbers. Error (usage) naming the flag.
Result<DVec3> parse_point(const std::string& flag, const std::string& text);

/// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);
/// "1 234 567": digits in groups of three.
std::string with_thousands(uint64_t number);
/// "1 polygon", "2 polygons". @param nouns  of more than one, where it does not just end in s
std::string count_of(uint64_t number, const std::string& noun, const std::string& nouns = "");

}  // namespace navspan::tools
