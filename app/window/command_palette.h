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

/// An entry of the palette: an action, a scene without its own action, a lesson, or a texel to go to.
struct Command {
  /// Stable, for tests: "action.open", "scene.plasma", "lesson.srgb".
  std::string name;
  std::string title;
  /// Its menu; "Scene" for scenes, "Lesson" for lessons.
  std::string_view group;
  /// The effect, as a sentence.
  std::string text;
  /// Empty for none.
  std::string keys;
  const Action* action = nullptr;
  std::size_t scene = 0;
  bool is_enabled = true;
  /// The texel to go to, instead of an action or scene.
  std::optional<Point> texel{};
  /// Name of the lesson to open, instead of an action or scene; empty for none.
  std::string lesson{};
};

/// How well typed text matches a title: higher is better; nothing if the title does not contain its letters in this
/// order, ignoring case. Adjacent letters and letters at the beginnings of words score higher, and shorter titles win
/// ties. Empty text matches all titles equally.
[[nodiscard]] std::optional<int> match_score(std::string_view text, std::string_view title);

/// All commands in the order of the menus, then the other scenes, then the lessons of the open course. `actions`
/// outlives them.
[[nodiscard]] std::vector<Command> all_commands(const State& state, std::span<const Action> actions);
/// The commands that match the palette's text by title, by group and title, or by the beginning of a synonym; best
/// first, unavailable commands last. For two numbers, such as "12, 34", the result is that texel of the shown picture
/// or frame.
[[nodiscard]] std::vector<Command> found_commands(const State& state, std::span<const Action> actions);

/// Names of commands with synonyms, for tests.
[[nodiscard]] std::vector<std::string_view> commands_with_synonyms();

/// Opens the palette with empty text, or closes it.
void toggle_command_palette(State& state);
/// Handles Up, Down and Enter, identified by GLFW's numbers, while the palette is shown. @returns whether the key was
/// one of them.
bool press_in_command_palette(State& state, int key);
/// Closes the palette and performs the command; does nothing if it is disabled.
void perform(const Command& command, State& state);

}  // namespace texelscope::app
