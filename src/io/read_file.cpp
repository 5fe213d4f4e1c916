// Whole files into memory, with one read where the size is known and in pieces where it is not (pipes).

#include "navspan/io/read_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace navspan {
namespace {

Error unreadable(const std::string& path, const std::string& why) {
    return {ErrorKind::input, path + ": cannot read the file: " + why};
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) return unreadable(path, "it is a folder");
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file) return unreadable(path, std::strerror(errno));

    // one more byte than the size, so that the read that fills the buffer also meets the end
    const std::uintmax_t size = std::filesystem::file_size(path, ignored);
    std::string text(ignored ? 65536 : size_t(size) + 1, '\0');
    size_t used = 0;
    while (const size_t got = std::fread(text.data() + used, 1, text.size() - used, file.get())) {
        used += got;
        if (used == text.size()) text.resize(text.size() * 2);
    }
    if (std::ferror(file.get())) return unreadable(path, std::strerror(errno));
    text.resize(used);
    return text;
}

}  // namespace navspan
