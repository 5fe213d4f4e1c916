#!/bin/sh
# Counts the instructions of small fixed work and compares them with the recorded counts: a change that makes a stage or a
# query take 2 % more or fewer instructions fails until the new counts are recorded, in the same commit, by
#     cmake --build BUILD --target record_instructions
# Usage: instructions.sh PROGRAM RECORDS [record]. PROGRAM is navspan_instructions, RECORDS a folder with a file for each
# compiler, C library, processor family, and builds with asserts and without. Exit 77: skipped, with the reason.
set -eu
program=$1
records=$2
most_percent=2
least_count=20000 # smaller parts are noise

command -v valgrind >/dev/null 2>&1 || {
    echo "skipped: instruction counts, valgrind is not installed"
    exit 77
}
recorded=$records/$("$program" --key).csv
if [ "${3:-}" != record ] && [ ! -f "$recorded" ]; then
    echo "skipped: instruction counts, none recorded in $recorded; record them: cmake --build BUILD --target record_instructions"
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The C library picks its memcpy and the like by the processor; the plainest ones are the same everywhere.
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX2_Usable,-AVX_Fast_Unaligned_Load,-AVX512F,-AVX512VL,-EVEX,-ERMS,-FSRM:glibc.cpu.x86_non_temporal_threshold=0x4000000
valgrind --tool=callgrind --callgrind-out-file="$work/out" --zero-before=navspan_count_from_here \
    --dump-before=navspan_count_until_here "$program" >"$work/names" 2>"$work/log" || {
    cat "$work/log" >&2
    exit 1
}
i=0
while read -r name; do
    i=$((i + 1))
    echo "$name,$(sed -n 's/^totals: //p' "$work/out.$i")"
done <"$work/names" | awk -F, -v least=$least_count '$2 >= least' >"$work/counts"

if [ "${3:-}" = record ]; then
    mkdir -p "$records"
    { echo "part,instructions" && cat "$work/counts"; } >"$recorded"
    echo "recorded in $recorded"
    exit 0
fi
awk -F, -v most=$most_percent '
    FNR == 1 && NR == 1 { next }
    NR == FNR { before[$1] = $2; next }
    !($1 in before) { printf "%-34s %12d  is new\n", $1, $2; bad = 1; next }
    {
        seen[$1] = 1
        percent = ($2 - before[$1]) * 100 / before[$1]
        verdict = percent > most ? "  SLOWER" : percent < -most ? "  FASTER" : ""
        printf "%-34s %12d %12d %+7.2f %%%s\n", $1, before[$1], $2, percent, verdict
        if (verdict) bad = 1
    }
    END {
        for (name in before) if (!(name in seen)) { printf "%-34s is gone\n", name; bad = 1 }
        if (bad) print "the counts changed; when that is meant, record them: cmake --build BUILD --target record_instructions"
        exit bad
    }' "$recorded" "$work/counts"
