#!/bin/sh
# Bakes and queries random levels (tests/soups) with asserts enabled, and continues where the last run with the same seed ended.
# Usage: soups.sh [--seed S] [--soups N] [--seconds T] [--pairs N] [--restart] [BUILD_DIR]
#   --seed S      default: the seed of the last run; in the first run, a random seed
#   --soups N     default 3000, which are about 11 000 bakes
#   --seconds T   ends after T seconds, even if fewer soups were run
#   --pairs N     pairs of points per mesh, default 250; 3000 soups are then about 13 million queries
#   --restart     begins at soup 0 again, with a new log
# The default of BUILD_DIR is build-test. BUILD_DIR/soups has the seed, the next soup, and a log of all findings; each finding
# has the command that repeats it. Exits with 1 if there is a finding.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh

seed="" soups=3000 seconds=1000000000 pairs=250 restart=0 build=build-test
while [ $# -gt 0 ]; do
    case $1 in
        --seed) seed=$2 && shift 2 ;;
        --soups) soups=$2 && shift 2 ;;
        --seconds) seconds=$2 && shift 2 ;;
        --pairs) pairs=$2 && shift 2 ;;
        --restart) restart=1 && shift ;;
        -*) sed -n '3,10s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
        *) build=$1 && shift ;;
    esac
done

ensure_packages $BUILD_PACKAGES libgtest-dev
[ -f "$build/CMakeCache.txt" ] || quietly "configuring $build" cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DNAVSPAN_ASSERTS=ON -DNAVSPAN_QUICK_BUILD=ON
show_build "building $build" cmake --build "$build" --target navspan_soups
state=$build/soups
mkdir -p "$state"
[ -n "$seed" ] || seed=$(cat "$state/seed" 2>/dev/null) || seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
echo "$seed" >"$state/seed"
[ "$restart" = 0 ] || rm -f "$state/next-$seed" "$state/log-$seed"
first=$(cat "$state/next-$seed" 2>/dev/null) || first=0
echo "seed $seed, from soup $first on"

# Run only a few soups per process: if the script is killed, little is lost, and a crash can be traced to these few soups.
end=$((first + soups)) stop=$(($(date +%s) + seconds)) status=0
while [ "$first" -lt "$end" ] && [ "$(date +%s)" -lt "$stop" ]; do
    count=$((end - first < 25 ? end - first : 25))
    code=0
    "$build/tests/navspan_soups" --seed "$seed" --first "$first" --soups "$count" --seconds $((stop - $(date +%s))) \
        --pairs "$pairs" >"$state/run" 2>&1 || code=$?
    cat "$state/run" >>"$state/log-$seed"
    grep -v '^seed ' "$state/run" || true
    next=$(sed -n 's/^seed .* next soup //p' "$state/run")
    if [ "$code" -gt 1 ] || [ -z "$next" ]; then
        echo "FINDING: exit code $code; repeat: navspan_soups --seed $seed --first $first --soups $count --pairs $pairs" |
            tee -a "$state/log-$seed"
        next=$((first + count))
    fi
    [ "$code" = 0 ] || status=1
    first=$next
    echo "$first" >"$state/next-$seed"
done
awk -v seed="$seed" '/^seed / { soups += $3; bakes += $5; queries += $7 } /^FINDING/ { findings++ }
    END { printf "seed %s, all runs: %d soups, %d bakes, %d queries, %d findings\n", seed, soups, bakes, queries, findings }' \
    "$state/log-$seed"
exit $status
