# Functions shared by the scripts in this folder: packages, configuring, building. Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "texelscope: $*"; }
fail() {
  printf '%s\n' "texelscope: error: $2" >&2
  exit "$1"
}

is_array() { [[ $(declare -p "$1" 2>/dev/null) == "declare -a"* ]]; }

# parse_options FLAGS VALUES ARGUMENT…: sets a variable per option: --no-build sets no_build to yes (default: no);
# --preset P sets preset to P; an array receives every value. Non-options are appended to the array `files`, and the words
# after -- to the array `arguments`, if the script declares them.
parse_options() {
  local flags=" $1 " values=" $2 " option name
  shift 2
  for option in $flags; do
    name=${option#--}
    printf -v "${name//-/_}" no
  done
  while (($#)); do
    name=${1#--}
    name=${name//-/_}
    if [[ $1 == --help || $1 == -h ]]; then
      usage
      exit 0
    elif [[ $flags == *" $1 "* ]]; then
      printf -v "$name" yes
    elif [[ $values == *" $1 "* ]]; then
      [[ $# -ge 2 ]] || fail 2 "$1 needs a value"
      if is_array "$name"; then
        local -n list=$name
        list+=("$2")
      else
        printf -v "$name" %s "$2"
      fi
      shift
    elif [[ $1 == -- ]] && is_array arguments; then
      arguments=("${@:2}")
      break
    elif [[ $1 != -* ]] && is_array files; then
      files+=("$1")
    else
      fail 2 "unknown option '$1'; tools/${0##*/} --help lists them"
    fi
    shift
  done
  [[ -z ${preset:-} ]] || require_preset "$preset"
}

# Prints the names of the packages that are installed.
installed_packages() {
  dpkg-query --show --showformat='${binary:Package} ${db:Status-Status}\n' 2>/dev/null |
    sed -n 's/^\([^: ]*\)\(:[^ ]*\)\? installed$/\1/p'
}

# Prints the lines of packages.txt for these uses whose package is not installed.
missing_packages() {
  local installed
  installed=$(installed_packages)
  awk -v uses=" $* " '
    FNR == NR { installed[$1] = 1; next }
    /^#/ || NF < 3 { next }
    index(uses, " " $2 " ") && !($1 in installed) { print }
  ' <(printf '%s\n' "$installed") "$root/tools/packages.txt"
}

# install_packages required|optional USE…: installs missing packages, unless no_install is yes. If that fails, the script
# exits with code 3 for a required use, and continues without the packages for an optional one.
install_packages() {
  local allowed=yes is_required=$1 missing names
  shift
  [[ $no_install == no ]] || allowed="no: --no-install was given"
  if ! command -v dpkg-query >/dev/null; then
    say "dpkg not found; assuming that the packages in tools/packages.txt are installed"
    return
  fi
  missing=$(missing_packages "$@")
  [[ -n $missing ]] || return 0
  names=$(awk '{printf "%s ", $1}' <<<"$missing")
  say "missing packages:"
  awk '{name = $1; use = $2; $1 = $2 = ""; printf "  %-22s %-9s%s\n", name, use, $0}' <<<"$missing"
  local as_root=()
  if [[ $(id -u) != 0 ]]; then
    if command -v sudo >/dev/null; then
      as_root=(sudo)
      [[ -t 0 ]] || as_root=(sudo -n)
    else
      allowed="no: neither root nor sudo"
    fi
  fi
  command -v apt-get >/dev/null || allowed="no: apt-get not found"
  if [[ $allowed == yes ]]; then
    say "installing them with ${as_root[*]:+${as_root[*]} }apt-get"
    # shellcheck disable=SC2086
    if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq </dev/null &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o DPkg::Use-Pty=0 --no-install-recommends $names </dev/null; then
      return 0
    fi
    allowed="no: apt-get failed"
  fi
  if [[ $is_required == required ]]; then
    fail 3 "cannot install packages (${allowed#no: }); as root: apt-get install ${names% }"
  fi
  say "continuing without them (${allowed#no: }); what needs them is not built, and its tests are skipped"
}

# nvcc is often installed outside PATH.
find_nvcc() {
  if ! command -v nvcc >/dev/null && [[ -x /usr/local/cuda/bin/nvcc ]]; then
    export PATH=$PATH:/usr/local/cuda/bin
  fi
}

# Exits if the preset does not exist.
require_preset() {
  local names
  names=$(sed -n 's/.*{"name": "\([a-z-]*\)", "configurePreset".*/\1/p' "$root/CMakePresets.json")
  grep -qx -- "$1" <<<"$names" || fail 2 "unknown preset '$1'; use one of $(paste -sd ' ' <<<"$names")"
}

# Prints the inputs of a configuration: the installed packages of packages.txt, and nvcc.
what_can_be_found() {
  if command -v dpkg-query >/dev/null; then
    installed_packages | grep -Fxf <(sed 's/^#.*//; s/ .*//; /^$/d' "$root/tools/packages.txt") | sort || true
  fi
  command -v nvcc || true
}

# build PRESET TARGET…: configures if needed, and builds. Configures again once packages that were missing before are
# installed.
build() {
  local preset=$1 directory=$root/build/$1
  shift
  local log=$directory/configure.log stamp=$directory/configured found
  find_nvcc
  found=$(what_can_be_found)
  if [[ ! -f $directory/build.ninja || ! -f $stamp || $root/CMakePresets.json -nt $stamp || $(<"$stamp") != "$found" ]]; then
    local again=()
    # Unlike packages, CMake does not search again for a compiler that it did not find.
    if grep -qs '^CMAKE_CUDA_COMPILER:.*=\(.*-NOTFOUND\|NOTFOUND\)$' "$directory/CMakeCache.txt"; then
      again=(-U CMAKE_CUDA_COMPILER)
    fi
    mkdir -p "$directory"
    say "configuring build/$preset"
    if ! (cd "$root" && cmake --preset "$preset" "${again[@]}") >"$log" 2>&1; then
      cat "$log" >&2
      fail 3 "configuring failed; see above or build/$preset/configure.log"
    fi
    sed -n 's/^-- texelscope: /texelscope: /p' "$log"
    printf '%s\n' "$found" >"$stamp"
  fi
  cmake --build "$directory" --target "$@" || fail 3 "the build failed; see above"
}

# Whether a window can be opened here.
has_display() {
  # GLFW supports Wayland since 3.4; older versions need the X server that most desktops also run.
  if [[ -n ${WAYLAND_DISPLAY:-} && -S ${XDG_RUNTIME_DIR:-/run/user/$(id -u)}/$WAYLAND_DISPLAY ]] &&
    { [[ -n ${DISPLAY:-} ]] || pkg-config --atleast-version=3.4 glfw3; }; then
    return 0
  fi
  [[ -n ${DISPLAY:-} ]] || return 1
  local host=${DISPLAY%%:*} number=${DISPLAY##*:}
  if [[ -z $host || $host == unix ]]; then
    # The socket file of a dead server may remain, so only a connection is conclusive.
    python3 - "/tmp/.X11-unix/X${number%%.*}" <<'PYTHON'
import socket, sys
for name in (sys.argv[1], "\0" + sys.argv[1]):
    try:
        socket.socket(socket.AF_UNIX).connect(name)
        sys.exit(0)
    except OSError:
        pass
sys.exit(1)
PYTHON
  else
    timeout 2 bash -c "exec 3<>/dev/tcp/$host/$((6000 + ${number%%.*}))" 2>/dev/null
  fi
}

# Lets a bare debootstrap system access its archive, including archives of an earlier day.
let_find_packages() {
  cp /etc/resolv.conf "$1/etc/resolv.conf"
  echo 'Acquire::Check-Valid-Until "false";' >"$1/etc/apt/apt.conf.d/90-any-day"
}
