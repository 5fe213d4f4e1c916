#include "navquery/line_reader.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/file_internal.h"

namespace navspan::tools {

Result<LineReader> LineReader::open(const std::string& path) {
    std::FILE* const file = path == "-" ? stdin : open_to_read(path).release();
    if (!file) return Error{ErrorKind::input, "cannot read " + path + ": " + std::strerror(errno)};
    LineReader reader(file);
    struct stat facts {};
    if (fstat(fileno(file), &facts) == 0) {
        if (S_ISDIR(facts.st_mode)) return Error{ErrorKind::input, "cannot read " + path + ": it is a folder"};
        if (S_ISREG(facts.st_mode)) reader.size_ = uint64_t(facts.st_size);
    }
    return reader;
}

bool LineReader::fill() {
    at_ = 0;
    end_ = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
    bytes_read_ += end_;
    failed_ |= std::ferror(file_.get()) != 0;
    return end_ > 0;
}

bool LineReader::next(InputLine& line) {
    line.text.clear();
    line.too_long = false;
    if (at_ == end_ && !fill()) return false;
    line.number = ++line_;
    while (true) {
        const char* const begin = buffer_.data() + at_;
        const char* const stop = std::find(begin, static_cast<const char*>(buffer_.data() + end_), '\n');
        const auto length = size_t(stop - begin);
        const size_t room = kLongest - line.text.size();
        line.too_long |= length > room;
        line.text.append(begin, std::min(length, room));
        at_ += length;
        if (at_ < end_) {
            ++at_;
            break;
        }
        if (!fill()) break;
    }
    if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
    return true;
}

}  // namespace navspan::tools
