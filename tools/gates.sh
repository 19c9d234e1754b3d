#!/usr/bin/env bash
# Runs the measurement gates, and prints a table: gate, figure, target, met or not.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/gates.sh [options]

Builds, and runs every gate in tools/gates/. A gate whose prerequisites are missing reports why it did not run.

  --preset P     the build to measure (default: release)
  --gate NAME    run only this gate; repeatable
  --list         list the gates
  --json         print a JSON object per figure instead of a table
  --no-build     use the existing build
  --help         print this text

Exit codes: 0 every gate that ran is met; 1 a gate is not met; 2 invalid usage; 3 the build failed.
TEXT
}

preset=release gate=()
parse_options "--list --json --no-build" "--preset --gate" "$@"
options=("${gate[@]/#/--gate=}")
for flag in list json; do
  [[ ${!flag} == no ]] || options+=("--$flag")
done
python3 -B "$root/tools/gate_runner.py" --check-names "${options[@]}"
if [[ $no_build == no ]]; then
  build "$preset" texelscope texelscope_dev texelscope_compare_program contact_sheet >&2
fi
exec python3 -B "$root/tools/gate_runner.py" --preset "$preset" "${options[@]}"
