// Tests linking into a file. Linking must read the tiles in two sequential passes and only append to the file. Random access
// would be slow for a very large world.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "bake/world/nav_tile.h"
#include "navmesh/file/link_to_file.h"
#include "navspan/bake/bake_nav_mesh.h"
#include "navspan/core/byte_file.h"
#include "support/worlds/tile_worlds.h"

namespace navspan {
namespace {

// A tile store that records which slots are read.
class WatchedStore : public TileStore {
public:
    explicit WatchedStore(std::vector<NavTile> tiles) : tiles_(std::move(tiles)) {}
    Status put(size_t, NavTile) override { return Error{ErrorKind::failed, "nothing is put here"}; }
    Result<NavTile> get(size_t slot) const override {
        read.push_back(uint32_t(slot));
        return tiles_[slot];
    }
    mutable std::vector<uint32_t> read;

private:
    std::vector<NavTile> tiles_;
};

// A file in memory that counts overwritten bytes.
class WatchedFile : public MemoryFile {
public:
    Status write_at(uint64_t offset, std::span<const std::byte> data) override {
        // Only the first write may start after the end of the file: it leaves a gap for the header.
        EXPECT_TRUE(offset <= bytes.size() || bytes.empty()) << "a gap at " << bytes.size();
        rewritten += std::min<uint64_t>(data.size(), bytes.size() - std::min<uint64_t>(offset, bytes.size()));
        return MemoryFile::write_at(offset, data);
    }
    uint64_t rewritten = 0;
};

TEST(LinkPasses, ReadTheTilesTwiceInOrderAndAppendToTheFile) {
    BakeConfig config;
    config.tiles.size = 6;
    std::vector<NavTile> tiles;
    for (NavTile& tile : support::bake_world_tiles(support::own_scene_soup("courtyard"), config)) {
        if (!tile.polygons.empty()) tiles.push_back(std::move(tile));
    }
    std::vector<uint32_t> slots(tiles.size());
    std::iota(slots.begin(), slots.end(), 0u);
    ASSERT_GT(slots.size(), 50u);
    const WatchedStore store(std::move(tiles));
    WatchedFile file;
    const NavMeshInfo info = nav_mesh_info(config, "{}", "test");
    const MeshFileInput mesh{.store = &store, .slots = slots, .info = &info, .link = {}};
    const Result<std::vector<NavFileSummary>> facts = write_linked_meshes(std::span(&mesh, 1), file);
    ASSERT_TRUE(facts.ok()) << facts.error().message;

    std::vector<uint32_t> twice = slots;
    twice.insert(twice.end(), slots.begin(), slots.end());
    EXPECT_EQ(store.read, twice);
    // At the end, linking may overwrite only the tile offsets and the table of contents.
    EXPECT_LT(file.rewritten, 64 * slots.size() + 4096);
}

}  // namespace
}  // namespace navspan
