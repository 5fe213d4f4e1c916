#!/bin/sh
# Fails if a target of the library or of tools/ includes a third-party header. The target may include headers in src/, include/,
# tools/ (only a target of tools/) and the build folder, and headers of the C++ standard library and the compiler.
# Usage: third_party.sh BUILD_DIR TARGET [ALLOWED]. ALLOWED is a regular expression for paths of other allowed headers.
set -eu
cd "$1"
cache() { sed -n "s/^$1:[A-Z]*=//p" CMakeCache.txt; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The folder of the standard headers also contains headers of other packages. Therefore, list only files that the compiler reads
# for the standard headers. Leave out <execution>, because it may include TBB.
for header in algorithm any array atomic barrier bit bitset charconv chrono cmath codecvt compare complex concepts \
    condition_variable coroutine deque exception filesystem format forward_list fstream functional future initializer_list \
    iomanip ios iosfwd iostream istream iterator latch limits list locale map memory memory_resource mutex new numbers numeric \
    optional ostream queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream \
    stack stdexcept stop_token streambuf string string_view strstream syncstream system_error thread tuple type_traits \
    typeindex typeinfo unordered_map unordered_set utility valarray variant vector version \
    cassert cctype cerrno cfenv cfloat cinttypes climits clocale csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib \
    cstring ctime cuchar cwchar cwctype cxxabi.h dlfcn.h fcntl.h malloc.h math.h stdlib.h sys/ioctl.h sys/mman.h sys/resource.h \
    sys/file.h sys/stat.h sys/wait.h unistd.h; do
    printf '#if __has_include(<%s>)\n#include <%s>\n#endif\n' "$header" "$header"
done >"$work/standard.cpp"
compiler=$(cache CMAKE_CXX_COMPILER)
# shellcheck disable=SC2046 # the flags are a list of words
"$compiler" $(cache CMAKE_CXX_FLAGS) -std=c++20 -O1 -w -M "$work/standard.cpp" | tr ' \\' '\n\n' | grep / |
    xargs -d '\n' realpath -m | sort -u >"$work/standard.txt"

# The objects of a part of the library are those of the target, of TARGET_fast and of TARGET_small.
ninja -t deps | awk -v target="^(tools/)?CMakeFiles/$2(_fast|_small)?[.]dir/" '
    /^[^ ]/ { inside = $0 ~ target; next }
    inside && sub(/^ +/, "") { print }' | sort -u | xargs -r -d '\n' realpath -m >"$work/read.txt"
if ! [ -s "$work/read.txt" ]; then
    echo "$2: no objects"
    exit 1
fi
source=$(realpath "$(cache CMAKE_HOME_DIRECTORY)")/
# The folder of the compiler's own headers, for example for vector instructions.
own=$(realpath -m "$("$compiler" -print-file-name=include)")/
of_tools=$([ -d "tools/CMakeFiles/$2.dir" ] && echo 1 || echo 0)
awk -v target="$2" -v of_tools="$of_tools" -v source="$source" -v own="$own" -v build="$(pwd -P)/" -v allowed="${3:-^$}" '
    function in_folder(folder) { return index($0, folder) == 1 }
    NR == FNR { standard[$0] = 1; next }
    in_folder(source "tools/") && of_tools { next }
    in_folder(source "src/") || in_folder(source "include/") || in_folder(own) || $0 in standard || $0 ~ allowed { next }
    # The build folder is allowed, except for the packages in it.
    in_folder(build) && !in_folder(build "_deps/") && !in_folder(build "stb_include/") { next }
    { print target ": " $0; bad = 1 }
    END { exit bad }' "$work/standard.txt" "$work/read.txt"
