#!/usr/bin/env bash
# Checks the formatting of all sources, and runs clang-tidy over the build without CUDA.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/lint.sh [options] [files]

Checks the files (default: all sources). Requires clang-format-16 and clang-tidy-16.

  --fix        format the files instead of reporting them
  --format     check only the formatting
  --help       print this text

Exit codes: 0 clean; 1 problems found; 2 invalid usage; 3 a tool is missing.
TEXT
}

files=()
parse_options "--fix --format" "" "$@"
for tool in clang-format-16 clang-tidy-16; do
  command -v "$tool" >/dev/null || fail 3 "$tool is missing; install the package $tool"
done

((${#files[@]} == 0)) || mapfile -t files < <(realpath --relative-to="$root" "${files[@]}")
cd "$root"
if ((${#files[@]} == 0)); then
  mapfile -t files < <(find examples gpu render app tests tools -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.cu' \) | sort)
fi

status=0
if [[ $fix == yes ]]; then
  printf '%s\0' "${files[@]}" | xargs -0 clang-format-16 -i
else
  printf '%s\0' "${files[@]}" | xargs -0 clang-format-16 --dry-run -Werror || status=1
fi

if [[ $format == no ]]; then
  # clang cannot use the commands of nvcc or the precompiled headers of g++, so the build without both is checked. Its generated
  # headers must exist.
  build werror all
  printf '%s\n' "${files[@]}" | grep -E '\.(cpp|cu)$' | grep -v '^examples/cuda_runtime/\|^gpu/cuda/\|^tests/gpu/cuda/\|^tests/package/' |
    xargs -P "$(nproc)" -n 4 clang-tidy-16 -p build/werror --quiet --extra-arg-before=-xc++ 2> >(grep -v 'warnings generated\|^Suppressed\|^Use -header-filter' >&2) ||
    status=1
fi
((status == 0)) && say "clean: ${#files[@]} files"
exit $status
