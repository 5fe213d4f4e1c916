#include "common/cli.h"

#include <sys/ioctl.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>

#include "core/text.h"
#include "navspan/core/file.h"

namespace navspan::tools {
namespace {

constexpr int kGraceMs = 150;  // time from Ctrl-C to the forced exit
constexpr int kBarWidth = 30;  // width of a progress bar [characters]
constexpr const char* kEraseBar = "\r\033[K";

std::atomic<bool> interrupt_seen{false};
std::atomic<bool> interrupt_reported{false};
char interrupt_line[64] = "error: interrupted\n";  // set_up_logging prepends the program's name
const char* erase_bar = "";                        // terminal code to erase the progress bar; empty: no bar
std::string program_name = "navspan";              // start of each log line
bool is_quiet = false;                             // print only errors and warnings
bool has_colors = false;                           // colour the words "error" and "warning"

constexpr const char* kRed = "\033[31m";
constexpr const char* kYellow = "\033[33m";

// True if stderr is a terminal that understands control sequences. TERM=dumb denotes a terminal that does not.
bool is_capable_terminal() {
    const char* const terminal = std::getenv("TERM");
    return isatty(STDERR_FILENO) && !(terminal && std::strcmp(terminal, "dumb") == 0);
}

std::string colored(const char* color, const char* word) {
    return has_colors ? color + std::string(word) + "\033[0m" : word;
}

// Writes a line to stderr in one call, so that lines of several processes do not mix.
void write_line(const std::string& label, const std::string& line) {
    const std::string text = program_name + ": " + label + printable_text(line) + "\n";
    std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string bar_text(size_t filled) {
    return "[" + std::string(filled, '#') + std::string(size_t(kBarWidth) - filled, '.') + "] ";
}

// Files to remove on Ctrl-C. Signal handlers can read the list at any time, because entries are only added at the front.
struct RemovalEntry {
    std::string path;
    RemovalEntry* next;
};
std::atomic<RemovalEntry*> files_to_remove{nullptr};

// Ends the process from a signal handler. Must not allocate or lock.
void exit_immediately(int) {
    remove_pending_files();
    remove_interrupted_files();
    const bool reported = interrupt_reported || (write(STDERR_FILENO, erase_bar, std::strlen(erase_bar)) >= 0 &&
                                                 write(STDERR_FILENO, interrupt_line, std::strlen(interrupt_line)) >= 0);
    (void)reported;
    _exit(kInterrupted);
}

// Gives the program 150 ms to exit. A second Ctrl-C ends it at once.
void on_interrupt(int) {
    if (interrupt_seen.exchange(true)) exit_immediately(0);
    itimerval timer{};
    timer.it_value.tv_usec = kGraceMs * 1000;
    setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

int exit_code(const Error& error) {
    switch (error.kind) {
        case ErrorKind::failed:
            return kFailed;
        case ErrorKind::usage:
            return kUsage;
        case ErrorKind::input:
            return kInput;
        case ErrorKind::interrupted:
            return kInterrupted;
    }
    return kFailed;
}

void set_up_logging(const std::string& program, Verbosity verbosity) {
    program_name = program;
    is_quiet = verbosity == Verbosity::quiet;
    const char* const no_color = std::getenv("NO_COLOR");
    has_colors = is_capable_terminal() && !(no_color && *no_color);
    std::snprintf(interrupt_line, sizeof interrupt_line, "%s: error: interrupted\n", program.c_str());
}

void log_error(const std::string& line) {
    write_line(colored(kRed, "error:") + " ", line);
}
void log_warning(const std::string& line) {
    write_line(colored(kYellow, "warning:") + " ", line);
}
void log_info(const std::string& line) {
    if (!is_quiet) write_line("", line);
}

int report_error(const Error& error) {
    log_error(error.message);
    if (error.kind == ErrorKind::interrupted) interrupt_reported = true;
    return exit_code(error);
}

void report_warnings(const Warnings& warnings, const std::string& before) {
    for (const Warning& warning : warnings)
        log_warning(before + warning.message + " [" + warning.code + "]");
}

void ignore_write_signals() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

void catch_interrupts() {
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGALRM})
        sigaddset(&action.sa_mask, signal);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    action.sa_handler = exit_immediately;
    sigaction(SIGALRM, &action, nullptr);
}

void remove_on_interrupt(const std::string& path) {
    auto* entry = new RemovalEntry{path, files_to_remove};
    while (!files_to_remove.compare_exchange_weak(entry->next, entry)) {
    }
}

void remove_interrupted_files() noexcept {
    for (const RemovalEntry* entry = files_to_remove; entry; entry = entry->next) {
        if (unlink(entry->path.c_str()) != 0) rmdir(entry->path.c_str());
    }
}

bool interrupted() {
    return interrupt_seen;
}

bool ignore_interrupts() {
    for (const int signal : {SIGINT, SIGTERM, SIGALRM})
        std::signal(signal, SIG_IGN);
    return !interrupt_seen;
}

ProgressBar::ProgressBar(Verbosity verbosity)
    : bar_(verbosity != Verbosity::quiet && is_capable_terminal()), lines_(verbosity == Verbosity::verbose && !bar_) {
    if (bar_) erase_bar = kEraseBar;
}

void ProgressBar::draw(const std::string& text) {
    std::fprintf(stderr, "%s%s", kEraseBar, text.c_str());
    std::fflush(stderr);
    drawn_ = true;
}

void ProgressBar::hide() {
    if (drawn_) std::fputs(kEraseBar, stderr);
    drawn_ = false;
}

std::string remaining_text(std::chrono::duration<double> elapsed, double done) {
    constexpr double kFirstSeconds = 5, kLongSeconds = 100;
    if (elapsed.count() < kFirstSeconds || done <= 0) return {};
    const double left = elapsed.count() * (1 / done - 1);
    return left < kLongSeconds ? format(", about %.0f s left", left) : format(", about %.0f min left", left / 60);
}

void Progress::step(const std::string& what) {
    if (bar_) draw(bar_text(size_t(kBarWidth * done_ / steps_)) + what);
    if (lines_) log_info(what);
    ++done_;
}

void CountProgress::show(uint64_t done, uint64_t all, uint64_t things) {
    const double share = all ? std::min(1.0, double(done) / double(all)) : 0;
    const std::string left = remaining_text(std::chrono::steady_clock::now() - start_, share);
    if (bar_) draw((all ? bar_text(size_t(kBarWidth * share)) : "") + with_thousands(things) + left);
}

Status write_output(const std::string& path, std::span<const std::byte> bytes) {
    if (path != "-") {
        Warnings warnings;
        const Status done = write_file_atomically(path, bytes, &warnings);
        report_warnings(warnings);
        return done;
    }
    const bool written = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0;
    if (!written) return Error{ErrorKind::failed, "standard output: cannot write (disk full or closed pipe?)"};
    return Done{};
}

Status write_output(const std::string& path, const std::string& text) {
    return write_output(path, std::as_bytes(std::span(text)));
}

namespace {

// Returns the path with symbolic links, "." and ".." resolved. If that fails, returns the path unchanged.
std::filesystem::path resolved(const std::string& path) {
    std::error_code code;
    std::filesystem::path found = std::filesystem::weakly_canonical(path, code);
    if (code == std::errc::not_enough_memory) throw std::bad_alloc();
    if (code) return path;
    return found;
}

}  // namespace

Status check_output_path(const std::string& path) {
    namespace fs = std::filesystem;
    const auto failed = [&](const std::string& why) { return Error{ErrorKind::failed, "cannot write " + path + ": " + why}; };
    if (path == "-") return Done{};
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) return failed("it is a folder; give the name of a file");
    fs::path folder = fs::path(path).parent_path();
    if (folder.empty()) folder = ".";
    if (!fs::is_directory(folder, ignored)) return failed("there is no folder " + folder.string() + "; create it first");
    const bool is_there = fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
    if (!is_there && access(folder.c_str(), W_OK) != 0) {
        return failed("no permission to write into " + folder.string() + "; change the permissions or give another folder");
    }
    return Done{};
}

bool is_same_file(const std::string& a, const std::string& b) {
    if (a == "-" || b == "-") return a == b;
    if (a.empty() || b.empty()) return false;
    std::error_code ignored;
    return std::filesystem::equivalent(a, b, ignored) || resolved(a) == resolved(b);
}

Status check_not_input(const std::string& flag, const std::string& path, std::span<const std::string> inputs,
                       const std::string& what) {
    if (path == "-") return Done{};  // standard output, not an input file
    for (const std::string& input : inputs) {
        if (!input.empty() && is_same_file(path, input))
            return Error{ErrorKind::usage, flag + " " + path + ": this is also " + what + "; give another file"};
    }
    return Done{};
}

Result<std::vector<double>> parse_numbers(const std::string& flag, const std::string& text, const std::string& wanted,
                                          size_t count) {
    std::vector<double> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        const auto [next, problem] = std::from_chars(at, end, numbers.emplace_back());
        const bool is_last = next == end;
        if (problem != std::errc{} || !std::isfinite(numbers.back()) || (!is_last && *next != ',') ||
            (is_last && count > 0 && numbers.size() != count)) {
            return Error{ErrorKind::usage, flag + " " + text + ": give " + wanted};
        }
        if (is_last) return numbers;
        at = next + 1;
    }
}

Result<DVec3> parse_point(const std::string& flag, const std::string& text) {
    const auto numbers = parse_numbers(flag, text, "three finite numbers as x,y,z, for example 1.5,0,-4", 3);
    if (!numbers) return numbers.error();
    return DVec3{(*numbers)[0], (*numbers)[1], (*numbers)[2]};
}

size_t terminal_width() {
    constexpr size_t kUnknownWidth = 80;
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUnknownWidth;
}

std::string format(const char* pattern, ...) {
    va_list values, again;
    va_start(values, pattern);
    va_copy(again, values);
    const int length = std::vsnprintf(nullptr, 0, pattern, values);
    va_end(values);
    std::string text(size_t(std::max(length, 0)), '\0');
    std::vsnprintf(text.data(), text.size() + 1, pattern, again);
    va_end(again);
    return text;
}

std::string with_thousands(uint64_t number) {
    std::string digits = std::to_string(number);
    for (size_t i = digits.size(); i > 3; i -= 3)
        digits.insert(i - 3, " ");
    return digits;
}

std::string count_of(uint64_t number, const std::string& noun, const std::string& nouns) {
    return with_thousands(number) + " " + noun_for(number, noun, nouns.empty() ? nullptr : nouns.c_str());
}

}  // namespace navspan::tools
