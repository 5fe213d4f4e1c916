// Reads the tables of a glTF file with tinygltf.
//
// In: the bytes of the file.
// Out: the tables of the file and the bytes of its buffers.
// Idea: tinygltf is too lenient for levels: it drops primitives that it cannot read, treats fields of the wrong type as missing
// and truncates indices to 32 bits. It also trusts values of malicious files: the length of the binary chunk, the position of
// images, the nesting depth of extras. Therefore prune.cpp checks and prunes the JSON first. Buffer files are read here and
// passed to tinygltf under internal names.
// Source: Khronos Group, glTF 2.0 specification (2021).

#define TINYGLTF_IMPLEMENTATION
#include "io/gltf/model.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <new>

#include "io/config/json.h"
#include "io/gltf/glb_layout.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"

namespace navspan {
namespace {

constexpr const char* kBufferName = "navspan-buffer-";

Error broken(const std::string& name, const std::string& what) {
    return {ErrorKind::input, name + ": " + what};
}

uint32_t word_at(std::span<const std::byte> bytes, size_t at) {
    uint32_t word = 0;
    for (size_t i = 0; i < 4; ++i)
        word |= uint32_t(bytes[at + i]) << (8 * i);
    return word;
}

// The JSON chunk and the binary chunk of a file.
struct Parts {
    std::span<const std::byte> json, binary;
    bool is_binary = false;
};

Result<Parts> split(const std::string& name, std::span<const std::byte> bytes) {
    if (bytes.size() < 4 || word_at(bytes, 0) != kGlbMagic) {
        // accept JSON text in a file with the suffix .glb
        const bool is_text = bytes.empty() || std::strchr("{ \t\r\n", int(bytes[0]));
        if (name.ends_with(".glb") && !is_text)
            return broken(name, "the file does not start with glTF; this is not a GLB file");
        return Parts{.json = bytes, .binary = {}};
    }
    if (bytes.size() < 20) return broken(name, "the file ends inside its header; copy or export it again");
    if (word_at(bytes, 4) != 2) {
        return broken(name, "version " + std::to_string(word_at(bytes, 4)) + " of GLB is not supported; export as glTF 2.0");
    }
    if (word_at(bytes, 8) != bytes.size()) {
        return broken(name, "the file has " + std::to_string(bytes.size()) + " bytes, but its header says " +
                                std::to_string(word_at(bytes, 8)) + "; copy or export it again");
    }
    Parts parts{.json = {}, .binary = {}, .is_binary = true};
    for (size_t at = 12; at < bytes.size();) {
        const std::span rest = bytes.subspan(at);
        if (rest.size() < 8 || word_at(rest, 0) > rest.size() - 8) {
            return broken(name, "the chunk at byte " + std::to_string(at) + " extends past the end of the file");
        }
        const std::span chunk = rest.subspan(8, word_at(rest, 0));
        const uint32_t type = word_at(rest, 4);
        if ((at == 12) != (type == kJsonChunk)) return broken(name, "the first chunk, and no other, must be JSON");
        if (type == kJsonChunk) parts.json = chunk;
        if (type == kBinaryChunk && parts.binary.empty()) parts.binary = chunk;
        at += 8 + chunk.size();
    }
    return parts;
}

// Decodes %20 and other percent escapes. Returns nullopt if a % is not followed by two hexadecimal digits.
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

// Contents of buffer files, by buffer index.
struct BufferFiles {
    std::vector<std::vector<std::byte>> bytes;
};

// Reads the buffer files and replaces their URIs by internal names.
Status read_buffers(Json& json, const std::string& name, const std::optional<std::string>& folder, bool hash, GltfModel& to,
                    BufferFiles& files) {
    if (!json.contains("buffers")) return Done{};
    Json& buffers = json["buffers"];
    files.bytes.resize(buffers.size());
    for (size_t i = 0; i < buffers.size(); ++i) {
        if (!buffers[i].contains("uri")) continue;
        const std::string uri = buffers[i]["uri"];
        const std::string who = "buffers[" + std::to_string(i) + "]";
        if (uri.rfind("data:", 0) == 0) {
            if (!tinygltf::IsDataURI(uri))
                return broken(name,
                              who + ": data of this kind is not supported; embed it as data:application/octet-stream;base64");
            continue;
        }
        const std::optional<std::string> file = decoded(uri);
        if (!file || file->empty() || file->find('\0') != file->npos || uri.find("://") != uri.npos ||
            std::filesystem::path(*file).is_absolute()) {
            return broken(name, who + ".uri " + gltf_quoted(uri) + " is not the relative path of a file");
        }
        if (!folder)
            return broken(name, who + ".uri " + gltf_quoted(uri) + " is a separate file; read the glTF file by its path");
        const std::string path = (std::filesystem::path(*folder) / *file).string();
        Result<std::vector<std::byte>> bytes = read_file(path);
        if (!bytes) return broken(name, who + ": " + bytes.error().message);
        to.files.push_back({path, bytes->size(), hash ? sha256_hex(*bytes) : std::string()});
        const uint64_t length = buffers[i]["byteLength"];
        if (bytes->size() < length) {
            return broken(name, who + ": " + path + " has " + std::to_string(bytes->size()) + " bytes, but needs " +
                                    std::to_string(length));
        }
        bytes->resize(length);
        files.bytes[i] = *std::move(bytes);
        buffers[i]["uri"] = kBufferName + std::to_string(i);
    }
    return Done{};
}

// Returns callbacks that read buffer files from memory. Callbacks is always tinygltf::FsCallbacks. It is a template parameter
// so that `if constexpr` can skip GetFileSizeInBytes, which older versions of tinygltf lack.
template <class Callbacks>
Callbacks callbacks(BufferFiles& files) {
    Callbacks fs{};
    if constexpr (requires { fs.GetFileSizeInBytes; }) {
        fs.GetFileSizeInBytes = [](size_t* size, std::string*, const std::string& path, void* user) {
            *size = static_cast<BufferFiles*>(user)->bytes[std::stoul(path.substr(std::strlen(kBufferName)))].size();
            return true;
        };
    }
    fs.FileExists = [](const std::string& path, void*) { return path.rfind(kBufferName, 0) == 0; };
    fs.ExpandFilePath = [](const std::string& path, void*) { return path; };
    fs.ReadWholeFile = [](std::vector<unsigned char>* out, std::string*, const std::string& path, void* user) {
        const std::vector<std::byte>& bytes =
            static_cast<BufferFiles*>(user)->bytes[std::stoul(path.substr(std::strlen(kBufferName)))];
        out->resize(bytes.size());
        if (!bytes.empty()) std::memcpy(out->data(), bytes.data(), bytes.size());
        return true;
    };
    fs.WriteWholeFile = nullptr;
    fs.user_data = &files;
    return fs;
}

// Packs the pruned JSON and the binary chunk as a GLB file.
std::vector<unsigned char> packed(std::string json, std::span<const std::byte> binary) {
    json.append((4 - json.size() % 4) % 4, ' ');
    const size_t padded = (binary.size() + 3) / 4 * 4;
    std::vector<unsigned char> file;
    file.reserve(28 + json.size() + padded);
    const auto word = [&](uint64_t value) {
        for (int shift = 0; shift < 32; shift += 8)
            file.push_back(uint8_t(value >> shift));
    };
    word(kGlbMagic), word(2), word(28 + json.size() + padded), word(json.size()), word(kJsonChunk);
    file.insert(file.end(), json.begin(), json.end());
    word(padded), word(kBinaryChunk);
    const auto* data = reinterpret_cast<const unsigned char*>(binary.data());
    file.insert(file.end(), data, data + binary.size());
    file.resize(28 + json.size() + padded);
    return file;
}

// Returns the first line of the loader's error message. Replaces unprintable characters by '?'.
std::string first_line(const std::string& text) {
    std::string line;
    for (const char c : text.substr(0, std::min(text.find('\n'), size_t{200})))
        line += c >= ' ' && c <= '~' ? c : '?';
    return line;
}

}  // namespace

Result<GltfModel> read_gltf_model(const std::string& name, std::span<const std::byte> bytes,
                                  const std::optional<std::string>& folder, bool hash) {
    const Result<Parts> parts = split(name, bytes);
    if (!parts) return parts.error();
    const std::string_view text(reinterpret_cast<const char*>(parts->json.data()), parts->json.size());
    Result<Json> json = parse_json(text, name);
    if (!json) return Error{ErrorKind::input, json.error().message};
    if (!json->is_object()) return broken(name, "the JSON is not an object");

    GltfModel result;
    const Status pruned = prune_gltf(*json, {.name = name, .has_binary = !parts->binary.empty()}, result.notes);
    if (!pruned) return pruned.error();
    BufferFiles files;
    if (const Status read = read_buffers(*json, name, folder, hash, result, files); !read) return read.error();
    const std::string kept = json->dump(-1, ' ', false, Json::error_handler_t::replace);
    if (kept.size() + parts->binary.size() > 0xffffffe0u) return broken(name, "more than 4 GiB; split the file");

    tinygltf::TinyGLTF loader;
    loader.SetFsCallbacks(callbacks<tinygltf::FsCallbacks>(files));
    std::string error, warning;
    bool loaded = false;
    try {
        if (parts->binary.empty()) {
            loaded = loader.LoadASCIIFromString(&result.model, &error, &warning, kept.data(), unsigned(kept.size()), "");
        } else {
            const std::vector<unsigned char> file = packed(kept, parts->binary);
            loaded = loader.LoadBinaryFromMemory(&result.model, &error, &warning, file.data(), unsigned(file.size()), "");
        }
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception& e) {
        loaded = false;
        error = e.what();
    }
    // The loader catches all exceptions of its JSON parser, also std::bad_alloc, and returns their text as an error.
    if (error == std::bad_alloc().what()) throw std::bad_alloc();
    if (!loaded || !error.empty()) return broken(name, "cannot be read as glTF: " + first_line(error));
    return result;
}

}  // namespace navspan
