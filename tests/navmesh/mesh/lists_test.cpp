// Tests the containers of a mesh: SharedList and PackedLists.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "navspan/navmesh/nav_mesh.h"
#include "support/text/random.h"

namespace navspan {
namespace {

using support::Random;

// Builds lists from parts of earlier lists and from new objects, and forgets the earlier lists.
TEST(SharedList, PartsOfListsKeepTheirElementsAlive) {
    Random random(21);
    SharedList<int> list;
    std::vector<std::pair<const int*, std::weak_ptr<const int>>> expected;
    int next = 0;
    for (uint64_t round = 0; round < support::rounds(300); ++round) {
        SharedList<int> made;
        std::vector<std::pair<const int*, std::weak_ptr<const int>>> kept;
        for (size_t first = 0; first < list.size() || made.empty();) {
            const size_t end = std::min(list.size(), first + size_t(random.between(0, 150)));
            made.append(list, first, end);
            kept.insert(kept.end(), expected.begin() + ptrdiff_t(first), expected.begin() + ptrdiff_t(end));
            for (int32_t i = random.between(0, list.size() < 500 ? 100 : 4); i > 0; --i) {
                const auto item = std::make_shared<const int>(next++);
                made.push_back(item);
                kept.emplace_back(item.get(), item);
            }
            first = end + size_t(random.between(0, 3));
        }
        const auto dropped = std::exchange(expected, kept);
        list = std::move(made);
        for (int32_t i = random.between(0, 3); i > 0 && !list.empty(); --i) {
            const auto at = size_t(random.between(0, int32_t(list.size()) - 1));
            const auto item = std::make_shared<const int>(next++);
            list.replace(at, item);
            expected[at] = {item.get(), item};
            ASSERT_EQ(list.owner(at), item);
        }
        ASSERT_EQ(list.size(), expected.size());
        for (size_t i = 0; i < list.size(); ++i) {
            ASSERT_EQ(list[i], expected[i].first);
            ASSERT_FALSE(expected[i].second.expired());
        }
        const std::set<const int*> contained(list.begin(), list.end());
        for (const auto& [item, owner] : dropped)
            ASSERT_EQ(owner.expired(), !contained.contains(item));
        if (list.size() > 2000) list = {}, expected.clear();
    }
    const SharedList<int> copy = list;
    EXPECT_TRUE(copy == list);
    const size_t size = list.size();
    list.replace(size / 2, std::make_shared<const int>(-1));
    EXPECT_EQ(list.size(), size);
    EXPECT_EQ(*list[size / 2], -1);
    EXPECT_FALSE(copy == list);
}

TEST(PackedLists, AppendedListsAreEqual) {
    Random random(22);
    PackedLists<int> lists;
    std::vector<std::vector<int>> expected;
    for (uint64_t round = 0; round < support::rounds(100); ++round) {
        PackedLists<int> made;
        std::vector<std::vector<int>> kept;
        for (size_t first = 0; first < lists.size() || made.size() == 0;) {
            const size_t end = std::min(lists.size(), first + size_t(random.between(0, 20)));
            made.append(lists, first, end);
            kept.insert(kept.end(), expected.begin() + ptrdiff_t(first), expected.begin() + ptrdiff_t(end));
            kept.emplace_back(size_t(random.between(0, 4)), random.between(0, 9));
            made.push_back(kept.back());
            first = end + size_t(random.between(0, 1));
        }
        lists = std::move(made);
        expected = std::move(kept);
        std::vector<uint32_t> numbers;
        std::vector<std::vector<int>> replacements;
        const bool same_sizes = random.chance(0.3);
        for (uint32_t i = 0; i < lists.size(); ++i) {
            if (!random.chance(0.1)) continue;
            numbers.push_back(i);
            replacements.emplace_back(same_sizes ? expected[i].size() : size_t(random.between(0, 4)), random.between(0, 9));
            expected[i] = replacements.back();
        }
        lists.replace(numbers, replacements);
        ASSERT_EQ(lists.size(), expected.size());
        for (size_t i = 0; i < lists.size(); ++i)
            ASSERT_EQ(std::vector<int>(lists[i].begin(), lists[i].end()), expected[i]);
        ASSERT_EQ(lists.first(lists.size()), lists.all().size());
    }
}

}  // namespace
}  // namespace navspan
