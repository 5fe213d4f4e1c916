#!/bin/sh
# Bakes a level in shards with GNU parallel and merges them: the same bytes as a single bake. shards.sh says where shards are kept.
#
#     sh tools/bake_parallel.sh SHARDS LEVEL.nav NAVBAKE-ARGUMENTS...
#     sh tools/bake_parallel.sh 16 level.nav level.obj --tile-size 32
#
# PARALLEL_OPTIONS is handed to parallel: "--sshloginfile hosts" spreads the shards over machines that see the same folders, "-j 4"
# sets how many run at once on one.
set -eu
. "$(dirname "$0")/shards.sh"

# One thread a shard, since there are as many shards at once as cores. Each is tried twice.
# shellcheck disable=SC2086
seq "$shards" | parallel --will-cite --quote --retries 2 --halt soon,fail=1 --joblog "$folder/log" ${PARALLEL_OPTIONS:-} \
    sh -c '[ -e "$2/$1.shard" ] || { k=$1 folder=$2 navbake=$3 n=$4; shift 4; exec "$navbake" "$@" -q --threads 1 --shard "$k/$n" -o "$folder/$k.shard"; }' \
    bake_shard '{}' "$folder" "$navbake" "$shards" "$@"

sh -c "$merge_shards" merge_shards "$folder" "$navbake" "$level"
