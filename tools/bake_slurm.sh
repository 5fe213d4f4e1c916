#!/bin/sh
# Bakes a level in shards as a Slurm job array, with a dependent job that merges them. The result has the same bytes as a single
# bake. shards.sh documents where shards are kept. All nodes must share the working folder. Prints the number of the merge job.
#
#     sh tools/bake_slurm.sh SHARDS LEVEL.nav NAVBAKE-ARGUMENTS...
#     sh tools/bake_slurm.sh 100 level.nav level.obj --tile-size 32
#
# SBATCH_OPTIONS is passed to sbatch for the shards ("--mem=2G --time=10 --partition=short").
set -eu
. "$(dirname "$0")/shards.sh"

cat > "$folder/bake_shard.sh" <<'JOB'
#!/bin/sh
folder=$1 navbake=$2 shards=$3
shift 3
shard=$folder/$SLURM_ARRAY_TASK_ID.shard
[ -e "$shard" ] || exec "$navbake" "$@" -q --threads "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/$shards" -o "$shard"
JOB
printf '#!/bin/sh\n%s\n' "$merge_shards" > "$folder/merge.sh"

# shellcheck disable=SC2086
array=$(sbatch --parsable --job-name=navbake --array="1-$shards" --output="$folder/%a.log" --requeue ${SBATCH_OPTIONS:-} \
    "$folder/bake_shard.sh" "$folder" "$navbake" "$shards" "$@")
# If a shard fails, the merge job does not run and is removed from the queue.
sbatch --parsable --job-name=navbake-merge --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes \
    --output="$level.merge.log" "$folder/merge.sh" "$folder" "$navbake" "$level"
