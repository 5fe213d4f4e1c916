#!/bin/sh
# Tests .ci/check_parameters.sh: renames a parameter of a public function but not in its comment, and checks that the old name is
# reported.
# Usage: wrong_parameter.sh SOURCE_DIR
set -eu
cd "$1"
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R src include tools tests "$copy"
sh .ci/check_parameters.sh "$copy"
header=include/navspan/core/file.h
sed '/\/\/\//!s/\<path\>/renamed/g' "$header" >"$copy/$header"
if reported=$(sh .ci/check_parameters.sh "$copy"); then
    echo "$header: a wrong parameter is not reported"
    exit 1
fi
case $reported in
"$header:"*": \\p path is not a parameter or member of the declaration below the comment") ;;
*) printf '%s: a wrong parameter is reported as\n%s\n' "$header" "$reported"; exit 1 ;;
esac
