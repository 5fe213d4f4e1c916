#pragma once

// A .nav file written piece by piece, for levels that are larger than memory. Not public.

#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/file/layout.h"
#include "navspan/core/byte_file.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// What a mesh's block holds besides what all of them do.
struct MeshSections {
    uint32_t tiles = 0;
    bool blocks = false, landmarks = false;
};

/// Writes meshes section by section, in the order of SectionType. After the first error nothing more is written; finish()
/// tells it.
class NavFileWriter {
public:
    NavFileWriter(ByteFile& file, uint32_t mesh_count);
    /// Writes the sections up to the tiles, whose number is known.
    void begin_mesh(const NavMeshInfo& info, const MeshSections& sections);
    /// The next tile, in the order of slots.
    void add_tile(const NavTile& tile);
    /// After the last tile: a section, in as many pieces as it comes in.
    void begin_section(SectionType type, uint32_t element_size);
    template <FileRecord T>
    void append(std::span<const T> elements) {
        write(std::as_bytes(elements));
    }
    void end_section();
    template <FileRecord T>
    void add_section(SectionType type, std::span<const T> elements) {
        begin_section(type, sizeof(T));
        append(elements);
        end_section();
    }
    void add_islands(std::span<const Island> islands);
    /// Nothing where there are none.
    void add_links(std::span<const OffMeshLink> links);
    void end_mesh();
    /// Writes what is known only now: sizes and the checksum. Gives the size of the file, or the first error.
    Result<uint64_t> finish();

private:
    void write(std::span<const std::byte> bytes);
    void write_at(uint64_t offset, std::span<const std::byte> bytes);
    void pad_section();
    void write_block(uint64_t begin, BlockKind kind, std::span<const SectionEntry> table);
    Result<uint64_t> checksum() const;

    ByteFile& file_;
    const uint32_t mesh_count_;
    Status status_ = Done{};
    uint64_t end_ = 0;                  // of what was written
    std::vector<SectionEntry> meshes_;  // the table of the file's block
    // of the mesh in hand
    uint64_t mesh_begin_ = 0;
    std::vector<SectionEntry> sections_;
    std::vector<TileEntry> directory_;
    uint64_t directory_at_ = 0, tiles_begin_ = 0;
    uint32_t tile_count_ = 0;
};

}  // namespace navspan
