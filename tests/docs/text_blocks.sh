#!/bin/sh
# Tests that `text` blocks of README, CONTRIBUTING, docs and examples contain no commands, because no test runs these blocks. The
# exceptions below are run elsewhere: .ci/run runs quickstart.sh and test.sh, and test.sh a sample of fault.sh.
# Usage: text_blocks.sh SOURCE_DIR
set -eu
cd "$1"
awk '
    FNR == 1 { inside = 0 }
    /^ *```text$/ { inside = 1; next }
    /^ *```/ { inside = 0 }
    !inside || !/^ *(\$ |build\/|nav(bake|query|bench) |cmake |ctest |git |sh |apt)/ { next }
    /^sh tools\/(quickstart|test)\.sh +#/ { next }
    FILENAME == "docs/benchmarks.md" { next }  # measurements that take minutes or hours
    FILENAME == "docs/reliability.md" && /^(sh tools\/f[a-z_]+\.sh|ctest)/ { next }  # long campaigns
    FILENAME == "docs/command-line.md" && /^navbake .*[A-Z]+\.nav/ { next }          # forms of commands
    { print FILENAME ":" FNR ": a command in a text block, which no test runs: " $0; wrong = 1 }
    END { exit wrong }
' README.md CONTRIBUTING.md docs/*.md examples/README.md examples/*/README.md
