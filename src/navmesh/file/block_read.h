#pragma once

// Reads blocks of the .nav format. Shared by the readers of whole files and of single tiles. Not public.
//
// Before a section is copied, the reader checks that the section lies inside its block and contains only whole elements. Each
// size is compared with the number of remaining bytes before the size is added to an offset. A damaged size therefore never
// causes an overflow or a large allocation.

#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/memory.h"
#include "core/text.h"
#include "navmesh/file/layout.h"
#include "navspan/core/file.h"
#include "navspan/core/result.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

struct BlockBytes {
    std::span<const std::byte> bytes;
    std::vector<SectionEntry> sections;
    std::string name;  // for messages
};

inline Error damaged(const std::string& what) {
    return Error{ErrorKind::input, printable_text("damaged .nav file: " + what)};
}

template <FileRecord T>
T record_at(std::span<const std::byte> bytes, size_t offset) {
    T record;
    std::memcpy(&record, bytes.data() + offset, sizeof(T));
    return record;
}

Result<BlockBytes> open_block(std::span<const std::byte> bytes, BlockKind kind, std::string name);
/// Opens the block of meshes of a level file.
Result<BlockBytes> open_level(std::span<const std::byte> level);
bool has_section(const BlockBytes& block, SectionType type);
/// Returns the bytes of a section. Error (input): the block does not have exactly one section of this type, or its elements do
/// not have the size \p element_size.
Result<std::span<const std::byte>> find_section(const BlockBytes& block, SectionType type, size_t element_size);
Status read_text(const BlockBytes& block, SectionType type, std::string& out);

template <FileRecord T>
Status read_array(const BlockBytes& block, SectionType type, std::vector<T>& out) {
    const Result<std::span<const std::byte>> section = find_section(block, type, sizeof(T));
    if (!section) return section.error();
    reserve_large(out, section->size() / sizeof(T));
    out.resize(section->size() / sizeof(T));
    if (!out.empty()) std::memcpy(static_cast<void*>(out.data()), section->data(), section->size());
    return Done{};
}

template <FileRecord T>
Status read_record(const BlockBytes& block, SectionType type, T& out) {
    const Result<std::span<const std::byte>> section = find_section(block, type, sizeof(T));
    if (!section) return section.error();
    if (section->size() != sizeof(T)) {
        return damaged(block.name + ": section " + std::to_string(uint32_t(type)) + " does not hold exactly one record");
    }
    out = record_at<T>(*section, 0);
    return Done{};
}

/// Reads and parses a file. Errors of the parser get the path as prefix.
template <class Parse>
auto parse_file(const std::filesystem::path& path, Parse parse) -> decltype(parse(std::span<const std::byte>())) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    auto parsed = parse(*bytes);
    if (!parsed) return Error{parsed.error().kind, path.string() + ": " + parsed.error().message};
    return parsed;
}

/// Reads the tile that a block contains. Border records and generated links are optional. Does not check the values:
/// validate_tile does.
Result<NavTile> read_tile_block(std::span<const std::byte> bytes, const std::string& name);

/// Returns the checksum of a file. The eight bytes of the stored checksum, at offset `at`, are hashed as zeros.
uint64_t checksum_excluding(std::span<const std::byte> bytes, size_t at);

}  // namespace navspan
