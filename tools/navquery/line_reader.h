#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "navspan/core/result.h"

namespace navspan::tools {

/// Reads a file or standard input line by line in bounded memory.
class LineReader {
public:
    static constexpr size_t kLongest = 1 << 20;  ///< maximum length of a line [byte]; longer lines are cut off

    struct InputLine {
        uint64_t number = 0;  ///< line number, from 1
        std::string text;     ///< without its line end
        bool too_long = false;
    };

    /// Opens a file. Error (input): the file cannot be read.
    /// @param path  name of a file, or "-" for standard input
    static Result<LineReader> open(const std::string& path);

    /// Reads the next line. Returns false at the end or after a read error (see failed()).
    bool next(InputLine& line);
    bool failed() const { return failed_; }
    uint64_t bytes_read() const { return bytes_read_; }
    uint64_t size() const { return size_; }  ///< size of the file [byte]; 0: unknown

private:
    struct Close {
        void operator()(std::FILE* file) const {
            if (file != stdin) std::fclose(file);
        }
    };
    explicit LineReader(std::FILE* file) : file_(file), buffer_(1 << 16) {}
    bool fill();

    std::unique_ptr<std::FILE, Close> file_;
    std::vector<char> buffer_;
    size_t at_ = 0, end_ = 0;
    uint64_t line_ = 0, bytes_read_ = 0, size_ = 0;
    bool failed_ = false;
};

}  // namespace navspan::tools
