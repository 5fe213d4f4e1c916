#include "fuzz/targets/sections.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "navmesh/file/block_read.h"
#include "navspan/navmesh/nav_file.h"

namespace navspan::fuzz {
namespace {

using support::Random;

// A section of a file: the positions of its directory entry and of its content.
struct FileSection {
    size_t entry = 0, at = 0;
    SectionEntry record;
};

// Finds the sections of all blocks. Tests every multiple of the section alignment, because blocks start at such positions.
std::vector<FileSection> sections_of(std::span<const std::byte> bytes) {
    std::vector<FileSection> sections;
    for (size_t block = sizeof(FileHeader); block + sizeof(BlockHeader) <= bytes.size(); block += kSectionAlignment) {
        const auto header = record_at<BlockHeader>(bytes, block);
        const size_t room = bytes.size() - block;
        if (header.kind == 0 || header.kind > 8 || header.size > room || header.section_count > 64) continue;
        for (uint32_t i = 0; i < header.section_count; ++i) {
            const size_t entry = block + sizeof(BlockHeader) + i * sizeof(SectionEntry);
            if (entry + sizeof(SectionEntry) > bytes.size()) break;
            const auto record = record_at<SectionEntry>(bytes, entry);
            if (record.offset > room || record.size > room - record.offset) continue;
            sections.push_back({entry, block + record.offset, record});
        }
    }
    return sections;
}

uint32_t changed_word(uint32_t word, std::span<const std::byte> bytes, Random& random) {
    constexpr std::array<uint32_t, 16> extremes{0,          1,          2,          3,          0x7fffffff, 0x80000000,
                                                0xffffffff, 0xfffffffe, 0x7fc00000, 0x7f800000, 0xff800000, 0x3f800000,
                                                0x00400000, 0x20000000, 0x00010000, 0x80000001};
    switch (random.between(0, 5)) {
        case 0:
            return word ^ 1u << random.between(0, 31);
        case 1:
        case 2:
            return word + uint32_t(random.between(-3, 3));
        case 3:
            return extremes[size_t(random.between(0, 15))];
        case 4: {
            const float number = float(random.between(-64, 64)) / 8;
            std::memcpy(&word, &number, sizeof(word));
            return word;
        }
        default:
            return record_at<uint32_t>(bytes, random.next() % (bytes.size() / 4) * 4);
    }
}

void change_words(std::span<std::byte> bytes, Random& random) {
    if (bytes.size() < 4) return;
    for (int n = random.between(1, 3); n > 0; --n) {
        const size_t at = random.next() % (bytes.size() / 4) * 4;
        const uint32_t word = changed_word(record_at<uint32_t>(bytes, at), bytes, random);
        std::memcpy(bytes.data() + at, &word, sizeof(word));
    }
}

// Overwrites an element by a copy of another element.
void copy_element(std::span<std::byte> bytes, size_t size, Random& random) {
    if (size == 0 || bytes.size() < 2 * size) return;
    const size_t count = bytes.size() / size, from = random.next() % count * size, to = random.next() % count * size;
    std::memmove(bytes.data() + to, bytes.data() + from, size);
}

// Changes the content of a section with libFuzzer's mutations. Keeps the size of the section.
void change_content(std::span<std::byte> bytes, MutationTools& tools) {
    Bytes content(bytes.begin(), bytes.end());
    if (content.empty()) return;
    tools.change(content, bytes.size());
    std::copy(content.begin(), content.end(), bytes.begin());
}

// Removes elements at the end of a section, or adds elements from the bytes after it.
void resize_section(Bytes& input, const FileSection& section, Random& random) {
    SectionEntry record = section.record;
    record.size += uint64_t(int64_t{random.between(-2, 2)} * int64_t{record.element_size});
    std::memcpy(input.data() + section.entry, &record, sizeof(record));
}

}  // namespace

void mutate_words(Bytes& input, MutationTools& tools) {
    if (input.size() < 4 || tools.random.chance(0.3)) return tools.change(input, tools.most_bytes);
    change_words(input, tools.random);
}

void mutate_nav(Bytes& input, MutationTools& tools) {
    Random& random = tools.random;
    const std::vector<FileSection> sections = sections_of(input);
    if (sections.empty() || random.chance(0.05)) {
        tools.change(input, tools.most_bytes);
    } else {
        for (int n = random.between(1, 3); n > 0; --n) {
            const FileSection& section = sections[random.next() % sections.size()];
            const std::span<std::byte> content = std::span(input).subspan(section.at, section.record.size);
            const int kind = random.between(0, 9);
            if (kind < 5) change_words(content, random);
            if (kind == 5 || kind == 6) copy_element(content, section.record.element_size, random);
            if (kind == 7 || kind == 8) change_content(content, tools);
            if (kind == 9) resize_section(input, section, random);
        }
    }
    // Repair the checksum of nearly all inputs. The reader rejects a wrong checksum before it parses anything.
    if (!random.chance(0.01)) repair_nav_checksum(input);
}

}  // namespace navspan::fuzz
