#!/bin/sh
# Compiles the usage examples (\code ... \endcode) of the public headers, each as the body of a function. The paragraph before
# an example names the function's parameters and additional headers: "given `const NavMesh& mesh`, with core/file.h:".
# Each example must also occur, up to spaces, in a file of examples/headers, which runs it. Each header with an example must have
# the paragraphs "Guarantees: ..." and "Caveats: ...".
# Usage: header_examples.sh SOURCE_DIR        (CXX names the compiler)
set -eu
cd "$1"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
headers=$(grep -rl '\\code' include | sort)
[ -n "$headers" ] || { echo "no header has an example"; exit 1; }
incomplete=0
for label in Guarantees Caveats; do
    for header in $(grep -L "^/// $label: " $headers); do
        echo "$header: the paragraph \"$label: ...\" is missing; add it after the example"
        incomplete=1
    done
done
[ $incomplete = 0 ] || exit 1
cat examples/headers/*.cpp | awk '
    { gsub(/[ \t]+/, " "); sub(/^ /, "") }
    FILENAME == "-" { run = run $0 "\n"; next }
    { sub(/^\/\/\/ ?/, "") }
    /^\\code/ { inside = 1; example = "\n"; first = FNR; next }
    /^\\endcode/ {
        inside = 0
        if (!index(run, example)) {
            print FILENAME ":" first ": this example is in no file of examples/headers; put it into one"
            missing = 1
        }
    }
    inside { example = example $0 "\n" }
    END { exit missing }
' - $headers
awk '
    function begin_function(text,    parameters, rest) {
        for (rest = text; match(rest, /[a-z_]+\/[a-z_\/]+\.h/); rest = substr(rest, RSTART + RLENGTH))
            print "#include \"navspan/" substr(rest, RSTART, RLENGTH) "\""
        rest = match(text, /[Gg]iven /) ? substr(text, RSTART) : ""
        for (; match(rest, /`[^`]*`/); rest = substr(rest, RSTART + RLENGTH))
            parameters = parameters (parameters ? ", " : "") substr(rest, RSTART + 1, RLENGTH - 2)
        print "namespace { using namespace navspan; [[maybe_unused]] void example" ++n "(" parameters ") {"
        print "#line " FNR + 1 " \"" FILENAME "\""
    }
    FNR == 1 { paragraph = ""; print "#include \"" substr(FILENAME, length("include/") + 1) "\"" }
    { sub(/^[ \t]*\/\/\/ ?/, "") }
    /\\code/ { begin_function(paragraph); inside = 1; next }
    /\\endcode/ { print "}}"; inside = 0; paragraph = ""; next }
    inside { print; next }
    { paragraph = NF ? paragraph " " $0 : "" }
' $headers >"$scratch/examples.cpp"
${CXX:-c++} -std=c++20 -Wall -Wextra -Wno-unused -Iinclude -fsyntax-only "$scratch/examples.cpp"
