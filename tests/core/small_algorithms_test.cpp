#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "bake/field/first_mismatch.h"
#include "core/group_by_count.h"
#include "core/memory.h"
#include "core/statistics.h"
#include "core/union_find.h"
#include "navspan/core/hash.h"
#include "navspan/core/lattice.h"
#include "polygon/sort_three.h"

namespace navspan {
namespace {

uint32_t below(RandomSequence& random, uint32_t bound) {
    return uint32_t(random.next() % bound);
}

TEST(UnionFind, RootIsTheSmallestIndexOfTheSet) {
    RandomSequence random{1};
    constexpr uint32_t kCount = 60;
    UnionFind sets(kCount);
    std::vector<uint32_t> label(kCount);
    for (uint32_t i = 0; i < kCount; ++i)
        label[i] = i;
    for (int round = 0; round < 50; ++round) {
        const uint32_t a = below(random, kCount), b = below(random, kCount);
        sets.unite(a, b);
        const uint32_t from = std::max(label[a], label[b]), to = std::min(label[a], label[b]);
        std::replace(label.begin(), label.end(), from, to);
        for (uint32_t i = 0; i < kCount; ++i) {
            ASSERT_EQ(sets.find(i), label[i]);
            ASSERT_EQ(sets.is_root(i), label[i] == i);
        }
    }
    EXPECT_EQ(sets.add(), kCount);
    label.push_back(kCount);
    EXPECT_EQ(sets.take_roots(), label);
}

TEST(FirstMismatch, EqualsAScalarLoop) {
    RandomSequence random{2};
    for (int round = 0; round < 3000; ++round) {
        const uint32_t count = below(random, 120), at = below(random, 140);
        std::vector<uint8_t> bytes(count, 7);
        std::vector<uint16_t> shorts(count, 0xffff);
        std::vector<uint32_t> words(count, 5), sequence(count), inside(count);
        for (uint32_t k = 0; k < count; ++k) {
            sequence[k] = 0xfffffff0u + k;  // wraps around
            inside[k] = 100 + below(random, 9);
        }
        for (uint32_t k = at; k < count; k += 1 + below(random, 5)) {
            bytes[k] ^= uint8_t(1u << below(random, 8));
            shorts[k] ^= uint16_t(1u << below(random, 16));
            words[k] ^= 1u << below(random, 32);
            sequence[k] ^= 1u << below(random, 32);
            inside[k] = below(random, 2) ? 99 : 109;
        }
        const uint32_t expected = std::min(at, count);
        ASSERT_EQ(first_mismatch(bytes.data(), uint8_t{7}, count), expected);
        ASSERT_EQ(first_mismatch(shorts.data(), uint16_t{0xffff}, count), expected);
        ASSERT_EQ(first_mismatch(words.data(), uint32_t{5}, count), expected);
        ASSERT_EQ(first_mismatch_of_sequence(sequence.data(), 0xfffffff0u, count), expected);
        ASSERT_EQ(first_outside(inside.data(), 100, 9, count), expected);
    }
}

TEST(GroupByCount, KeepsTheOrderInsideAGroup) {
    RandomSequence random{3};
    for (uint32_t groups = 0; groups < 20; ++groups) {
        std::vector<std::pair<uint32_t, uint32_t>> pairs;
        const uint32_t count = groups > 0 ? below(random, 100) : 0;
        for (uint32_t i = 0; i < count; ++i)
            pairs.push_back({below(random, groups), i});
        std::vector<uint32_t> first, items;
        const auto for_each = [&](auto visit) {
            for (const auto& [group, item] : pairs)
                visit(group, item);
        };
        group_by_count(groups, for_each, first, items);
        std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        ASSERT_EQ(first.size(), groups + 1);
        ASSERT_EQ(items.size(), pairs.size());
        for (uint32_t g = 0; g < groups; ++g) {
            for (uint32_t k = first[g]; k < first[g + 1]; ++k)
                ASSERT_EQ(std::pair(g, items[k]), pairs[k]);
        }
        ASSERT_EQ(first.back(), items.size());
    }
}

TEST(Statistics, QuantileIsAValueOfThatRank) {
    std::vector<double> values{5, 1, 4, 2, 3}, none;
    EXPECT_EQ(quantile(values, 0), 1);
    EXPECT_EQ(quantile(values, 0.5), 3);
    EXPECT_EQ(quantile(values, 1), 5);
    EXPECT_EQ(quantile(none, 0.5), 0);
}

TEST(Statistics, DrawsEachIndexInProportionToItsWeight) {
    RandomSequence random{1};
    const std::vector<double> sums{1, 1, 4};  // weights 1, 0 and 3
    std::array<int, 3> drawn{};
    for (int i = 0; i < 4000; ++i)
        ++drawn[draw_weighted(sums, random)];
    EXPECT_NEAR(drawn[0], 1000, 100);
    EXPECT_EQ(drawn[1], 0);
}

TEST(Statistics, DrawsPointsInsideTheTriangle) {
    RandomSequence random{1};
    for (int i = 0; i < 1000; ++i) {
        const auto [u, v] = draw_in_triangle(random);
        ASSERT_TRUE(u >= 0 && v >= 0 && u + v <= 1) << u << ", " << v;
    }
}

TEST(SortThree, EqualsAStableSort) {
    struct Item {
        int key, index;
    };
    for (int code = 0; code < 27; ++code) {
        std::array<Item, 3> items{Item{code % 3, 0}, Item{code / 3 % 3, 1}, Item{code / 9, 2}};
        const auto sorted = sort_three(items[0], items[1], items[2], [](const Item& item) { return item.key; });
        std::array<Item, 3> expected = items;
        std::stable_sort(expected.begin(), expected.end(), [](const Item& a, const Item& b) { return a.key < b.key; });
        for (size_t k = 0; k < 3; ++k)
            EXPECT_EQ(sorted.items[k], &items[size_t(expected[k].index)]) << code;
        int inversions = 0;
        for (size_t j = 0; j < 3; ++j) {
            for (size_t k = j + 1; k < 3; ++k)
                inversions += expected[j].index > expected[k].index;
        }
        EXPECT_EQ(sorted.is_odd, inversions % 2 != 0) << code;
    }
}

TEST(SizeToAllocate, NeverWrapsAround) {
    EXPECT_EQ(size_to_allocate(1000), 1000u);
    EXPECT_EQ(size_to_allocate(std::numeric_limits<uint64_t>::max()), std::numeric_limits<size_t>::max());
    EXPECT_EQ(cell_count({.width = 1 << 22, .depth = 1 << 22}), uint64_t{1} << 44);
}

TEST(PreparedMemory, KeepsElementsAndReservesCapacity) {
    for (const size_t count : {0, 1, 1000, 100'000, 3'000'000}) {
        std::vector<uint32_t> numbers{7, 8, 9};
        reserve_prepared(numbers, count);
        EXPECT_GE(numbers.capacity(), count);
        const uint32_t* const data = numbers.data();
        while (numbers.size() < count)
            numbers.push_back(uint32_t(numbers.size()));
        EXPECT_EQ(numbers.data(), data);
        EXPECT_EQ((std::vector<uint32_t>(numbers.begin(), numbers.begin() + 3)), (std::vector<uint32_t>{7, 8, 9}));
        for (size_t i = 3; i < numbers.size(); ++i)
            ASSERT_EQ(numbers[i], i);
        resize_prepared(numbers, 2 * numbers.size(), 5u);
        EXPECT_EQ(numbers[1], 8u);
        EXPECT_TRUE(
            std::all_of(numbers.begin() + ptrdiff_t(numbers.size() / 2), numbers.end(), [](uint32_t n) { return n == 5; }));
    }
}

TEST(PreparedMemory, KeepsTheContentOfUnalignedBlocks) {
    std::vector<uint8_t> bytes(100'000, 7);
    for (const size_t offset : {0, 1, 4095, 50'000}) {
        for (const size_t size : {0, 1, 20'000, 50'000})
            prepare_pages(bytes.data() + offset, size);
    }
    EXPECT_EQ(bytes, std::vector<uint8_t>(100'000, 7));
}

TEST(PreparedMemory, GrowingArraysKeepTheirElements) {
    for (const bool skips : {false, true}) {
        const SkipPagePreparation skip(skips);
        std::vector<uint16_t> numbers;
        PagePreparer pages;
        for (const size_t capacity : {1, 50'000, 200'000}) {
            numbers.reserve(capacity);
            while (numbers.size() < capacity) {
                pages.prepare_up_to(numbers, std::min(numbers.size() + 100, capacity));
                for (size_t k = 0; k < 100 && numbers.size() < capacity; ++k)
                    numbers.push_back(uint16_t(numbers.size()));
            }
        }
        for (size_t i = 0; i < numbers.size(); ++i)
            ASSERT_EQ(numbers[i], uint16_t(i));
    }
}

}  // namespace
}  // namespace navspan
