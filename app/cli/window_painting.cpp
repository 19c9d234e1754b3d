#include "app/cli/window_painting.h"

#include <fmt/format.h>

#include <iostream>

#include "app/cli/exit_code.h"

namespace texelscope::app {

void with_window_painter(const CommonOptions& options, const WindowFunctions& window,
                         const std::function<void(const WindowPainter&)>& work) {
  options.require_gl();
  const std::optional<gpu::DeviceId> device = options.device_id();
  run_watched(options, [&](const Observation& observation) {
    const std::unique_ptr<WindowPainter> painter =
        window.open_painter({.device = device,
                             .device_options = observation.device_options(),
                             .live_objects = observation.live_objects(),
                             .note = [](std::string_view note) { print_note(std::string(note)); }});
    work(*painter);
  });
}

int tell_kept_files(const GeneratedFiles& files, bool is_check, const std::string& command) {
  for (const std::string& change : files.changes()) {
    std::cout << change << '\n';
  }
  if (!is_check) {
    std::cout << fmt::format("{} files written\n", files.changes().size());
    return exit_code::success;
  }
  if (files.changes().empty()) {
    std::cout << "all files are current\n";
    return exit_code::success;
  }
  std::cout << fmt::format("{} files are not current; make them again by: {}\n", files.changes().size(), command);
  return exit_code::check_failed;
}

}  // namespace texelscope::app
