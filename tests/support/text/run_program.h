#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace navspan::support {

/// Options of run_program.
struct ProgramCall {
    std::string program;                             ///< path of the executable
    std::vector<std::string> arguments;              ///< without the program name
    std::filesystem::path folder;                    ///< working directory; empty: the caller's directory
    std::optional<std::string> input;                ///< contents of stdin; without a value, stdin is closed
    std::map<std::string, std::string> environment;  ///< variables to add to the caller's environment
    double timeout = 60;                             ///< time after which the program is killed [s]
    bool stderr_is_terminal = false;                 ///< connect stderr to a pseudo terminal instead of a pipe
    bool stdout_is_terminal = false;                 ///< connect stdout to a pseudo terminal
    uint16_t terminal_columns = 0;                   ///< width of the pseudo terminals [characters]; 0: unknown
    bool stdout_is_closed_pipe = false;              ///< nobody reads stdout, as in `program | true`
    std::string stdout_file;                         ///< write stdout to this file, for example /dev/full
    std::string interrupt_when;                      ///< send SIGINT once stderr contains this text
    std::optional<uint64_t> address_space;           ///< limit for the mapped memory [byte]
    std::optional<uint64_t> file_size;               ///< limit for the size of a written file [byte]
};

struct ProgramResult {
    int exit_code = -1;  ///< as in a shell; 128 + n if signal n ended the program
    bool timed_out = false;
    std::string out, err;
};

/// Runs a program until it exits. Throws std::runtime_error if the program cannot be started.
ProgramResult run_program(const ProgramCall& call);

/// False if the system has no /dev/pts, as in a bare chroot. Then stderr_is_terminal and stdout_is_terminal cannot be used.
bool has_pseudo_terminals();

/// A temporary folder for a test. The destructor removes it with everything in it.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    /// Returns the path of a file in the folder.
    std::string operator/(const std::string& name) const { return (path_ / name).string(); }
    /// Writes a file into the folder and returns its path.
    std::string write(const std::string& name, const std::string& text) const;
    /// Returns the names of all files and folders in this folder, sorted and separated by spaces.
    std::string names() const;

private:
    std::filesystem::path path_;
};

/// Returns the bytes of a file. Throws std::runtime_error if it cannot be read.
std::string file_text(const std::filesystem::path& path);

}  // namespace navspan::support
