#include "app/window/frame_command.h"

#include <fmt/format.h>

#include <algorithm>

namespace texelscope::app {

std::string shell_word(std::string_view word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!word.empty() && std::ranges::all_of(word, [&](char sign) { return plain.find(sign) != plain.npos; })) {
    return std::string{word};
  }
  std::string quoted = "'";
  for (const char sign : word) {
    quoted += sign == '\'' ? std::string{R"('\'')"} : std::string(1, sign);
  }
  return quoted + "'";
}

std::string frame_command(const State& state) {
  const SceneDeclaration& scene = current_scene(state);
  const ParameterValues& values = current_settings(state).values;
  std::string command = fmt::format("texelscope render {} --frame {} --size {}x{}", scene.name, state.playback.number,
                                    state.frame_width, state.frame_height);
  if (input_of(state, scene) != nullptr) {
    command += " --input " + shell_word(std::filesystem::absolute(state.image->path).string());
  }
  for (const Parameter& parameter : values.parameters()) {
    if (values.value(parameter.name) != parameter.initial) {
      command += " --set " + shell_word(parameter.name + "=" + values.text(parameter.name));
    }
  }
  return command + fmt::format(" --device {} --renderer {} --out {}-{}.png", state.facts.device,
                               state.facts.api == "Vulkan" ? "vulkan" : "gl", scene.name, state.playback.number);
}

}  // namespace texelscope::app
