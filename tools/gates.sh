#!/usr/bin/env bash
# Runs the measurements kept as commands, and prints a table: gate, figure, target, met or not.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/gates.sh [options]

Builds, and runs every gate of tools/gates/. A gate whose preconditions are missing says why it did not run.

  --preset P     which build; default: release
  --gate NAME    only this gate; may be given again
  --list         the names of the gates
  --json         a JSON object for each figure instead of the table
  --no-build     take the build as it is
  --help         this text

Exit codes: 0 every gate that ran is met; 1 one is not; 2 bad usage; 3 the build failed.
TEXT
}

preset=release is_built=no arguments=()
while (($#)); do
  case $1 in
    --preset | --gate)
      [[ $# -ge 2 ]] || fail 2 "$1 needs a name"
      if [[ $1 == --preset ]]; then preset=$2; else arguments+=(--gate "$2"); fi
      shift
      ;;
    --list | --json) arguments+=("$1") ;;
    --no-build) is_built=yes ;;
    --help | -h)
      usage
      exit 0
      ;;
    *) fail 2 "unknown option '$1'; tools/gates.sh --help lists them" ;;
  esac
  shift
done
require_preset "$preset"
python3 -B "$root/tools/gate_runner.py" --check-names "${arguments[@]}"
if [[ $is_built == no ]]; then
  build "$preset" texelscope contact_sheet >&2
fi
exec python3 -B "$root/tools/gate_runner.py" --preset "$preset" "${arguments[@]}"
