#!/bin/sh
# Compiles the usage examples (\code ... \endcode) of the public headers, each as the body of a function in a file that includes
# the header alone.
# usage: header_examples.sh SOURCE_DIR        (CXX names the compiler)
set -eu
cd "$1"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bad=0 count=0
for header in $(grep -rl '\\code' include | sort); do
    awk -v header="${header#include/}" '
        BEGIN { print "#include \"" header "\"" }
        /\\code/ { inside = 1; printf "namespace { using namespace navspan; [[maybe_unused]] auto example%d() {\n#line %d \"include/%s\"\n", ++n, NR + 1, header; next }
        /\\endcode/ { inside = 0; print "}}" }
        inside { sub(/^[ \t]*\/\/\/ ?/, ""); print }
    ' "$header" >"$scratch/example.cpp"
    count=$((count + 1))
    ${CXX:-c++} -std=c++20 -Wall -Wextra -Wno-unused -Iinclude -fsyntax-only "$scratch/example.cpp" || bad=1
done
[ "$count" -gt 0 ] || { echo "no header has an example"; exit 1; }
exit $bad
