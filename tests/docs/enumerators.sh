#!/bin/sh
# Fails if an enumerator in a public header has no documentation. (Doxygen does not test this.)
# Usage: enumerators.sh SOURCE_DIR
set -eu
cd "$1"
find include -name '*.h' | sort | xargs awk '
    /^ *enum / { inside = seen = 1; next }
    inside && /}/ { inside = 0 }
    inside && /^ *[A-Za-z_0-9]+( = [^,]*)?,?( .*)?$/ && !/\/\/\/< / && before !~ /^ *\/\/\// { wrong = bad() }
    { before = $0 }
    function bad() { print FILENAME ":" FNR ": an enumerator without documentation: " $0; return 1 }
    END { if (!seen) print "no enum found"; exit wrong || !seen }
'
