# Shared by bake_parallel.sh and bake_slurm.sh, which source it with their arguments SHARDS LEVEL.nav NAVBAKE-ARGUMENTS...: reads
# the first two into $shards and $level, and makes the folder of the shards.
#
# Shards are kept beside the level in LEVEL.nav.shards-SHARDS until it is made: after a failure the same command bakes only those
# that are missing; with another number of shards it begins anew, in a folder of its own. A shard that is there is whole: navbake
# renames it into its place; one from other settings is named by the merge. NAVBAKE names the program.
if [ $# -lt 3 ]; then
    echo "usage: $(basename "$0") SHARDS LEVEL.nav NAVBAKE-ARGUMENTS..." >&2
    exit 2
fi
shards=$1 level=$2
shift 2
navbake=${NAVBAKE:-$(cd "$(dirname "$0")/.." && pwd)/build/tools/navbake}
folder=$level.shards-$shards
mkdir -p "$folder"

# merge_shards FOLDER NAVBAKE LEVEL: makes the level and removes the folder
merge_shards='
    if ! "$2" merge "$1"/*.shard -o "$3"; then
        echo "the shards are still in $1; remove any damaged shard and run the same command again" >&2
        exit 1
    fi
    rm -r "$1"'
