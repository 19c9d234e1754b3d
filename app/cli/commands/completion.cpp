#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>

#include "app/cli/command.h"
#include "app/cli/exit_code.h"
#include "app/text/nearest_name.h"

namespace texelscope::app::completion_command {
namespace {

constexpr std::string_view bash_script = R"script(# bash completion for texelscope: source it, or keep it as
# ~/.local/share/bash-completion/completions/texelscope
_texelscope() {
  local i word words=() lines=() current prefix
  # bash splits words at '=' and ':'; this joins them again.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((${#words[@]})) && [[ $word == [=:]* || ${words[-1]} == *[=:] ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
  done
  mapfile -t lines < <("${1/#\~/$HOME}" complete-words "${words[@]}" 2>/dev/null)
  ((${#lines[@]})) || return 0
  current=${words[-1]}
  # bash replaces only the part of the word after the last of these characters.
  prefix=${current%"${current##*[=:]}"}
  COMPREPLY=("${lines[@]:1}")
  COMPREPLY=("${COMPREPLY[@]%%$'\t'*}")
  COMPREPLY=("${COMPREPLY[@]#"$prefix"}")
  if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
  if [[ ${lines[0]} == paths ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${current#"$prefix"}")
  fi
}
complete -F _texelscope texelscope
)script";

constexpr std::string_view zsh_script = R"script(#compdef texelscope
# zsh completion for texelscope: keep it as _texelscope in a folder of $fpath, or source it after compinit
_texelscope() {
  local line
  local -a lines whole begun
  lines=("${(@f)$("${(Q)words[1]}" complete-words "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "${(@)lines[2,-1]}"; do
    # _describe ends the word at the first unescaped colon.
    line="${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}"
    if [[ ${line%%:*} == *= ]]; then
      begun+=("$line")
    else
      whole+=("$line")
    fi
  done
  (( $#whole )) && _describe word whole
  (( $#begun )) && _describe setting begun -S ''
  [[ $lines[1] == paths ]] && _files
}
if [[ $funcstack[1] == _texelscope ]]; then
  _texelscope "$@"
else
  compdef _texelscope texelscope
fi
)script";

constexpr std::string_view fish_script = R"script(# fish completion for texelscope: keep it as
# ~/.config/fish/completions/texelscope.fish
function __texelscope_words
    set -l words (commandline --tokenize --cut-at-cursor --current-process)
    set -l current (commandline --current-token --cut-at-cursor)
    set -l program $words[1]
    set -e words[1]
    set -l lines ($program complete-words $words "$current" 2>/dev/null)
    test (count $lines) -gt 0; or return
    if test $lines[1] = paths
        __fish_complete_path "$current"
    end
    set -e lines[1]
    test (count $lines) -gt 0; and printf '%s\n' $lines
end
complete --command texelscope --no-files --arguments '(__texelscope_words)'
)script";

constexpr std::array<std::string_view, 3> shells = {"bash", "zsh", "fish"};
constexpr std::array scripts = {bash_script, zsh_script, fish_script};
static_assert(scripts.size() == shells.size());

struct Options {
  std::string shell;
};

void declare(CommandOptions& command, Options& options) {
  command.option("SHELL", "", options.shell, "bash, zsh or fish", {.is_required = true, .words = words_of(shells)});
}

/// Prints the script of a shell, which asks the program for completions.
int run(const Options& options) {
  const auto* const found = std::ranges::find(shells, options.shell);
  if (found == shells.end()) {
    throw UsageError(
        fmt::format("unsupported shell '{}'; {}", options.shell, advise_names(options.shell, shells, "shells")));
  }
  std::cout << scripts[static_cast<std::size_t>(found - shells.begin())];
  return exit_code::success;
}

const RegisteredSubcommand registered{{.name = "completion",
                                       .text = "print the completion script for a shell",
                                       .group = CommandGroup::people,
                                       .rank = 150,
                                       .declare = with_options(declare, run)}};

}  // namespace
}  // namespace texelscope::app::completion_command
