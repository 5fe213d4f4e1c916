#!/bin/sh
# Checks that every `cpp` block of README and docs occurs, line by line, in a C++ file that the tests or examples compile.
# Ignores indentation and blank lines.
# Usage: fragments.sh SOURCE_DIR
set -eu
cd "$1"
cat tests/docs/*.cpp tests/install/*.cpp examples/*/*.cpp 2>/dev/null | sed 's/^[ \t]*//; /^$/d' |
    awk '
        FILENAME == "-" { compiled = compiled $0 "\n"; next }
        /^```cpp$/ { inside = 1; fragment = "\n"; first = FNR; next }
        /^```/ && inside {
            inside = 0
            ++count
            if (!index("\n" compiled, fragment)) {
                print FILENAME ":" first ": this C++ is in no file that is compiled; put it into tests/docs/fragments.cpp"
                bad = 1
            }
        }
        inside { sub(/^[ \t]+/, ""); if (length) fragment = fragment $0 "\n" }
        END { if (!count) print "no C++ found"; exit bad || !count }
    ' - README.md docs/*.md
