#!/usr/bin/env bash
# Tries the Debian packages on a bare system.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/check_package.sh [options]

Builds texelscope_X.Y.Z_amd64.deb and texelscope-compare_X.Y.Z_amd64.deb, looks at them with lintian where that is
installed, makes a bare system with debootstrap, installs each package there by apt-get, tries what it brings, removes it,
and compares the system with what it was. A frame that the installed program renders must be the same bytes as one of the
build. Needs root, debootstrap and the network.

  --preset P     the build; default: release
  --package F    a package that was made before, instead of making one
  --frame F.png  frame 3 of plasma as that package's own build renders it; default: the build's program renders it
  --suite S      the bare system; default: bookworm
  --base F.tar   keeps the bare system in a file, and takes it from there when it exists
  --help         this text

Exit codes: 0 all is right; 1 something is wrong with the package; 2 bad usage; 3 it cannot be tried here.
TEXT
}

preset=release suite=bookworm base= package= frame=
parse_options "" "--preset --package --frame --suite --base" "$@"
[[ $(id -u) == 0 ]] || fail 3 "only root can make a bare system; use sudo"
for tool in debootstrap chroot dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || fail 3 "no $tool; install debootstrap, coreutils and dpkg-dev"
done

work=$(mktemp -d)
bare=$work/system
release() {
  ! mountpoint --quiet "$bare/proc" || umount "$bare/proc"
  rm -rf --one-file-system "$work"
}
trap release EXIT

# step TEXT COMMAND…: runs it, and ends the script with what it printed when it fails.
step() {
  local text=$1
  shift
  "$@" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail 1 "$text: failed, see above"
  }
  say "$text"
}
inside() { chroot "$bare" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/mnt XDG_CACHE_HOME=/mnt LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
# What there is, without what apt and dpkg remember, logs and caches.
list_files() {
  inside find / -xdev \( -path /proc -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \
    -o -path /etc/ld.so.cache -o -path /tmp -o -path /mnt \) -prune -o -print | sort
}

if [[ -z $package ]]; then
  build "$preset" texelscope texelscope_gpu texelscope_compare_program texelscope_compare_library
  (cd "$root/build/$preset" && cpack -G DEB -B "$work/packages" >"$work/log" 2>&1) || {
    cat "$work/log" >&2
    fail 1 "cpack failed, see above"
  }
  package=$(find "$work/packages" -maxdepth 1 -name 'texelscope_*.deb')
fi
# Beside it, of the same version.
compare_package=$(dirname "$package")/texelscope-compare${package##*/texelscope}
say "$(basename "$package"): $(($(stat --format=%s "$package") / 1024)) KiB"
dpkg-deb --info "$package" | sed -n 's/^ \(Depends\|Recommends\|Suggests\|Installed-Size\)/    \1/p'
if command -v lintian >/dev/null; then
  step "lintian finds no error" lintian --fail-on error "$package"
  sed 's/^/    /' "$work/log"
fi

mkdir "$bare"
if [[ -n $base && -f $base ]]; then
  tar -C "$bare" -xf "$base"
else
  step "made a bare $suite" debootstrap --variant=minbase "$suite" "$bare"
  [[ -z $base ]] || tar -C "$bare" -cf "$base" .
fi
let_find_packages "$bare"
mount -t proc proc "$bare/proc"
step "it knows its packages" inside apt-get update
# Which no package takes with it again, and each system has that is not bare.
step "it has man, systemd and /etc/hosts" inside apt-get install --yes --no-install-recommends man-db dbus-user-session netbase
list_files >"$work/before"

# Without the program: a CI needs no more. Its limit is what a CI fetches in a second.
if [[ -f $compare_package ]]; then
  say "$(basename "$compare_package"): $(($(stat --format=%s "$compare_package") / 1024)) KiB"
  [[ $(stat --format=%s "$compare_package") -lt 5000000 ]] || fail 1 "it is larger than 5 MB"
  if command -v lintian >/dev/null; then
    step "lintian finds no error in it" lintian --fail-on error "$compare_package"
  fi
  cp "$compare_package" "$bare/mnt/texelscope-compare.deb"
  mkdir "$bare/mnt/expected" "$bare/mnt/actual"
  cp "$root/assets/photo.png" "$bare/mnt/expected"
  cp "$root/assets/photo.png" "$root/assets/bars.png" "$bare/mnt/actual"
  step "apt-get installs it" inside apt-get install --yes --no-install-recommends /mnt/texelscope-compare.deb
  step "it fails an extra image" inside bash -c '! texelscope-compare /mnt/expected /mnt/actual --report /mnt/report'
  step "with a report" test -s "$bare/mnt/report/index.html"
  step "accepts it" inside texelscope-compare /mnt/expected /mnt/actual --update
  step "and passes" inside texelscope-compare /mnt/expected /mnt/actual --preset visual
  step "man shows its page" inside bash -c "man --warnings texelscope-compare | grep --quiet 'preset'"
  step "apt-get removes it" inside apt-get purge --yes texelscope-compare
  step "and what came with it" inside apt-get autoremove --purge --yes
  list_files >"$work/after"
  comm -13 "$work/before" "$work/after" >"$work/left"
  [[ ! -s $work/left ]] || {
    cat "$work/left" >&2
    fail 1 "these files are left behind"
  }
fi

cp "$package" "$bare/mnt/texelscope.deb"
step "apt-get installs it" inside apt-get install --yes /mnt/texelscope.deb
step "its version" inside texelscope --version
sed 's/^/    /' "$work/log"
step "doctor" inside texelscope doctor
sed 's/^/    /' "$work/log"
if [[ -z $frame ]]; then
  frame=$work/build.png
  "$root/build/$preset/bin/texelscope" render plasma --frame 3 --device cpu --out "$frame" 2>/dev/null
fi
step "a frame by OpenGL" inside texelscope render plasma --frame 3 --out /mnt/gl.png
step "a frame by Vulkan" inside texelscope render plasma --frame 3 --renderer vulkan --out /mnt/vulkan.png
step "a picture of the assets" inside texelscope render image --out /mnt/image.png
for renderer in gl vulkan; do
  step "the frame by $renderer is that of the build" cmp "$frame" "$bare/mnt/$renderer.png"
done
for file in man/man1/texelscope.1.gz applications/texelscope.desktop bash-completion/completions/texelscope \
  zsh/vendor-completions/_texelscope fish/vendor_completions.d/texelscope.fish icons/hicolor/48x48/apps/texelscope.png \
  mime/packages/texelscope.xml doc/texelscope/copyright doc/texelscope/README.md; do
  step "there is /usr/share/$file" test -s "$bare/usr/share/$file"
done
step "man shows the page" inside bash -c "man --warnings texelscope | grep --quiet 'COMMON OPTIONS'"
step "bash completes" inside bash -c '
  source /usr/share/bash-completion/completions/texelscope
  COMP_WORDS=(texelscope render plas) COMP_CWORD=2
  _texelscope texelscope
  [[ ${COMPREPLY[*]} == plasma ]]'

step "apt-get removes it" inside apt-get purge --yes texelscope
# Also what others would like to have beside them.
step "and what came with it" inside apt-get autoremove --purge --yes -o APT::AutoRemove::RecommendsImportant=false \
  -o APT::AutoRemove::SuggestsImportant=false
list_files >"$work/after"
if ! comm -13 "$work/before" "$work/after" >"$work/left" || [[ -s $work/left ]]; then
  cat "$work/left" >&2
  fail 1 "these files are left behind"
fi
say "nothing is left behind"
