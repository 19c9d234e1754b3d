#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/labs/lab.h"
#include "app/scene/scene.h"

namespace texelscope::app {

struct State;
enum class WidgetKeys : unsigned char;

/// Keys without a character, identified by GLFW's numbers (GLFW/glfw3.h); letters and digits are their uppercase ASCII
/// codes.
namespace key {
inline constexpr int space = 32;
inline constexpr int slash = 47;
inline constexpr int escape = 256;
inline constexpr int enter = 257;
inline constexpr int tab = 258;
inline constexpr int delete_forward = 261;
inline constexpr int right = 262;
inline constexpr int left = 263;
inline constexpr int down = 264;
inline constexpr int up = 265;
inline constexpr int page_up = 266;
inline constexpr int page_down = 267;
inline constexpr int f1 = 290;
inline constexpr int f2 = 291;
inline constexpr int f3 = 292;
inline constexpr int f4 = 293;
inline constexpr int f5 = 294;
inline constexpr int f6 = 295;
inline constexpr int f7 = 296;
inline constexpr int f8 = 297;
inline constexpr int f9 = 298;
inline constexpr int f10 = 299;
inline constexpr int f11 = 300;
inline constexpr int f12 = 301;
inline constexpr int keypad_enter = 335;
}  // namespace key

/// A key with its modifiers, or a character regardless of the key that produces it. An event may set both.
struct KeyChord {
  int key = 0;
  bool has_control = false;
  bool has_shift = false;
  bool has_alt = false;
  /// 0 for none.
  char32_t character = 0;
};

[[nodiscard]] constexpr KeyChord plain(int key) { return {.key = key}; }
[[nodiscard]] constexpr KeyChord control(int key) { return {.key = key, .has_control = true}; }
[[nodiscard]] constexpr KeyChord shifted(int key) { return {.key = key, .has_shift = true}; }
[[nodiscard]] constexpr KeyChord typed(char32_t character) { return {.character = character}; }

/// Whether a chord neither types a character nor edits in text fields and the kernel editor, so that it works while one
/// of these has keyboard focus: F1 to F25, Ctrl and a letter that fields do not use, and Ctrl+Alt and any letter.
[[nodiscard]] bool leaves_text_alone(const KeyChord& chord);

/// The notation of menus: "Ctrl+O", "F1", "?".
[[nodiscard]] std::string to_string(const KeyChord& chord);

enum class Menu : unsigned char { file, edit, view, picture, review, frame, scene, lab, window, help };
inline constexpr std::array menus = {Menu::file,  Menu::edit,  Menu::view, Menu::picture, Menu::review,
                                     Menu::frame, Menu::scene, Menu::lab,  Menu::window,  Menu::help};
[[nodiscard]] const char* title(Menu menu);

/// A user command: a menu entry, its keys, and its line in the help.
struct Action {
  /// Stable: tests and the layout dump use it.
  std::string name;
  std::string title;
  /// The effect, as a sentence.
  std::string text;
  Menu menu;
  /// At least one; the first is shown.
  std::vector<KeyChord> keys;
  /// Receives `argument`.
  void (*perform)(State& state, int argument);
  int argument = 0;
  /// Null for an action that is not a switch.
  bool (*is_checked)(const State& state, int argument) = nullptr;
  /// Null for an action that is always available.
  bool (*is_enabled)(const State& state, int argument) = nullptr;
  /// Whether holding the key repeats it.
  bool repeats = false;
  /// Whether the action concerns the scene's frame, and is disabled while a lab is open.
  bool needs_scene = false;
};

/// Whether the target of the keys is shown; always true for `off`.
[[nodiscard]] bool is_there(const State& state, WidgetKeys keys);

/// All actions, in the order of the menus; one for each of the first nine scenes and for each lab.
[[nodiscard]] std::vector<Action> make_actions(std::span<const SceneDeclaration> scenes,
                                               std::span<const LabDeclaration> labs = {});

/// The action of a key event; null for none.
[[nodiscard]] const Action* find_action(std::span<const Action> actions, const KeyChord& event);
/// The action with a name; null if there is none.
[[nodiscard]] const Action* find_action(std::span<const Action> actions, const std::string& name);
/// The title, key and meaning of an action that has a key, for its button's tooltip.
[[nodiscard]] std::string tooltip_text(const Action& action);
/// Whether an action can be performed now.
[[nodiscard]] bool is_enabled(const Action& action, const State& state);
/// Whether the action's keys perform it now. Digits, which choose scenes, do not while a lesson's step is open, unless
/// the task of the step is to choose a scene.
[[nodiscard]] bool takes_keys(const Action& action, const State& state);
/// Performs an action that is enabled.
void perform(const Action& action, State& state);

/// A word for a POSIX shell, in single quotes if it contains characters other than letters, digits and _@%+=:,./-
[[nodiscard]] std::string shell_word(std::string_view word);

/// The command line that renders the shown frame, byte for byte: `texelscope render SCENE --frame N …`. If the frame
/// depends on the mouse, the command renders it without the mouse.
[[nodiscard]] std::string frame_command(const State& state);

}  // namespace texelscope::app
