// Tests that a complete set of shards gives all tiles, and that every fault of a set is reported.

#include "navmesh/file/shard_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "navspan/core/file.h"
#include "support/text/random.h"
#include "support/text/run_program.h"

namespace navspan {
namespace {

namespace fs = std::filesystem;
using support::Random;
using support::TemporaryFolder;
using Bytes = std::vector<std::byte>;

Bytes bytes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

ShardInfo info_of(uint32_t shard, uint32_t shards, uint32_t world_tiles = 7) {
    return {.shard = shard,
            .shards = shards,
            .world_tiles = world_tiles,
            .level = {1, 2},
            .settings = {3, 4},
            .config = "{\"a\": 1}",
            .tool_version = "navspan 1"};
}

std::vector<ShardTile> tiles_of(const ShardInfo& info) {
    std::vector<ShardTile> tiles;
    for (uint32_t i = 0; i < shard_tile_count(info); ++i) {
        const uint32_t number = info.shard - 1 + i * info.shards;
        tiles.push_back({int32_t(number), -1, bytes_of("tile " + std::to_string(number)), bytes_of(std::string(number, 'n'))});
    }
    return tiles;
}

void write_bytes(const fs::path& path, std::span<const std::byte> bytes) {
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
}

fs::path write_shard(const TemporaryFolder& folder, const std::string& name, const ShardInfo& info) {
    const fs::path path = folder.path() / name;
    write_bytes(path, serialize_shard(info, tiles_of(info)));
    return path;
}

std::vector<ShardFile> open_all(const std::vector<fs::path>& paths) {
    std::vector<ShardFile> files;
    for (const fs::path& path : paths) {
        Result<ShardFile> file = ShardFile::open(path);
        EXPECT_TRUE(file.ok()) << file.error().message;
        if (file) files.push_back(*std::move(file));
    }
    return files;
}

std::string trouble_of(const std::vector<fs::path>& paths) {
    const Result<std::vector<ShardFile>> files = complete_shards(open_all(paths));
    if (files) return {};
    EXPECT_EQ(files.error().kind, ErrorKind::input);
    return files.error().message;
}

TEST(ShardFile, RoundTripsTiles) {
    const TemporaryFolder folder;
    for (const uint32_t shard : {1u, 2u, 3u, 9u}) {
        const ShardInfo info = info_of(shard, 9);
        const Result<ShardFile> file = ShardFile::open(write_shard(folder, "part", info));
        ASSERT_TRUE(file.ok()) << file.error().message;
        EXPECT_EQ(file->info(), info);
        const std::vector<ShardTile> tiles = tiles_of(info);
        EXPECT_EQ(tiles.size(), shard <= 7 ? 1u : 0u);
        for (uint32_t i = 0; i < tiles.size(); ++i)
            EXPECT_EQ(*file->read_tile(i), tiles[i]);
    }
}

TEST(ShardFile, AllShardsTogetherHaveAllTiles) {
    for (uint32_t world = 0; world < 12; ++world) {
        for (uint32_t shards = 1; shards < 6; ++shards) {
            uint32_t sum = 0;
            for (uint32_t shard = 1; shard <= shards; ++shard)
                sum += shard_tile_count(info_of(shard, shards, world));
            EXPECT_EQ(sum, world);
        }
    }
}

TEST(ShardFile, ReportsEveryChangeAndTruncation) {
    const TemporaryFolder folder;
    const fs::path path = write_shard(folder, "part", info_of(2, 3));
    const Bytes whole = *read_file(path);
    const auto reads = [&](std::span<const std::byte> bytes) {
        write_bytes(path, bytes);
        const Result<ShardFile> file = ShardFile::open(path);
        if (!file) {
            EXPECT_EQ(file.error().message.substr(0, path.string().size()), path.string());
            return false;
        }
        for (uint32_t i = 0; i < shard_tile_count(file->info()); ++i) {
            const Result<ShardTile> tile = file->read_tile(i);
            if (!tile) {
                EXPECT_NE(tile.error().message.find("damaged: tile ("), std::string::npos) << tile.error().message;
                return false;
            }
        }
        return true;
    };
    EXPECT_TRUE(reads(whole));
    for (size_t length = 0; length < whole.size(); ++length)
        EXPECT_FALSE(reads(std::span(whole).first(length))) << length;
    Random random(1);
    for (size_t at = 0; at < whole.size(); ++at) {
        Bytes bytes = whole;
        bytes[at] ^= std::byte(1 << random.between(0, 7));
        EXPECT_FALSE(reads(bytes)) << at;
    }
}

TEST(ShardFile, ErrorsNameTheKindOfOtherFiles) {
    const TemporaryFolder folder;
    const auto trouble = [&](const std::string& text) {
        const Result<ShardFile> file = ShardFile::open(folder.write("x", text));
        return file ? "" : file.error().message.substr((folder / "x").size());
    };
    EXPECT_EQ(trouble("NAVSPAN\n and so on"), ": a complete level, not a shard; give files that navbake --shard wrote");
    EXPECT_EQ(trouble("v 0 0 0\nv 1 1 1\n"), ": not a shard of a level; give files that navbake --shard wrote");
    EXPECT_EQ(trouble(""), ": not a shard of a level; give files that navbake --shard wrote");
    EXPECT_FALSE(ShardFile::open(folder / "nothing").ok());
    EXPECT_FALSE(ShardFile::open(folder.path()).ok());
}

TEST(CompleteShards, SortsShardsAndDropsDuplicates) {
    const TemporaryFolder folder;
    std::vector<fs::path> paths;
    for (const uint32_t shard : {3u, 1u, 2u, 1u})
        paths.push_back(write_shard(folder, "p" + std::to_string(paths.size()), info_of(shard, 3)));
    const Result<std::vector<ShardFile>> files = complete_shards(open_all(paths));
    ASSERT_TRUE(files.ok()) << files.error().message;
    ASSERT_EQ(files->size(), 3u);
    for (uint32_t i = 0; i < 3; ++i)
        EXPECT_EQ((*files)[i].info().shard, i + 1);
}

TEST(CompleteShards, ReportsMissingForeignAndConflictingShards) {
    const TemporaryFolder folder;
    std::vector<fs::path> paths;
    for (const uint32_t shard : {1u, 3u, 4u, 8u})
        paths.push_back(write_shard(folder, std::to_string(shard), info_of(shard, 9)));
    EXPECT_EQ(trouble_of(paths), "shards 2, 5-7, 9 of 9 are missing; give all shards");
    paths = {write_shard(folder, "a", info_of(1, 3)), write_shard(folder, "b", info_of(2, 3)), folder.path() / "c"};
    EXPECT_EQ(trouble_of({paths[0], paths[1]}), "shard 3 of 3 is missing; give all shards");

    const std::string start = (folder / "c") + ": does not belong to " + (folder / "a") + ": it ";
    const auto with = [&](auto change) {
        ShardInfo info = info_of(3, 3);
        change(info);
        write_shard(folder, "c", info);
        return trouble_of(paths);
    };
    EXPECT_EQ(with([](ShardInfo&) {}), "");
    EXPECT_EQ(with([](ShardInfo& info) { info.level.low = 9; }), start + "was baked from another scene");
    EXPECT_EQ(with([](ShardInfo& info) { info.settings.low = 9; }), start + "was baked with another config");
    EXPECT_EQ(with([](ShardInfo& info) { info.config = "{}"; }), start + "was baked with another config");
    EXPECT_EQ(with([](ShardInfo& info) { info.shards = 4; }), start + "is one of 4 shards, not of 3");
    EXPECT_EQ(with([](ShardInfo& info) { info.tool_version = "navspan 2"; }),
              start + "was baked by navspan 2, not by navspan 1");

    // Add a second file for shard 1/3 with different contents.
    std::vector<ShardTile> tiles = tiles_of(info_of(1, 3));
    tiles[0].bytes.push_back({});
    write_bytes(folder / "c", serialize_shard(info_of(1, 3), tiles));
    EXPECT_EQ(trouble_of(paths),
              (folder / "a") + " and " + (folder / "c") + " are both shard 1/3, but differ; bake this shard again");
}

}  // namespace
}  // namespace navspan
