// Tests that a power failure during a bake or a merge loses no file.
//
// In: the record of a run, made by preload.cpp.
// Out: the possible states of the disk after a power failure.
// Idea: The disk is a table of names and a list of files. A change writes to a file, or sets or removes a name. The change is
// certain (it survives a power failure) once its file or folder has been flushed. Any subset of the other changes may be lost.
// For every moment, the test tries several subsets: none, all, all but one, each prefix, and random ones.
// Source: SQLite developers, How SQLite Is Tested (crash tests).
// Weak cases: New folders count as certain. A write is lost as a whole.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/scenes/places.h"
#include "support/text/run_program.h"

namespace navspan {
namespace {

namespace fs = std::filesystem;
using support::file_text;
using support::ProgramResult;
using support::TemporaryFolder;

constexpr int kNoFile = -1;

// A change of the disk: bytes of a file, or what a name refers to.
struct Change {
    int file = kNoFile;                     ///< index of the file that is written; kNoFile: the change sets or removes names
    uint64_t offset = 0;                    ///< [byte]
    std::string bytes = {};                 ///< bytes of the write
    std::map<std::string, int> names = {};  ///< the new file of each name; kNoFile: the name is removed
    size_t certain = SIZE_MAX;              ///< index of the flush after which a power failure cannot undo the change
    size_t event = 0;                       ///< index of the event that makes the change
};

struct Record {
    std::vector<Change> changes;
    size_t events = 0;  ///< number of events, including flushes
};

// A state of the disk: maps the name of each file to its content.
using Disk = std::map<std::string, std::string>;

class RecordReader {
public:
    explicit RecordReader(const std::string& text) : in_(text) {}

    Record read() {
        for (std::string line; std::getline(in_, line); ++record_.events)
            read_event(line);
        return record_;
    }

private:
    void read_event(const std::string& line) {
        std::istringstream words(line);
        std::string kind;
        words >> kind;
        if (kind == "rename") {
            const size_t begin = line.find(' ') + 1, tab = line.find('\t');
            const std::string from = line.substr(begin, tab - begin);
            change({.names = {{from, kNoFile}, {line.substr(tab + 1), names_[from]}}});
        } else if (kind == "unlink") {
            change({.names = {{line.substr(line.find(' ') + 1), kNoFile}}});
        } else {
            read_file_event(kind, words);
        }
    }

    void read_file_event(const std::string& kind, std::istringstream& words) {
        int handle = 0;
        std::string path;
        words >> handle >> std::ws;
        if (kind == "write" || kind == "append") {
            uint64_t offset = 0, size = 0;
            words >> offset >> size;
            std::string bytes(size, '\0');
            in_.read(bytes.data(), std::streamsize(size));
            uint64_t& end = end_[open_[handle]];
            if (kind == "append") offset = end;
            end = std::max(end, offset + size);
            change({.file = open_[handle], .offset = offset, .bytes = bytes});
        } else if (kind == "fsync") {
            flush(handle);
        } else {
            std::getline(words, path);
            if (kind == "link") {
                change({.names = {{path, open_[handle]}}});
            } else {
                open(kind, handle, path);
            }
        }
    }

    void open(const std::string& kind, int handle, const std::string& path) {
        folder_[handle] = path;
        if (kind == "open") {
            open_[handle] = names_.contains(path) ? names_[path] : kNoFile;
            return;
        }
        open_[handle] = files_++;
        if (kind == "create") change({.names = {{path, open_[handle]}}});
    }

    void flush(int handle) {
        for (Change& c : record_.changes) {
            const bool is_write = c.file != kNoFile && c.file == open_[handle];
            bool is_name = c.file == kNoFile;
            for (const auto& [name, file] : c.names)
                is_name = is_name && fs::path(name).parent_path() == fs::path(folder_[handle]);
            if (is_write || is_name) c.certain = std::min(c.certain, record_.events);
        }
    }

    void change(Change change) {
        for (const auto& [name, file] : change.names)
            names_[name] = file;
        change.event = record_.events;
        record_.changes.push_back(std::move(change));
    }

    std::istringstream in_;
    Record record_;
    int files_ = 0;
    std::map<int, int> open_;            // file of each open handle
    std::map<int, std::string> folder_;  // path with which each handle was opened
    std::map<std::string, int> names_;
    std::map<int, uint64_t> end_;  // size of each file [byte]
};

// Returns the disk after the changes whose entry in `made` is true.
// @param before  the disk before the run
Disk disk_after(const Record& record, const std::vector<bool>& made, const Disk& before) {
    std::map<int, std::string> files;
    std::map<std::string, int> names;
    for (const auto& [name, bytes] : before) {
        const int file = -2 - int(names.size());
        names[name] = file;
        files[file] = bytes;
    }
    for (size_t i = 0; i < record.changes.size(); ++i) {
        const Change& c = record.changes[i];
        if (!made[i]) continue;
        for (const auto& [name, file] : c.names)
            names[name] = file;
        if (c.file == kNoFile) continue;
        std::string& bytes = files[c.file];
        bytes.resize(std::max<size_t>(bytes.size(), c.offset + c.bytes.size()));
        bytes.replace(c.offset, c.bytes.size(), c.bytes);
    }
    Disk disk;
    for (const auto& [name, file] : names) {
        if (file != kNoFile) disk[name] = files[file];
    }
    return disk;
}

// Returns the disks that a power failure can leave if it happens after the first `events` events.
std::set<Disk> disks_after_failure(const Record& record, size_t events, const Disk& before = {}) {
    std::vector<bool> certain(record.changes.size()), all(record.changes.size());
    std::vector<size_t> uncertain;
    for (size_t i = 0; i < record.changes.size(); ++i) {
        certain[i] = record.changes[i].certain < events;
        all[i] = record.changes[i].event < events;
        if (all[i] && !certain[i]) uncertain.push_back(i);
    }
    std::set<Disk> disks{disk_after(record, certain, before), disk_after(record, all, before)};
    std::vector<bool> prefix = certain;
    std::mt19937 random{unsigned(events)};
    for (const size_t i : uncertain) {
        std::vector<bool> without = all, some = certain;
        without[i] = false;
        prefix[i] = true;
        for (const size_t j : uncertain)
            some[j] = random() % 2 == 0;
        for (const std::vector<bool>& made : {without, prefix, some})
            disks.insert(disk_after(record, made, before));
    }
    return disks;
}

using Arguments = std::vector<std::string>;

Record record_run(const TemporaryFolder& folder, const Arguments& arguments) {
    support::ProgramCall call;
    call.program = NAVSPAN_DYNAMIC_NAVBAKE;
    call.arguments = arguments;
    call.environment = {{"LD_PRELOAD", NAVSPAN_PRELOAD}, {"NAVSPAN_RECORD", folder / "record"}};
    const ProgramResult result = support::run_program(call);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return RecordReader(file_text(folder / "record")).read();
}

ProgramResult navbake(const Arguments& arguments) {
    support::ProgramCall call;
    call.program = NAVSPAN_DYNAMIC_NAVBAKE;
    call.arguments = arguments;
    return support::run_program(call);
}

// A folder with a level of several tiles.
class PowerLoss : public testing::Test {
protected:
    TemporaryFolder folder;
    const std::string scene =
        folder.write("scene.obj", "v 0 0 0\nv 8 0 0\nv 8 0 8\nv 0 0 8\nv 2 1 2\nv 4 1 2\nv 4 1 4\nf 4 3 2 1\nf 7 6 5\n");

    // Records a run that replaces `output`. A power failure during the run must leave the old or the new file. A power failure
    // after the run must leave the new file.
    void test(const Arguments& arguments, const std::string& output) {
        const std::string old = "the old level";
        std::ofstream(output, std::ios::binary) << old;
        const Record record = record_run(folder, arguments);
        ASSERT_GE(record.changes.size(), 3u);
        for (const Change& c : record.changes)
            ASSERT_FALSE(c.names.contains(output) && c.names.at(output) == kNoFile) << "the old file is removed";
        const std::string written = file_text(output);
        size_t old_states = 0, new_states = 0;
        for (size_t events = 0; events <= record.events; ++events) {
            for (const Disk& disk : disks_after_failure(record, events, {{output, old}})) {
                const bool is_new = disk.at(output) == written;
                const bool is_old = disk.at(output) == old && events < record.events;
                ASSERT_TRUE(is_new || is_old) << "after " << events << " of " << record.events << " events";
                ++(is_new ? new_states : old_states);
            }
        }
        RecordProperty("states", int(old_states + new_states));
        EXPECT_GT(old_states, 0u);
        EXPECT_GT(new_states, 1u);  // at least one state besides the state after the run
    }
};

TEST_F(PowerLoss, ABakeLeavesTheOldOrTheNewLevel) {
    test({scene, "-q", "-o", folder / "out.nav"}, folder / "out.nav");
}

TEST_F(PowerLoss, AStreamedBakeLeavesTheOldOrTheNewLevel) {
    test({scene, "-q", "-o", folder / "out.nav", "--tile-size", "5"}, folder / "out.nav");
}

TEST_F(PowerLoss, AMergeLeavesTheOldOrTheNewLevel) {
    Arguments arguments{"merge", "-q", "-o", folder / "out.nav"};
    for (const std::string part : {"1", "2"}) {
        ASSERT_EQ(navbake({scene, "-q", "-o", folder / part, "--tile-size", "5", "--shard", part + "/2"}).exit_code, 0);
        arguments.push_back(folder / part);
    }
    test(arguments, folder / "out.nav");
}

TEST_F(PowerLoss, ACacheServesNoDamagedEntry) {
    const Arguments arguments{scene, "-q", "-o", folder / "out.nav", "--tile-size", "5", "--cache", folder / "cache"};
    const Record record = record_run(folder, arguments);
    const std::string level = file_text(folder / "out.nav");
    std::set<Disk> disks;
    for (size_t events = 0; events <= record.events; ++events)
        disks.merge(disks_after_failure(record, events));
    constexpr size_t kBakes = 200;  // number of states tested; a test of every state takes minutes
    size_t damaged = 0, states = 0, at = 0;
    for (const Disk& disk : disks) {
        if (at++ % (disks.size() / kBakes + 1) != 0) continue;
        ++states;
        fs::remove_all(folder / "cache");
        for (const auto& [name, bytes] : disk) {
            fs::create_directories(fs::path(name).parent_path());
            std::ofstream(name, std::ios::binary) << bytes;
        }
        const ProgramResult result = navbake(arguments);
        ASSERT_EQ(result.exit_code, 0) << result.err;
        ASSERT_TRUE(file_text(folder / "out.nav") == level) << "state " << states;
        damaged += result.err.find("cache_damaged") != std::string::npos;
    }
    EXPECT_GT(damaged, 0u);  // the states contain damaged entries
    RecordProperty("states", int(states));
}

TEST_F(PowerLoss, AFolderThatCannotBeFlushedIsAWarning) {
    support::ProgramCall call;
    call.program = NAVSPAN_DYNAMIC_NAVBAKE;
    call.arguments = {scene, "-q", "-o", folder / "out.nav"};
    call.environment = {{"LD_PRELOAD", NAVSPAN_PRELOAD}, {"NAVSPAN_FAULT", "fsync:2"}};
    const ProgramResult result = support::run_program(call);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_TRUE(result.err.starts_with("navbake: warning: " + (folder / "out.nav") + ": written, but the folder"))
        << result.err;
    EXPECT_TRUE(result.err.ends_with("[folder_unflushed]\n")) << result.err;
}

TEST_F(PowerLoss, TemporaryFilesHaveNoNames) {
    record_run(folder, {scene, "-q", "-o", folder / "out.nav", "--tile-size", "5", "--cache", folder / "cache"});
    const std::string record = file_text(folder / "record");
    if (record.find("unnamed ") == std::string::npos) GTEST_SKIP() << "the file system has no files without names";
    EXPECT_EQ(record.find("create "), std::string::npos);
}

TEST_F(PowerLoss, ALevelOfOneTileNeedsNoTemporaryFileForTiles) {
    record_run(folder, {scene, "-q", "-o", folder / "out.nav"});
    std::istringstream record(file_text(folder / "record"));
    int files = 0;
    for (std::string line; std::getline(record, line);)
        files += line.starts_with("unnamed ") || line.starts_with("create ");
    EXPECT_EQ(files, 1);
}

// Tests the test itself: if a file is renamed before it is flushed, one of the possible disks must contain a damaged file.
TEST_F(PowerLoss, AFileThatIsRenamedBeforeItIsFlushedIsFoundDamaged) {
    const Record record = RecordReader("create 3 /a\nwrite 3 0 2\nabrename /a\t/b\n").read();
    const std::set<Disk> disks = disks_after_failure(record, record.events);
    EXPECT_TRUE(disks.contains(Disk{{"/b", "ab"}}));
    EXPECT_TRUE(disks.contains(Disk{{"/b", ""}}));
    const Record flushed = RecordReader("create 3 /a\nwrite 3 0 2\nabfsync 3\nrename /a\t/b\n").read();
    EXPECT_FALSE(disks_after_failure(flushed, flushed.events).contains(Disk{{"/b", ""}}));
}

}  // namespace
}  // namespace navspan
