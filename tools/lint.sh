#!/usr/bin/env bash
# Checks the format of all sources, and runs clang-tidy over the build without CUDA.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/lint.sh [options] [files]

Needs clang-format-16 and clang-tidy-16. Without files, all sources of the project.

  --fix        formats the files instead of complaining
  --format     only the format
  --help       this text

Exit codes: 0 clean; 1 something to mend; 2 bad usage; 3 a tool is missing.
TEXT
}

files=()
parse_options "--fix --format" "" "$@"
for tool in clang-format-16 clang-tidy-16; do
  command -v "$tool" >/dev/null || fail 3 "no $tool; install the package of that name"
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
  # nvcc's commands mean nothing to clang, nor do g++'s precompiled headers: the build without both is looked at. Its generated
  # headers must be there.
  build werror all
  printf '%s\n' "${files[@]}" | grep -E '\.(cpp|cu)$' | grep -v '^examples/cuda_runtime/\|^gpu/cuda/\|^tests/gpu/cuda/\|^tests/package/' |
    xargs -P "$(nproc)" -n 4 clang-tidy-16 -p build/werror --quiet --extra-arg-before=-xc++ 2> >(grep -v 'warnings generated\|^Suppressed\|^Use -header-filter' >&2) ||
    status=1
fi
((status == 0)) && say "clean: ${#files[@]} files"
exit $status
