#!/usr/bin/env bash
# Builds texelscope and its tests, and runs the tests.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# A test that cannot run here is skipped with a reason. tests/test_list.json lists all valid reasons and their conditions; this
# many tests may be skipped for other reasons.
max_skipped=0

usage() {
  cat <<'TEXT'
tools/test.sh [options]

Installs missing packages, builds, and runs the tests: compute library, renderer, program, the window under
Xvfb, the architecture (include directions, headers alone, file length) and the installed package.

  --preset P     release (default), dev, cpu-only, werror, asan or tsan
  --filter R     run only tests whose name matches the regular expression R
  --jobs N       number of concurrent tests (default: 1.5 per processor)
  --no-install   never install packages
  --help         print this text

The required tests are those that the sources declare, on each device, and those in tests/test_list.json. "not tested"
lists what is missing here, such as a device, Python or a display. The last line is "N passed, N failed, N skipped".
Exit codes: 0 everything that can be tested here passed; 1 a test failed, no test was selected, a required test is missing,
an unlisted test ran, or a test was skipped although its requirements are met, or for an unlisted reason; 2 invalid usage;
3 missing packages or a failed build.
TEXT
}

# Window tests wait more than they compute.
preset=release filter= jobs=$(($(nproc) * 3 / 2))
parse_options "--no-install" "--preset --filter --jobs" "$@"

install_packages required build run
install_packages optional python test
if pkg-config --atleast-version=3.4 glfw3; then
  install_packages optional wayland
fi
build "$preset" all

# A separate display, so that no test opens a window on the user's display.
display=()
if command -v xvfb-run >/dev/null && command -v Xvfb >/dev/null && command -v xauth >/dev/null; then
  display=(xvfb-run --auto-servernum --server-args="-screen 0 1280x1024x24 -nolisten tcp")
fi

results=$root/build/$preset/test_results.xml
log=$root/build/$preset/test_log.txt
devices=$root/build/$preset/test_devices.json
# Forces a new test discovery, for the devices that are present now.
rm -f "$results" "$root/build/$preset/tests/"*_tests.cmake
"$root/build/$preset/bin/texelscope" devices --json >"$devices" || fail 3 "the command 'texelscope devices --json' failed; see above"
say "running the tests of build/$preset"
# Tests run concurrently, so one thread each of Mesa's software rasterizer is enough; more cost window tests another 14 % of
# processor time.
export LP_NUM_THREADS=${LP_NUM_THREADS:-1}
# A filter selects tests, not suites.
if [ -z "$filter" ]; then
  export TEXELSCOPE_TEST_SUITES=1
fi
status=0
(cd "$root" && "${display[@]}" ctest --preset "$preset" --parallel "$jobs" --output-junit "$results" --test-output-size-passed 1000000 --test-output-size-failed 1000000 ${filter:+--tests-regex "$filter"}) >"$log" 2>&1 ||
  status=$?
python3 "$root/tools/summarize_tests.py" "$results" --log "$log" --devices "$devices" --max-skipped "$max_skipped" \
  --ctest-status "$status" --filter "$filter"
