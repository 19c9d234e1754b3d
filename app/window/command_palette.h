#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/view.h"
#include "app/window/action.h"

namespace texelscope::app {

/// The palette: a text that is typed, and what it finds among the actions, the scenes and the labs.
struct CommandPalette {
  bool is_shown = false;
  /// Set when it opens: its field asks for the keyboard.
  bool takes_focus = false;
  /// Enter was pressed: it counts when what was typed before has reached the text.
  bool has_enter = false;
  /// Set when a key moved it: the list scrolls there.
  bool is_selection_moved = false;
  std::string text{};
  /// Position in what is found.
  std::size_t selected = 0;
};

/// An entry of the palette: an action, a scene without an action of its own, or a texel to go to.
struct Command {
  /// Stable, for tests: "action.open", "scene.plasma".
  std::string name;
  std::string title;
  /// Of the menu that has it; "Scene" for scenes.
  std::string_view group;
  /// What it does, as a sentence.
  std::string text;
  /// Empty for none.
  std::string keys;
  const Action* action = nullptr;
  std::size_t scene = 0;
  bool is_enabled = true;
  /// The texel to go to, in place of action and scene.
  std::optional<Point> texel{};
};

/// How well a typed text meets a title: more is better; nothing when its letters, whatever their case, do not come in
/// the title in their order. Letters side by side and at beginnings of words count more than others, and of equal
/// titles the shorter. An empty text meets all alike.
[[nodiscard]] std::optional<int> match_score(std::string_view text, std::string_view title);

/// All commands in the order of the menus, then the other scenes. `actions` outlives them.
[[nodiscard]] std::vector<Command> all_commands(const State& state, std::span<const Action> actions);
/// Those that the palette's text meets by their title, by their group and title, or by a beginning of another word for
/// what they do; the best first, and what cannot be done now at the end. For a text of two numbers, such as "12, 34",
/// the texel there, of the picture or the frame that is shown.
[[nodiscard]] std::vector<Command> found_commands(const State& state, std::span<const Action> actions);

/// The names of commands that have other words, for tests.
[[nodiscard]] std::vector<std::string_view> commands_with_synonyms();

/// Opens it with an empty text, or closes it.
void toggle_command_palette(State& state);
/// Takes a key of GLFW's while it is shown: Up, Down and Enter. Whether it was one of them.
bool press_in_command_palette(State& state, int key);
/// Closes the palette and does it; nothing when it is not enabled.
void perform(const Command& command, State& state);

}  // namespace texelscope::app
