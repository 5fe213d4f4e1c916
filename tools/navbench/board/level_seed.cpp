#include "navbench/board/level_seed.h"

#include <cstdio>
#include <cstdlib>
#include <limits>

#include "common/command_line.h"

namespace navspan::tools {

std::string check_level_seed(const std::string& text) {
    const bool is_number = whole_number(0, std::numeric_limits<uint64_t>::max())(text).empty();
    return is_number || text == "commit" ? "" : text + " is neither commit nor a whole number below 2^64";
}

Result<uint64_t> level_seed(const std::string& text) {
    if (text != "commit") return uint64_t{std::strtoull(text.c_str(), nullptr, 10)};
    char digits[17] = {};
    if (std::FILE* git = popen("git rev-parse --verify HEAD 2>/dev/null", "r")) {
        const size_t count = std::fread(digits, 1, 16, git);
        while (std::fgetc(git) != EOF) {
        }
        if (pclose(git) == 0 && count == 16) return uint64_t{std::strtoull(digits, nullptr, 16)};
    }
    return Error{ErrorKind::usage, "--seed: there is no commit, because git finds no work tree here; give a number"};
}

}  // namespace navspan::tools
