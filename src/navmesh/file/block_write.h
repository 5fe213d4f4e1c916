#pragma once

// Writes blocks of the .nav format. Shared by the writers of whole files and of single tiles. Not public.

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "navmesh/file/layout.h"
#include "navspan/navmesh/nav_tile.h"

namespace navspan {

using Bytes = std::vector<std::byte>;

inline uint64_t align_section(uint64_t n) {
    return (n + kSectionAlignment - 1) / kSectionAlignment * kSectionAlignment;
}

inline void put(Bytes& bytes, size_t offset, std::span<const std::byte> data) {
    if (!data.empty()) std::memcpy(bytes.data() + offset, data.data(), data.size());
}
template <FileRecord T>
void put_record(Bytes& bytes, size_t offset, const T& record) {
    put(bytes, offset, std::as_bytes(std::span(&record, 1)));
}
template <class T>
std::span<const T> one(const T& record) {
    return {&record, 1};
}

/// Builds a block. The elements and texts that are added must exist until finish().
class BlockWriter {
public:
    explicit BlockWriter(BlockKind kind) : kind_(kind) {}

    template <FileRecord T>
    void add(SectionType type, std::span<const T> elements) {
        sections_.push_back({type, uint32_t(sizeof(T)), std::as_bytes(elements)});
    }
    void add_text(SectionType type, const std::string& text) { add(type, std::span(text.data(), text.size())); }
    void add_block(SectionType type, const Bytes& block) { add(type, std::span(block)); }

    Bytes finish() const;

private:
    struct Section {
        SectionType type;
        uint32_t element_size;
        std::span<const std::byte> bytes;
    };
    BlockKind kind_;
    std::vector<Section> sections_;
};

/// Returns the bytes of a level file with one more section in its block of meshes. parse_nav_meshes ignores the additional
/// section. Precondition: \p level is a valid level file without a section of this type.
Bytes with_level_section(std::span<const std::byte> level, SectionType type, const Bytes& block);

/// Returns the block that represents a tile in level files. @param with_border  also write border records and generated links
Bytes tile_block(const NavTile& tile, bool with_border = false);

}  // namespace navspan
