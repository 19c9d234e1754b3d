#include "app/cli/program_text.h"

#include <fmt/format.h>

#include "app/cli/command_line.h"
#include "app/files/build_facts.h"

namespace texelscope::app {
namespace {

constexpr ExplainedText exit_codes[] = {
    {"0", "success"},
    {"1", "a comparison or check failed"},
    {"2", "bad usage or bad input"},
    {"3", "device or renderer not available, out of memory, or a run that failed"},
    {"129, 130, 143", "ended by a closed terminal, by Ctrl+C, by a request to end"},
};

constexpr ExplainedText environment[] = {
    {"TEXELSCOPE_ASSETS", "the folder of the test patterns, in place of the installed one"},
    {"TEXELSCOPE_COMPARE_RENDERER",
     "what rendered the images, for rules of compare, where --renderer does not name it"},
    {"TEXELSCOPE_CPU_NICENESS",
     "how far the threads that run kernels of the CPU device yield to others, 0 to 19; without it, 5 under the "
     "window and else 0"},
    {"TEXELSCOPE_CPU_THREADS",
     "how many threads run the kernels of the CPU device; without it, one for each hardware thread"},
    {"TEXELSCOPE_FFMPEG", "the ffmpeg that records videos, in place of that in PATH"},
    {"TEXELSCOPE_PROGRAM", "the texelscope that child processes run, where it is not the running one"},
    {"TEXELSCOPE_VULKAN_VALIDATION", "1 turns Vulkan's validation layers on, auto only where they are installed"},
    {"CUDA_HOME, CUDA_PATH",
     "a CUDA toolkit, whose NVRTC compiles kernels where the system's folders have none; relative folders do not "
     "count"},
    {"PATH", "where compilers, ffmpeg and xclip are found; empty entries and relative folders do not count"},
    {"XDG_CONFIG_HOME", "where texelscope/favorites.json is kept; without it, ~/.config"},
    {"XDG_STATE_HOME", "where the last session and the list of recent files are kept; without it, ~/.local/state"},
};

}  // namespace

std::string_view program_description() {
  return "An instrument for the seam between graphics and compute: kernels write the textures that OpenGL draws.\n"
         "Without a subcommand the window opens.";
}

std::span<const ExplainedText> exit_code_meanings() { return exit_codes; }
std::span<const ExplainedText> environment_meanings() { return environment; }

std::vector<ExplainedText> program_examples() {
  std::vector<ExplainedText> examples;
  for (const Subcommand* const command : registered_commands()) {
    examples.insert(examples.end(), command->examples.begin(), command->examples.end());
  }
  return examples;
}

std::string program_footer() {
  std::string footer = "Examples:\n";
  for (const ExplainedText& example : program_examples()) {
    constexpr std::size_t column = 59;
    footer += example.text.size() > column ? fmt::format("  {}\n", example.text)
                                           : fmt::format("  {:<{}} {}\n", example.text, column, example.meaning);
  }
  footer += "\nExit codes:";
  const char* separator = " ";
  for (const ExplainedText& code : exit_codes) {
    footer += fmt::format("{}{} {}", separator, code.text, code.meaning);
    separator = "; ";
  }
  return footer +
         ".\n`texelscope COMMAND --help` tells the options of a command, `texelscope manual | man -l -` all of them.";
}

std::string version_text() {
  std::string text;
  for (const BuildFact& fact : build_facts()) {
    text += text.empty() ? fmt::format("texelscope {}", fact.value) : fmt::format("\n{:<16} {}", fact.name, fact.value);
  }
  return text;
}

}  // namespace texelscope::app
