# Sourced by the other scripts: installs the packages that a build needs. Prints nothing if no package is missing.

# ensure_packages NAME...: installs the Debian packages that are missing
ensure_packages() {
    missing=""
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "these packages are missing, and there is no apt-get to install them:$missing" >&2
        return 1
    fi
    as_root=""
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 || {
            echo "these packages are missing; run this as root once, or install them yourself:$missing" >&2
            return 1
        }
        as_root="sudo"
    fi
    echo "installing:$missing"
    log=$(mktemp)
    if ! { $as_root apt-get update && DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y --no-install-recommends $missing; } \
        >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# quietly LABEL COMMAND...: runs the command and shows its output only if it fails
quietly() {
    label=$1
    shift
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1 </dev/null; then
        echo "$label failed:" >&2
        grep -E 'error|Error|FAILED|failed' "$log" | head -n 20 >&2
        tail -n 25 "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# show_build LABEL COMMAND...: runs a ninja build and shows its progress and, if it fails, its errors. On a terminal, one line
# counts the steps. Otherwise, prints a line after each fifth of the steps.
show_build() {
    label=$1
    shift
    log=$(mktemp)
    [ -t 1 ] && terminal=1 || terminal=0
    fifths=0 drawn=0
    { "$@" 2>&1 </dev/null && echo "done" >"$log.status" || true; } | {
        while IFS= read -r line; do
            printf '%s\n' "$line" >>"$log"
            step=${line%%]*}
            case $line in
                *Re-checking* | *Re-running*) continue ;;
                "["[0-9]*/[0-9]*"] "*) step=${step#[} ;;
                *) continue ;;
            esac
            if [ "$terminal" = 1 ]; then
                printf '\r%s [%s]' "$label" "$step"
                drawn=1
            elif [ $((5 * ${step%/*} / ${step#*/})) -gt "$fifths" ]; then
                fifths=$((5 * ${step%/*} / ${step#*/}))
                echo "$label: $((20 * fifths)) %"
            fi
        done
        [ "$terminal$drawn" != 11 ] || echo
    }
    if [ ! -f "$log.status" ]; then
        echo "$label failed:" >&2
        grep -E 'error|Error|FAILED|failed' "$log" | head -n 20 >&2
        tail -n 25 "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log" "$log.status"
}

BUILD_PACKAGES="g++ cmake ninja-build nlohmann-json3-dev libtinyobjloader-dev libstb-dev libcli11-dev"
TEST_PACKAGES="libgtest-dev librecast-dev libexpat1-dev"
