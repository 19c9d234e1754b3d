#!/usr/bin/env bash
# Regenerates the parts of the guide that the program generates: screenshots, lessons, command line.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/guide.sh [options]

Builds the program and regenerates files that differ: docs/pictures/*.png from their list pictures.json, a page with a
screenshot for each lesson in docs/lessons, docs/command-line.md and docs/instruments.md. Needs no display.

  --check        write nothing, and list the files that are out of date
  --preset P     preset of CMakePresets.json (default: release)
  --help         print this text

Exit codes: 0 success; 1 a file is out of date; 2 invalid usage; 3 a failed build, or no usable device.
TEXT
}

preset=release
parse_options "--check" "--preset" "$@"
build "$preset" texelscope texelscope_dev
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
made=$(mktemp)
trap 'rm -f "$made"' EXIT
for page in "$program docs/command-line.md" "$program-dev docs/instruments.md"; do
  "${page% *}" manual --markdown >"$made"
  if cmp -s "$made" "${page#* }"; then
    continue
  elif [[ $check == yes ]]; then
    say "${page#* } is out of date"
    status=1
  else
    cp "$made" "${page#* }"
  fi
done
exit $status
