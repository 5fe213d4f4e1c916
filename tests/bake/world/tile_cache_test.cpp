// Tests that the cache returns either the stored tile or nothing, even if the files in its folder are damaged.

#include "navspan/bake/tile_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <thread>
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

NavTile tile_at(int32_t x) {
    NavTile tile;
    tile.tile_x = x;
    return tile;
}

void overwrite(const fs::path& path, std::span<const std::byte> bytes) {
    std::ofstream(path, std::ios::binary).write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
}

Bytes notes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

TileCache open_cache(const fs::path& folder, uint64_t max_bytes = 0) {
    Result<TileCache> cache = TileCache::open({folder, max_bytes});
    EXPECT_TRUE(cache.ok());
    return *std::move(cache);
}

std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

uint64_t bytes_in(const fs::path& folder) {
    uint64_t bytes = 0;
    for (const fs::path& file : files_in(folder))
        bytes += fs::file_size(file);
    return bytes;
}

TEST(TileCache, ReturnsStoredTiles) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "new" / "cache";
    {
        TileCache cache = open_cache(path);
        EXPECT_FALSE(cache.find({1, 2}));
        cache.store({1, 2}, tile_at(7), notes_of("seven"));
        cache.store({1, 3}, tile_at(8), {});
    }
    TileCache cache = open_cache(path);
    const std::optional<CachedTile> seven = cache.find({1, 2}), eight = cache.find({1, 3});
    ASSERT_TRUE(seven && eight);
    EXPECT_EQ(seven->tile, tile_at(7));
    EXPECT_EQ(seven->notes, notes_of("seven"));
    EXPECT_EQ(eight->tile, tile_at(8));
    EXPECT_TRUE(eight->notes.empty());
    EXPECT_FALSE(cache.find({2, 1}));
    EXPECT_EQ(cache.counts().found, 2u);
    EXPECT_EQ(cache.counts().missing, 1u);
    EXPECT_TRUE(cache.warnings().empty());
    EXPECT_EQ(files_in(path).size(), 2u) << "nothing temporary stays";
}

TEST(TileCache, DamagedEntriesAreReportedAndCountAsMissing) {
    const TemporaryFolder folder;
    TileCache cache = open_cache(folder.path());
    cache.store({1, 2}, tile_at(7), notes_of("notes"));
    const fs::path file = files_in(folder.path()).at(0);
    const Bytes whole = *read_file(file);
    Random random(3);
    for (size_t length = 0; length < whole.size(); length += 13) {
        overwrite(file, std::span(whole).first(length));
        EXPECT_FALSE(cache.find({1, 2})) << length;
    }
    for (int round = 0; round < 200; ++round) {
        Bytes bytes = whole;
        bytes[size_t(random.between(0, int32_t(bytes.size()) - 1))] ^= std::byte(1 << random.between(0, 7));
        overwrite(file, bytes);
        EXPECT_FALSE(cache.find({1, 2}));
    }
    Bytes longer = whole;
    longer.push_back({});
    overwrite(file, longer);
    EXPECT_FALSE(cache.find({1, 2}));
    EXPECT_EQ(cache.counts().damaged, cache.counts().missing);
    ASSERT_EQ(cache.warnings().size(), 1u);
    EXPECT_EQ(cache.warnings()[0].code, "cache_damaged");
    EXPECT_NE(cache.warnings()[0].message.find(file.string()), std::string::npos);

    // A file that contains another entry also counts as damaged.
    overwrite(file, whole);
    EXPECT_TRUE(cache.find({1, 2}));
    cache.store({1, 3}, tile_at(8), {});
    const fs::path other = files_in(folder.path()).at(1);
    fs::copy_file(file, other, fs::copy_options::overwrite_existing);
    EXPECT_FALSE(cache.find({1, 3}));

    cache.store({1, 3}, tile_at(8), {});
    EXPECT_TRUE(cache.find({1, 3}));
}

TEST(TileCache, CountsFailedWrites) {
    const TemporaryFolder folder;
    TileCache cache = open_cache(folder.path() / "c");
    fs::remove_all(folder.path() / "c");
    std::ofstream(folder.path() / "c") << "a file where the folder was";
    cache.store({1, 2}, tile_at(7), {});
    cache.store({1, 3}, tile_at(7), {});
    EXPECT_FALSE(cache.find({1, 2}));
    EXPECT_EQ(cache.counts().unwritten, 2u);
    ASSERT_EQ(cache.warnings().size(), 1u);
    EXPECT_EQ(cache.warnings()[0].code, "cache_unwritten");
    const Result<TileCache> none = TileCache::open({folder.path() / "c", 0});
    ASSERT_FALSE(none.ok());
    EXPECT_NE(none.error().message.find("cannot create the cache folder"), std::string::npos);
}

TEST(TileCache, LeastRecentlyUsedEntriesAreRemovedFirst) {
    const TemporaryFolder folder;
    const uint64_t one = [&] {
        TileCache cache = open_cache(folder.path());
        for (uint64_t k = 0; k < 10; ++k)
            cache.store({k, 0}, tile_at(int32_t(k)), {});
        return bytes_in(folder.path()) / 10;
    }();
    // Set the times of the entries one hour apart, oldest first.
    const std::vector<fs::path> files = files_in(folder.path());
    const auto now = fs::file_time_type::clock::now();
    for (size_t k = 0; k < files.size(); ++k)
        fs::last_write_time(files[k], now - std::chrono::hours(20 - k));
    std::ofstream(folder.path() / "mine.txt") << std::string(10'000, 'x');  // foreign file: not counted, not removed

    TileCache cache = open_cache(folder.path(), one * 8);
    EXPECT_TRUE(cache.find({0, 0})) << "it counts as used now";
    cache.store({10, 0}, tile_at(10), {});
    EXPECT_LE(bytes_in(folder.path()) - 10'000, one * 8) << "room is made before anything is written";
    cache.trim();
    EXPECT_TRUE(cache.find({0, 0}));
    EXPECT_TRUE(cache.find({10, 0}));
    EXPECT_TRUE(cache.find({9, 0}));
    for (const uint64_t k : {1, 2, 3})
        EXPECT_FALSE(cache.find({k, 0})) << k;
    EXPECT_LE(bytes_in(folder.path()) - 10'000, one * 8);
    EXPECT_GE(cache.counts().evicted, 3u);
    EXPECT_TRUE(fs::exists(folder.path() / "mine.txt"));
}

TEST(TileCache, SizeLimitHoldsWhileEntriesAreAdded) {
    const TemporaryFolder folder;
    const uint64_t limit = 20'000;
    TileCache cache = open_cache(folder.path(), limit);
    for (uint64_t k = 0; k < 200; ++k) {
        cache.store({k, k}, tile_at(int32_t(k)), {});
        EXPECT_LE(bytes_in(folder.path()), limit) << k;
    }
    EXPECT_TRUE(cache.find({199, 199}));
}

TEST(TileCache, PendingFilesOfAKilledProcessAreRemovedAfterAnHour) {
    const TemporaryFolder folder;
    { open_cache(folder.path()); }
    const fs::path old = folder.path() / "tmp" / "old", fresh = folder.path() / "tmp" / "fresh";
    std::ofstream(old) << "half an ent";
    std::ofstream(fresh) << "half an ent";
    fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
    open_cache(folder.path());
    EXPECT_FALSE(fs::exists(old));
    EXPECT_TRUE(fs::exists(fresh)) << "somebody may be writing it";
}

TEST(TileCache, SeveralCachesMayShareAFolder) {
    const TemporaryFolder folder;
    std::vector<std::jthread> threads;
    std::atomic<int> wrong{0};
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            TileCache cache = open_cache(folder.path(), 40'000);
            Random random(uint64_t(t) + 1);
            for (int i = 0; i < 300; ++i) {
                const auto k = uint64_t(random.between(0, 60));
                if (const std::optional<CachedTile> tile = cache.find({k, 0})) {
                    wrong += !(tile->tile == tile_at(int32_t(k)));
                } else {
                    cache.store({k, 0}, tile_at(int32_t(k)), {});
                }
            }
            wrong += int(cache.counts().damaged + cache.counts().unwritten);
        });
    }
    threads.clear();
    EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace navspan
