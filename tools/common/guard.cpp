// Ends a program with a one-line error and a documented exit code if it runs out of memory.
//
// In: the main function of the program.
// Out: its exit code, or kFailed after an exception.
// Idea: The terminate handler covers exceptions that cannot be caught. Reasons: there is no memory for the exception object, or
// the exception leaves a noexcept function or is thrown before main. The handler is installed before all static constructors
// and allocates nothing.
// Source: own method.
// Weak cases: The dynamic loader reports its own failures.

#include "common/guard.h"

#include <cxxabi.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <typeinfo>

#include "common/cli.h"
#include "navspan/core/file.h"

namespace navspan::tools {
namespace {

std::atomic_flag reported;

constexpr size_t kMessageSize = 256;  // [byte]

// The line to print if memory runs out. The line is composed at the start, because nothing can be allocated when memory has run
// out.
std::array<char, kMessageSize> message = {"navspan: error: out of memory\n"};
std::terminate_handler default_handler = nullptr;

// Writes `message` in one call, without allocation. Returns only in the first thread; all other threads wait for the exit.
void report_out_of_memory() {
    while (reported.test_and_set())
        pause();
    const bool written = write(STDERR_FILENO, message.data(), std::strlen(message.data())) >= 0;
    (void)written;
}

// True if memory has run out: the current exception reports a failed allocation, or there is no exception because it could not
// be allocated.
bool lacks_memory() {
    const std::type_info* const type = abi::__cxa_current_exception_type();
    return !type || *type == typeid(std::bad_alloc) || *type == typeid(std::bad_array_new_length) ||
           *type == typeid(std::length_error);
}

void on_terminate() {
    remove_pending_files();
    if (!lacks_memory()) default_handler();
    report_out_of_memory();
    _exit(kFailed);
}

// 101 is the earliest constructor priority that programs may use.
[[gnu::constructor(101)]] void catch_terminate() {
    default_handler = std::set_terminate(on_terminate);
}

}  // namespace

int run_guarded(const char* name, const char* remedy, int (*run)(int argc, char** argv), int argc, char** argv) {
    std::snprintf(message.data(), message.size(), "%s: error: out of memory; %s\n", name, remedy);
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        report_out_of_memory();
    } catch (const std::length_error&) {
        report_out_of_memory();
    } catch (const std::exception& error) {
        log_error(error.what());
    }
    return kFailed;
}

}  // namespace navspan::tools
