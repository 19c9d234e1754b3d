#include <string_view>
#include <vector>

#include "app/cli/cli.h"
#include "app/files/child_process.h"
#include "app/gui/explore.h"
#include "app/gui/lab_registry.h"
#include "app/gui/startup.h"
#include "app/gui/window_painter.h"
#include "app/labs/kernel/worker/worker_protocol.h"
#include "app/scenes/registry.h"

int main(int argc, char** argv) {
  namespace app = texelscope::app;
  // A kernel worker sandboxes itself, which would kill it if a thread were still starting then.
  app::prepare_process(argc < 2 || argv[1] != app::kernel_worker_command);
  app::set_is_own_program(true);
  std::vector<std::string_view> labs;
  for (const app::LabDeclaration& lab : app::labs()) {
    labs.push_back(lab.name);
  }
  const auto make_state = [] { return app::State{app::scenes(), app::labs()}; };
  const auto start_up = [](const app::ExploreOptions& options, app::State& state) {
    app::Autosave autosave;
    begin_opening(options, state, autosave);
    finish_opening(options, state);
  };
  return app::run(argc, argv,
                  {.explore = app::explore,
                   .labs = labs,
                   .make_state = make_state,
                   .draw_panels = app::draw_panels_once,
                   .start_up = start_up,
                   .open_painter = app::open_window_painter});
}
