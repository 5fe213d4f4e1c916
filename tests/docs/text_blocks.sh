#!/bin/sh
# Tests that the blocks of README, CONTRIBUTING, docs and examples have one of the languages that other tests run or read, and
# that `text` blocks contain no commands, because no test runs them. The exceptions are run elsewhere: .ci/run runs
# quickstart.sh, test.sh and a browser, install/runtime.sh uses pkg-config, and the tests run a sample of fault.sh.
# Usage: text_blocks.sh SOURCE_DIR
set -eu
cd "$1"
awk '
    FNR == 1 { inside = 0 }
    /^ *```/ && !fenced && !/^ *```(sh|sh setup|cpp|json|text)$/ {
        print FILENAME ":" FNR ": the block must be sh, sh setup, cpp, json or text"
        wrong = 1
    }
    /^ +```(sh|cpp|json)/ && !/setup$/ { print FILENAME ":" FNR ": no test reads an indented block of this kind"; wrong = 1 }
    /^ *```/ { inside = !fenced && /text$/; fenced = !fenced; next }
    !inside || !/^ *(\$ |build\/|nav(bake|query|bench) |cmake |ctest |make |ninja |git |sh |bash |apt|export |c\+\+ |g\+\+ |chromium )/ { next }
    /^sh tools\/(quickstart|test)\.sh +#/ || /^bash \.ci\/run +#/ { next }
    FILENAME == "docs/getting-started.md" && /pkg-?config/ { next }
    FILENAME == "docs/getting-started.md" && /PKG_CONFIG_PATH/ { next }
    FILENAME == "docs/viewer.md" && /^chromium --headless/ { next }
    FILENAME == "docs/benchmarks.md" && /navbench (kinds|process|scoreboard) / { next }  # measurements that take minutes
    FILENAME == "docs/reliability.md" && /^(sh tools\/(f[a-z_]+|soups|memcheck)\.sh|ctest)/ { next }  # long campaigns
    FILENAME == "docs/command-line.md" && /^navbake .*[A-Z]+\.nav/ { next }          # forms of commands
    { print FILENAME ":" FNR ": a command in a text block, which no test runs: " $0; wrong = 1 }
    END { exit wrong }
' README.md CONTRIBUTING.md docs/*.md examples/README.md examples/*/README.md
