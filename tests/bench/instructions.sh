#!/bin/sh
# Counts the instructions of fixed parts of work and compares them with the recorded counts. Fails if a count differs by more
# than 2 %. If a change is meant to alter the counts, record the new counts in the same commit:
#     cmake --build BUILD --target record_instructions
# Also fails if a part takes 2 % more instructions than the part of the same name with " without validation".
# Usage: instructions.sh PROGRAM RECORDS [record]. PROGRAM is navspan_instructions. RECORDS is a folder with one file per
# compiler, C library, processor family and assert setting. If the test is skipped, prints the reason and exits with 77.
set -eu
program=$1
records=$2
most_percent=2
least_count=20000 # smaller parts are noise

. "$(dirname "$0")/count_instructions.sh"
recorded=$records/$("$program" --key).csv
if [ "${3:-}" != record ] && [ ! -f "$recorded" ]; then
    echo "skipped: instruction counts, none recorded in $recorded; record them: cmake --build BUILD --target record_instructions"
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count_instructions "$program" "$work" >"$work/all"
awk -F, -v least=$least_count '$2 >= least' "$work/all" >"$work/counts"

awk -F, -v most=$most_percent '
    { count[$1] = $2 }
    END {
        for (name in count) {
            plain = name " without validation"
            if (!(plain in count)) continue
            percent = (count[name] - count[plain]) * 100 / count[plain]
            printf "%s: %.2f %% for the validation of the arguments\n", name, percent
            compared = 1
            if (percent > most) bad = 1
        }
        if (!compared) print "no part was counted without validation"
        if (bad) print "the validation takes more than " most " %"
        exit bad || !compared
    }' "$work/counts"

if [ "${3:-}" = record ]; then
    mkdir -p "$records"
    { echo "part,instructions" && cat "$work/counts"; } >"$recorded"
    echo "recorded in $recorded"
    exit 0
fi
awk -F, -v most=$most_percent '
    FNR == 1 && NR == 1 { next }
    NR == FNR { before[$1] = $2; next }
    !($1 in before) { printf "%-54s %12d  is new\n", $1, $2; bad = 1; next }
    {
        seen[$1] = 1
        percent = ($2 - before[$1]) * 100 / before[$1]
        verdict = percent > most ? "  SLOWER" : percent < -most ? "  FASTER" : ""
        printf "%-54s %12d %12d %+7.2f %%%s\n", $1, before[$1], $2, percent, verdict
        if (verdict) bad = 1
    }
    END {
        for (name in before) if (!(name in seen)) { printf "%-54s is gone\n", name; bad = 1 }
        if (bad) print "the counts changed; when that is meant, record them: cmake --build BUILD --target record_instructions"
        exit bad
    }' "$recorded" "$work/counts"
