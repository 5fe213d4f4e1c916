// Finds the complete set of shards of a world. A shard is a file with some of the world's tiles.
//
// In: open shards in any order.
// Out: one file per shard, in order; or an error that names the faulty files or missing shards.
// Idea: Two shards belong to one world if they agree in tool version, number of shards, config, level and number of tiles. If
// the files belong to several worlds, the world with the most files is assumed to be the intended one. Sorting by shard
// number reveals copies and gaps. Byte-identical copies count once.
// Source: own method.
// Weak cases: If most files belong to an unintended world, the error names a file of the intended world.

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "navmesh/file/shard_file.h"

namespace navspan {
namespace {

// If two shards belong to different worlds, returns how they differ. Otherwise returns an empty string.
std::string difference(const ShardInfo& a, const ShardInfo& b) {
    if (a.tool_version != b.tool_version) return "was baked by " + b.tool_version + ", not by " + a.tool_version;
    if (a.shards != b.shards) return "is one of " + std::to_string(b.shards) + " shards, not of " + std::to_string(a.shards);
    if (a.settings != b.settings || a.config != b.config) return "was baked with another config";
    if (a.level != b.level || a.world_tiles != b.world_tiles) return "was baked from another scene";
    return {};
}

// Returns a shard of the world to which most files belong. Error messages then name the files of the other worlds.
const ShardFile& majority_shard(const std::vector<ShardFile>& files) {
    const auto count_alike = [&](const ShardFile& a) {
        return std::count_if(files.begin(), files.end(),
                             [&](const ShardFile& b) { return difference(a.info(), b.info()).empty(); });
    };
    return *std::max_element(files.begin(), files.end(),
                             [&](const ShardFile& a, const ShardFile& b) { return count_alike(a) < count_alike(b); });
}

std::string shard_name(const ShardInfo& info) {
    return "shard " + std::to_string(info.shard) + "/" + std::to_string(info.shards);
}

// The number of missing shards, and a list of them.
struct Missing {
    uint32_t count = 0;
    std::string text;  // "2, 5-7"
};
void add_missing(Missing& missing, uint32_t first, uint32_t last) {
    if (first > last) return;
    missing.count += last - first + 1;
    if (!missing.text.empty()) missing.text += ", ";
    missing.text += std::to_string(first);
    if (last > first) missing.text += "-" + std::to_string(last);
}

// @param kept  ordered by shard number, without duplicates
Missing missing_shards(const std::vector<ShardFile>& kept, uint32_t shards) {
    Missing missing;
    uint32_t next = 1;
    for (const ShardFile& file : kept) {
        add_missing(missing, next, file.info().shard - 1);
        next = file.info().shard + 1;
    }
    if (next != 0) add_missing(missing, next, shards);
    return missing;
}

}  // namespace

Result<std::vector<ShardFile>> complete_shards(std::vector<ShardFile> files) {
    if (files.empty()) return input_error("no shards; give the files that navbake --shard wrote");
    const ShardFile& usual = majority_shard(files);
    for (const ShardFile& file : files) {
        const std::string why = difference(usual.info(), file.info());
        if (!why.empty()) {
            return input_error(file.path().string() + ": does not belong to " + usual.path().string() + ": it " + why);
        }
    }
    std::stable_sort(files.begin(), files.end(),
                     [](const ShardFile& a, const ShardFile& b) { return a.info().shard < b.info().shard; });
    std::vector<ShardFile> kept;
    for (ShardFile& file : files) {
        const bool again = !kept.empty() && kept.back().info().shard == file.info().shard;
        if (again && kept.back().content() != file.content()) {
            return input_error(kept.back().path().string() + " and " + file.path().string() + " are both " +
                               shard_name(file.info()) + ", but differ; bake this shard again");
        }
        if (!again) kept.push_back(std::move(file));
    }
    const uint32_t shards = kept.front().info().shards;
    if (const Missing missing = missing_shards(kept, shards); missing.count > 0) {
        return input_error((missing.count > 1 ? "shards " : "shard ") + missing.text + " of " + std::to_string(shards) +
                           (missing.count > 1 ? " are missing; give all shards" : " is missing; give all shards"));
    }
    return kept;
}

Result<std::vector<ShardFile>> open_shards(std::span<const std::string> paths) {
    std::vector<ShardFile> files;
    for (const std::string& path : paths) {
        Result<ShardFile> file = ShardFile::open(path);
        if (!file) return file.error();
        files.push_back(*std::move(file));
    }
    return complete_shards(std::move(files));
}

}  // namespace navspan
