#include "app/gui/start_again.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

#include "app/device/graphics_placement.h"
#include "app/files/file_error.h"

namespace texelscope::app {

void notify_of_placement(State& state, const GLScreen& screen) {
  const gpu::Device device = screen.context().device();
  if (device.id().kind != gpu::DeviceKind::cuda || screen.context().path() == gpu::InteropPath::direct) {
    return;
  }
  const render::gl::ContextInfo& info = screen.info();
  state.machine.placement_cure = find_placement_cure({.api = GraphicsApi::gl_window,
                                                      .vendor = info.vendor,
                                                      .renderer = info.renderer,
                                                      .is_software = info.is_software,
                                                      .uuid = info.uuid,
                                                      .device_name = device.properties().name,
                                                      .device_uuid = device.properties().uuid},
                                                     find_graphics_machine());
  if (!state.machine.placement_cure) {
    return;
  }
  NoticeButton button;
  if (!state.machine.placement_cure->variables.empty()) {
    button = {"Restart on that GPU", [&state] { state.machine.must_start_again = state.requests.quit = true; }};
  }
  state.notices.notify(NoticeKind::warning,
                       fmt::format("{}, so each frame is copied through the host; {}",
                                   state.machine.placement_cure->reason, state.machine.placement_cure->advice),
                       state.now, std::move(button));
}

void start_again(const std::string& program, std::vector<std::string> arguments,
                 const std::vector<std::pair<std::string, std::string>>& variables) {
  for (const auto& [name, value] : variables) {
    ::setenv(name.c_str(), value.c_str(), 1);
  }
  std::vector<char*> pointers;
  for (std::string& argument : arguments) {
    pointers.push_back(argument.data());
  }
  pointers.push_back(nullptr);
  ::execv(program.c_str(), pointers.data());
  throw std::system_error(errno, std::generic_category(), fmt::format("cannot restart {}", program));
}

std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');) {
    arguments.push_back(argument);
  }
  if (arguments.empty()) {
    throw FileError("cannot read /proc/self/cmdline, so the program cannot restart itself; restart it manually");
  }
  return arguments;
}

}  // namespace texelscope::app
