#include "navspan/navmesh/nav_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>

#include "navmesh/file/layout.h"
#include "navmesh/mesh/index_tile.h"
#include "navspan/check/nav_mesh.h"
#include "navspan/core/file.h"
#include "support/builders/nav_mesh_builder.h"
#include "support/text/run_program.h"

#if !defined(_WIN32)
#include <sys/resource.h>
#endif

namespace navspan {
namespace {

namespace fs = std::filesystem;
using support::Random;
using support::TemporaryFolder;
using Bytes = std::vector<std::byte>;

std::string file_verdict(const Bytes& bytes) {
    const auto mesh = parse_nav_meshes(bytes);
    return mesh.ok() ? "" : mesh.error().message;
}

Bytes small_file() {
    Random random(3);
    return serialize_nav_mesh(support::random_mesh(random, {.columns = 2, .rows = 2, .hole = 0.1}));
}

TEST(NavFile, RoundTrips) {
    for (uint64_t seed = 0; seed < 100; ++seed) {
        Random random(seed);
        const NavMesh mesh = support::random_mesh(random, {.floors = 2, .areas = 4});
        const Bytes bytes = serialize_nav_mesh(mesh);
        const Result<NavMesh> again = parse_nav_mesh(bytes);
        ASSERT_TRUE(again.ok()) << "seed " << seed << ": " << again.error().message;
        EXPECT_EQ(again->info, mesh.info);
        EXPECT_EQ(*again->tiles[0], *mesh.tiles[0]);
        EXPECT_EQ(again->islands, mesh.islands);
        EXPECT_EQ(serialize_nav_mesh(*again), bytes) << "seed " << seed;
    }
}

TEST(NavFile, StoresAnEmptyMesh) {
    const Result<NavMesh> none = link_tiles({}, support::make_info());
    ASSERT_TRUE(none.ok());
    EXPECT_EQ(file_verdict(serialize_nav_mesh(*none)), "");
    NavTile tile;
    index_tile(tile);
    const Result<NavMesh> empty = link_tiles({tile}, support::make_info());
    ASSERT_TRUE(empty.ok());
    EXPECT_EQ(file_verdict(serialize_nav_mesh(*empty)), "");
}

TEST(NavFile, StoresSeveralMeshes) {
    Random random(1);
    const std::vector<NavMesh> meshes{support::random_mesh(random), support::random_mesh(random)};
    const auto again = parse_nav_meshes(serialize_nav_meshes(meshes));
    ASSERT_TRUE(again.ok());
    ASSERT_EQ(again->size(), 2u);
    EXPECT_EQ(*(*again)[1].tiles[0], *meshes[1].tiles[0]);
}

TEST(NavFile, EveryPrefixIsAnError) {
    const Bytes bytes = small_file();
    for (size_t n = 0; n < bytes.size(); ++n) {
        const std::string message = file_verdict(Bytes(bytes.begin(), bytes.begin() + ptrdiff_t(n)));
        ASSERT_NE(message, "") << n;
        ASSERT_EQ(message.find('\n'), std::string::npos);
    }
}

TEST(NavFile, EveryChangedByteIsAnError) {
    const Bytes bytes = small_file();
    for (size_t n = 0; n < bytes.size(); ++n) {
        Bytes changed = bytes;
        changed[n] ^= std::byte(1 << n % 8);
        ASSERT_NE(file_verdict(changed), "") << n;
        changed[n] = ~bytes[n];
        ASSERT_NE(file_verdict(changed), "") << n;
    }
}

TEST(NavFile, ErrorsNameTheDefect) {
    Bytes bytes = small_file();
    EXPECT_EQ(file_verdict({}), "not a .nav file: it is empty");
    EXPECT_EQ(file_verdict(Bytes(100)), "not a .nav file: it does not begin with NAVSPAN");
    EXPECT_EQ(file_verdict(Bytes(bytes.begin(), bytes.begin() + 20)), "cut short: only 20 bytes of a .nav file");
    EXPECT_EQ(file_verdict(Bytes(bytes.begin(), bytes.begin() + 640)),
              "cut short: 640 bytes instead of " + std::to_string(bytes.size()));
    Bytes longer = bytes;
    longer.resize(bytes.size() + 64);
    EXPECT_EQ(file_verdict(longer).substr(0, 28), "longer than its header says:");
    Bytes changed = bytes;
    changed.back() ^= std::byte{1};
    EXPECT_EQ(file_verdict(changed), "damaged .nav file: the checksum does not match; bake the level again");
    bytes[8] = std::byte{7};
    EXPECT_EQ(file_verdict(bytes), ".nav format version 7, this program reads version 3; bake the level again");
}

// A section and a block of a .nav file. Tests parse a block, change its sections and write the block.
struct ParsedSection {
    uint32_t type = 0, element_size = 0;
    Bytes bytes;
};
struct ParsedBlock {
    uint32_t kind = 0;
    std::vector<ParsedSection> sections;

    ParsedSection& section(SectionType type) {
        return *std::find_if(sections.begin(), sections.end(), [type](const auto& s) { return s.type == uint32_t(type); });
    }
    void drop(SectionType type) {
        std::erase_if(sections, [type](const auto& s) { return s.type == uint32_t(type); });
    }
};

ParsedBlock parse_block_sections(std::span<const std::byte> bytes) {
    BlockHeader header;
    std::memcpy(&header, bytes.data(), sizeof(header));
    ParsedBlock block{header.kind, {}};
    for (uint32_t i = 0; i < header.section_count; ++i) {
        SectionEntry entry;
        std::memcpy(&entry, bytes.data() + sizeof(header) + i * sizeof(entry), sizeof(entry));
        const auto begin = bytes.begin() + ptrdiff_t(entry.offset);
        block.sections.push_back({entry.type, entry.element_size, Bytes(begin, begin + ptrdiff_t(entry.size))});
    }
    return block;
}

Bytes join_block_sections(const ParsedBlock& block) {
    const auto align = [](size_t n) { return (n + 63) / 64 * 64; };
    Bytes bytes(align(sizeof(BlockHeader) + block.sections.size() * sizeof(SectionEntry)));
    for (size_t i = 0; i < block.sections.size(); ++i) {
        const ParsedSection& s = block.sections[i];
        const SectionEntry entry{s.type, s.element_size, bytes.size(), s.bytes.size()};
        std::memcpy(bytes.data() + sizeof(BlockHeader) + i * sizeof(entry), &entry, sizeof(entry));
        bytes.insert(bytes.end(), s.bytes.begin(), s.bytes.end());
        bytes.resize(align(bytes.size()));
    }
    const BlockHeader header{bytes.size(), uint32_t(block.sections.size()), block.kind};
    std::memcpy(bytes.data(), &header, sizeof(header));
    return bytes;
}

// Calls change(block) for every block of a file and returns the new file. The file must have one mesh with one tile.
template <class Change>
Bytes with_changed_blocks(const Bytes& file, Change change) {
    ParsedBlock root = parse_block_sections(std::span(file).subspan(sizeof(FileHeader)));
    ParsedBlock mesh = parse_block_sections(root.section(SectionType::mesh).bytes);
    ParsedBlock tile = parse_block_sections(mesh.section(SectionType::tiles).bytes);
    change(tile);
    mesh.section(SectionType::tiles).bytes = join_block_sections(tile);
    const uint64_t size = mesh.section(SectionType::tiles).bytes.size();
    std::memcpy(mesh.section(SectionType::tile_directory).bytes.data() + offsetof(TileEntry, size), &size, sizeof(size));
    change(mesh);
    root.section(SectionType::mesh).bytes = join_block_sections(mesh);
    change(root);
    const Bytes body = join_block_sections(root);
    Bytes bytes(file.begin(), file.begin() + sizeof(FileHeader));
    bytes.insert(bytes.end(), body.begin(), body.end());
    repair_nav_checksum(bytes);
    return bytes;
}

TEST(NavFile, SectionsOfUnknownTypeAreSkipped) {
    Random random(3);
    const NavMesh mesh = support::with_random_links(random, support::random_mesh(random), 3);
    const Bytes bytes = serialize_nav_mesh(mesh);
    ASSERT_EQ(with_changed_blocks(bytes, [](ParsedBlock&) {}), bytes);
    uint32_t type = 900;
    const Bytes longer = with_changed_blocks(bytes, [&](ParsedBlock& block) {
        block.sections.insert(block.sections.begin(), {type++, 8, Bytes(72, std::byte{7})});
        block.sections.push_back({type++, 1, Bytes(5, std::byte{7})});
        block.sections.push_back({type++, 0, {}});
    });
    EXPECT_GT(longer.size(), bytes.size());
    const Result<NavMesh> read = parse_nav_mesh(longer);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(serialize_nav_mesh(*read), bytes);
}

TEST(NavFile, BlockCutTreeIsOptional) {
    Random random(3);
    const NavMesh mesh = support::with_random_links(random, support::random_mesh(random), 3);
    const Bytes bytes = serialize_nav_mesh(mesh);
    const SectionType tree[] = {SectionType::edge_blocks, SectionType::link_blocks, SectionType::polygon_blocks,
                                SectionType::block_parents, SectionType::block_depths};
    const Bytes without = with_changed_blocks(bytes, [&](ParsedBlock& block) {
        for (const SectionType type : tree)
            block.drop(type);
    });
    const Result<NavMesh> read = parse_nav_mesh(without);
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_TRUE(read->blocks.empty());
    EXPECT_EQ(read->islands, mesh.islands);
    EXPECT_EQ(serialize_nav_mesh(*read), without);
    for (const SectionType type : tree) {
        if (type == SectionType::block_parents) continue;
        EXPECT_EQ(file_verdict(with_changed_blocks(bytes, [&](ParsedBlock& block) { block.drop(type); })),
                  "damaged .nav file: mesh 0: section " + std::to_string(uint32_t(type)) + " is missing");
    }
    // Without the links, the islands and the block-cut tree do not match the mesh.
    EXPECT_NE(file_verdict(with_changed_blocks(bytes, [&](ParsedBlock& block) { block.drop(SectionType::links); })), "");
}

TEST(NavFile, RefusesAnInvalidBlockCutTree) {
    const Bytes bytes = small_file();
    const auto wrong = [&](SectionType type) {
        return file_verdict(with_changed_blocks(bytes, [&](ParsedBlock& block) {
            if (block.kind == uint32_t(BlockKind::mesh)) block.section(type).bytes.back() ^= std::byte{0x40};
        }));
    };
    for (const SectionType type :
         {SectionType::edge_blocks, SectionType::polygon_blocks, SectionType::block_parents, SectionType::block_depths}) {
        EXPECT_EQ(wrong(type), "damaged .nav file: mesh 0: the block-cut tree does not match the mesh");
    }
}

TEST(NavFile, MovedByWholeCellsOnlyTheFrameDiffers) {
    Random random(5), again(5);
    support::PolygonSoup soup = support::random_soup(random, {});
    support::PolygonSoup moved = support::random_soup(again, {});
    moved.frame.x0 += 12345;
    moved.frame.z0 -= 777;
    moved.frame.y0 += 50;
    const Bytes a = serialize_nav_mesh(support::make_mesh(soup)), b = serialize_nav_mesh(support::make_mesh(moved));
    ASSERT_EQ(a.size(), b.size());
    size_t differences = 0;
    for (size_t i = sizeof(FileHeader); i < a.size(); ++i)
        differences += a[i] != b[i];
    EXPECT_LE(differences, 12u);
    EXPECT_GT(differences, 0u);
}

TEST(NavFile, FileIsReplacedAtomicallyWithoutLeftovers) {
    const TemporaryFolder folder;
    const Bytes first(1000, std::byte{1}), second(3'000'000, std::byte{2});
    ASSERT_TRUE(write_file_atomically(folder.path() / "a.nav", first).ok());
    EXPECT_EQ(*read_file(folder.path() / "a.nav"), first);
    ASSERT_TRUE(write_file_atomically(folder.path() / "a.nav", second).ok());
    EXPECT_EQ(*read_file(folder.path() / "a.nav"), second);
    EXPECT_EQ(folder.names(), "a.nav");
}

TEST(NavFile, ReadsBackFromDiskAndNamesTheFileOnError) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file_atomically(folder.path() / "a.nav", small_file()).ok());
    EXPECT_TRUE(read_nav_mesh(folder.path() / "a.nav").ok());
    ASSERT_TRUE(write_file_atomically(folder.path() / "b.nav", Bytes(10)).ok());
    EXPECT_EQ(read_nav_mesh(folder.path() / "b.nav").error().message,
              (folder.path() / "b.nav").string() + ": not a .nav file: it does not begin with NAVSPAN");
    EXPECT_EQ(read_nav_mesh(folder.path() / "c.nav").error().message,
              "cannot read " + (folder.path() / "c.nav").string() + ": No such file or directory");
    EXPECT_EQ(read_nav_mesh(folder.path()).error().message, "cannot read " + folder.path().string() + ": it is a folder");
    EXPECT_EQ(read_nav_mesh(folder.path()).error().kind, ErrorKind::input);
}

TEST(NavFile, AMissingFolderIsAnError) {
    const TemporaryFolder folder;
    const Status s = write_file_atomically(folder.path() / "no" / "a.nav", Bytes(10));
    ASSERT_FALSE(s.ok());
    EXPECT_EQ(s.error().message, "cannot write " + (folder.path() / "no" / "a.nav").string() + ": No such file or directory");
    EXPECT_EQ(s.error().kind, ErrorKind::failed);
    EXPECT_EQ(folder.names(), "");
    EXPECT_FALSE(write_file_atomically(folder.path(), Bytes(10)).ok());
}

#if !defined(_WIN32)
TEST(NavFile, FullDiskKeepsTheOldFileAndLeavesNoOther) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file_atomically(folder.path() / "a.nav", Bytes(100)).ok());
    rlimit old{};
    getrlimit(RLIMIT_FSIZE, &old);
    const rlimit small{4096, old.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    const Status s = write_file_atomically(folder.path() / "a.nav", Bytes(100'000));
    setrlimit(RLIMIT_FSIZE, &old);
    std::signal(SIGXFSZ, handler);
    EXPECT_FALSE(s.ok());
    EXPECT_EQ(folder.names(), "a.nav");
    EXPECT_EQ(read_file(folder.path() / "a.nav")->size(), 100u);
}

TEST(NavFile, SymlinksAndDevicesAreKept) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file_atomically(folder.path() / "a.nav", Bytes(1)).ok());
    fs::create_symlink(folder.path() / "a.nav", folder.path() / "link.nav");
    ASSERT_TRUE(write_file_atomically(folder.path() / "link.nav", Bytes(2)).ok());
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link.nav"));
    EXPECT_EQ(read_file(folder.path() / "a.nav")->size(), 2u);
    EXPECT_TRUE(write_file_atomically("/dev/null", Bytes(2)).ok());
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    if (fs::exists("/dev/full")) {
        EXPECT_FALSE(write_file_atomically("/dev/full", Bytes(2)).ok());
    }
}
#endif

}  // namespace
}  // namespace navspan
