// Reads Wavefront OBJ files.
//
// In: OBJ files.
// Out: one triangle soup.
// Idea: obj_reader reads a file block by block, so memory holds little more than the soup. The statements of large files are
// counted first, to reserve the arrays of the soup without copies.
// Source: Wavefront Technologies, Advanced Visualizer Manual, appendix B1: object files (1995), for the format.
// Weak cases: A large file is read two or three times.

#include "navspan/io/obj.h"

#include <algorithm>
#include <cstring>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/standard_input.h"
#include "core/text.h"
#include "io/gltf/scene_options.h"
#include "io/input/obj_reader.h"
#include "navspan/core/file.h"
#include "navspan/core/hash.h"

namespace navspan {
namespace {

std::string joined_names(const std::vector<InputFile>& files) {
    std::string names;
    for (const InputFile& file : files)
        names += (names.empty() ? "" : ", ") + input_name(file.path);
    return names;
}

// Reads a file, and hashes the bytes if `hash` is true.
struct FileSource : ObjSource {
    FileSource(FileReader& file, bool hash) : file_(file), hash_(hash) {}
    Result<size_t> read(std::span<char> to) override {
        Result<size_t> n = file_.read(std::as_writable_bytes(to));
        if (n) bytes += *n;
        if (n && hash_) sha256.add(std::as_bytes(to.first(*n)));
        return n;
    }
    uint64_t unread() const override {
        if (file_.size() == 0) return kObjBlock;
        return file_.size() - std::min(file_.size(), bytes);
    }
    uint64_t bytes = 0;
    Sha256 sha256;

private:
    FileReader& file_;
    bool hash_;
};

// Result of count_statements for a file.
struct ObjCounts {
    uint64_t vertices = 0;      // exact if the file is valid
    uint64_t triangles = 0;     // an estimate
    uint64_t corners = 0;       // corners of all faces; upper bound unless counted with exact = true
    uint64_t longest_line = 0;  // longest line with its continuation lines [byte]
    uint64_t continued = 0;     // length so far of a statement that `\` continues on the next line [byte]; 0: none
};

// Returns the number of words of a line, without the first word.
size_t count_words(std::string_view line) {
    size_t words = 0;
    bool in_word = false;
    for (const char c : line) {
        const bool is_space = c == ' ' || c == '\t' || c == '\r';
        words += !is_space && !in_word;
        in_word = !is_space;
    }
    return words - std::min<size_t>(words, 1);
}

void add_line(std::string_view line, ObjCounts& counts) {
    counts.continued += line.size();
    counts.longest_line = std::max(counts.longest_line, counts.continued);
    while (line.ends_with('\r'))
        line.remove_suffix(1);
    if (!line.ends_with('\\')) counts.continued = 0;
}

// Counts the statements of a text that ends with a line end. Estimates the number of triangles from the largest of the first
// kSample faces. If the estimate is too low, arrays grow later.
// @param exact  true: count the corners of faces exactly (slower); false: use an upper bound
void count_statements(std::string_view text, bool exact, ObjCounts& counts) {
    constexpr size_t kSample = 16;
    const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    size_t faces = 0;
    std::ptrdiff_t corners = 3;
    for (const char *p = text.data(), *const end = p + text.size(); p < end; ++p) {
        while (is_space(*p))
            ++p;
        const char* const line_end = static_cast<const char*>(std::memchr(p, '\n', size_t(end - p)));
        if (*p == 'v') counts.vertices += is_space(p[1]);
        add_line({p, size_t(line_end - p)}, counts);
        // a corner has at least two characters: space and digit
        if (*p == 'f') counts.corners += exact ? count_words({p, size_t(line_end - p)}) : size_t(line_end - p) / 2;
        if (*p == 'f' && ++faces <= kSample) corners = std::max(corners, std::count(p, line_end, ' '));
        p = line_end;
    }
    counts.triangles += faces * uint64_t(corners - 2);
}

Result<ObjCounts> count_statements(FileReader& file, bool exact) {
    ObjCounts counts;
    std::vector<char> block(kObjBlock);
    size_t left = 0;  // size of the incomplete line at the start of the block [byte]
    while (true) {
        if (left == block.size()) block.resize(2 * block.size());
        const Result<size_t> n = file.read(std::as_writable_bytes(std::span(block).subspan(left)));
        if (!n) return n.error();
        const std::string_view text(block.data(), left + *n);
        const size_t lines_end = text.rfind('\n') + 1;  // 0 without a line end
        count_statements(text.substr(0, lines_end), exact, counts);
        left = text.size() - lines_end;
        if (text.size() < block.size()) break;
        std::memmove(block.data(), block.data() + lines_end, left);
    }
    counts.longest_line = std::max(counts.longest_line, counts.continued + left);
    return counts;
}

// Builds a scene from one or more files, one after another.
class SceneBuilder {
public:
    explicit SceneBuilder(const SceneOptions& options) : options_(options) {}

    Status add_file(const std::string& path) {
        constexpr uint64_t kLarge = uint64_t{16} << 20;
        const MemoryBudget budget = budget_in_use();
        Result<FileReader> file = FileReader::open(path, most_unsized(budget));
        if (!file) return file.error();
        if (file->size() > kLarge || !check_budget(budget, "", kMostPerByte * double(file->size()), "")) {
            const Result<ObjCounts> counts = count_within(*file, path, budget);
            if (!counts) return counts.error();
            reserve(*counts);
        }
        FileSource source(*file, options_.hash);
        if (const Status added = add(source, input_name(path)); !added) return added;
        scene_.files.push_back({path, source.bytes, options_.hash ? source.sha256.hex() : std::string()});
        return Done{};
    }

    Status add_text(const ObjText& text) {
        if (!check_budget(budget_in_use(), "", kMostPerByte * double(text.text.size()), "")) {
            ObjCounts counts;
            count_statements(std::string(text.text) + "\n", true, counts);
            if (const Status fits = check_counts(budget_in_use(), text.name, counts, text.text.size()); !fits) return fits;
            reserve(counts);
        }
        TextSource source(text.text);
        if (const Status added = add(source, text.name); !added) return added;
        const std::span bytes = std::as_bytes(std::span(text.text));
        scene_.files.push_back({text.name, text.text.size(), options_.hash ? sha256_hex(bytes) : std::string()});
        return Done{};
    }

    Result<LoadedScene> finish() && {
        TriangleSoup& soup = scene_.soup;
        if (soup.triangles.empty()) {
            return Error{ErrorKind::input,
                         joined_names(scene_.files) + ": no triangles: " +
                             (soup.vertices.empty() ? "no vertices (v lines) and"
                                                    : count_text(soup.vertices.size(), "vertex", "vertices") + " but") +
                             " no faces (f lines); export the scene with its faces"};
        }
        finish_soup(soup, options_);
        return std::move(scene_);
    }

private:
    // Upper bound on the memory for each byte of a file. A corner takes at least two bytes of text. A corner may add a
    // triangle, which takes 12 bytes in the parsed block and 17 bytes in the soup. Growing arrays take up to three times their
    // size. Per byte of text: 3 * (12 + 17) / 2 = 43.5.
    static constexpr double kMostPerByte = 48;

    void reserve(const ObjCounts& counts) {
        reserve_large(scene_.soup.vertices, size_to_allocate(scene_.soup.vertices.size() + counts.vertices));
        reserve_large(scene_.soup.triangles, size_to_allocate(scene_.soup.triangles.size() + counts.triangles));
        reserve_large(scene_.soup.group_of, scene_.soup.triangles.capacity());
    }

    // Returns the largest number of bytes to read from a pipe. A pipe cannot be read twice to count statements. Each byte of
    // text is therefore assumed to need kMostPerByte bytes of memory.
    static uint64_t most_unsized(const MemoryBudget& budget) {
        if (budget.bytes <= 0) return kMaxUnsizedBytes;
        return std::min(kMaxUnsizedBytes, uint64_t(std::max(0.0, budget.bytes - budget.used) / kMostPerByte));
    }

    // The budget for the next file.
    MemoryBudget budget_in_use() const {
        return reading_budget(options_, soup_bytes(double(scene_.soup.vertices.size()), double(scene_.soup.triangles.size())));
    }

    // Checks that the budget suffices for the soup, the blocks that are parsed concurrently, and the copies of the longest
    // line.
    Status check_counts(const MemoryBudget& budget, const std::string& name, const ObjCounts& counts, uint64_t size) const {
        constexpr double kPerBlockByte = 20, kCopiesOfLine = 8;
        const double blocks = double(kObjBlock) * thread_count(options_.threads);
        const double bytes = soup_bytes(double(counts.vertices), double(counts.corners)) +
                             kPerBlockByte * std::min(double(size), blocks) + kCopiesOfLine * double(counts.longest_line);
        const std::string what = name + ": its " + count_text(counts.vertices, "vertex", "vertices") + " and " +
                                 count_text(counts.corners, "corner") + " of faces";
        return check_budget(budget, what, bytes, "bake fewer or smaller files at once");
    }

    // Counts the statements of a file and tests whether the memory for them is within the budget. The first pass computes upper
    // bounds on the counts. If the upper bounds do not fit into the budget, a second pass counts exactly.
    Result<ObjCounts> count_within(FileReader& file, const std::string& path, const MemoryBudget& budget) const {
        for (const bool exact : {false, true}) {
            Result<ObjCounts> counts = count_statements(file, exact);
            if (!counts) return counts;
            if (!file.rewind())
                return Error{ErrorKind::input,
                             "cannot read " + input_name(path) + ": it must be read twice; give a regular file"};
            const Status fits = check_counts(budget, input_name(path), *counts, file.size());
            if (fits) return counts;
            if (exact) return fits.error();
        }
        return ObjCounts{};
    }

    Status add(ObjSource& source, const std::string& name) {
        TriangleSoup& soup = scene_.soup;
        MemoryBudget budget = budget_in_use();
        ObjSoup to(soup, group_ids_, budget);
        if (const Status read = read_obj(source, name, options_, to, scene_.warnings); !read) return read;
        const Status names = check_budget(budget, name + ": the names of its groups", to.name_bytes(), "shorten the names");
        if (!names) return names;
        if (soup.vertices.size() > kMaxSoupElements || soup.triangles.size() > kMaxSoupElements) {
            return Error{ErrorKind::input,
                         name + ": more than 4294967295 vertices or triangles in all; bake fewer files at once"};
        }
        return Done{};
    }

    SceneOptions options_;
    LoadedScene scene_;
    ObjGroupIds group_ids_;
};

}  // namespace

Result<LoadedScene> parse_obj(std::span<const ObjText> texts, const SceneOptions& options) {
    if (const Status fine = check_scale(options); !fine) return fine.error();
    SceneBuilder builder(options);
    for (const ObjText& text : texts) {
        if (const Status added = builder.add_text(text); !added) return added.error();
    }
    return std::move(builder).finish();
}

Result<LoadedScene> load_obj(std::span<const std::string> paths, const SceneOptions& options) {
    if (const Status fine = check_scale(options); !fine) return fine.error();
    SceneBuilder builder(options);
    for (const std::string& path : paths) {
        if (const Status added = builder.add_file(path); !added) return added.error();
    }
    return std::move(builder).finish();
}

}  // namespace navspan
