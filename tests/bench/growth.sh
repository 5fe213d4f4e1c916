#!/bin/sh
# Counts the instructions of the erosion of plans and of the contour, polygon mesh and detail mesh stages for n vertices and for
# 8 n vertices, of plans with n and 8 n crossings, of bakes of n and 8 n storeys, and of the readers for n and 8 n bytes. Fails
# if a count grows by more than a factor of 13, or if a reader takes more than 1500 instructions per byte. An n log n algorithm
# grows by a factor of about 10, an n^2 algorithm by 64. The star is the worst case of the triangulation (triangulate.cpp
# explains why). Its limit is a factor of 23, for n sqrt(n). A change of one tile of a live mesh is counted in worlds of n and
# 16 n tiles, also with off-mesh links. Its limit is a factor of 1.03, or 1.12 with links: only the tiles and links around the
# change are processed, and the other links are copied.
# Usage: growth.sh PROGRAM. PROGRAM is navspan_instructions. If the test is skipped, prints the reason and exits with 77.
set -eu
. "$(dirname "$0")/count_instructions.sh"
most_times=13
most_times_star=23
most_times_change=1.03
most_times_links=1.12
most_per_byte=1500
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count_instructions "$1" "$work" --growth >"$work/counts"

# The input has lines "part/vertices,instructions". The lower number of vertices comes first.
awk -F'[/,]' -v most=$most_times -v most_star=$most_times_star \
    -v most_change=$most_times_change -v most_links=$most_times_links -v most_per_byte=$most_per_byte '
    !($1 in few) { few[$1] = $2; before[$1] = $3; next }
    {
        seen[$1] = 1
        times = $3 / before[$1]
        allowed = ($1 == "triangulate star" ? most_star : most) * ($2 / few[$1]) / 8
        if ($1 ~ /^change a tile/) allowed = $1 ~ /with/ ? most_links : most_change
        verdict = times > allowed ? "  GROWS TOO FAST" : ""
        if ($1 ~ /^(read|parse) / && $3 / $2 > most_per_byte) verdict = verdict "  TAKES TOO MANY"
        printf "%-34s %7d -> %7d items: %6.2f times the instructions, %7.0f per item%s\n", $1, few[$1], $2, times, $3 / $2,
            verdict
        if (verdict) bad = 1
    }
    END {
        for (part in few) if (!(part in seen)) { print part " was counted once"; bad = 1 }
        if (NR == 0) { print "nothing was counted"; bad = 1 }
        exit bad
    }' "$work/counts"
