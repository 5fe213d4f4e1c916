#!/bin/sh
# Bakes a level in shards as a Slurm job array, with a dependent job that merges them. The result has the same bytes as a single
# bake.
#
#     sh tools/bake_slurm.sh SHARDS LEVEL.nav NAVBAKE-ARGUMENTS...
#     sh tools/bake_slurm.sh 100 level.nav level.obj --tile-size 32
#
# Prints the number of the merge job. All nodes must share the working folder. Shards are kept in LEVEL.nav.shards-SHARDS until
# the level is complete. After a failure, the same command only bakes the missing shards. Another number of shards uses a new
# folder. SBATCH_OPTIONS is passed to sbatch for the shards ("--mem=2G --time=10 --partition=short"). NAVBAKE is the name of the
# program.
set -eu
if [ $# -lt 3 ]; then
    echo "usage: bake_slurm.sh SHARDS LEVEL.nav NAVBAKE-ARGUMENTS..." >&2
    exit 2
fi
shards=$1 level=$2
shift 2
navbake=${NAVBAKE:-$(cd "$(dirname "$0")/.." && pwd)/build/tools/navbake}
folder=$level.shards-$shards
mkdir -p "$folder"

# An existing shard is complete, because navbake renames it only when it is finished. The merge reports shards with other
# settings.
cat > "$folder/bake_shard.sh" <<'JOB'
#!/bin/sh
folder=$1 navbake=$2 shards=$3
shift 3
shard=$folder/$SLURM_ARRAY_TASK_ID.shard
[ -e "$shard" ] || exec "$navbake" "$@" -q --threads "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/$shards" -o "$shard"
JOB
cat > "$folder/merge.sh" <<'JOB'
#!/bin/sh
folder=$1 navbake=$2 level=$3
if ! "$navbake" merge "$folder"/*.shard -o "$level"; then
    echo "the shards stay in $folder; where one of them is at fault, remove it and run this again" >&2
    exit 1
fi
rm -r "$folder"
JOB

# shellcheck disable=SC2086
array=$(sbatch --parsable --job-name=navbake --array="1-$shards" --output="$folder/%a.log" --requeue ${SBATCH_OPTIONS:-} \
    "$folder/bake_shard.sh" "$folder" "$navbake" "$shards" "$@")
# If a shard fails, the merge job does not run and is removed from the queue.
sbatch --parsable --job-name=navbake-merge --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
    --output="$level.merge.log" "$folder/merge.sh" "$folder" "$navbake" "$level"
