#!/usr/bin/env bash
# Tests the steps of a new user on a bare system of a distribution.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/check_distribution.sh [options] SUITE

Creates a bare system of SUITE (bookworm, trixie, sid, or another one that debootstrap supports), clones the last commit there,
runs the two commands of the README as a user with sudo, and, as root, the tests that depend on permissions. Then opens the
window under Xvfb with each renderer, renders every scene, replays the conformance corpus, builds the package and tests it on a
second bare system (tools/check_package.sh). Requires root, debootstrap, network access, 20 GB, and one to two hours on two cores.

  --out DIR      folder for logs, images, checksums and the package (default: out/SUITE). checksums.txt is the same on
                 every distribution
  --base F.tar   cache the bare system in this file, and reuse it if it exists
  --keep DIR     create the bare system in DIR, which must not exist, and keep it for inspection: chroot DIR/system
  --mirror URL   Debian archive (default: the one that apt uses here)
  --help         print this text

Ends with a table: step, minutes, result. Exit codes: 0 success; 1 a step failed; 2 invalid usage; 3 cannot be tested here.
TEXT
}

out= base= keep= mirror= files=()
given=("$@")
parse_options "" "--out --base --keep --mirror" "$@"
((${#files[@]} == 1)) || fail 2 "SUITE is missing; see tools/check_distribution.sh --help"
suite=${files[0]}
[[ $(id -u) == 0 ]] || fail 3 "creating a bare system requires root; use sudo"
for tool in debootstrap chroot unshare git; do
  command -v "$tool" >/dev/null || fail 3 "$tool is missing; install debootstrap, coreutils, util-linux and git"
done
# Mounts in a separate namespace disappear with it, however the script ends.
if [[ ${TEXELSCOPE_OWN_MOUNTS:-} != yes ]]; then
  TEXELSCOPE_OWN_MOUNTS=yes exec unshare --mount --propagation private "$0" "${given[@]}"
fi
unset TEXELSCOPE_OWN_MOUNTS
if [[ -z $mirror ]]; then
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep '/debian/\?$' | head -1)
fi
out=${out:-$root/out/$suite}
mkdir -p "$out"
out=$(realpath "$out")

if [[ -n $keep ]]; then
  mkdir "$keep" || fail 2 "cannot create --keep $keep; create its parent, or specify a folder that does not exist"
  work=$(realpath "$keep")
else
  work=$(mktemp -d)
fi
bare=$work/system
release() {
  umount --lazy "$bare/proc" "$bare/dev" 2>/dev/null || true
  [[ -n $keep ]] || rm -rf --one-file-system "$work"
}
trap release EXIT

table=() has_failed=no
# step TEXT COMMAND…: runs the command with its output in a file of --out, and sets `result` to done or failed. Must not be
# called in a condition, where a failing command does not end a function.
step() {
  local text=$1 begin=$SECONDS log
  result=done
  shift
  log=$out/$(tr -c 'a-z0-9\n' _ <<<"${text,,}").log
  say "$suite: $text …"
  # In the background, a failing command ends the function, not this script.
  ("$@") >"$log" 2>&1 &
  if ! wait $!; then
    result=failed has_failed=yes
    tail -40 "$log" >&2
  fi
  table+=("$(printf '%-44s %7s  %s' "$text" "$(awk -v s=$((SECONDS - begin)) 'BEGIN { printf "%.1f", s / 60 }')" "$result")")
}
# The following steps need the last one.
need() { [[ $result == done ]] || finish; }
finish() {
  printf '\n%-44s %7s  %s\n' "$suite" minutes result
  printf '%s\n' "${table[@]}"
  [[ $has_failed == no ]] && exit 0
  say "logs: $out"
  exit 1
}

as_root() {
  chroot "$bare" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"
}
# Runs in the clone, with the environment of a fresh login.
as_user() { as_root runuser --login user --command "cd texelscope && $1"; }

make_system() {
  mkdir "$bare"
  if [[ -n $base && -f $base ]]; then
    tar -C "$bare" -xf "$base"
  else
    debootstrap --variant=minbase "$suite" "$bare" "$mirror"
    [[ -z $base ]] || tar -C "$bare" -cf "$base" .
  fi
  let_find_packages "$bare"
  # Prevents packages from starting daemons.
  printf '#!/bin/sh\nexit 101\n' >"$bare/usr/sbin/policy-rc.d"
  chmod +x "$bare/usr/sbin/policy-rc.d"
  mount -t proc proc "$bare/proc"
  mount --rbind /dev "$bare/dev"
  as_root apt-get update
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends sudo git ca-certificates
  as_root useradd --create-home --home-dir /srv/user --shell /bin/bash user
  echo 'user ALL=(ALL) NOPASSWD: ALL' >"$bare/etc/sudoers.d/user"
  git -C "$root" bundle create "$bare/srv/user/texelscope.bundle" HEAD
  as_root runuser --login user --command 'git clone --quiet texelscope.bundle texelscope'
}

# The window as the user's own program: saves screenshots of both renderers for inspection.
open_window() {
  local renderer
  for renderer in gl vulkan; do
    as_user "TEXELSCOPE_ASSETS=assets xvfb-run --auto-servernum --server-args='-screen 0 1280x1024x24' build/release/bin/texelscope \
      explore --fresh --lab textures --size 1280x720 --renderer $renderer --frames 60 --screenshot window_$renderer.png"
    cp "$bare/srv/user/texelscope/window_$renderer.png" "$out/"
  done
}

# Identical on every distribution: each scene's frame by both renderers, the corpus results, and chains of layouts.
sum_up() {
  as_user 'export TEXELSCOPE_ASSETS=assets; mkdir sums; for renderer in gl vulkan; do
    build/release/bin/texelscope scenes --json | python3 tools/list_scenes.py | while IFS="$(printf "\t")" read -r scene title frame; do
      build/release/bin/texelscope render $scene --frame $frame --size 480x320 --device cpu --renderer $renderer --out sums/$scene.$renderer.png </dev/null || exit 1
    done || exit 1
  done
  build/release/bin/texelscope conformance --replay tests/golden/texture_corpus.bin --device cpu >sums/conformance.txt || [ $? = 1 ] || exit 1
  tools/check_layouts.py build/release/bin/texelscope --cases 20000 --seed 28 | sed "s/; answered in.*//" >sums/layouts.txt || exit 1
  cd sums && sha256sum *'
  as_user 'cd sums && sha256sum *' >"$out/checksums.txt"
}

make_package() {
  as_user 'cd build/release && cmake --build . && cpack -G DEB -B ../packages'
  cp "$bare"/srv/user/texelscope/build/packages/texelscope_*.deb "$out/"
  as_user 'TEXELSCOPE_ASSETS=assets build/release/bin/texelscope render plasma --frame 3 --device cpu --out frame.png'
  cp "$bare/srv/user/texelscope/frame.png" "$out/"
}

step "a bare system" make_system
need
step "as a user: tools/run.sh" as_user 'tools/run.sh'
need
step "as a user: tools/test.sh" as_user 'tools/test.sh'
as_root apt-get install --yes --no-install-recommends xvfb xauth python3-numpy file dpkg-dev >/dev/null 2>&1 || true
step "the window with OpenGL and Vulkan" open_window
step "checksums" sum_up
step "the package" make_package
if [[ $result == done ]]; then
  step "the package on a bare system" "$root/tools/check_package.sh" --suite "$suite" --package "$(ls -t "$out"/texelscope_*.deb | head -1)" \
    --frame "$out/frame.png" ${base:+--base "$base"}
fi
# Uses the existing build: only the permissions of root make a difference.
as_root chown -R root: /srv/user/texelscope
step "as root: tools/run.sh" as_root bash -c 'cd /srv/user/texelscope && tools/run.sh --no-launch'
need
step "as root: tests of files and scripts" as_root bash -c \
  "cd /srv/user/texelscope && tools/test.sh --filter '^(Writers|WritingActions|File|LoadImage|ReplacementFile|SpawnedProcess|Tools|KernelWorkers)\.'"
finish
