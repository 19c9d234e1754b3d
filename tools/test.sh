#!/usr/bin/env bash
# Builds texelscope with its tests and runs them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# A test that cannot run here is skipped with its reason. tests/test_list.json has all reasons that there are, and where they are
# right; so many tests may be skipped for others.
max_skipped=0

usage() {
  cat <<'TEXT'
tools/test.sh [options]

Installs the packages that are missing, builds, and runs the tests: compute library, renderer, program, the window under
Xvfb, the architecture (include directions, headers alone, file length) and the installed package.

  --preset P     release (default), dev, cpu-only, werror, asan or tsan
  --filter R     only tests whose name matches the regular expression R
  --jobs N       tests at once; default: three for two processors
  --no-install   never install packages
  --help         this text

What must be tested is a list: the tests that the sources declare, on each device, and tests/test_list.json. "not
tested" says what is missing here, such as a device, Python or a display. The last line is "N passed, N failed, N skipped". Exit
codes: 0 all that can be tested here passed; 1 a test failed, none was selected, one of the list is missing, one ran that it does
not have, or one was skipped for want of something that is there, or for a reason that is none of the list; 2 bad usage; 3
packages are missing or the build failed.
TEXT
}

# Tests of the window wait more than they compute.
preset=release filter= jobs=$(($(nproc) * 3 / 2))
parse_options "--no-install" "--preset --filter --jobs" "$@"

install_packages required build run
install_packages optional test
if pkg-config --atleast-version=3.4 glfw3; then
  install_packages optional wayland
fi
build "$preset" all

# A display of the tests' own, so that none opens a window on the user's.
display=()
if command -v xvfb-run >/dev/null && command -v Xvfb >/dev/null && command -v xauth >/dev/null; then
  display=(xvfb-run --auto-servernum --server-args="-screen 0 1280x1024x24 -nolisten tcp")
fi

results=$root/build/$preset/test_results.xml
log=$root/build/$preset/test_log.txt
devices=$root/build/$preset/test_devices.json
# Tests are listed anew, for the devices that there are now.
rm -f "$results" "$root/build/$preset/tests/"*_tests.cmake
"$root/build/$preset/bin/texelscope" devices --json >"$devices" || fail 3 "texelscope devices failed, see above"
say "running the tests of build/$preset"
status=0
(cd "$root" && "${display[@]}" ctest --preset "$preset" --parallel "$jobs" --output-junit "$results" --test-output-size-passed 65536 ${filter:+--tests-regex "$filter"}) >"$log" 2>&1 ||
  status=$?
python3 "$root/tools/summarize_tests.py" "$results" --log "$log" --devices "$devices" --max-skipped "$max_skipped" \
  --ctest-status "$status" --filter "$filter"
