#!/usr/bin/env bash
# Builds the fuzzers and runs them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/fuzz.sh [options] SECONDS [READER…]

Fuzzes each reader of untrusted input with libFuzzer, for SECONDS each, on one processor, under AddressSanitizer and
UndefinedBehaviorSanitizer. READERs are the folders of tests/fuzz/corpus (default: all). Prints a table of the inputs tried,
the code edges covered, and the findings. Failing inputs are written to build/fuzz/found/READER; once the cause is fixed,
move them to tests/fuzz/corpus/READER, where the tests run them again. Requires clang-16 and libclang-rt-16-dev.

  --no-build     use the existing build
  --no-install   never install packages
  --help         print this text

Exit codes: 0 no findings; 1 findings; 2 invalid usage; 3 missing packages or a failed build.
TEXT
}

files=()
parse_options "--no-build --no-install" "" "$@"
[[ ${files[0]:-} =~ ^[1-9][0-9]{0,5}$ ]] || fail 2 "SECONDS is missing; see tools/fuzz.sh --help"
seconds=${files[0]}
corpora=$root/tests/fuzz/corpus
readers=("${files[@]:1}")
((${#readers[@]})) || mapfile -t readers < <(ls "$corpora")
for reader in "${readers[@]}"; do
  [[ -d $corpora/$reader ]] || fail 2 "unknown reader '$reader'; use one of $(ls "$corpora" | paste -sd ' ')"
done

if [[ $no_build == no ]]; then
  install_packages required build fuzz
  build fuzz texelscope_fuzz >&2
fi
program=$root/build/fuzz/bin/texelscope_fuzz

# Limits per input: 10 s and this much memory, including the overhead of the sanitizers.
limits=(-timeout=10 -report_slow_units=60 -rss_limit_mb=2048 -malloc_limit_mb=512 -max_len=65536)
# Files in memory make a reader ten times as fast.
[[ ! -w /dev/shm ]] || export TMPDIR=/dev/shm
status=0
printf '%-16s %12s %10s  %s\n' reader inputs edges findings
for reader in "${readers[@]}"; do
  made=$root/build/fuzz/inputs/$reader found=$root/build/fuzz/found/$reader log=$root/build/fuzz/$reader.log
  rm -rf "$found"
  mkdir -p "$made" "$found"
  words=() code=0
  [[ ! -f $corpora/../$reader.dict ]] || words=("-dict=$corpora/../$reader.dict")
  # New inputs are saved in the first folder, and the next run starts from them.
  TEXELSCOPE_FUZZ_TARGET=$reader nice -n 19 "$program" "${limits[@]}" "${words[@]}" -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="$found/" "$made" "$corpora/$reader" >"$log" 2>&1 || code=$?
  inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  places=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
  names=$(ls "$found")
  [[ -n $inputs ]] || names=${names:-"does not run; see build/fuzz/$reader.log"}
  # A leak that is found at exit, or a signal, leaves no input file.
  ((code == 0)) || names=${names:-"exited with code $code; see build/fuzz/$reader.log"}
  [[ -z $names ]] || status=1
  printf '%-16s %12s %10s  %s\n' "$reader" "${inputs:--}" "${places:--}" "${names:-none}"
done
exit "$status"
