#!/bin/sh
# Bakes a level in shards with GNU parallel and merges them. The result has the same bytes as a single bake.
#
#     sh tools/bake_parallel.sh SHARDS LEVEL.nav NAVBAKE-ARGUMENTS...
#     sh tools/bake_parallel.sh 16 level.nav level.obj --tile-size 32
#
# Shards are kept in LEVEL.nav.shards-SHARDS until the level is complete. After a failure, the same command only bakes the
# missing shards. Another number of shards uses a new folder. PARALLEL_OPTIONS is passed to parallel: "--sshloginfile hosts"
# distributes the shards over machines that share the folders, "-j 4" limits the number of concurrent shards per machine.
# NAVBAKE is the name of the program.
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

# An existing shard is complete, because navbake renames it only when it is finished. The merge reports shards with other
# settings. Each shard uses one thread, because there are as many concurrent shards as cores. Each shard is tried twice.
# shellcheck disable=SC2086
seq "$shards" | parallel --will-cite --quote --retries 2 --halt soon,fail=1 --joblog "$folder/log" ${PARALLEL_OPTIONS:-} \
    sh -c '[ -e "$2/$1.shard" ] || { k=$1 folder=$2 navbake=$3 n=$4; shift 4; exec "$navbake" "$@" -q --threads 1 --shard "$k/$n" -o "$folder/$k.shard"; }' \
    bake_shard '{}' "$folder" "$navbake" "$shards" "$@"

if ! "$navbake" merge "$folder"/*.shard -o "$level"; then
    echo "the shards stay in $folder; where one of them is at fault, remove it and run this again" >&2
    exit 1
fi
rm -r "$folder"
