#!/bin/sh
# Bakes a level in shards with GNU parallel and merges them: the same bytes as a single bake.
#
#     sh tools/bake_parallel.sh SHARDS LEVEL.nav NAVBAKE-ARGUMENTS...
#     sh tools/bake_parallel.sh 16 level.nav level.obj --tile-size 32
#
# Shards are kept beside the level in LEVEL.nav.shards-SHARDS until it is made: after a failure the same command bakes only those
# that are missing; with another number of shards it begins anew, in a folder of its own. PARALLEL_OPTIONS is handed to parallel:
# "--sshloginfile hosts" spreads the shards over machines that see the same folders, "-j 4" sets how many run at once on one.
# NAVBAKE names the program.
set -eu
if [ $# -lt 3 ]; then
    echo "usage: bake_parallel.sh SHARDS LEVEL.nav NAVBAKE-ARGUMENTS..." >&2
    exit 2
fi
shards=$1 level=$2
shift 2
navbake=${NAVBAKE:-$(cd "$(dirname "$0")/.." && pwd)/build/tools/navbake}
folder=$level.shards-$shards
mkdir -p "$folder"

# a shard that is there is whole: navbake renames it into its place; one from other settings is named by the merge. One thread a
# shard, since there are as many shards at once as cores. Each is tried twice.
# shellcheck disable=SC2086
seq "$shards" | parallel --will-cite --quote --retries 2 --halt soon,fail=1 --joblog "$folder/log" ${PARALLEL_OPTIONS:-} \
    sh -c '[ -e "$2/$1.shard" ] || { k=$1 folder=$2 navbake=$3 n=$4; shift 4; exec "$navbake" "$@" -q --threads 1 --shard "$k/$n" -o "$folder/$k.shard"; }' \
    bake_shard '{}' "$folder" "$navbake" "$shards" "$@"

if ! "$navbake" merge "$folder"/*.shard -o "$level"; then
    echo "the shards stay in $folder; where one of them is at fault, remove it and run this again" >&2
    exit 1
fi
rm -r "$folder"
