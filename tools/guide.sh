#!/usr/bin/env bash
# Regenerates the parts of the guide that the program generates: screenshots, lessons, command line.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/guide.sh [options]

Builds the program and regenerates files that differ: docs/pictures/*.png from their list pictures.json, a page with a
screenshot for each lesson in docs/lessons, and docs/command-line.md. Needs no display.

  --check        write nothing, and list the files that are out of date
  --preset P     preset of CMakePresets.json (default: release)
  --help         print this text

Exit codes: 0 success; 1 a file is out of date; 2 invalid usage; 3 a failed build, or no usable device.
TEXT
}

preset=release
parse_options "--check" "--preset" "$@"
build "$preset" texelscope
program=$root/build/$preset/bin/texelscope
export TEXELSCOPE_ASSETS=$root/assets
cd "$root"

status=0 check_option=()
[[ $check == no ]] || check_option=(--check)
# Code 1 means that a file is out of date; the others are still checked.
renew() {
  "$program" "$@" --device cpu "${check_option[@]}" || status=$?
  ((status < 2)) || exit "$status"
}
renew picture --list docs/pictures/pictures.json
renew lessons handout --format markdown --out docs/lessons
page=$(mktemp)
trap 'rm -f "$page"' EXIT
"$program" manual --markdown >"$page"
if ! cmp -s "$page" docs/command-line.md; then
  if [[ $check == yes ]]; then
    say "docs/command-line.md is out of date"
    status=1
  else
    cp "$page" docs/command-line.md
  fi
fi
exit $status
