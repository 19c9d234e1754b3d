#include <csignal>
#include <string_view>
#include <vector>

#include "app/cli/cli.h"
#include "app/gui/explore.h"
#include "app/gui/lab_registry.h"
#include "app/gui/startup.h"
#include "app/gui/window_painter.h"
#include "app/scenes/registry.h"

int main(int argc, char** argv) {
  // A reader that closes the pipe becomes an error of writing, which is said, instead of the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<std::string_view> labs;
  for (const texelscope::app::LabDeclaration& lab : texelscope::app::labs()) {
    labs.push_back(lab.name);
  }
  return texelscope::app::run(argc, argv,
                              {.explore = texelscope::app::explore,
                               .labs = labs,
                               .make_state =
                                   [] {
                                     return texelscope::app::State{texelscope::app::scenes(), texelscope::app::labs()};
                                   },
                               .widgets = texelscope::app::panel_widgets,
                               .begin =
                                   [](const texelscope::app::ExploreOptions& options, texelscope::app::State& state) {
                                     take_settings(options, state);
                                     take_picture(options, texelscope::app::load_picture(options), state);
                                   },
                               .open_painter = texelscope::app::open_window_painter});
}
