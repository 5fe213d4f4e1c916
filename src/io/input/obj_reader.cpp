// Reads an OBJ file on several threads.
//
// In: the bytes of the file.
// Out: the statements of the file, added to a triangle soup in file order.
// Idea: Each worker repeatedly reads the next block of the file, parses it, and adds it to the soup. Parsing is concurrent;
// reading and adding are serialized, in block order. A block contains only complete lines; bytes after its last line break go
// to the next block.
// Source: own method.
// Weak cases: After an unusual line, the general reader reads the rest of the file on one thread.

#include "io/input/obj_reader.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "core/parallel.h"

namespace navspan {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

class PlainReader {
public:
    PlainReader(ObjSource& source, const SceneOptions& options, ObjSoup& soup)
        : source_(source), options_(options), soup_(soup) {}

    // Reads blocks until the end of the file or until a block has a line that is not plain (see parse_plain_obj).
    void run(unsigned threads) {
        parallel_for(threads, {.threads = threads}, [&](size_t, unsigned) { work(); });
    }

    uint64_t lines() const { return lines_; }
    // Returns the bytes that were read but not added to the soup.
    std::vector<char> take_rest() {
        rest_.insert(rest_.end(), tail_.begin(), tail_.end());
        return std::move(rest_);
    }
    bool at_end() const { return at_end_; }
    const std::optional<Error>& error() const { return error_; }

private:
    struct TextBlock {
        size_t number = 0;
        std::unique_ptr<char[]> bytes;  // text and padding
        size_t capacity = 0;
        std::string_view text;
        ObjPart part;
    };

    void work() {
        TextBlock block;
        try {
            while (read_block(block)) {
                std::string_view text = block.text;
                if (block.number == 0 && text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
                add_block(block, parse_plain_obj(text, options_, block.part));
            }
        } catch (...) {
            const std::lock_guard lock(adding_);
            failed_ = true;
            turn_.notify_all();
            throw;
        }
    }

    // Reads the next block. Returns false if the file has ended or reading has stopped.
    bool read_block(TextBlock& block) {
        const std::lock_guard lock(reading_);
        if (at_end_ || stopped_) return false;
        const size_t left = tail_.size(), size = next_block_size(source_);
        if (const size_t needed = left + size + kObjPadding; needed > block.capacity) {
            block.bytes.reset(new char[needed]);
            block.capacity = needed;
        }
        std::copy(tail_.begin(), tail_.end(), block.bytes.get());
        const Result<size_t> n = source_.read(std::span(block.bytes.get() + left, size));
        if (!n) {
            error_ = n.error();
            at_end_ = true;
            return false;
        }
        at_end_ = *n < size;
        const std::string_view read(block.bytes.get(), left + *n);
        std::fill_n(block.bytes.get() + read.size(), kObjPadding, '\0');
        block.text = read.substr(0, read.rfind('\n') + 1);
        tail_.assign(read.begin() + block.text.size(), read.end());
        if (block.text.empty()) {
            // No complete line: the file has ended, perhaps without a line end, or a line is longer than a block. The general
            // reader reads the rest.
            stopped_ = true;
            return false;
        }
        block.number = blocks_++;
        return true;
    }

    void add_block(const TextBlock& block, bool plain) {
        std::unique_lock lock(adding_);
        turn_.wait(lock, [&] { return failed_ || added_ == block.number; });
        if (failed_) return;
        if (!rest_.empty() || !plain || !soup_.add_part(block.part)) {
            stopped_ = true;
            rest_.insert(rest_.end(), block.text.begin(), block.text.end());
        } else {
            lines_ += block.part.lines;
        }
        ++added_;
        turn_.notify_all();
    }

    ObjSource& source_;
    const SceneOptions& options_;
    ObjSoup& soup_;

    std::mutex reading_;      // guards the source and the members up to the next mutex
    std::vector<char> tail_;  // start of the next block
    size_t blocks_ = 0;       // number of blocks read
    bool at_end_ = false;
    std::optional<Error> error_;
    std::atomic<bool> stopped_ = false;

    std::mutex adding_;  // guards the soup and the members below
    std::condition_variable turn_;
    size_t added_ = 0;  // number of blocks added to the soup or to rest_
    uint64_t lines_ = 0;
    std::vector<char> rest_;  // the first block with a line that is not plain, and all text after this block
    bool failed_ = false;
};

// Reads bytes from memory, then from another source.
struct ResumedSource : ObjSource {
    ResumedSource(std::vector<char> first, ObjSource* then) : first_(std::move(first)), then_(then) {}
    Result<size_t> read(std::span<char> to) override {
        const size_t n = std::min(to.size(), first_.size() - done_);
        std::copy_n(first_.begin() + std::ptrdiff_t(done_), n, to.begin());
        done_ += n;
        if (n == to.size() || !then_) return n;
        const Result<size_t> more = then_->read(to.subspan(n));
        return more ? Result<size_t>(n + *more) : more;
    }
    uint64_t unread() const override { return first_.size() - done_ + (then_ ? then_->unread() : 0); }

private:
    std::vector<char> first_;
    size_t done_ = 0;
    ObjSource* then_;  // null: no further bytes
};

}  // namespace

Status read_obj(ObjSource& source, const std::string& name, const SceneOptions& options, ObjSoup& soup, Warnings& warnings) {
    constexpr uint64_t kBytesPerThread = 2 * kObjBlock;
    PlainReader plain(source, options, soup);
    plain.run(unsigned(std::clamp<uint64_t>(source.unread() / kBytesPerThread, 1, thread_count(options.threads))));
    if (plain.error()) return *plain.error();
    std::vector<char> rest = plain.take_rest();
    if (!rest.empty() || plain.lines() == 0) {
        ResumedSource resumed(std::move(rest), plain.at_end() ? nullptr : &source);
        if (const Status read = read_general_obj(resumed, name, options, plain.lines(), soup, warnings); !read) return read;
    }
    soup.finish(name, warnings);
    return Done{};
}

}  // namespace navspan
