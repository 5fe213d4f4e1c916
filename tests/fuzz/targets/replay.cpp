// Runs fuzz targets on stored inputs, without libFuzzer.
// navspan_fuzz_replay TARGET PATH...        runs the target on its seeds and on all files at the paths (files or folders)
// navspan_fuzz_replay --seeds TARGET FOLDER  writes the target's seeds to an existing folder
// navspan_fuzz_replay --list                prints the names of all targets

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>

#include "fuzz/targets/target.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"

namespace navspan::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_at(const fs::path& path) {
    if (!fs::is_directory(path)) return {path};
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

int replay(const Target& target, std::span<const std::string> paths) {
    size_t count = 0;
    for (const Bytes& seed : target.seeds()) {
        target.run(seed);
        ++count;
    }
    for (const std::string& path : paths) {
        for (const fs::path& file : files_at(path)) {
            const Result<Bytes> input = read_file(file);
            if (!input) {
                std::fprintf(stderr, "%s\n", input.error().message.c_str());
                return 1;
            }
            target.run(*input);
            ++count;
        }
    }
    std::printf("%s: %zu inputs\n", std::string(target.name).c_str(), count);
    return testing::Test::HasFailure() ? 1 : 0;
}

int write_seeds(const Target& target, const fs::path& folder) {
    for (const Bytes& seed : target.seeds()) {
        Hasher128 hasher;
        hasher.add(seed);
        if (const Status written = write_file_atomically(folder / ("seed-" + to_hex(hasher.finish())), seed); !written) {
            std::fprintf(stderr, "%s\n", written.error().message.c_str());
            return 1;
        }
    }
    return 0;
}

int run(std::vector<std::string> arguments) {
    const std::vector<Target> targets = all_targets();
    if (arguments.size() == 1 && arguments[0] == "--list") {
        for (const Target& target : targets)
            std::printf("%s\n", std::string(target.name).c_str());
        return 0;
    }
    const bool seeds = !arguments.empty() && arguments[0] == "--seeds";
    if (seeds) arguments.erase(arguments.begin());
    const auto target = std::find_if(targets.begin(), targets.end(),
                                     [&](const Target& t) { return !arguments.empty() && t.name == arguments[0]; });
    if (target == targets.end() || (seeds && arguments.size() != 2)) {
        std::fprintf(stderr, "usage: navspan_fuzz_replay [--seeds] TARGET PATH..., or --list\n");
        return 2;
    }
    return seeds ? write_seeds(*target, arguments[1]) : replay(*target, std::span(arguments).subspan(1));
}

}  // namespace
}  // namespace navspan::fuzz

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    return navspan::fuzz::run({argv + 1, argv + argc});
}
