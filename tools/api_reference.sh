#!/usr/bin/env bash
# Makes the reference of the libraries' public names.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/api_reference.sh [options]

Makes out/api/html/index.html from the headers in gpu/include and app/compare/include with Doxygen. A public name that
no comment tells is an error.

  --out DIR      the folder to write; default: out/api
  --check        only looks for names that no comment tells
  --help         this text

Exit codes: 0 success; 1 a name is not told, or a comment is wrong; 2 bad usage; 3 there is no doxygen.
TEXT
}

out=$root/out/api html=YES
parse_options "--check" "--out" "$@"
out=$(realpath --canonicalize-missing "$out")
[[ $check == no ]] || html=NO
command -v doxygen >/dev/null || fail 3 "no doxygen; install the package of that name"

# All headers at once: Doxygen itself would start its filter twice for each.
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
[[ $html == YES ]] || out=$sources/out
mkdir -p "$out"
cd "$root"
for folder in gpu/include app/compare/include; do
  python3 -B tools/api_reference/filter.py "$folder" "$sources/$folder"
done
cp --parents gpu/DESIGN.md assets/icon/texelscope_48.png "$sources"
# Without an output it looks at nothing; XML is the quickest.
configuration=$(cat tools/api_reference/Doxyfile)
configuration+=$'\n'"OUTPUT_DIRECTORY = $out"$'\n'"GENERATE_HTML = $html"
[[ $html == YES ]] || configuration+=$'\n'"GENERATE_XML = YES"$'\n'"XML_PROGRAMLISTING = NO"
if [[ $html == YES ]]; then
  configuration+=$'\n'"PROJECT_NUMBER = $(sed -n 's/^project(texelscope VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)"
fi
cd "$sources"
status=0
doxygen - <<<"$configuration" 2>errors.txt || status=$?
# By their names in the tree.
sed "s|$sources/||g" errors.txt >&2
((status == 0)) || fail 1 "see above: write a comment above each name, or mend the one that is there"
[[ $html == NO ]] || say "$out/html/index.html"
