# Shared by bake_parallel.sh and bake_slurm.sh, which source this file with their arguments SHARDS LEVEL.nav NAVBAKE-ARGUMENTS...
# Reads the first two arguments into $shards and $level, and creates the folder of the shards.
#
# The shards are files in the folder LEVEL.nav.shards-SHARDS, which exists until the level is made. After a failure, the same
# command bakes only the missing shards. A command with another number of shards uses another folder. A shard in the folder is
# always complete, because navbake renames the finished file. If a shard was baked with other settings, the merge reports it.
# The environment variable NAVBAKE is the path of navbake.
if [ $# -lt 3 ]; then
    echo "usage: $(basename "$0") SHARDS LEVEL.nav NAVBAKE-ARGUMENTS..." >&2
    exit 2
fi
shards=$1 level=$2
shift 2
navbake=${NAVBAKE:-$(cd "$(dirname "$0")/.." && pwd)/build/tools/navbake}
folder=$level.shards-$shards
mkdir -p "$folder"

# merge_shards FOLDER NAVBAKE LEVEL: merges the shards into the level and removes the folder
merge_shards='
    if ! "$2" merge "$1"/*.shard -o "$3"; then
        echo "the shards are still in $1; remove any damaged shard and run the same command again" >&2
        exit 1
    fi
    rm -r "$1"'
