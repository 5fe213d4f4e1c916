// Reads the buffers of a glTF file.
//
// In: the table of buffers.
// Out: the bytes of each buffer.
// Idea: Does not copy buffers that are in the binary chunk. Releases base64 text as soon as it is decoded.
// Source: Khronos Group, glTF 2.0 specification (2021), chapter 3.6.1; Masinter, RFC 2397 (1998), data URIs.
// Weak cases: none known.

#include "io/gltf/buffers.h"

#include <filesystem>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text.h"
#include "io/gltf/base64.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"

namespace navspan {
namespace {

// Decodes %20 and other percent escapes. Returns nullopt for an invalid escape.
std::optional<std::string> decoded(const std::string& uri) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
    };
    std::string text;
    for (size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            text += uri[i];
            continue;
        }
        if (i + 2 >= uri.size() || digit(uri[i + 1]) < 0 || digit(uri[i + 2]) < 0) return {};
        text += char(digit(uri[i + 1]) * 16 + digit(uri[i + 2]));
        i += 2;
    }
    return text;
}

class BufferReader {
public:
    BufferReader(const GltfBufferSource& source, GltfModel& model, MemoryBudget& budget)
        : source_(source), model_(model), budget_(budget) {}

    Status read(size_t i) {
        GltfBuffer& buffer = model_.buffers[i];
        const std::string who = model_.name + ": " + gltf_place("buffers", i);
        const std::optional<std::string> uri = std::move(buffer.uri);
        buffer.uri.reset();
        std::string location = "the binary chunk";
        buffer.bytes = source_.binary;
        if (uri) {
            const bool is_data = uri->starts_with("data:");
            Result<std::vector<std::byte>> bytes = is_data ? decode_data(who, *uri) : read_separate_file(who, *uri);
            if (!bytes) return bytes.error();
            location = is_data ? "its data" : model_.files.back().path;
            buffer.stored = *std::move(bytes);
            buffer.bytes = buffer.stored;
        }
        if (buffer.bytes.size() < buffer.length) {
            return input_error(who + ": " + location + " has " + std::to_string(buffer.bytes.size()) + " bytes, but needs " +
                               std::to_string(buffer.length));
        }
        buffer.bytes = buffer.bytes.first(buffer.length);
        return Done{};
    }

private:
    Result<std::vector<std::byte>> decode_data(const std::string& who, std::string_view uri) {
        const size_t comma = uri.find(',');
        if (comma == uri.npos || !uri.substr(0, comma).ends_with(";base64")) {
            return input_error(who + ": data of this kind is not supported; embed it as data:application/octet-stream;base64");
        }
        const double size = double(uri.size() - comma) * 3 / 4;
        if (const Status fits = check_budget(budget_, who + ": its data", size, "give a smaller file"); !fits)
            return fits.error();
        budget_.used += size;
        std::optional<std::vector<std::byte>> bytes = decode_base64(uri.substr(comma + 1));
        if (!bytes) return input_error(who + ".uri is not valid base64; export the file again");
        return *std::move(bytes);
    }

    Result<std::vector<std::byte>> read_separate_file(const std::string& who, const std::string& uri) {
        const std::optional<std::string> file = decoded(uri);
        if (!file || file->empty() || file->find('\0') != file->npos || uri.find("://") != uri.npos ||
            std::filesystem::path(*file).is_absolute()) {
            return input_error(who + ".uri " + quoted_text(uri) + " is not the relative path of a file");
        }
        if (!source_.folder)
            return input_error(who + ".uri " + quoted_text(uri) + " is a separate file; read the glTF file by its path");
        const std::string path = (std::filesystem::path(*source_.folder) / *file).string();
        Result<std::vector<std::byte>> bytes = read_file_within(budget_, path);
        if (!bytes && bytes.error().kind == ErrorKind::failed) return bytes;
        if (!bytes) return input_error(who + ": " + bytes.error().message);
        model_.files.push_back({path, bytes->size(), source_.hash ? sha256_hex(*bytes) : std::string()});
        return bytes;
    }

    const GltfBufferSource& source_;
    GltfModel& model_;
    MemoryBudget& budget_;
};

}  // namespace

Status read_buffers(const GltfBufferSource& source, GltfModel& model, MemoryBudget& budget) {
    BufferReader reader(source, model, budget);
    for (size_t i = 0; i < model.buffers.size(); ++i) {
        if (const Status read = reader.read(i); !read) return read;
    }
    return Done{};
}

}  // namespace navspan
