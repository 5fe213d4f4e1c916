#pragma once

// Blocks of the .nav format, opened: shared by what reads whole files and what reads single tiles. Not public.
//
// Opening a block makes sure that every section lies inside it; reading one that it holds whole elements, and copies it. Sizes
// are compared before they are added, so nothing overflows, and nothing is allocated that there are no bytes for.

#include <cstring>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

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
    return Error{ErrorKind::input, "damaged .nav file: " + what};
}

template <FileRecord T>
T record_at(std::span<const std::byte> bytes, size_t offset) {
    T record;
    std::memcpy(&record, bytes.data() + offset, sizeof(T));
    return record;
}

Result<BlockBytes> open_block(std::span<const std::byte> bytes, BlockKind kind, std::string name);
bool has_section(const BlockBytes& block, SectionType type);
/// The bytes of a section that must be there once.
Result<std::span<const std::byte>> find_section(const BlockBytes& block, SectionType type, size_t element_size);
Status read_text(const BlockBytes& block, SectionType type, std::string& out);

template <FileRecord T>
Status read_array(const BlockBytes& block, SectionType type, std::vector<T>& out) {
    const Result<std::span<const std::byte>> section = find_section(block, type, sizeof(T));
    if (!section) return section.error();
    out.resize(section->size() / sizeof(T));
    if (!out.empty()) std::memcpy(static_cast<void*>(out.data()), section->data(), section->size());
    return Done{};
}

template <FileRecord T>
Status read_record(const BlockBytes& block, SectionType type, T& out) {
    const Result<std::span<const std::byte>> section = find_section(block, type, sizeof(T));
    if (!section) return section.error();
    if (section->size() != sizeof(T)) {
        return damaged(block.name + ": section " + std::to_string(uint32_t(type)) + " is not one record");
    }
    out = record_at<T>(*section, 0);
    return Done{};
}

/// Reads a file and parses its bytes; the parser's errors name the path.
template <class Parse>
auto parse_file(const std::filesystem::path& path, Parse parse) -> decltype(parse(std::span<const std::byte>())) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    auto parsed = parse(*bytes);
    if (!parsed) return Error{parsed.error().kind, path.string() + ": " + parsed.error().message};
    return parsed;
}

/// The tile in a block, its border records too where it holds them. Of what the numbers mean nothing is tested: validate_tile
/// does that.
Result<NavTile> read_tile_block(std::span<const std::byte> bytes, const std::string& name);

/// A file's checksum: over all bytes but the eight of the checksum itself, which count as zeros.
uint64_t checksum_excluding(std::span<const std::byte> bytes, size_t at);

}  // namespace navspan
