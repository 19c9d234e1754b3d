#!/usr/bin/env bash
# Builds and runs texelscope.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/run.sh [options] [-- arguments of texelscope]

Installs missing packages, builds the program and the Python module, and opens the window. Without a display, renders
every scene to out/*.png instead, with a contact sheet, and prints the paths.

  --no-launch    build only
  --cpu-only     build without CUDA, even if nvcc is found (preset cpu-only)
  --preset P     preset of CMakePresets.json (default: release)
  --no-install   never install packages
  --help         print this text

Exit codes: 0 success; 2 invalid usage; 3 missing packages, a failed build, or no usable device.
TEXT
}

preset=release arguments=()
parse_options "--no-launch --cpu-only --no-install" "--preset" "$@"
[[ $cpu_only == no ]] || preset=cpu-only

install_packages required build run
install_packages optional python
build "$preset" texelscope contact_sheet python_module
program=$root/build/$preset/bin/texelscope

if [[ $no_launch == yes ]]; then
  say "built $program"
elif ((${#arguments[@]})); then
  exec "$program" "${arguments[@]}"
elif has_display; then
  exec "$program" explore
else
  say "no display: rendering every scene to out/"
  mkdir -p "$root/out"
  sheet=()
  # Chosen once, so that the note about the choice is not repeated for every scene.
  device=$("$program" devices --json | python3 -c 'import json, sys
print(next(device["id"] for device in json.load(sys.stdin)["devices"] if device["is_available"]))')
  say "device $device"
  while IFS=$'\t' read -r scene title frame; do
    file=$root/out/$scene.png
    "$program" render "$scene" --device "$device" --frame "$frame" --size 960x640 --out "$file"
    say "$file"
    sheet+=("$file=$title")
  done < <("$program" scenes --json | python3 "$root/tools/list_scenes.py")
  ((${#sheet[@]})) || fail 3 "the program lists no scenes"
  "$root/build/$preset/bin/contact_sheet" "$root/out/contact_sheet.png" "${sheet[@]}"
  say "$root/out/contact_sheet.png"
fi
