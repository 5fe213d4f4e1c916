#pragma once

#include <cstddef>
#include <memory>

namespace navspan {

struct SearchState;

/// Reusable memory of queries. Each thread owns one scratch and passes it to every query. Once the scratch has grown large
/// enough, queries allocate nothing. A scratch works with any mesh, but only for one query at a time.
class SearchScratch {
public:
    /// Makes an empty scratch. The first query allocates its memory.
    SearchScratch() noexcept;
    ~SearchScratch();
    /// Takes over the memory of \p other.
    SearchScratch(SearchScratch&& other) noexcept;
    /// Frees its own memory and takes over the memory of \p other.
    SearchScratch& operator=(SearchScratch&& other) noexcept;

    /// Internal state, for use by the library only. The first call allocates it.
    SearchState& state() { return state_ ? *state_ : allocate(); }

private:
    SearchState& allocate();

    std::unique_ptr<SearchState> state_;

    friend size_t scratch_bytes(const SearchScratch& scratch);
};

/// Size of the memory that a scratch owns [byte]. The size grows with the largest mesh that used the scratch. The size does not
/// include the ground for paths with a clearance, which several scratches may share.
size_t scratch_bytes(const SearchScratch& scratch);

}  // namespace navspan
