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

preset=release gate=()
parse_options "--list --json --no-build" "--preset --gate" "$@"
options=("${gate[@]/#/--gate=}")
for flag in list json; do
  [[ ${!flag} == no ]] || options+=("--$flag")
done
python3 -B "$root/tools/gate_runner.py" --check-names "${options[@]}"
if [[ $no_build == no ]]; then
  build "$preset" texelscope texelscope_compare_program contact_sheet >&2
fi
exec python3 -B "$root/tools/gate_runner.py" --preset "$preset" "${options[@]}"
