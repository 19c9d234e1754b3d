#include "app/cli/program_text.h"

namespace texelscope::app {
namespace {

constexpr ExplainedText environment[] = {
    {"TEXELSCOPE_ASSETS", "folder of the test patterns (default: the installed folder)"},
    {"TEXELSCOPE_COMPARE_RENDERER",
     "renderer of the images, for compare rules that depend on it; overridden by --renderer"},
    {"TEXELSCOPE_CPU_NICENESS",
     "niceness of the threads that run CPU-device kernels, 0 to 19 (default: 5 in the window, otherwise 0)"},
    {"TEXELSCOPE_CPU_THREADS", "number of threads that run CPU-device kernels (default: one per hardware thread)"},
    {"TEXELSCOPE_FFMPEG", "ffmpeg executable for videos (default: found in PATH)"},
    {"TEXELSCOPE_PROGRAM", "texelscope executable for child processes (default: the running executable)"},
    {"TEXELSCOPE_VULKAN_VALIDATION", "1 enables the Vulkan validation layers; auto enables them if they are installed"},
    {"CUDA_HOME, CUDA_PATH",
     "CUDA toolkit whose NVRTC is used if the system folders have none; relative folders are ignored"},
    {"PATH", "search path for compilers, ffmpeg and xclip; empty entries and relative folders are ignored"},
    {"XDG_CONFIG_HOME", "folder that contains texelscope/favorites.json (default: ~/.config)"},
    {"XDG_STATE_HOME", "folder for the last session and the list of recent files (default: ~/.local/state)"},
};

}  // namespace

const ProgramDeclaration& this_program() {
  static constexpr ProgramDeclaration declaration{
      .name = "texelscope",
      .title = "inspect textures, surfaces, tensors and the kernels that write them",
      .description =
          "A tool for the boundary between graphics and compute: kernels write the textures that OpenGL draws.\n"
          "Without a subcommand, opens the window.",
      .default_command = "explore",
      .environment = environment};
  return declaration;
}

}  // namespace texelscope::app
