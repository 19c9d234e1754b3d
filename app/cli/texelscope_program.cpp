#include "app/cli/program_text.h"

namespace texelscope::app {
namespace {

constexpr ExplainedText environment[] = {
    {"TEXELSCOPE_ASSETS", "the folder of the test patterns, in place of the installed one"},
    {"TEXELSCOPE_COMPARE_RENDERER",
     "what rendered the images, for rules of compare that ask for it, where --renderer does not name it"},
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

const ProgramDeclaration& this_program() {
  static constexpr ProgramDeclaration declaration{
      .name = "texelscope",
      .title = "look at textures, surfaces, tensors and the kernels that write them",
      .description =
          "An instrument for the seam between graphics and compute: kernels write the textures that OpenGL draws.\n"
          "Without a subcommand the window opens.",
      .default_command = "explore",
      .environment = environment};
  return declaration;
}

}  // namespace texelscope::app
