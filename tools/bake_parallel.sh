#!/bin/sh
# Bakes a level in shards with GNU parallel and merges them. The result has the same bytes as a single bake. shards.sh documents
# where shards are kept.
#
#     sh tools/bake_parallel.sh SHARDS LEVEL.nav NAVBAKE-ARGUMENTS...
#     sh tools/bake_parallel.sh 16 level.nav level.obj --tile-size 32
#
# PARALLEL_OPTIONS is passed to parallel: "--sshloginfile hosts" distributes the shards over machines that share the folders,
# "-j 4" limits the number of concurrent shards per machine.
set -eu
. "$(dirname "$0")/shards.sh"

# Each shard uses one thread, because there are as many concurrent shards as cores. Each shard is tried twice.
# shellcheck disable=SC2086
seq "$shards" | parallel --will-cite --quote --retries 2 --halt soon,fail=1 --joblog "$folder/log" ${PARALLEL_OPTIONS:-} \
    sh -c '[ -e "$2/$1.shard" ] || { k=$1 folder=$2 navbake=$3 n=$4; shift 4; exec "$navbake" "$@" -q --threads 1 --shard "$k/$n" -o "$folder/$k.shard"; }' \
    bake_shard '{}' "$folder" "$navbake" "$shards" "$@"

sh -c "$merge_shards" merge_shards "$folder" "$navbake" "$level"
