#!/usr/bin/env bash
# Invalid options of the scripts in tools/ print one line and exit with code 2; --help exits with code 0.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
failures=0

# expect CODE TEXT COMMAND…: checks the exit code, and that the output contains the text.
expect() {
  local code=$1 text=$2 output status=0
  shift 2
  output=$("$@" </dev/null 2>&1) || status=$?
  if [[ $status != "$code" || $output != *"$text"* ]]; then
    echo "$*: code $status instead of $code, or no '$text' in: $output"
    failures=$((failures + 1))
  fi
}

for script in run test; do
  expect 0 "--preset" "$root/tools/$script.sh" --help
  expect 2 "texelscope: error: unknown option '--nonsense'" "$root/tools/$script.sh" --nonsense
  expect 2 "unknown preset 'nonsense'; use one of release" "$root/tools/$script.sh" --no-install --preset nonsense
  expect 2 "--preset needs" "$root/tools/$script.sh" --preset
done
expect 0 "--check" "$root/tools/guide.sh" --help
expect 2 "unknown option '--nonsense'" "$root/tools/guide.sh" --nonsense
expect 0 "--gate" "$root/tools/gates.sh" --help
expect 0 "--suite" "$root/tools/check_package.sh" --help
expect 2 "unknown option '--nonsense'" "$root/tools/check_package.sh" --nonsense
expect 2 "--base needs a value" "$root/tools/check_package.sh" --base
expect 0 "SUITE" "$root/tools/check_distribution.sh" --help
expect 2 "SUITE is missing" "$root/tools/check_distribution.sh"
expect 2 "--out needs a value" "$root/tools/check_distribution.sh" bookworm --out
expect 0 "--check" "$root/tools/api_reference.sh" --help
expect 2 "unknown option '--nonsense'" "$root/tools/api_reference.sh" --nonsense
expect 0 "READER" "$root/tools/fuzz.sh" --help
expect 2 "SECONDS is missing" "$root/tools/fuzz.sh"
expect 2 "SECONDS is missing" "$root/tools/fuzz.sh" png
expect 2 "unknown reader 'nonsense'; use one of accesses" "$root/tools/fuzz.sh" 1 nonsense
expect 2 "unknown gate 'nonsense'" "$root/tools/gates.sh" --gate nonsense
exit $((failures > 0))
