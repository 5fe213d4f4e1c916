#include "navbench/process/child.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "navbench/common.h"

namespace navspan::tools {
namespace {

double milliseconds(const timeval& t) {
    return double(t.tv_sec) * 1e3 + double(t.tv_usec) * 1e-3;
}

// Replaces this process by the program. Returns only on failure.
void execute(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& argument : command)
        arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execv(arguments[0], arguments.data());
}

}  // namespace

Result<ChildUse> run_child(const std::vector<std::string>& command) {
    malloc_trim(0);
    const double start = wall_ms();
    const pid_t child = fork();
    if (child == 0) {
        execute(command);
        _exit(127);
    }
    int status = 0;
    rusage use{};
    if (child < 0 || wait4(child, &status, 0, &use) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        std::string text;
        for (const std::string& argument : command)
            text += " " + argument;
        return Error{ErrorKind::failed, "this command failed; run it to see the reason:" + text};
    }
    return ChildUse{milliseconds(use.ru_utime) + milliseconds(use.ru_stime), wall_ms() - start, double(use.ru_maxrss) / 1024};
}

}  // namespace navspan::tools
