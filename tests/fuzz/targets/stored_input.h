#pragma once

#include <string>

#include "fuzz/targets/target.h"

namespace navspan::fuzz {

/// A file with an input, for readers that take a path. The destructor removes the file.
class StoredInput {
public:
    /// @param suffix  suffix of the file's name, such as ".obj"
    explicit StoredInput(Input input, const char* suffix = "");
    StoredInput(const StoredInput&) = delete;
    ~StoredInput();
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// True if a target should read the input from a file. True only for some inputs, because files are slower than memory.
inline bool reads_from_file(Input input) {
    return input.size() % 8 == 0;
}

}  // namespace navspan::fuzz
