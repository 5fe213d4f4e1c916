#pragma once

// Writes a .nav file in parts, for levels that are larger than memory. Not public.

#include <cstdint>
#include <span>
#include <vector>

#include "navmesh/file/layout.h"
#include "navspan/core/byte_file.h"
#include "navspan/navmesh/nav_mesh.h"

namespace navspan {

/// The number of tiles of a mesh, and its optional sections.
struct MeshSections {
    uint32_t tiles = 0;
    bool blocks = false, landmarks = false, hubs = false;
};

/// Writes meshes section by section, in the order of SectionType. After an error the writer does nothing, and finish() returns
/// the error.
class NavFileWriter {
public:
    NavFileWriter(ByteFile& file, uint32_t mesh_count);
    /// Writes the sections before the tiles. `sections.tiles` must be the exact number of tiles.
    void begin_mesh(const NavMeshInfo& info, const MeshSections& sections);
    /// Writes the next tile. Tiles must be in the order of their slots.
    void add_tile(const NavTile& tile);
    /// Begins a section after the last tile. append() adds its elements in any number of parts.
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
    /// Writes the section of links. Writes nothing if there are no links.
    void add_links(std::span<const OffMeshLink> links);
    void end_mesh();
    /// Writes the table of meshes, the header and the checksum. Returns the size of the file, or the first error.
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
    uint64_t end_ = 0;                  // number of bytes written
    std::vector<SectionEntry> meshes_;  // table of meshes, written by finish()
    // state of the mesh that is being written
    uint64_t mesh_begin_ = 0;
    std::vector<SectionEntry> sections_;
    std::vector<TileEntry> directory_;
    uint64_t directory_at_ = 0, tiles_begin_ = 0;
    uint32_t tile_count_ = 0;
};

}  // namespace navspan
