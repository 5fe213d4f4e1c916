// A library for LD_PRELOAD that makes C library calls of a program fail, or records what the program writes.
//
// In: environment variables.
// NAVSPAN_FAULT=KIND:N    the N-th call of this kind fails; KIND+:N also fails all later calls
// NAVSPAN_REACHED=FILE    FILE is created when the N-th call fails
// NAVSPAN_COUNTS=FILE     FILE gets one line "KIND CALLS" per kind at exit; calls of later destructors are not counted
// NAVSPAN_RECORD=FILE     FILE gets one line per file operation (power_loss_test.cpp)
// Kinds: malloc, mmap, open, mkdir, write, short (half a write), fsync, rename, link, unlink.
// Out: calls that fail as if memory, disk space or file descriptors had run out.
// Idea: The functions of this library replace functions of the C library and call the originals.
// Source: SQLite developers, How SQLite Is Tested (out-of-memory and I/O error tests).
// Weak cases: Calls inside the C library are not seen.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// glibc's aliases of the allocation functions. dlsym finds all other original functions. The first calls arrive before any
// constructor has run, so this library uses neither the C++ library nor dynamic memory.
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

enum Kind { kMalloc, kMmap, kOpen, kMkdir, kWrite, kShort, kFsync, kRename, kLink, kUnlink, kKinds };
constexpr const char* kNames[kKinds] = {"malloc", "mmap",  "open",   "mkdir", "write",
                                        "short",  "fsync", "rename", "link",  "unlink"};

std::atomic<unsigned long> calls[kKinds];
std::atomic<int> failing_kind{-2};  // -2: the environment is not read yet; -1: none
unsigned long first_failing = 0;
bool fails_later_calls = false;

void read_environment() {
    if (!environ) return;  // the C library is not initialized yet
    const char* const text = getenv("NAVSPAN_FAULT");
    const char* const colon = text ? strchr(text, ':') : nullptr;
    int found = -1;
    for (int kind = 0; colon && kind < kKinds; ++kind) {
        const size_t length = strlen(kNames[kind]);
        if (strncmp(text, kNames[kind], length) == 0 && strchr("+:", text[length])) found = kind;
    }
    if (found >= 0) {
        first_failing = strtoul(colon + 1, nullptr, 10);
        fails_later_calls = colon[-1] == '+';
    }
    failing_kind = found;
}

long create_file(const char* path, int flags) {
    return syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | flags, 0666);
}

void note_reached() {
    const char* const path = getenv("NAVSPAN_REACHED");
    if (path) syscall(SYS_close, create_file(path, 0));
}

// Counts a call. Returns true if the call must fail.
bool fails(Kind kind) {
    if (failing_kind == -2) read_environment();
    const unsigned long call = ++calls[kind];
    if (failing_kind != kind || call < first_failing) return false;
    if (call == first_failing) note_reached();
    return call == first_failing || fails_later_calls;
}

bool fails_with(Kind kind, int code) {
    if (!fails(kind)) return false;
    errno = code;
    return true;
}

// Returns the function of this name in the libraries after this one.
template <class Function>
Function* next(const char* name, Function*) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}
#define NEXT(name) next(#name, &name)

std::atomic_flag recording = ATOMIC_FLAG_INIT;

// Appends a line to the record, followed by the bytes, if any.
[[gnu::format(printf, 3, 4)]] void record(const void* bytes, size_t size, const char* pattern, ...) {
    const char* const path = getenv("NAVSPAN_RECORD");
    if (!path) return;
    const int code = errno;
    char line[4200];
    va_list values;
    va_start(values, pattern);
    const int length = vsnprintf(line, sizeof line, pattern, values);
    va_end(values);
    while (recording.test_and_set()) {
    }
    const long file = create_file(path, O_APPEND);
    bool done = syscall(SYS_write, file, line, length) == length;
    if (size) done = syscall(SYS_write, file, bytes, size) == long(size) && done;
    syscall(SYS_close, file);
    recording.clear();
    if (!done) abort();
    errno = code;
}

int opened(int file, const char* path, int flags) {
    const bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;
    if (file >= 0) record(nullptr, 0, "%s %d %s\n", unnamed ? "unnamed" : flags & O_CREAT ? "create" : "open", file, path);
    return file;
}

void write_counts() {
    const char* const path = getenv("NAVSPAN_COUNTS");
    const int file = path ? int(create_file(path, O_TRUNC)) : -1;
    if (file < 0) return;
    for (int kind = 0; kind < kKinds; ++kind)
        dprintf(file, "%s %lu\n", kNames[kind], calls[kind].load());
    syscall(SYS_close, file);
}

[[gnu::destructor]] void at_exit() {
    write_counts();
}

// The number of bytes that a call writes: half of them if the call must be short.
size_t written_size(size_t size) {
    return size > 1 && fails(kShort) ? size / 2 : size;
}

}  // namespace

extern "C" {

void* malloc(size_t size) {
    return fails_with(kMalloc, ENOMEM) ? nullptr : __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
    return fails_with(kMalloc, ENOMEM) ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
    return fails_with(kMalloc, ENOMEM) ? nullptr : __libc_realloc(old, size);
}
void* memalign(size_t alignment, size_t size) {
    return fails_with(kMalloc, ENOMEM) ? nullptr : __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
    void* const found = memalign(alignment, size);
    if (!found) return ENOMEM;
    *memory = found;
    return 0;
}

void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) noexcept {
    if (fails_with(kMmap, ENOMEM)) return MAP_FAILED;
    return NEXT(mmap)(at, size, protection, flags, file, offset);
}

int open(const char* path, int flags, ...) {
    va_list values;
    va_start(values, flags);
    const mode_t mode = va_arg(values, mode_t);
    va_end(values);
    if (fails_with(kOpen, EMFILE)) return -1;
    return opened(NEXT(open)(path, flags, mode), path, flags);
}
int openat(int folder, const char* path, int flags, ...) {
    va_list values;
    va_start(values, flags);
    const mode_t mode = va_arg(values, mode_t);
    va_end(values);
    if (fails_with(kOpen, EMFILE)) return -1;
    return opened(NEXT(openat)(folder, path, flags, mode), path, flags);
}
FILE* fopen(const char* path, const char* mode) {
    if (fails_with(kOpen, EMFILE)) return nullptr;
    FILE* const file = NEXT(fopen)(path, mode);
    if (file) opened(fileno(file), path, *mode == 'w' ? O_CREAT : 0);
    return file;
}
FILE* fopen64(const char* path, const char* mode) {
    return fopen(path, mode);
}
int mkdir(const char* path, mode_t mode) noexcept {
    return fails_with(kMkdir, ENOSPC) ? -1 : NEXT(mkdir)(path, mode);
}

ssize_t write(int file, const void* bytes, size_t size) {
    return fails_with(kWrite, ENOSPC) ? -1 : NEXT(write)(file, bytes, written_size(size));
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
    if (fails_with(kWrite, ENOSPC)) return -1;
    const ssize_t n = NEXT(pwrite)(file, bytes, written_size(size), offset);
    if (n > 0) record(bytes, size_t(n), "write %d %lld %zd\n", file, static_cast<long long>(offset), n);
    return n;
}
size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
    if (file != stderr && fails_with(kWrite, ENOSPC)) return 0;
    const size_t n = NEXT(fwrite)(bytes, size, count, file);
    if (n && file != stdout && file != stderr) record(bytes, n * size, "append %d 0 %zu\n", fileno(file), n * size);
    return n;
}
int fflush(FILE* file) {
    return file != stderr && fails_with(kWrite, ENOSPC) ? EOF : NEXT(fflush)(file);
}
int fclose(FILE* file) {
    const bool failed = fails_with(kWrite, ENOSPC);
    const int code = NEXT(fclose)(file);
    if (!failed) return code;
    errno = ENOSPC;
    return EOF;
}

int fsync(int file) {
    if (fails_with(kFsync, EIO)) return -1;
    const int code = NEXT(fsync)(file);
    if (code == 0) record(nullptr, 0, "fsync %d\n", file);
    return code;
}

int rename(const char* from, const char* to) noexcept {
    if (fails_with(kRename, EIO)) return -1;
    const int code = NEXT(rename)(from, to);
    if (code == 0) record(nullptr, 0, "rename %s\t%s\n", from, to);
    return code;
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
    if (fails_with(kLink, EMLINK)) return -1;
    const int code = NEXT(linkat)(from_folder, from, to_folder, to, flags);
    if (code == 0) record(nullptr, 0, "link %s %s\n", strrchr(from, '/') + 1, to);
    return code;
}
int unlink(const char* path) noexcept {
    if (fails_with(kUnlink, EIO)) return -1;
    const int code = NEXT(unlink)(path);
    if (code == 0) record(nullptr, 0, "unlink %s\n", path);
    return code;
}
int unlinkat(int folder, const char* path, int flags) noexcept {
    return fails_with(kUnlink, EIO) ? -1 : NEXT(unlinkat)(folder, path, flags);
}
int remove(const char* path) noexcept {
    if (fails_with(kUnlink, EIO)) return -1;
    const int code = NEXT(remove)(path);
    if (code == 0) record(nullptr, 0, "unlink %s\n", path);
    return code;
}

}  // extern "C"
