#!/usr/bin/env bash
# Tests the Debian packages on a bare system.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

usage() {
  cat <<'TEXT'
tools/check_package.sh [options]

Builds texelscope_X.Y.Z_amd64.deb, texelscope-compare_X.Y.Z_amd64.deb, libtexelscope-texture-unit_X.Y.Z_amd64.deb and libtexelscope-inspect_X.Y.Z_amd64.deb, checks
them with lintian if installed, creates a bare system with debootstrap, and there installs each package with apt-get, tests its contents, removes it, and compares the
system with its original state. A frame that the installed program renders must be byte-identical to that of the build.
Requires root, debootstrap and network access.

  --preset P     the build (default: package)
  --package F    test this package instead of building one
  --frame F.png  frame 3 of plasma, rendered by the build of that package (default: rendered by this build)
  --suite S      suite of the bare system (default: bookworm)
  --base F.tar   cache the bare system in this file, and reuse it if it exists
  --help         print this text

Exit codes: 0 success; 1 a problem with the package; 2 invalid usage; 3 cannot be tested here.
TEXT
}

preset=package suite=bookworm base= package= frame=
parse_options "" "--preset --package --frame --suite --base" "$@"
[[ $(id -u) == 0 ]] || fail 3 "creating a bare system requires root; use sudo"
for tool in debootstrap chroot dpkg-shlibdeps; do
  command -v "$tool" >/dev/null || fail 3 "$tool is missing; install debootstrap, coreutils and dpkg-dev"
done

work=$(mktemp -d)
bare=$work/system
release() {
  ! mountpoint --quiet "$bare/proc" || umount "$bare/proc"
  rm -rf --one-file-system "$work"
}
trap release EXIT

# step TEXT COMMAND…: runs the command; if it fails, prints its output and exits.
step() {
  local text=$1
  shift
  "$@" >"$work/log" 2>&1 || {
    cat "$work/log" >&2
    fail 1 "$text: failed; see above"
  }
  say "$text"
}
inside() { chroot "$bare" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/mnt XDG_CACHE_HOME=/mnt LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
# Lists all files, except the state of apt and dpkg, logs and caches.
list_files() {
  inside find / -xdev \( -path /proc -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \
    -o -path /etc/ld.so.cache -o -path /tmp -o -path /mnt \) -prune -o -print | sort
}

# remove_package NAME OPTION…: removes a package and its dependencies, with these options of apt-get, and finds files that
# are left behind.
remove_package() {
  local name=$1
  shift
  step "apt-get removes $name" inside apt-get purge --yes "$name"
  step "apt-get removes its dependencies" inside apt-get autoremove --purge --yes "$@"
  list_files >"$work/after"
  if ! comm -13 "$work/before" "$work/after" >"$work/left" || [[ -s $work/left ]]; then
    cat "$work/left" >&2
    fail 1 "these files are left behind"
  fi
}

# install_library NAME PACKAGE EXAMPLE PROGRAM: builds the example with the package's files here, because the bare system has no
# compiler, and installs the package there.
install_library() {
  local name=$1 file=$2 example=$3 program=$4
  say "$(basename "$file"): $(($(stat --format=%s "$file") / 1024)) KiB"
  dpkg-deb --info "$file" | sed -n 's/^ \(Depends\|Installed-Size\)/    \1/p'
  if command -v lintian >/dev/null; then
    step "lintian finds no errors in $name" lintian --fail-on error "$file"
  fi
  dpkg-deb --extract "$file" "$work/$name"
  step "a project finds the extracted package" cmake -S "$root/examples/$example" -B "$work/$example" \
    -D CMAKE_PREFIX_PATH="$work/$name/usr" -D CMAKE_BUILD_TYPE=Release
  step "the project builds" cmake --build "$work/$example"
  cp "$file" "$bare/mnt/$name.deb"
  cp "$work/$example/$program" "$bare/mnt"
  step "apt-get installs $name" inside apt-get install --yes --no-install-recommends "/mnt/$name.deb"
}

if [[ -z $package ]]; then
  build "$preset" texelscope texelscope_gpu texelscope_compare_program texelscope_compare_library texelscope_texture_unit texelscope_inspect
  (cd "$root/build/$preset" && cpack -G DEB -B "$work/packages" >"$work/log" 2>&1) || {
    cat "$work/log" >&2
    fail 1 "cpack failed; see above"
  }
  package=$(find "$work/packages" -maxdepth 1 -name 'texelscope_*.deb')
fi
# The other packages are in the same folder, and have the same version.
compare_package=$(dirname "$package")/texelscope-compare${package##*/texelscope}
inspect_package=$(dirname "$package")/libtexelscope-inspect${package##*/texelscope}
unit_package=$(dirname "$package")/libtexelscope-texture-unit${package##*/texelscope}
say "$(basename "$package"): $(($(stat --format=%s "$package") / 1024)) KiB"
dpkg-deb --info "$package" | sed -n 's/^ \(Depends\|Recommends\|Suggests\|Installed-Size\)/    \1/p'
if command -v lintian >/dev/null; then
  step "lintian finds no errors" lintian --fail-on error "$package"
  sed 's/^/    /' "$work/log"
fi

mkdir "$bare"
if [[ -n $base && -f $base ]]; then
  tar -C "$bare" -xf "$base"
else
  step "created a bare $suite" debootstrap --variant=minbase "$suite" "$bare"
  [[ -z $base ]] || tar -C "$bare" -cf "$base" .
fi
let_find_packages "$bare"
mount -t proc proc "$bare/proc"
step "apt-get update" inside apt-get update
# These packages are not removed with any other package, and are present on every system that is not bare.
step "installed man, systemd and /etc/hosts" inside apt-get install --yes --no-install-recommends man-db dbus-user-session netbase
list_files >"$work/before"

# The package without the window, for CI. The size limit is what a CI machine downloads in one second.
if [[ -f $compare_package ]]; then
  say "$(basename "$compare_package"): $(($(stat --format=%s "$compare_package") / 1024)) KiB"
  [[ $(stat --format=%s "$compare_package") -lt 5000000 ]] || fail 1 "the package is larger than 5 MB"
  if command -v lintian >/dev/null; then
    step "lintian finds no errors in texelscope-compare" lintian --fail-on error "$compare_package"
  fi
  cp "$compare_package" "$bare/mnt/texelscope-compare.deb"
  mkdir "$bare/mnt/expected" "$bare/mnt/actual"
  cp "$root/assets/photo.png" "$bare/mnt/expected"
  cp "$root/assets/photo.png" "$root/assets/bars.png" "$bare/mnt/actual"
  step "apt-get installs texelscope-compare" inside apt-get install --yes --no-install-recommends /mnt/texelscope-compare.deb
  step "an extra image fails the comparison" inside bash -c '! texelscope-compare /mnt/expected /mnt/actual --report /mnt/report'
  step "the comparison writes a report" test -s "$bare/mnt/report/index.html"
  step "--update accepts the image" inside texelscope-compare /mnt/expected /mnt/actual --update
  step "the comparison then passes" inside texelscope-compare /mnt/expected /mnt/actual --preset visual
  step "man shows the manual page of compare" inside bash -c "man --warnings texelscope-compare | grep --quiet 'preset'"
  remove_package texelscope-compare
fi

# The C library.
if [[ -f $unit_package ]]; then
  install_library libtexelscope-texture-unit "$unit_package" texture_unit_c magnify_in_c
  step "the example runs with the installed library" inside /mnt/magnify_in_c /mnt/magnified.ppm
  "$work/texture_unit_c/magnify_in_c" "$work/magnified.ppm" >/dev/null
  step "it draws the same picture as here" cmp "$work/magnified.ppm" "$bare/mnt/magnified.ppm"
  remove_package libtexelscope-texture-unit
fi

# The library for programs that show their arrays, without a window.
if [[ -f $inspect_package ]]; then
  install_library libtexelscope-inspect "$inspect_package" live_arrays waves
  step "the example runs with the installed library" inside /mnt/waves 1
  remove_package libtexelscope-inspect
fi

cp "$package" "$bare/mnt/texelscope.deb"
step "apt-get installs texelscope" inside apt-get install --yes /mnt/texelscope.deb
step "texelscope prints its version" inside texelscope --version
sed 's/^/    /' "$work/log"
step "texelscope doctor succeeds" inside texelscope doctor
sed 's/^/    /' "$work/log"
if [[ -z $frame ]]; then
  frame=$work/build.png
  "$root/build/$preset/bin/texelscope" render plasma --frame 3 --device cpu --out "$frame" 2>/dev/null
fi
step "texelscope renders a frame with OpenGL" inside texelscope render plasma --frame 3 --out /mnt/gl.png
step "texelscope renders a frame with Vulkan" inside texelscope render plasma --frame 3 --renderer vulkan --out /mnt/vulkan.png
step "texelscope renders the image scene with its asset" inside texelscope render image --out /mnt/image.png
for renderer in gl vulkan; do
  step "the $renderer frame matches the build" cmp "$frame" "$bare/mnt/$renderer.png"
done
for file in man/man1/texelscope.1.gz applications/texelscope.desktop bash-completion/completions/texelscope \
  zsh/vendor-completions/_texelscope fish/vendor_completions.d/texelscope.fish icons/hicolor/48x48/apps/texelscope.png \
  mime/packages/texelscope.xml doc/texelscope/copyright doc/texelscope/README.md; do
  step "/usr/share/$file exists" test -s "$bare/usr/share/$file"
done
step "man shows the manual page" inside bash -c "man --warnings texelscope | grep --quiet 'COMMON OPTIONS'"
step "bash completes the command line" inside bash -c '
  source /usr/share/bash-completion/completions/texelscope
  COMP_WORDS=(texelscope render plas) COMP_CWORD=2
  _texelscope texelscope
  [[ ${COMPREPLY[*]} == plasma ]]'

# Includes recommended and suggested packages.
remove_package texelscope -o APT::AutoRemove::RecommendsImportant=false -o APT::AutoRemove::SuggestsImportant=false
say "no files are left behind"
