#!/bin/sh
# Takes screenshots of the pages of two levels with `chromium --headless --screenshot`. Fails if the level is
# missing in any screenshot.
# Usage: headless.sh BUILD [COUNT]. COUNT is the number of screenshots per level, by default 20. Exit code 77: skipped.
set -eu
build=$(cd "$1" && pwd)
count=${2:-20}
cd "$(dirname "$0")/../.."
command -v chromium >/dev/null 2>&1 || {
    echo "SKIPPED: chromium is not installed; install it to test screenshots of the viewer"
    exit 77
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# shot PAGE PICTURE: takes a screenshot
shot() {
    rm -f "$2"
    timeout 120 chromium --headless --no-sandbox --window-size=1000,700 --user-data-dir="$folder/profile" --screenshot="$2" \
        "file://$1" >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
}

for level in courtyard tower; do
    page=$folder/$level.html
    "$build/tools/navbake" "data/scenes/$level.obj" -q -o "$folder/$level.nav" --html "$page" --viewer-wasm none
    # The baseline is a screenshot with a hidden canvas. A screenshot that shows the level is at least 1.5 times as large.
    sed 's/<canvas /<canvas style="visibility: hidden" /' "$page" >"$folder/blank.html"
    shot "$folder/blank.html" "$folder/blank.png"
    blank=$(wc -c <"$folder/blank.png")
    shown=0
    for i in $(seq "$count"); do
        shot "$page" "$folder/shot.png"
        [ "$(wc -c <"$folder/shot.png")" -lt $((3 * blank / 2)) ] || shown=$((shown + 1))
    done
    echo "$level: $shown of $count screenshots show the level"
    [ "$shown" -eq "$count" ] || exit 1
done
