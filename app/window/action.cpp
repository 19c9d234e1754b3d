#include "app/window/action.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/workspace/state.h"

namespace texelscope::app {
namespace {

bool matches(const KeyChord& chord, const KeyChord& event) {
  if (chord.character != 0) {
    return event.character == chord.character && !event.has_control && !event.has_alt;
  }
  // Letters match by the character typed, so that Ctrl+Q follows the user's keyboard layout.
  const bool is_letter =
      (event.character >= 'a' && event.character <= 'z') || (event.character >= 'A' && event.character <= 'Z');
  const int pressed = is_letter ? static_cast<int>(event.character & ~char32_t{32}) : event.key;
  return chord.key == pressed && chord.has_control == event.has_control && chord.has_shift == event.has_shift &&
         chord.has_alt == event.has_alt;
}

std::string key_name(int number) {
  switch (number) {
    case key::space:
      return "Space";
    case key::escape:
      return "Esc";
    case key::tab:
      return "Tab";
    case key::delete_forward:
      return "Del";
    case key::right:
      return "Right";
    case key::left:
      return "Left";
    case key::down:
      return "Down";
    case key::up:
      return "Up";
    case key::page_up:
      return "PgUp";
    case key::page_down:
      return "PgDn";
    default:
      return number >= key::f1 && number <= key::f12 ? fmt::format("F{}", number - key::f1 + 1)
                                                     : std::string(1, static_cast<char>(number));
  }
}

}  // namespace

bool leaves_text_alone(const KeyChord& chord) {
  // By GLFW's numbers.
  constexpr int last_function_key = key::f1 + 24;
  if (chord.key >= key::f1 && chord.key <= last_function_key) {
    return true;
  }
  constexpr std::string_view of_fields = "ACSVXYZ";
  return chord.has_control && chord.key >= 'A' && chord.key <= 'Z' &&
         (chord.has_alt || of_fields.find(static_cast<char>(chord.key)) == std::string_view::npos);
}

std::string to_string(const KeyChord& chord) {
  if (chord.character != 0) {
    return std::string(1, static_cast<char>(chord.character));
  }
  return fmt::format("{}{}{}{}", chord.has_control ? "Ctrl+" : "", chord.has_alt ? "Alt+" : "",
                     chord.has_shift ? "Shift+" : "", key_name(chord.key));
}

const char* title(Menu menu) {
  constexpr const char* titles[] = {"File",  "Edit",  "View", "Picture", "Review",
                                    "Frame", "Scene", "Labs", "Window",  "Help"};
  return titles[static_cast<std::size_t>(menu)];
}

const Action* find_action(std::span<const Action> actions, const KeyChord& event) {
  const auto found = std::ranges::find_if(actions, [&](const Action& action) {
    return std::ranges::any_of(action.keys, [&](const KeyChord& chord) { return matches(chord, event); });
  });
  return found == actions.end() ? nullptr : &*found;
}

const Action* find_action(std::span<const Action> actions, const std::string& name) {
  const auto found = std::ranges::find(actions, name, &Action::name);
  return found == actions.end() ? nullptr : &*found;
}

bool is_there(const State& state, WidgetKeys keys) {
  // In the order of WidgetKeys.
  const std::array shown = {true, state.arrangement.panels.navigation.is_shown,
                            state.arrangement.panels.properties.is_shown, state.arrangement.panels.lessons.is_shown,
                            state.labs.is_any_open()};
  return shown[static_cast<std::size_t>(keys)];
}

bool is_enabled(const Action& action, const State& state) {
  return (!action.needs_scene || !state.labs.is_any_open()) &&
         (action.is_enabled == nullptr || action.is_enabled(state, action.argument));
}

bool takes_keys(const Action& action, const State& state) {
  // Answers to a lesson's question are often digits, which as shortcuts would replace the lab of the step.
  const LessonStep* const step = current_step(state.course);
  return action.menu != Menu::scene || !action.name.starts_with("scene_") || step == nullptr ||
         std::ranges::any_of(step->question.goals, [](const LessonGoal& goal) { return goal.path == "scene"; });
}

std::string tooltip_text(const Action& action) {
  return fmt::format("{} ({})\n{}", action.title, to_string(action.keys.front()), action.text);
}

void perform(const Action& action, State& state) {
  if (is_enabled(action, state)) {
    action.perform(state, action.argument);
  }
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!word.empty() &&
      std::ranges::all_of(word, [&](char sign) { return plain.find(sign) != std::string_view::npos; })) {
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
  std::string command = fmt::format("texelscope render {} --frame {} --size {}x{}", scene.name,
                                    state.scenes.playback.number, state.frame.width, state.frame.height);
  if (input_of(state, scene) != nullptr) {
    command += " --input " + shell_word(std::filesystem::absolute(state.pictures.current->path).string());
    const ReadOptions& reading = state.pictures.current->reading;
    command += reading.orientation == Orientation::ignored ? " --ignore-orientation" : "";
    command += reading.part.empty() ? "" : " --part " + shell_word(reading.part);
  }
  for (const Parameter& parameter : values.parameters()) {
    if (values.value(parameter.name) != parameter.initial) {
      command += " --set " + shell_word(parameter.name + "=" + values.text(parameter.name));
    }
  }
  return command + fmt::format(" --device {} --renderer {} --out {}-{}.png", state.machine.facts.device,
                               state.machine.facts.api == "Vulkan" ? "vulkan" : "gl", scene.name,
                               state.scenes.playback.number);
}

}  // namespace texelscope::app
