#!/bin/sh
# Runs the fuzz targets (tests/fuzz/targets) in turn, each for the same time and with one process. Keeps new inputs in the build
# folder and minimizes them. Exits with 1 if a target failed.
# Usage: fuzz.sh [--hours H | --seconds S] [--targets "NAME ..."] [--keep] [--work FOLDER] [BUILD_DIR]
#   --hours H         time of all targets together; default 1
#   --seconds S       time of each target instead; less than 10 s: does not minimize; 0: only runs the stored inputs
#   --targets "..."   only these targets
#   --keep            replaces the inputs in tests/fuzz/corpus by a minimal selection (former failures stay)
#   --work FOLDER     inputs, logs and failing inputs; default BUILD_DIR/fuzz
# The default of BUILD_DIR is build-fuzz. The report has one line per target: number of executions, executions per second, covered
# edges, inputs after minimizing, and the time from the last new edge to the end.
set -eu
cd "$(dirname "$0")/.."
. tools/setup.sh

hours=1 seconds="" targets="" keep=0 work="" build=build-fuzz
while [ $# -gt 0 ]; do
    case $1 in
        --hours) hours=$2 && shift 2 ;;
        --seconds) seconds=$2 && shift 2 ;;
        --targets) targets=$2 && shift 2 ;;
        --work) work=$2 && shift 2 ;;
        --keep) keep=1 && shift ;;
        -*) sed -n '4,11s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
        *) build=$1 && shift ;;
    esac
done

ensure_packages $BUILD_PACKAGES libgtest-dev clang-14 llvm-14 libclang-rt-14-dev
[ -f "$build/CMakeCache.txt" ] || quietly "configuring $build" cmake -S . -B "$build" -G Ninja -DCMAKE_CXX_COMPILER=clang++-14 \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNAVSPAN_FUZZ=ON -DNAVSPAN_QUICK_BUILD=ON \
    -DNAVSPAN_BUILD_EXAMPLES=OFF
show_build "building $build" cmake --build "$build" --target navspan_fuzz navspan_fuzz_replay
replay=$build/tests/navspan_fuzz_replay
[ -n "$targets" ] || targets=$("$replay" --list)
# shellcheck disable=SC2086 # the targets are a list of words
count=$(set -- $targets && echo $#)
[ -n "$seconds" ] || seconds=$(awk -v hours="$hours" -v count="$count" 'BEGIN { printf "%d", hours * 3600 / count }')
work=${work:-$build/fuzz}
mkdir -p "$work"
export ASAN_OPTIONS="${ASAN_OPTIONS:-detect_leaks=1}" UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"

# log_edges LOG: copies the output of libFuzzer to LOG and stores the time of the last new edge in LOG.edge
log_edges() {
    edges=0
    date +%s >"$1.edge"
    while IFS= read -r line; do
        printf '%s\n' "$line"
        case $line in
            "#"*" cov: "*)
                now=${line#* cov: }
                now=${now%% *}
                [ "$now" -le "$edges" ] || { edges=$now && date +%s >"$1.edge"; }
                ;;
        esac
    done >"$1"
}

# statistic LOG NAME: prints a number of libFuzzer's final statistics, or 0
statistic() { sed -n "s/^stat::$2: *//p" "$1" | grep . || echo 0; }

# keep_inputs TARGET FOLDER: replaces the target's inputs in the tree, except for the former failures, by a few of the folder's
# inputs that cover most of its edges: at most 60 inputs of all sizes and 12 kB, or 64 kB for the first 20 inputs.
keep_inputs() {
    tree=tests/fuzz/corpus/$1
    rm -rf "$work/$1.cover"
    mkdir -p "$tree" "$work/$1.cover"
    "$build/tests/navspan_fuzz_$1" -set_cover_merge=1 "$work/$1.cover" "$2" >"$work/$1.log" 2>&1
    find "$tree" -type f ! -name 'failure-*' -delete
    find "$work/$1.cover" -type f -printf '%s %p\n' | sort -n |
        awk '{ size[NR] = $1; path[NR] = $2 }
             END {
                 for (i = 1; i <= NR; i += NR > 60 ? NR / 60 : 1) {
                     total += size[int(i)]
                     if (total <= (kept < 20 ? 64000 : 12000)) { kept++; print path[int(i)] }
                 }
             }' | xargs -r cp -t "$tree"
    rm -rf "$work/$1.cover"
}

status=0
printf '%-12s %10s %7s %7s %7s  %s\n' target executions per_s edges inputs "last new edge"
for target in $targets; do
    program=$build/tests/navspan_fuzz_$target inputs=$work/$target log=$work/$target.log
    mkdir -p "$inputs" "tests/fuzz/corpus/$target"
    "$replay" --seeds "$target" "$inputs"
    time_limit=-max_total_time=$seconds
    [ "$seconds" != 0 ] || time_limit=-runs=0
    { "$program" "$time_limit" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -use_value_profile=1 \
        -artifact_prefix="$work/failure-$target-" "$inputs" "tests/fuzz/corpus/$target" 2>&1 || true; } | log_edges "$log"
    ended=$(date +%s)
    edges=$(sed -n 's/^#.* cov: \([0-9]*\).*/\1/p' "$log" | tail -n 1)
    failure=$(sed -n 's/^.*Test unit written to //p' "$log")
    rm -rf "$inputs.merged"
    mkdir "$inputs.merged"
    if [ "$seconds" -lt 10 ]; then
        rmdir "$inputs.merged"
    elif "$program" -merge=1 -timeout=20 -rss_limit_mb=4096 -artifact_prefix="$work/merge-$target-" "$inputs.merged" "$inputs" \
        "tests/fuzz/corpus/$target" >"$log.merge" 2>&1; then
        rm -rf "$inputs"
        mv "$inputs.merged" "$inputs"
    else
        echo "$target: minimizing failed, see $log.merge"
        status=1
    fi
    printf '%-12s %10d %7d %7d %7d  %d s before the end\n' "$target" "$(statistic "$log" number_of_executed_units)" \
        "$(statistic "$log" average_exec_per_sec)" "${edges:-0}" "$(find "$inputs" -type f | wc -l)" \
        $((ended - $(cat "$log.edge")))
    if [ -n "$failure" ] || ! grep -q '^Done ' "$log"; then
        echo "$target failed, see $log${failure:+; the input is $failure}"
        status=1
    fi
    [ "$keep" = 0 ] || keep_inputs "$target" "$inputs"
done
exit $status
