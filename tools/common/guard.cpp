// Ends a program with a one-line error and a documented exit code if it runs out of memory.
//
// In: the main function of the program.
// Out: its exit code, or kFailed after an exception.
// Idea: The C++ runtime calls the terminate handler if an exception cannot be delivered: there is no memory for the exception
//   itself, or it left a function that must not throw, or it was thrown before main. The handler is installed before the
//   constructors of all static objects. It allocates nothing.
// Weak cases: A failure in the dynamic loader is reported by the loader.

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

// The line that is written if memory runs out. Composed at the start, because nothing can be allocated later.
std::array<char, kMessageSize> message = {"navspan: error: out of memory\n"};
std::terminate_handler default_handler = nullptr;

// Writes `message` in one call, so that lines of several processes do not mix. Allocates nothing. Only the first thread that
// calls this function returns; all other threads wait until the process ends.
void report_out_of_memory() {
    while (reported.test_and_set())
        pause();
    const bool written = write(STDERR_FILENO, message.data(), std::strlen(message.data())) >= 0;
    (void)written;
}

// True if memory has run out: the current exception reports a failed allocation, or there is no current exception, because
// there was no memory for one.
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

// Priority 101 is the earliest that programs may use.
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
