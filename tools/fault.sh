#!/bin/sh
# Runs the programs again and again. In each run, a different call of malloc or of the operating system fails.
#   sh tools/fault.sh [--most N] [--modes "MODE..."] [--kinds "KIND..."] [BUILD]
# For every mode of the programs and every kind of call: in run 1 the first call fails, in run 2 the second call, and so on. For
# a kind with a "+", all later calls fail, too. Kind "space" limits the address space to 256 kB, 512 kB, ..., 128 MB. Limits at
# which the dynamic loader cannot start the program are skipped. After each run, the exit code must be documented, the error
# must have one line, every output must be the old or new file, and no other file may be left. If the run changed a file, the
# same run without a failure must then succeed with the same bytes.
# Prints the number of runs per mode, and every failed case with the command that repeats it.
# --most N: at most N runs per mode and kind, evenly distributed (0, default: all). BUILD: folder of a build with tests
# (build-test). Runs dynamically linked copies of the programs, because LD_PRELOAD has no effect on static programs.
# Exit codes: 0 all cases passed, 1 a case failed, 77 the preloaded library cannot be used.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
most=0 modes= build=$root/build-test
kinds="space malloc malloc+ mmap open mkdir write write+ short fsync rename link unlink"
while [ $# -gt 0 ]; do
    case $1 in
    --most) most=$2; shift 2 ;;
    --modes) modes=$2; shift 2 ;;
    --kinds) kinds=$2; shift 2 ;;
    *) build=$(cd "$1" && pwd); shift ;;
    esac
done
navbake=$build/tests/fault/navbake navquery=$build/tests/fault/navquery
[ -x "$navbake" ] || { echo "$navbake is missing; build the tests, without sanitizers"; exit 77; }
preload=${NAVSPAN_PRELOAD:-$build/tests/libnavspan_fault.so}
data=$root/data

# The table of modes: name, documented exit codes other than 0 (without memory: 1), command. Commands run in a folder that
# contains an old file for each output. If the program fails, only "out" must be the old file; other outputs may already be new.
list_modes() {
    cat <<END
solo      1,3    $navbake in/level.obj -o out --threads 1
threads   1,3    $navbake in/level.obj -o out --threads 4 --check --landmarks 2
tiled     1,3    $navbake in/level.obj -o out --tile-size 5 --threads 2 --keep-tiles
live      1,3    $navbake in/level.obj -o out --tile-size 5 --live
hubs      1,3    $navbake in/level.obj -o out --hubs
bounded   1,3    $navbake in/level.obj -o out --tile-size 5 --max-memory 100M
links     1,3    $navbake in/level.obj -o out --tile-size 5 --links-drop-height 2 --links-jump-distance 2 --verify 5
stream    1,3    $navbake in/level.obj -o - --tile-size 5
cache     1,3    $navbake in/level.obj -o out --tile-size 5 --cache cache --cache-max-size 1G
agents    1,3    $navbake in/level.obj -o out --config in/agents.json
shard     1,3    $navbake in/level.obj -o out --tile-size 5 --shard 1/2
merge     1,3    $navbake merge in/part1 in/part2 -o out
glb       1,3    $navbake in/level.glb -o out
gset      1,3    $navbake in/level.gset -o out
mesh      1,3    $navbake in/plaza.mesh -o out
heightmap 1,3    $navbake in/level.png -o out --heightmap-size 8,8 --heightmap-height 2
plan      1,3    $navbake in/plan.geojson -o out
grid      1,3    $navbake in/grid.map -o out
report    1,3    $navbake in/level.obj -o out --report report --depfile depfile
exports   1,3    $navbake in/level.obj -o out --tile-size 5 --export set.bin --export mesh.obj --export mesh.glb --export mesh.json
pictures  1,3    $navbake in/level.obj -o out --pictures pictures
html      1,3    $navbake in/level.obj -o out --html page.html
export    1,3    $navbake export in/level.nav -o out.glb
diff      1,2,3  $navbake diff in/level.nav in/other.nav
drawing   1,2,3  $navbake diff in/level.nav in/other.nav --svg out.svg --routes in/routes.json --json
suggest   1,3    $navbake in/level.obj --suggest
config    1,2,3  $navbake --config in/agents.json --explain-config
path      1,3    $navquery in/level.nav --from 1,0,1 --to 6,0,6 --svg out
batch     1,3    $navquery in/level.nav --batch in/batch.jsonl --json
routes    1,3    $navquery in/level.nav --routes in/routes.json
info      1,3    $navquery in/level.nav --info
validate  1,3    $navquery in/level.nav --validate
page      1,3    $navquery in/level.nav --html out
help      1      $navbake --help-all
END
}

space=unlimited  # address space of the programs [kB]
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/in"
cd "$work"

make_inputs() {
    # a floor of 8 x 8 with a step and a table
    cat >in/level.obj <<END
v 0 0 0
v 8 0 0
v 8 0 8
v 0 0 8
v 2 0.3 2
v 4 0.3 2
v 4 0.3 4
v 2 0.3 4
v 5 1.5 5
v 7 1.5 5
v 7 1.5 7
v 5 1.5 7
o floor
f 4 3 2 1
o step
f 8 7 6 5
o table
f 12 11 10 9
END
    echo '{"agents": [{"name": "small", "radius": 0.3}, {"name": "large", "radius": 0.6}]}' >in/agents.json
    cp "$data/heightmaps/hills.png" in/level.png
    cp "$data/plans/office.geojson" in/plan.geojson
    cp "$data/grids/ford.map" in/grid.map
    cp "$data/polygons/plaza.mesh" in/plaza.mesh
    printf 'f level.obj\nv 4 7 -1 2\n5 0 5\n7 0 5\n7 0 7\n5 0 7\n' >in/level.gset
    echo '{"points": {"a": [1, 0, 1], "b": [6, 0, 3]}, "required": [{"from": "a", "to": "b", "max_length": 9}]}' >in/routes.json
    for i in 1 2 3; do echo "{\"from\": [1, 0, $i], \"to\": [6, 0, $i]}"; done >in/batch.jsonl
    "$navbake" in/level.obj -q -o in/level.nav --tile-size 5 --export in/level.glb
    cp in/level.nav in/other.nav
    for i in 1 2; do "$navbake" in/level.obj -q -o in/part$i --tile-size 5 --shard $i/2; done
}

# Runs the command of the mode in folder now/. @param 1.. environment variables
run() {
    code=0
    # shellcheck disable=SC2086 # the command is a list of words
    (cd now && ulimit -v "$space" && exec timeout 60 env "$@" $command) >stdout 2>stderr || code=$?
}
# Prints the names of the files in a folder, without the entries of the cache.
names() { (cd "$1" && find . -type f ! -path './cache/??/*' | sort); }
restore() {
    rm -rf now
    cp -R before now
    ln -s ../in now/in
    unchanged=1
}
# Sets "unchanged" if folder now/ has the same files as before the run.
compare_folders() {
    unchanged=
    ! diff -r --no-dereference --exclude=in now before >differences 2>&1 || unchanged=1
}

# Runs the mode twice without failures. Folder after/ gets the outputs, before/ files of the same names with other
# content. The second run replaces these files, as all later runs do; file "counts" gets its numbers of calls. The list
# "varying" gets the outputs that differ between the two runs because they contain times.
prepare_mode() {
    rm -rf before after
    mkdir before
    restore
    run A=
    [ $code = 0 ] || { cat stderr; echo "mode $mode fails without a fault: exit code $code"; exit 1; }
    rm now/in
    mv now after
    cp stdout stdout.after
    names after >files
    while read -r file; do
        mkdir -p "before/${file%/*}"
        echo old >"before/$file"
    done <files
    restore
    run "NAVSPAN_COUNTS=$work/counts" "LD_PRELOAD=$preload"
    [ $code = 0 ] || { cat stderr; echo "mode $mode fails if its outputs exist: exit code $code"; exit 1; }
    varying=
    while read -r file; do
        cmp -s "now/$file" "after/$file" || varying="$varying $file"
    done <files
    cmp -s stdout stdout.after || varying="$varying stdout"
    unchanged=
}

bad() {
    failed=$((failed + 1))
    echo "FAILED $mode $kind:$n: $*"
    [ "$failed_here" ] || sed 's/^/    /;5q' stderr
    failed_here=1
}

# Checks that every output has the new content, except the outputs that contain times.
check_new() {
    while read -r file; do
        case "$varying " in *" $file "*) continue ;; esac
        cmp -s "now/$file" "after/$file" || bad "$1: $file is not the new one"
    done <files
    case "$varying " in *" stdout "*) ;; *) cmp -s stdout stdout.after || bad "$1: other bytes on standard output" ;; esac
}

check_failed_run() {
    documented=$codes
    case $kind in malloc*) documented=1 ;; esac
    case ",$documented," in *,$code,*) ;; *) bad "exit code $code" ;; esac
    lines=$(grep -c '^nav.*: error: ' stderr) || true
    case $lines,$command in 1,* | 2,*--report*) ;; *) bad "$lines lines of error" ;; esac
    ! grep -qv '^nav' stderr || bad "text that is not from the program"
    [ ! "$unchanged" ] || return 0
    if [ -e before/out ] && ! cmp -s now/out before/out; then bad "exit code $code, but out is not the old one"; fi
    while read -r file; do
        case "$varying " in *" $file "*) continue ;; esac
        cmp -s "now/$file" "before/$file" || cmp -s "now/$file" "after/$file" || bad "$file is neither the old nor the new one"
    done <files
}

check_case() {
    failed_here=
    [ "$unchanged" ] || restore
    if [ "$kind" = space ]; then
        space=$((256 * n))
        run LD_TRACE_LOADED_OBJECTS=1 2>shell_messages
        if [ $code = 0 ]; then
            run A=
            space=unlimited
        else
            space=unlimited
            return 0  # the dynamic loader cannot start the program
        fi
    else
        rm -f reached
        run "NAVSPAN_FAULT=$kind:$n" "NAVSPAN_REACHED=$work/reached" "LD_PRELOAD=$preload"
    fi
    compare_folders
    if [ $code = 0 ]; then check_new "exit code 0"; else check_failed_run; fi
    cases=$((cases + 1))
    [ ! "$unchanged" ] || return 0  # the next run was tested by prepare_mode
    # a temporary file remains if the call that removes it fails
    if [ "$kind" != unlink ] && [ "$(names now)" != "$(cat files)" ]; then bad "other files: $(names now | comm -3 - files | tr -d '\n')"; fi
    run A=
    [ $code = 0 ] || bad "exit code $code in the next run"
    check_new "next run"
}

# The number of calls differs between runs with several threads, and some calls at the end of a run are not counted.
# Without --most, the sweep therefore continues after the counted calls until a run does not make call n.
check_kind() {
    count=512
    [ "$kind" = space ] || count=$(sed -n "s/^${kind%+} //p" counts)
    step=1
    [ "$most" = 0 ] || step=$(((count + most - 1) / most))
    n=$((step / 2 + 1))
    while [ "$n" -le "$count" ]; do
        check_case
        n=$((n + step))
    done
    while [ "$most" = 0 ] && [ "$kind" != space ]; do
        check_case
        [ -e reached ] || break
        n=$((n + 1))
    done
}

make_inputs
LD_PRELOAD=$preload NAVSPAN_COUNTS=$work/counts "$navquery" --version >stdout
if [ ! -e counts ]; then
    echo "$preload cannot be loaded into $navquery"
    exit 77
fi
failed=0 all=0
list_modes >modes.txt
while read -r mode codes command <&3; do
    case " ${modes:-$mode} " in *" $mode "*) ;; *) continue ;; esac
    prepare_mode
    cases=0
    for kind in $kinds; do
        check_kind
    done
    all=$((all + cases))
    echo "$mode: $cases runs; calls: $(tr '\n' ' ' <counts)"
done 3<modes.txt
echo "$all runs, $failed failures"
[ $failed = 0 ]
