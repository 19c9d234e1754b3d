#!/usr/bin/env bash
# Generates the reference of the libraries' public names.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/api_reference.sh [options]

Generates out/api/html/index.html from the headers in gpu/include and app/compare/include with Doxygen. Undocumented public
names are errors.

  --out DIR      output folder (default: out/api)
  --check        only check for undocumented names
  --help         print this text

Exit codes: 0 success; 1 an undocumented name or an invalid comment; 2 invalid usage; 3 doxygen is missing.
TEXT
}

out=$root/out/api html=YES
parse_options "--check" "--out" "$@"
out=$(realpath --canonicalize-missing "$out")
[[ $check == no ]] || html=NO
command -v doxygen >/dev/null || fail 3 "doxygen is missing; install the package doxygen"

# Filters all headers together: Doxygen itself would start the filter twice per header.
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
[[ $html == YES ]] || out=$sources/out
mkdir -p "$out"
cd "$root"
for folder in gpu/include app/compare/include; do
  python3 -B tools/api_reference/filter.py "$folder" "$sources/$folder"
done
cp --parents gpu/DESIGN.md assets/icon/texelscope_48.png "$sources"
# Doxygen checks nothing without an output format; XML is the fastest.
configuration=$(cat tools/api_reference/Doxyfile)
configuration+=$'\n'"OUTPUT_DIRECTORY = $out"$'\n'"GENERATE_HTML = $html"
[[ $html == YES ]] || configuration+=$'\n'"GENERATE_XML = YES"$'\n'"XML_PROGRAMLISTING = NO"
if [[ $html == YES ]]; then
  configuration+=$'\n'"PROJECT_NUMBER = $(sed -n 's/^project(texelscope VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"
fi
cd "$sources"
status=0
doxygen - <<<"$configuration" 2>errors.txt || status=$?
# Shows paths relative to the source tree.
sed "s|$sources/||g" errors.txt >&2
((status == 0)) || fail 1 "see above; document each name, or fix its comment"
[[ $html == NO ]] || say "$out/html/index.html"
