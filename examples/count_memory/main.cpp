// Counts all memory that the library uses, by replacing the global operator new.
// Usage: count_memory [LEVEL.obj]

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "navspan/io.h"

namespace {

std::atomic<size_t> g_used{0}, g_peak{0}, g_calls{0};  // memory in use and its peak [byte], number of allocations

// Stored in front of the caller's memory. Some forms of operator delete do not receive the size.
struct Header {
    size_t size;    // size of the whole allocation [byte]
    size_t offset;  // distance from the start of the allocation to the caller's memory [byte]
};

// Returns nullptr if there is not enough memory.
void* allocate(size_t size, size_t alignment) noexcept {
    const size_t offset = std::max(alignment, sizeof(Header));
    const size_t whole = (offset + size + alignment - 1) / alignment * alignment;
    void* const start = std::aligned_alloc(alignment, whole);  // replace this with the game's allocator
    if (!start) return nullptr;
    const size_t used = g_used += whole;
    size_t peak = g_peak;
    while (peak < used && !g_peak.compare_exchange_weak(peak, used)) {
    }
    ++g_calls;
    char* const memory = static_cast<char*>(start) + offset;
    new (memory - sizeof(Header)) Header{whole, offset};
    return memory;
}

void* allocate_or_throw(size_t size, size_t alignment) {
    void* const memory = allocate(size, alignment);
    if (!memory) throw std::bad_alloc();
    return memory;
}

void release(void* memory) {
    if (!memory) return;
    const Header header = *reinterpret_cast<Header*>(static_cast<char*>(memory) - sizeof(Header));
    g_used -= header.size;
    std::free(static_cast<char*>(memory) - header.offset);
}

int fail(const navspan::Error& error) {
    std::fprintf(stderr, "error: %s\n", error.message.c_str());
    return 1;
}

void report(const char* what) {
    std::printf("%s: %zu allocations, %.1f MB in use, peak %.1f MB\n", what, g_calls.exchange(0), double(g_used) / 1e6,
                double(g_peak) / 1e6);
    g_peak = g_used.load();
}

}  // namespace

// All other forms of new and delete call the functions below. The library calls the aligned form. std::stable_sort calls the
// nothrow form.
void* operator new(size_t size) {
    return allocate_or_throw(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(size_t size, const std::nothrow_t&) noexcept {
    return allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(size_t size, std::align_val_t alignment) {
    return allocate_or_throw(size, size_t(alignment));
}
void operator delete(void* memory) noexcept {
    release(memory);
}
void operator delete(void* memory, size_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    release(memory);
}
void operator delete(void* memory, size_t, std::align_val_t) noexcept {
    release(memory);
}

int main(int argc, char** argv) {
    const std::string level = argc > 1 ? argv[1] : "data/scenes/courtyard.obj";
    const navspan::Result<navspan::LoadedScene> scene = navspan::load_obj(std::vector<std::string>{level});
    if (!scene) return fail(scene.error());
    report("triangles");

    const navspan::BakeConfig config;
    const navspan::NavMeshInfo info = navspan::nav_mesh_info(config, navspan::config_json(config), "my game 1.0");
    const navspan::Result<navspan::NavMesh> mesh = navspan::bake_nav_mesh(scene->soup, config, info);
    if (!mesh) return fail(mesh.error());
    report("bake");

    navspan::SearchScratch scratch;
    navspan::Path path;
    const navspan::PathRequest request{.start = {12, 0, 28}, .goal = {57, 0, 31}};
    for (const char* what : {"first path", "second path"}) {
        const navspan::Status found = navspan::find_path(*mesh, scratch, request, path);
        if (!found) return fail(found.error());
        report(what);
    }
    return 0;
}
