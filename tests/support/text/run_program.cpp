// Runs a program and controls its arguments, streams, resource limits, terminal and interrupts.

#include "support/text/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace navspan::support {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void give_up(const std::string& what) {
    throw std::runtime_error("run_program: " + what);
}

struct Pipe {
    int read = -1, write = -1;
};

Pipe make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) give_up("no pipe");
    return {ends[0], ends[1]};
}

// Opens a pseudo terminal and returns both ends, or -1 if the machine has none.
Pipe open_terminal() {
    const int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0) return {};
    int slave = -1;
    if (grantpt(master) == 0 && unlockpt(master) == 0) slave = open(ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave >= 0) return {master, slave};
    close(master);
    return {};
}

Pipe make_terminal(uint16_t columns) {
    const Pipe ends = open_terminal();
    if (ends.write < 0) give_up("no pseudo terminal");
    const winsize size{.ws_row = 0, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    ioctl(ends.write, TIOCSWINSZ, &size);
    return ends;
}

void limit(decltype(RLIMIT_AS) what, const std::optional<uint64_t>& bytes) {
    if (!bytes) return;
    const rlimit both{*bytes, *bytes};
    setrlimit(what, &both);
}

// Replaces the child process by the program. Exits with code 127 if that fails.
[[noreturn]] void become(const ProgramCall& call, int in, int out, int err) {
    // If the parent ignores a signal, the child ignores it, too. Restore the default handlers.
    for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ})
        std::signal(number, SIG_DFL);
    if (in >= 0) {
        dup2(in, STDIN_FILENO);
    } else {
        close(STDIN_FILENO);
    }
    if (!call.stdout_file.empty()) out = open(call.stdout_file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    if (!call.folder.empty() && chdir(call.folder.c_str()) != 0) _exit(127);
    for (const auto& [name, value] : call.environment)
        setenv(name.c_str(), value.c_str(), 1);
    limit(RLIMIT_AS, call.address_space);
    limit(RLIMIT_FSIZE, call.file_size);
    std::vector<char*> argv{const_cast<char*>(call.program.c_str())};
    for (const std::string& argument : call.arguments)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    execv(call.program.c_str(), argv.data());
    _exit(127);
}

// Appends the available bytes of a stream to `text`. Returns false at the end of the stream.
bool drain(int file, std::string& text) {
    std::array<char, 65536> buffer;
    const ssize_t n = read(file, buffer.data(), buffer.size());
    if (n <= 0) return false;
    text.append(buffer.data(), size_t(n));
    return true;
}

// Collects stdout and stderr until both end. Meanwhile sends SIGINT if requested, and kills the program after the timeout.
void watch(const ProgramCall& call, pid_t child, int out, int err, ProgramResult& result) {
    const auto end = Clock::now() + std::chrono::duration<double>(call.timeout);
    bool interrupt = !call.interrupt_when.empty();
    std::array<pollfd, 2> streams{{{out, POLLIN, 0}, {err, POLLIN, 0}}};
    while (streams[0].fd >= 0 || streams[1].fd >= 0) {
        poll(streams.data(), streams.size(), 50);
        if (streams[0].fd >= 0 && streams[0].revents && !drain(out, result.out)) streams[0].fd = -1;
        if (streams[1].fd >= 0 && streams[1].revents && !drain(err, result.err)) streams[1].fd = -1;
        if (interrupt && result.err.find(call.interrupt_when) != std::string::npos) {
            kill(child, SIGINT);
            interrupt = false;
        }
        if (!result.timed_out && Clock::now() > end) {
            result.timed_out = true;
            kill(child, SIGKILL);
        }
    }
}

}  // namespace

bool has_pseudo_terminals() {
    const Pipe ends = open_terminal();
    if (ends.write < 0) return false;
    close(ends.read);
    close(ends.write);
    return true;
}

ProgramResult run_program(const ProgramCall& call) {
    if (access(call.program.c_str(), X_OK) != 0) give_up("there is no program " + call.program);
    const Pipe in = call.input ? make_pipe() : Pipe{};
    const Pipe out = call.stdout_is_terminal ? make_terminal(call.terminal_columns) : make_pipe();
    const Pipe err = call.stderr_is_terminal ? make_terminal(call.terminal_columns) : make_pipe();

    if (call.stdout_is_closed_pipe) close(out.read);
    const pid_t child = fork();
    if (child < 0) give_up("cannot fork");
    if (child == 0) become(call, in.read, out.write, err.write);
    close(out.write);
    close(err.write);
    if (call.input) {
        close(in.read);
        std::signal(SIGPIPE, SIG_IGN);
        for (size_t done = 0; done < call.input->size();) {
            const ssize_t n = write(in.write, call.input->data() + done, call.input->size() - done);
            if (n <= 0) break;
            done += size_t(n);
        }
        close(in.write);
    }
    const int out_end = call.stdout_is_closed_pipe ? -1 : out.read;
    ProgramResult result;
    watch(call, child, out_end, err.read, result);
    if (out_end >= 0) close(out_end);
    close(err.read);
    int status = 0;
    if (waitpid(child, &status, 0) != child) give_up("lost its child");
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
}

TemporaryFolder::TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "navspan-XXXXXX").string();
    if (!mkdtemp(pattern.data())) give_up("no temporary folder");
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
    const std::string path = *this / name;
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) give_up("cannot write " + path);
    return path;
}

std::string TemporaryFolder::names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : " ") + name;
    return text;
}

std::string file_text(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) give_up("cannot read " + path.string());
    return text.str();
}

}  // namespace navspan::support
