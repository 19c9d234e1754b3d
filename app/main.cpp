#include <csignal>
#include <string_view>
#include <vector>

#include "app/cli/cli.h"
#include "app/files/child_process.h"
#include "app/files/ending_signals.h"
#include "app/gui/explore.h"
#include "app/gui/lab_registry.h"
#include "app/gui/startup.h"
#include "app/gui/window_painter.h"
#include "app/labs/kernel/worker/worker_protocol.h"
#include "app/scenes/registry.h"

int main(int argc, char** argv) {
  namespace app = texelscope::app;
  // A reader that closes the pipe becomes an error of writing instead of the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  // As does a file that becomes larger than the limit of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  // A worker of kernels confines itself, and a thread that has not come to the end of its start by then would end it.
  if (argc < 2 || argv[1] != app::kernel_worker_command) {
    app::end_on_signals();
  }
  app::set_is_own_program(true);
  std::vector<std::string_view> labs;
  for (const app::LabDeclaration& lab : app::labs()) {
    labs.push_back(lab.name);
  }
  const auto make_state = [] { return app::State{app::scenes(), app::labs()}; };
  const auto start_up = [](const app::ExploreOptions& options, app::State& state) {
    take_settings(options, state);
    take_picture(options, app::load_picture(options, state), state);
  };
  return app::run(argc, argv,
                  {.explore = app::explore,
                   .labs = labs,
                   .make_state = make_state,
                   .draw_panels = app::draw_panels_once,
                   .start_up = start_up,
                   .open_painter = app::open_window_painter});
}
