// Reads terrain from a heightmap.
//
// In: a PNG of 16-bit grey, and its size in the world.
// Out: a triangle soup.
// Idea: Checks the header first, because the decoder silently converts 8-bit samples to 16 bits, and colours to grey.
// Source: W3C, Portable Network Graphics (PNG) Specification, second edition (2003).
// Weak cases: none known.

#include "io/input/heightmap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

#include "core/memory.h"
#include "core/standard_input.h"
#include "core/text.h"
#include "io/gltf/scene_options.h"
#include "navspan/core/hash.h"

namespace navspan {
namespace {

// State of the decoder's allocator. The data of an image may be larger than the header says, so the size of allocations is
// limited.
struct DecoderMemory {
    size_t limit = 0;           // largest allocation [byte]
    bool failed = false;        // memory ran out; the decoder may report another reason
    bool passed_limit = false;  // an allocation exceeded the limit
};
thread_local DecoderMemory decoder;

void* allocate_for_decoder(void* old, size_t size) {
    if (size > decoder.limit) {
        decoder.passed_limit = true;
        return nullptr;
    }
    void* const memory = std::realloc(old, size);
    if (!memory) decoder.failed = true;
    return memory;
}

}  // namespace
}  // namespace navspan

// Static functions, so that programs with their own copy of stb_image can link with this library.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_MALLOC(size) navspan::allocate_for_decoder(nullptr, size)
#define STBI_REALLOC(memory, size) navspan::allocate_for_decoder(memory, size)
#define STBI_FREE(memory) std::free(memory)
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace navspan {
namespace {

Error broken(const std::string& name, const std::string& what) {
    return {ErrorKind::input, name + ": " + what};
}

// Fields of a PNG's first chunk.
struct PngHeader {
    uint32_t width = 0, height = 0;
    uint8_t depth = 0, color = 0;
};

uint32_t read_word(std::span<const std::byte> bytes, size_t at) {
    uint32_t value = 0;
    for (size_t i = 0; i < 4; ++i)
        value = value << 8 | uint32_t(bytes[at + i]);
    return value;
}

Result<PngHeader> read_header(const std::string& name, std::span<const std::byte> bytes) {
    constexpr std::array<uint8_t, 8> kSignature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    if (bytes.size() < 33 || std::memcmp(bytes.data(), kSignature.data(), kSignature.size()) != 0 ||
        std::memcmp(bytes.data() + 12, "IHDR", 4) != 0) {
        return broken(name, "this is not a PNG file; a heightmap is a PNG of 16-bit grey");
    }
    return PngHeader{.width = read_word(bytes, 16),
                     .height = read_word(bytes, 20),
                     .depth = uint8_t(bytes[24]),
                     .color = uint8_t(bytes[25])};
}

// True if the first chunk of image data is empty. The decoder would then copy from and to null pointers.
bool starts_with_empty_data(std::span<const std::byte> bytes) {
    for (size_t at = 8; bytes.size() - at >= 8;) {
        const uint32_t length = read_word(bytes, at);
        if (std::memcmp(bytes.data() + at + 4, "IDAT", 4) == 0) return length == 0;
        if (bytes.size() - at < size_t{12} + length) return false;
        at += size_t{12} + length;
    }
    return false;
}

Status check_header(const std::string& name, const PngHeader& header) {
    if (header.color != 0) {
        return broken(name, std::string("has ") + (header.color == 4 ? "an alpha channel" : "colours") +
                                " instead of heights; save it as 16-bit grey");
    }
    if (header.depth != 16) {
        return broken(
            name, "has " + std::to_string(header.depth) + " bits a sample, too few for smooth terrain; save it as 16-bit grey");
    }
    const uint32_t least = std::min(header.width, header.height), most = std::max(header.width, header.height);
    if (least < 2 || most > kMaxHeightmapSide) {
        return broken(name, "has " + std::to_string(header.width) + " x " + std::to_string(header.height) +
                                " samples; give each side 2 to " + std::to_string(kMaxHeightmapSide));
    }
    return Done{};
}

Status check_options(const HeightmapOptions& map) {
    const auto is_fine = [](double value) { return value > 0 && value <= kMaxCoordinate; };
    if (!is_fine(map.size_x) || !is_fine(map.size_z)) {
        return Error{ErrorKind::usage, "a heightmap needs --heightmap-size X,Z: its width and depth, above 0 to 1e9"};
    }
    if (!is_fine(map.height)) {
        return Error{ErrorKind::usage,
                     "a heightmap needs --heightmap-height H: the height of white above black, above 0 to 1e9"};
    }
    for (const double c : {map.corner.x, map.corner.y, map.corner.z, map.corner.x + map.size_x, map.corner.y + map.height,
                           map.corner.z + map.size_z}) {
        if (!(std::fabs(c) <= kMaxCoordinate)) {
            return Error{ErrorKind::usage, "--heightmap-corner: the terrain would reach beyond 1e9 from the origin"};
        }
    }
    return Done{};
}

// Checks that the image and its triangles fit into the memory budget. Limits the decoder to the largest allocation that a valid
// image needs.
Status reserve_memory(const std::string& name, const PngHeader& header, size_t file_bytes, const SceneOptions& options) {
    const double samples = double(header.width) * header.height;
    // compressed data twice + filtered rows (2 bytes per sample, 1 byte per row) + decoded samples (2 bytes each)
    const double image = 2.0 * double(file_bytes) + samples * (2 + 2) + header.height;
    const double bytes = image + soup_bytes(samples, 2 * samples);
    const std::string what =
        name + ": its " + std::to_string(header.width) + " x " + std::to_string(header.height) + " samples";
    const MemoryBudget budget = reading_budget(options, double(file_bytes));
    if (const Status fits = check_budget(budget, what, bytes, "give fewer samples"); !fits) return fits;
    constexpr size_t kSlack = size_t{1} << 16;  // for the decoder's tables
    decoder = {.limit = std::max(2 * file_bytes, (2 * size_t{header.width} + 1) * header.height) + kSlack};
    return Done{};
}

// Returns the decoder's error message, which may contain bytes of the file.
std::string decoder_error() {
    const char* const reason = stbi_failure_reason();
    return printable_text(reason ? reason : "unknown error");
}

void add_terrain(TriangleSoup& soup, const uint16_t* samples, uint32_t width, uint32_t depth, const HeightmapOptions& map) {
    soup.vertices.reserve(size_t{width} * depth);
    for (uint32_t z = 0; z < depth; ++z) {
        for (uint32_t x = 0; x < width; ++x) {
            soup.vertices.push_back({map.corner.x + map.size_x * x / (width - 1),
                                     map.corner.y + map.height * samples[size_t{z} * width + x] / 65535.0,
                                     map.corner.z + map.size_z * z / (depth - 1)});
        }
    }
    soup.triangles.reserve(2 * size_t{width - 1} * (depth - 1));
    for (uint32_t z = 0; z + 1 < depth; ++z) {
        for (uint32_t x = 0; x + 1 < width; ++x) {
            const uint32_t near = z * width + x, right = near + 1, far = near + width;
            soup.triangles.push_back({near, far, right});
            soup.triangles.push_back({right, far, far + 1});
        }
    }
    soup.groups.push_back({.object = "terrain", .material = {}, .group = {}});
    soup.group_of.assign(soup.triangles.size(), 0);
    soup.areas.assign(soup.triangles.size(), kDefaultArea);
}

}  // namespace

Result<LoadedScene> parse_heightmap(const std::string& name, std::span<const std::byte> bytes, const HeightmapOptions& map,
                                    const SceneOptions& options) {
    if (const Status fine = check_options(map); !fine) return fine.error();
    const Result<PngHeader> header = read_header(name, bytes);
    if (!header) return header.error();
    if (const Status fine = check_header(name, *header); !fine) return fine.error();
    if (bytes.size() > size_t{std::numeric_limits<int>::max()}) return broken(name, "is larger than 2 GiB");
    if (starts_with_empty_data(bytes)) return broken(name, "the PNG is damaged: its image data is empty");
    if (const Status fits = reserve_memory(name, *header, bytes.size(), options); !fits) return fits.error();
    int width = 0, depth = 0, channels = 0;
    const std::unique_ptr<stbi_us, void (*)(void*)> samples(
        stbi_load_16_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), int(bytes.size()), &width, &depth, &channels,
                                 1),
        stbi_image_free);
    if (!samples && decoder.failed) throw std::bad_alloc();
    if (!samples && decoder.passed_limit) return broken(name, "the PNG is damaged: it has more data than its header says");
    if (!samples) return broken(name, "the PNG is damaged: " + decoder_error());
    if (channels != 1) return broken(name, "has an alpha channel in addition to heights; save it as 16-bit grey");
    if (uint32_t(width) != header->width || uint32_t(depth) != header->height) {
        return broken(name, "the PNG is damaged: its header does not match its content");
    }
    LoadedScene scene;
    add_terrain(scene.soup, samples.get(), header->width, header->height, map);
    scene.files.push_back({name, bytes.size(), options.hash ? sha256_hex(bytes) : std::string()});
    return scene;
}

Result<LoadedScene> load_heightmap(const std::string& path, const HeightmapOptions& map, const SceneOptions& options) {
    MemoryBudget budget = reading_budget(options);
    const Result<std::vector<std::byte>> bytes = read_file_within(budget, path);
    if (!bytes) return bytes.error();
    return parse_heightmap(input_name(path), *bytes, map, options);
}

}  // namespace navspan
