#!/bin/sh
# Fails if a comment marks a word with \p that is neither a parameter nor a member of the declaration that follows. (Doxygen
# checks only \param.) Usage: check_parameters.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/..}"
find include src tools tests -name '*.h' -o -name '*.cpp' | sort | xargs awk '
    # Returns the code from a line to the end of its declaration: of a function without its body, of a type with its members.
    function declaration(first,    i, j, code, character, depth, text, is_type) {
        for (i = first; i <= count; i++) {
            code = line[i]
            sub(/\/\/.*/, "", code)
            if (text ~ /^[ \t]*$/) is_type = code ~ /^[ \t]*(template ?<.*> ?)?(struct|class|enum|union) /
            for (j = 1; j <= length(code); j++) {
                character = substr(code, j, 1)
                text = text character
                if (character ~ /[({]/) depth++
                if (character ~ /[)}]/) depth--
                if (depth == 0 && character == ";" || depth == 1 && character == "{" && !is_type) return text
            }
            text = text " "
        }
        return text
    }
    function check(    i, at, word, rest, code) {
        for (i = 1; i <= count; i++) {
            if (line[i] !~ /\/\/\/.*\\p /) continue
            for (at = i; line[at] ~ /^[ \t]*\/\/\//; at++) {}
            code = declaration(at)
            for (rest = line[i]; match(rest, /\\p +[A-Za-z_0-9]+/); rest = substr(rest, RSTART + RLENGTH)) {
                word = substr(rest, RSTART, RLENGTH)
                sub(/\\p +/, "", word)
                if (code !~ "(^|[^A-Za-z_0-9])" word "([^A-Za-z_0-9]|$)") {
                    print file ":" i ": \\p " word " is not a parameter or member of the declaration below the comment"
                    wrong = 1
                }
            }
        }
    }
    FNR == 1 { check(); count = 0; file = FILENAME }
    { line[++count] = $0 }
    END { check(); exit wrong }
'
