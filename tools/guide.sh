#!/usr/bin/env bash
# Makes what the guide has of the program's own: pictures, lessons, command line.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/guide.sh [options]

Builds the program and makes again, where they differ: docs/pictures/*.png by their list pictures.json, a page with a
picture for each lesson in docs/lessons, and docs/command-line.md. No display is needed.

  --check        writes nothing, and tells which files are not what the program makes
  --preset P     another preset of CMakePresets.json; default: release
  --help         this text

Exit codes: 0 success; 1 a file is not current; 2 bad usage; 3 the build failed, or no device can be used.
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
# 1: a file is not current, and the others are looked at too.
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
    say "docs/command-line.md is not current"
    status=1
  else
    cp "$page" docs/command-line.md
  fi
fi
exit $status
