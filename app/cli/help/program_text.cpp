#include "app/cli/help/program_text.h"

#include <fmt/format.h>

namespace texelscope::app {
namespace {

constexpr ExplainedText examples[] = {
    {"texelscope photo.png", "look at a picture, texel by texel"},
    {"texelscope render plasma --frame 120 --out plasma.png", "one frame to a file, without a window"},
    {"texelscope render plasma --frames 0:239 --out plasma.mp4", "four seconds as a video"},
    {"texelscope render image --input photo.png --set rotation=30 --set filter=point --out turned.png",
     "a picture, turned, each texel as it is"},
    {"texelscope scenes", "what can be rendered, and every parameter"},
    {"texelscope layout --shape 5,3,4 --op \"permuted(2,0,1)\"", "where the elements of a tensor lie"},
    {"texelscope doctor", "what works on this machine, and what to do if not"},
};

constexpr ExplainedText exit_codes[] = {
    {"0", "success"},
    {"1", "a comparison or check failed"},
    {"2", "bad usage or bad input"},
    {"3", "device or renderer not available"},
};

constexpr ExplainedText environment[] = {
    {"TEXELSCOPE_ASSETS", "the folder of the test patterns, in place of the installed one"},
    {"TEXELSCOPE_CPU_THREADS",
     "how many threads run the kernels of the CPU device; without it, one for each hardware thread"},
    {"TEXELSCOPE_FFMPEG", "the ffmpeg that records videos, in place of that in PATH"},
    {"TEXELSCOPE_PROGRAM", "the texelscope that child processes run, where it is not the running one"},
    {"TEXELSCOPE_VULKAN_VALIDATION", "1 turns Vulkan's validation layers on, auto only where they are installed"},
    {"CUDA_HOME, CUDA_PATH", "a CUDA toolkit, whose NVRTC compiles kernels where the system's folders have none"},
    {"XDG_CONFIG_HOME", "where texelscope/favourites.json lies; without it, ~/.config"},
};

}  // namespace

std::string_view program_description() {
  return "An instrument for the seam between graphics and compute: kernels write the textures that OpenGL draws.\n"
         "Without a subcommand the window opens.";
}

std::span<const ExplainedText> program_examples() { return examples; }
std::span<const ExplainedText> exit_code_meanings() { return exit_codes; }
std::span<const ExplainedText> environment_meanings() { return environment; }

std::string program_footer() {
  std::string footer = "Examples:\n";
  for (const ExplainedText& example : examples) {
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

}  // namespace texelscope::app
