// Stores finished tiles in a folder.
//
// In: the key of a tile and, to store it, the tile with its notes.
// Out: the tile that was stored under the key, or nothing.
// Idea: An entry is a file named by its key: folder/ab/cdef0123....tile. The file has no name until it is complete, so readers
// never find part of an entry. On file systems without unnamed files, the entry is written to folder/tmp and renamed. A tile
// with a wrong checksum is baked again. If the folder exceeds its size limit, the least recently used entries are removed.
// Source: own method.
// Weak cases: If the file system stores times in whole seconds, entries of the same second are evicted in order of name.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <initializer_list>
#include <mutex>
#include <random>
#include <string>
#include <tuple>
#include <utility>

#include "core/text.h"
#include "navmesh/file/cache_entry.h"
#include "navmesh/file/tile_bytes.h"
#include "navspan/bake/tile_cache.h"
#include "navspan/core/byte_file.h"
#include "navspan/core/file.h"

namespace navspan {
namespace {

namespace fs = std::filesystem;
using Clock = fs::file_time_type::clock;

constexpr auto kTempFileLifetime = std::chrono::hours(1);
constexpr size_t kFolderDigits = 2;  // number of leading hex digits of a key that name its subfolder
constexpr size_t kNameDigits = 30;

bool is_hex(const std::string& text, size_t digits) {
    return text.size() == digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// Calls visit(entry) for each entry of a folder, up to the first error.
template <class Visit>
void for_files_in(const fs::path& folder, Visit visit) {
    std::error_code code;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end; entry.increment(code))
        visit(*entry);
}

struct CacheEntry {
    fs::file_time_type used;
    uint64_t bytes = 0;
    fs::path path;
};

// Lists the entries of the cache. Skips files whose names are not entry names, so these files are never evicted.
std::vector<CacheEntry> list_entries(const fs::path& folder) {
    std::vector<CacheEntry> entries;
    for_files_in(folder, [&](const fs::directory_entry& sub) {
        if (!is_hex(sub.path().filename().string(), kFolderDigits)) return;
        for_files_in(sub.path(), [&](const fs::directory_entry& file) {
            if (file.path().extension() != ".tile" || !is_hex(file.path().stem().string(), kNameDigits)) return;
            std::error_code code;
            const uint64_t bytes = file.file_size(code);
            if (code) return;
            const fs::file_time_type used = file.last_write_time(code);
            if (!code) entries.push_back({used, bytes, file.path()});
        });
    });
    return entries;
}

uint64_t total_bytes(const std::vector<CacheEntry>& entries) {
    uint64_t total = 0;
    for (const CacheEntry& entry : entries)
        total += entry.bytes;
    return total;
}

// Removes temporary files that killed processes left behind.
void remove_old_temporaries(const fs::path& folder) {
    const auto now = Clock::now();
    for_files_in(folder, [&](const fs::directory_entry& file) {
        std::error_code code;
        const fs::file_time_type written = file.last_write_time(code);
        if (!code && now - written > kTempFileLifetime) fs::remove(file.path(), code);
    });
}

// Removes a file at the end of the scope if it still exists.
struct FileRemover {
    const fs::path& path;
    ~FileRemover() {
        std::error_code ignored;
        fs::remove(path, ignored);
    }
};

// Writes an entry, which gets its name when it is complete. The file first has no name or, on file systems without unnamed
// files, the name `temporary`. It need not be flushed: after a power failure, an incomplete entry has a wrong checksum.
// Replaces an old entry if there is one: this entry is either damaged, or was stored by another process in the meantime and has
// the same bytes.
Status write_entry(const fs::path& temporary, const fs::path& path, std::initializer_list<std::span<const std::byte>> parts) {
    const auto failed = [&](std::error_code code) {
        return Error{ErrorKind::failed, "cannot write " + path.string() + ": " + code.message()};
    };
    std::error_code code;
    fs::create_directories(path.parent_path(), code);
    if (code) return failed(code);
    Result<DiskFile> file = DiskFile::create_linkable(path.parent_path(), path);
    const bool unnamed = file.ok();
    if (!unnamed) file = DiskFile::create(temporary, path);
    if (!file) return file.error();
    const FileRemover remover{temporary};
    uint64_t end = 0;
    for (const auto& part : parts) {
        if (const Status written = file->write_at(end, part); !written) return written;
        end += part.size();
    }
    if (unnamed) {
        Result<bool> linked = file->link_to_path(path);
        if (linked && *linked) return Done{};
        linked = file->link_to_path(temporary);
        if (!linked) return linked.error();
    }
    if (const Status closed = file->close(); !closed) return closed;
    fs::rename(temporary, path, code);
    if (code) return failed(code);
    return Done{};
}

// Returns a name that is unique among processes, even on several machines.
std::string unique_process_name() {
    std::random_device random;
    Hasher128 hasher;
    for (int i = 0; i < 4; ++i)
        hasher.add(random());
    hasher.add(std::chrono::steady_clock::now().time_since_epoch().count());
    return to_hex(hasher.finish());
}

}  // namespace

struct TileCache::State {
    TileCacheOptions options;
    fs::path temporary;  // folder/tmp
    std::string name = unique_process_name();
    std::atomic<uint64_t> next_temporary{0};
    std::atomic<uint64_t> found{0}, missing{0}, damaged{0}, unwritten{0}, evicted{0};
    std::atomic<uint64_t> bytes{0};  // size of the folder when last listed, plus own writes since then
    std::mutex evicting;
    mutable std::mutex stats_mutex;
    std::string first_damaged, first_write_error;

    fs::path path_of(Hash128 key) const {
        const std::string hex = to_hex(key);
        return options.folder / hex.substr(0, kFolderDigits) / (hex.substr(kFolderDigits) + ".tile");
    }
    void note_damage(const fs::path& path) {
        const std::lock_guard lock(stats_mutex);
        if (damaged++ == 0) first_damaged = path.string();
    }
    void note_unwritten(const std::string& why) {
        const std::lock_guard lock(stats_mutex);
        if (unwritten++ == 0) first_write_error = why;
    }
    void evict(uint64_t most);
};

// Evicts the least recently used entries until the folder has at most `most` bytes. The caller must hold `evicting`.
void TileCache::State::evict(uint64_t most) {
    std::vector<CacheEntry> entries = list_entries(options.folder);
    uint64_t total = total_bytes(entries);
    std::sort(entries.begin(), entries.end(),
              [](const CacheEntry& a, const CacheEntry& b) { return std::tie(a.used, a.path) < std::tie(b.used, b.path); });
    for (const CacheEntry& entry : entries) {
        if (total <= most) break;
        std::error_code code;
        evicted += fs::remove(entry.path, code);
        if (!code) total -= entry.bytes;
    }
    bytes = total;
}

TileCache::TileCache(std::shared_ptr<State> state) : state_(std::move(state)) {}

Result<TileCache> TileCache::open(const TileCacheOptions& options) {
    auto state = std::make_shared<State>();
    state->options = options;
    state->temporary = options.folder / "tmp";
    std::error_code code;
    fs::create_directories(state->temporary, code);
    if (code || !fs::is_directory(state->temporary, code)) {
        return Error{ErrorKind::failed, "cannot create the cache folder " + options.folder.string() +
                                            (code ? ": " + code.message() : ": a file with this name exists")};
    }
    remove_old_temporaries(state->temporary);
    if (options.max_bytes) state->bytes = total_bytes(list_entries(options.folder));
    return TileCache(std::move(state));
}

std::optional<CachedTile> TileCache::find(Hash128 key) {
    const fs::path path = state_->path_of(key);
    std::error_code code;
    if (!fs::exists(path, code) && !code) {
        ++state_->missing;
        return {};
    }
    const Result<std::vector<std::byte>> bytes = read_file(path);
    std::optional<CacheEntryContent> entry;
    if (bytes) entry = parse_cache_entry(*bytes, key);
    if (entry) {
        ++state_->found;
        fs::last_write_time(path, Clock::now(), code);
        return CachedTile{std::move(entry->tile), std::move(entry->notes)};
    }
    ++state_->missing;
    // A file that another process has evicted in the meantime is not damaged.
    if (bytes || fs::exists(path, code)) state_->note_damage(path);
    return {};
}

void TileCache::store(Hash128 key, const NavTile& baked, std::span<const std::byte> notes) {
    const std::vector<std::byte> tile = serialize_tile(baked);
    const CacheEntryHeader header = cache_entry_header(key, tile, notes);

    // Make room first, because the cache may have filled the disk. One thread evicts, and the other threads do not wait.
    // Listing the folder is slow, so each eviction frees at least an eighth of the limit.
    const uint64_t limit = state_->options.max_bytes, size = sizeof(header) + tile.size() + notes.size();
    if ((state_->bytes += size) > limit && limit) {
        if (const std::unique_lock lock(state_->evicting, std::try_to_lock); lock) {
            state_->evict(limit - std::min(limit, std::max(size, limit / 8)));
            state_->bytes += size;
        }
    }

    const fs::path temporary = state_->temporary / (state_->name + "-" + std::to_string(state_->next_temporary++));
    const Status stored = write_entry(temporary, state_->path_of(key), {std::as_bytes(std::span(&header, 1)), tile, notes});
    if (!stored) state_->note_unwritten(stored.error().message);
}

void TileCache::trim() {
    if (!state_->options.max_bytes) return;
    const std::lock_guard lock(state_->evicting);
    state_->evict(state_->options.max_bytes);
}

TileCacheCounts TileCache::counts() const {
    return {state_->found, state_->missing, state_->damaged, state_->unwritten, state_->evicted};
}

Warnings TileCache::warnings() const {
    const std::lock_guard lock(state_->stats_mutex);
    const std::string where = "cache " + state_->options.folder.string() + ": ";
    Warnings warnings;
    if (state_->damaged) {
        warnings.push_back({"cache_damaged",
                            where +
                                count_text(state_->damaged, "damaged or unreadable entry", "damaged or unreadable entries") +
                                ", the first is " + state_->first_damaged + "; the tiles were baked again",
                            {}});
    }
    if (state_->unwritten) {
        warnings.push_back({"cache_unwritten",
                            where + count_text(state_->unwritten, "tile") +
                                " could not be stored: " + state_->first_write_error + "; the next bake bakes them again",
                            {}});
    }
    return warnings;
}

}  // namespace navspan
