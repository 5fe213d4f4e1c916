#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace navspan::support {

/// How to run a program, as a shell would.
struct ProgramCall {
    std::string program;                             ///< path of the executable
    std::vector<std::string> arguments;              ///< without the program's name
    std::filesystem::path folder;                    ///< working folder; empty: the caller's
    std::optional<std::string> input;                ///< what stdin gives; nothing: stdin is closed
    std::map<std::string, std::string> environment;  ///< added to the caller's
    double timeout = 60;                             ///< then it is killed [s]
    bool stderr_is_terminal = false;                 ///< a pseudo terminal instead of a pipe
    bool stdout_is_closed_pipe = false;              ///< nobody reads what it prints: `| true`
    std::string stdout_file;                         ///< print into this file instead, for example /dev/full
    std::string interrupt_when;                      ///< sends SIGINT once stderr holds this text
    std::optional<uint64_t> address_space;           ///< most memory it may map [byte]
    std::optional<uint64_t> file_size;               ///< largest file it may write [byte]
};

struct ProgramResult {
    int exit_code = -1;  ///< as a shell tells it: 128 + n when signal n killed the program
    bool timed_out = false;
    std::string out, err;
};

/// Runs a program to its end. Throws std::runtime_error when it cannot be started at all.
ProgramResult run_program(const ProgramCall& call);

/// False where there is no /dev/pts, as in a bare chroot: then stderr_is_terminal cannot be asked for.
bool has_pseudo_terminals();

/// A folder of its own for a test, removed with everything in it at the end.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// The path of a file in it.
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    /// Writes a file into it and gives its path.
    std::string write(const std::string& name, const std::string& text) const;
    /// The names of all files and folders in it, sorted, with a space between.
    std::string names() const;

private:
    std::filesystem::path path_;
};

/// The bytes of a file; throws std::runtime_error when it cannot be read.
std::string file_text(const std::filesystem::path& path);

}  // namespace navspan::support
