#include "app/gui/picture_steps.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

#include "app/text/nearest_name.h"

namespace texelscope::app {
namespace {

void press(const std::string& chord, State& state, std::span<const Action> actions) {
  const auto has_chord = [&](const Action& action) {
    return std::ranges::any_of(action.keys, [&](const KeyChord& key) { return to_string(key) == chord; });
  };
  const auto found = std::ranges::find_if(actions, has_chord);
  if (found == actions.end()) {
    throw ParameterError(fmt::format("no action has the key '{}'; write it as in the menus, such as Ctrl+K", chord));
  }
  if (!is_enabled(*found, state)) {
    throw ParameterError(fmt::format("'{}' is not available now: {}", chord, found->title));
  }
  perform(*found, state);
}

const Rect& widget_of(const State& state, const std::string& name) {
  const auto found = state.drawn.widgets.find(name);
  if (found == state.drawn.widgets.end()) {
    std::vector<std::string_view> names;
    for (const auto& [drawn, rect] : state.drawn.widgets) {
      names.push_back(drawn);
    }
    throw ParameterError(fmt::format("no widget '{}' is drawn; {}", name, advise_names(name, names, "widgets")));
  }
  return found->second;
}

/// "WIDGET", or "WIDGET X Y".
void point(const std::string& text, const State& state) {
  std::istringstream words(text);
  std::string name;
  float x = 0.5F;
  float y = 0.5F;
  const bool has_place = words >> name && (words >> std::ws, !words.eof());
  const auto is_share = [](float share) { return share >= 0 && share <= 1; };
  if (has_place && !(words >> x >> y && (words >> std::ws).eof() && is_share(x) && is_share(y))) {
    throw ParameterError(
        fmt::format("'point {}' has no valid position; use point WIDGET X Y, with X and Y from 0 to 1, such as point "
                    "viewport 0.5 0.25",
                    text));
  }
  const Rect& rect = widget_of(state, name);
  ImGui::GetIO().MousePos = {rect.x + x * rect.width, rect.y + y * rect.height};
}

void type(const std::string& text) {
  if (!ImGui::GetIO().WantTextInput) {
    throw ParameterError(fmt::format("no field accepts '{}'; click a text field first", text));
  }
  ImGui::GetIO().AddInputCharactersUTF8(text.c_str());
}

}  // namespace

void do_picture_step(const std::string& step, State& state, std::span<const Action> actions,
                     const std::function<void()>& draw) {
  const std::size_t blank = std::min(step.find(' '), step.size());
  const std::string verb = step.substr(0, blank);
  const std::string rest = step.substr(std::min(blank + 1, step.size()));
  if (verb == "press") {
    press(rest, state, actions);
  } else if (verb == "point") {
    point(rest, state);
  } else if (verb == "click") {
    point(rest, state);
    draw();
    ImGui::GetIO().MouseDown[ImGuiMouseButton_Left] = true;
  } else if (verb == "type") {
    type(rest);
  } else {
    throw ParameterError(fmt::format("'{}' is not a step; use press, click, point or type", step));
  }
}

}  // namespace texelscope::app
