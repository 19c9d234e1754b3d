#include "app/cli/cli.h"
#include "app/cli/program_text.h"

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
  texelscope::app::prepare_process(true);
  return texelscope::app::run(argc, argv, {});
}
