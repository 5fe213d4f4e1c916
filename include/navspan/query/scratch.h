#pragma once

#include <cstddef>
#include <memory>

namespace navspan {

struct SearchState;

/// All mutable state of queries. Each thread owns one and passes it to every query, which then allocates nothing once the state
/// has grown. A scratch serves any mesh and any query, one after the other.
class SearchScratch {
public:
    SearchScratch() noexcept;
    ~SearchScratch();
    SearchScratch(SearchScratch&& other) noexcept;
    SearchScratch& operator=(SearchScratch&& other) noexcept;

    /// The state, for the library's own use; the first call allocates it.
    SearchState& state() { return state_ ? *state_ : allocate(); }

private:
    SearchState& allocate();

    std::unique_ptr<SearchState> state_;

    friend size_t scratch_bytes(const SearchScratch& scratch);
};

/// The memory that a scratch holds [byte]. It grows with the largest mesh that the scratch was used with.
size_t scratch_bytes(const SearchScratch& scratch);

}  // namespace navspan
