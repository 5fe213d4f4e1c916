#include "navspan/core/file.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/file_internal.h"
#include "support/text/bytes.h"
#include "support/text/run_program.h"

namespace navspan {
namespace {

using support::TemporaryFolder;
using support::text_bytes;

namespace fs = std::filesystem;

fs::path place(const char* name) {
    return fs::path(testing::TempDir()) / (std::string("navspan_file_test_") + name);
}

TEST(File, RoundTripsFilesOfAnySize) {
    for (const size_t size : {size_t{0}, size_t{1}, size_t{1} << 20, (size_t{1} << 20) + 1, size_t{3'000'000}}) {
        const std::string text(size, 'x');
        ASSERT_TRUE(write_file_atomically(place("sizes"), text_bytes(text)).ok());
        const Result<std::vector<std::byte>> read = read_file(place("sizes"), 10);
        ASSERT_TRUE(read.ok()) << read.error().message;
        EXPECT_EQ(read->size(), size);
    }
    fs::remove(place("sizes"));
}

TEST(File, RefusesEndlessInputAtItsLimit) {
    if (!fs::exists("/dev/zero")) GTEST_SKIP() << "there is no /dev/zero";
    const Result<std::vector<std::byte>> read = read_file("/dev/zero", 5'000'000);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().kind, ErrorKind::input);
    EXPECT_EQ(read.error().message,
              "cannot read /dev/zero: it has more than 5000000 bytes, the limit for a pipe or a device; give a regular file");
}

// Counts the files whose names start with `name`. A temporary file next to the target counts too.
size_t files_at(const std::string& name) {
    size_t n = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(testing::TempDir()))
        n += entry.path().filename().string().starts_with("navspan_file_test_" + name);
    return n;
}

bool has_unnamed_files() {
    return DiskFile::create_linkable(testing::TempDir(), "a file").ok();
}

TEST(File, RemovingPendingFilesKeepsTheTarget) {
    ASSERT_TRUE(write_file_atomically(place("kept"), text_bytes("old")).ok());
    const Result<PendingFile> pending = PendingFile::write(place("kept"), text_bytes("new"));
    ASSERT_TRUE(pending.ok());
    EXPECT_EQ(files_at("kept"), has_unnamed_files() ? 1u : 2u);
    remove_pending_files();
    EXPECT_EQ(files_at("kept"), 1u);
    EXPECT_EQ(read_file(place("kept"))->size(), 3u);
    fs::remove(place("kept"));
}

TEST(File, PendingFileReplacesTheTargetAtomically) {
    ASSERT_TRUE(write_file_atomically(place("pieces"), text_bytes("old")).ok());
    {
        Result<PendingFile> dropped = PendingFile::create(place("pieces"));
        ASSERT_TRUE(dropped.ok() && dropped->bytes().write_at(0, text_bytes("dropped")).ok() && dropped->close().ok());
    }
    EXPECT_EQ(files_at("pieces"), 1u);
    EXPECT_EQ(read_file(place("pieces"))->size(), 3u);
    Result<PendingFile> created = PendingFile::create(place("pieces"));
    ASSERT_TRUE(created.ok());
    PendingFile pending = *std::move(created);
    ASSERT_TRUE(pending.bytes().write_at(3, text_bytes("after")).ok());
    ASSERT_TRUE(pending.bytes().write_at(0, text_bytes("bef")).ok());
    ASSERT_TRUE(pending.close().ok());
    ASSERT_TRUE(pending.put_in_place().ok());
    EXPECT_EQ(files_at("pieces"), 1u);
    EXPECT_EQ(*read_file(place("pieces")),
              std::vector<std::byte>(text_bytes("befafter").begin(), text_bytes("befafter").end()));
    fs::remove(place("pieces"));
}

// A program that is killed while it replaces a file can leave a second name.
TEST(File, TheFileOfAKilledProgramIsRemovedByTheNextWrite) {
    if (!has_unnamed_files()) GTEST_SKIP() << "the file system does not support files without names";
    const TemporaryFolder folder;
    for (const std::string& name : {std::string("level.nav"), std::string(255, 'n')}) {
        const fs::path path = folder.path() / name;
        ASSERT_TRUE(write_file_atomically(path, text_bytes("old")).ok());
        const fs::path left = replacing_path(path);
        std::ofstream(left) << "left by a killed program";
        ASSERT_TRUE(write_file_atomically(path, text_bytes("newer")).ok());
        EXPECT_FALSE(fs::exists(left)) << left;
        EXPECT_EQ(fs::file_size(path), 5u);
    }
}

TEST(File, ProgramsThatReplaceOneFileAtTheSameTimeAllSucceed) {
    const TemporaryFolder folder;
    const fs::path path = folder.path() / "level.nav";
    std::atomic<int> failed{0};
    std::vector<std::thread> writers;
    for (int w = 0; w < 4; ++w) {
        writers.emplace_back([&, w] {
            const std::string text(size_t(1000 + w), char('a' + w));
            for (int i = 0; i < 100; ++i)
                failed += !write_file_atomically(path, text_bytes(text)).ok();
        });
    }
    for (std::thread& writer : writers)
        writer.join();
    EXPECT_EQ(failed, 0);
    const std::vector<std::byte> bytes = *read_file(path);
    EXPECT_EQ(bytes, std::vector<std::byte>(bytes.size(), std::byte(char('a' + int(bytes.size()) - 1000))));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(File, DanglingSymlinkGetsItsTarget) {
    const TemporaryFolder folder;
    std::error_code failed;
    fs::create_directory(folder.path() / "sub");
    fs::create_symlink(fs::path("sub") / "target", folder.path() / "link", failed);
    if (failed) GTEST_SKIP() << "symbolic links cannot be created";
    ASSERT_TRUE(write_file_atomically(folder.path() / "link", text_bytes("new")).ok());
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
    EXPECT_EQ(fs::file_size(folder.path() / "sub" / "target"), 3u);
}

TEST(File, NamesOfUpTo255BytesWork) {
    const TemporaryFolder folder;
    for (const size_t length : {size_t{225}, size_t{226}, size_t{255}}) {
        const fs::path path = folder.path() / std::string(length, 'n');
        EXPECT_TRUE(write_file_atomically(path, text_bytes("new")).ok()) << length;
        EXPECT_TRUE(fs::exists(path)) << length;
    }
    // The name of the temporary file starts with a part of the target's name. That part must not end inside a two-byte
    // character.
    std::string umlauts = "a";
    for (int i = 0; i < 127; ++i)
        umlauts += "\xc3\xa4";
    EXPECT_TRUE(write_file_atomically(folder.path() / umlauts, text_bytes("new")).ok());
}

TEST(File, SymlinkLoopIsAnErrorAndLeavesNoFile) {
    const fs::path one = place("loop_1"), two = place("loop_2");
    fs::remove(one);
    fs::remove(two);
    std::error_code failed;
    fs::create_symlink(two, one, failed);
    if (failed) GTEST_SKIP() << "the file system does not support symbolic links";
    fs::create_symlink(one, two);
    const Status written = write_file_atomically(one, text_bytes("text"));
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().message, write_error(one.string(), ELOOP).message);
    const Result<PendingFile> pending = PendingFile::create(one);
    ASSERT_FALSE(pending.ok());
    EXPECT_EQ(pending.error().message, write_error(one.string(), ELOOP).message);
    EXPECT_FALSE(folder_of(one).ok());
    EXPECT_EQ(files_at("loop"), 2u);
    fs::remove(one);
    fs::remove(two);
}

TEST(File, BytesOfAPendingFileThatIsNotOpenAreErrors) {
    const TemporaryFolder folder;
    Result<PendingFile> first = PendingFile::create(folder.path() / "file");
    ASSERT_TRUE(first.ok());
    PendingFile second = *std::move(first);
    EXPECT_FALSE(first->bytes().write_at(0, text_bytes("text")).ok()) << "moved from";
    EXPECT_TRUE(second.bytes().write_at(0, text_bytes("text")).ok());
    ASSERT_TRUE(second.close().ok());
    ASSERT_TRUE(second.put_in_place().ok());
    EXPECT_FALSE(second.bytes().write_at(0, text_bytes("more")).ok()) << "in place";
    EXPECT_EQ(DiskFile().write_at(0, text_bytes("text")).error().message, write_error("a closed file", EBADF).message);
    EXPECT_TRUE(DiskFile().close().ok());
}

TEST(File, ZeroByteWriteIsAnErrorAndInterruptedWriteIsRetried) {
    EXPECT_EQ(write_all(text_bytes("text"), [](auto, size_t) { return 0; }), ENOSPC);
    int calls = 0;
    std::string written;
    const auto write_some = [&](auto bytes, size_t offset) {
        EXPECT_EQ(offset, written.size());
        if (++calls % 2) return errno = EINTR, -1;
        written += char(bytes[0]);
        return 1;
    };
    EXPECT_EQ(write_all(text_bytes("text"), write_some), 0);
    EXPECT_EQ(written, "text");
}

TEST(File, MemoryFilesRejectOffsetsThatOverflow) {
    MemoryFile file;
    for (const uint64_t offset : {std::numeric_limits<uint64_t>::max(), std::numeric_limits<uint64_t>::max() - 3}) {
        const Status written = file.write_at(offset, text_bytes("text"));
        ASSERT_FALSE(written.ok());
        EXPECT_EQ(written.error().kind, ErrorKind::failed);
    }
    EXPECT_TRUE(file.bytes.empty());
}

TEST(File, ALinkableFileReportsWhyItCannotBeCreated) {
    const Result<DiskFile> file = DiskFile::create_linkable(place("no_folder"), "a file");
    ASSERT_FALSE(file.ok());
    EXPECT_TRUE(file.error().message.starts_with("cannot write a file: ")) << file.error().message;
}

}  // namespace
}  // namespace navspan
