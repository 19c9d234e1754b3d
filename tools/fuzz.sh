#!/usr/bin/env bash
# Builds the fuzzers and runs them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/fuzz.sh [options] SECONDS [READER…]

Tries each reader of what strangers write on inputs that libFuzzer makes, for SECONDS each, on one processor, watched by
AddressSanitizer and UndefinedBehaviorSanitizer. READERs are the folders of tests/fuzz/corpus; without any, all of them.
Prints a table: inputs tried, places in the code that they reach, what was found. An input that is found lies in
build/fuzz/found/READER: once its cause is mended, it belongs in tests/fuzz/corpus/READER, where the tests try it again.
Needs clang-16 and libclang-rt-16-dev.

  --no-build     take the build as it is
  --no-install   never install packages
  --help         this text

Exit codes: 0 nothing was found; 1 something was; 2 bad usage; 3 packages are missing or the build failed.
TEXT
}

files=()
parse_options "--no-build --no-install" "" "$@"
[[ ${files[0]:-} =~ ^[1-9][0-9]{0,5}$ ]] || fail 2 "how many seconds? tools/fuzz.sh --help tells"
seconds=${files[0]}
corpora=$root/tests/fuzz/corpus
readers=("${files[@]:1}")
((${#readers[@]})) || mapfile -t readers < <(ls "$corpora")
for reader in "${readers[@]}"; do
  [[ -d $corpora/$reader ]] || fail 2 "there is no reader '$reader'; there are $(ls "$corpora" | paste -sd ' ')"
done

if [[ $no_build == no ]]; then
  install_packages required build fuzz
  build fuzz texelscope_fuzz >&2
fi
program=$root/build/fuzz/bin/texelscope_fuzz

# An input is to take no longer than 10 s and no more memory than this, with all that sanitizers add.
limits=(-timeout=10 -report_slow_units=60 -rss_limit_mb=2048 -malloc_limit_mb=512 -max_len=65536)
# Where files are memory, a reader is tried ten times as often.
[[ ! -w /dev/shm ]] || export TMPDIR=/dev/shm
status=0
printf '%-16s %12s %10s  %s\n' reader inputs places found
for reader in "${readers[@]}"; do
  made=$root/build/fuzz/inputs/$reader found=$root/build/fuzz/found/$reader log=$root/build/fuzz/$reader.log
  rm -rf "$found"
  mkdir -p "$made" "$found"
  words=() code=0
  [[ ! -f $corpora/../$reader.dict ]] || words=("-dict=$corpora/../$reader.dict")
  # What it makes is kept in the first folder, and begun with the next time.
  TEXELSCOPE_FUZZ_TARGET=$reader nice -n 19 "$program" "${limits[@]}" "${words[@]}" -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="$found/" "$made" "$corpora/$reader" >"$log" 2>&1 || code=$?
  inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  places=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
  names=$(ls "$found")
  [[ -n $inputs ]] || names=${names:-"it does not run, see build/fuzz/$reader.log"}
  # A leak at its end, or a signal, leaves no input.
  ((code == 0)) || names=${names:-"it ended with $code, see build/fuzz/$reader.log"}
  [[ -z $names ]] || status=1
  printf '%-16s %12s %10s  %s\n' "$reader" "${inputs:--}" "${places:--}" "${names:-nothing}"
done
exit "$status"
