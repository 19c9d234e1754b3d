#include "app/cli/cli.h"
#include "app/cli/program_text.h"
#include "app/files/child_process.h"
#include "app/labs/kernel/worker/worker_protocol.h"

namespace texelscope::app {

const ProgramDeclaration& this_program() {
  static constexpr ProgramDeclaration declaration{
      .name = "texelscope-dev",
      .title = "measure texelscope, and make its calls fail",
      .description = "Instruments for the developers of texelscope: benchmarks, fault injection, long random runs.",
      .default_command = "--help",
      .environment = {}};
  return declaration;
}

}  // namespace texelscope::app

int main(int argc, char** argv) {
  namespace app = texelscope::app;
  // A kernel worker sandboxes itself, which would kill it if a thread were still starting then.
  app::prepare_process(argc < 2 || argv[1] != app::kernel_worker_command);
  app::set_is_own_program(true);
  return app::run(argc, argv, {});
}
