#include <csignal>

#include "app/cli/cli.h"
#include "app/cli/program_text.h"
#include "app/files/ending_signals.h"

namespace texelscope::app {
namespace {

constexpr ExplainedText environment[] = {
    {"TEXELSCOPE_COMPARE_RENDERER", "renderer of the images, for rules that depend on it; overridden by --renderer"},
};

}  // namespace

const ProgramDeclaration& this_program() {
  static constexpr ProgramDeclaration declaration{
      .name = "texelscope-compare",
      .title = "compare images and write a report, like texelscope compare",
      .description =
          "The standalone image comparison of texelscope, for machines without a GPU or display.\n"
          "Without a subcommand, compares two images or two folders.",
      .default_command = "compare",
      .environment = environment};
  return declaration;
}

}  // namespace texelscope::app

int main(int argc, char** argv) {
  // A closed pipe then causes a write error, which is reported, instead of ending the process.
  std::signal(SIGPIPE, SIG_IGN);
  // Likewise for a file that exceeds the size limit of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  texelscope::app::end_on_uncaught_exceptions();
  texelscope::app::end_on_signals();
  return texelscope::app::run(argc, argv, {});
}
