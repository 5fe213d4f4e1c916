#include "fuzz/targets/stored_input.h"

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "core/file_internal.h"

namespace navspan::fuzz {

StoredInput::StoredInput(Input input, const char* suffix) {
    const std::filesystem::path memory = "/dev/shm";
    const std::filesystem::path folder = is_directory(memory) ? memory : std::filesystem::temp_directory_path();
    path_ = (folder / ("navspan-fuzz-" + std::to_string(process_id()) + suffix)).string();
    std::FILE* const file = std::fopen(path_.c_str(), "wb");
    require(file != nullptr, "cannot create " + path_);
    const bool written = input.empty() || std::fwrite(input.data(), 1, input.size(), file) == input.size();
    require(std::fclose(file) == 0 && written, "cannot write " + path_);
}

StoredInput::~StoredInput() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

}  // namespace navspan::fuzz
