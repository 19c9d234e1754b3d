#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace texelscope::app {

struct LabSettings;
struct PanelContext;

/// The state of a lab; it persists while scenes or other labs are shown. The classes of capabilities.h declare the
/// abilities that only some labs have.
class LabState {
 public:
  virtual ~LabState() = default;

  /// The settings, for undo, as names and texts.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> settings() const;
  /// The names of settings that no session stores: a session may come from anyone.
  [[nodiscard]] std::vector<std::string> settings_of_window() const;
  /// Restores one setting. @throws ParameterError for an unknown name or an invalid value.
  void set(std::string_view name, const std::string& text);
  /// A setting's text in canonical form: the same for all texts that the lab reads as the same value.
  [[nodiscard]] virtual std::string as_read(std::string_view /*name*/, const std::string& value) const { return value; }

  /// Whether the lab changes without input; the window then draws without waiting for events.
  [[nodiscard]] virtual bool is_busy() const { return false; }
  /// Whether the work that begins when the lab is opened or changed is still in progress; a run of a given number of
  /// frames waits for it.
  [[nodiscard]] virtual bool is_settling() const { return false; }
  /// Forgets the item at the mouse, whose values its readout shows: see shows_values_at_mouse().
  virtual void forget_mouse() {}
  /// Releases the lab's objects of the device and the renderer, which are about to be closed.
  virtual void release() {}

 private:
  /// The settings in the order of the session file; each is declared once, with its conversions to and from text.
  [[nodiscard]] virtual LabSettings declare_settings() = 0;
  /// Called before each set().
  virtual void begin_setting() {}
};

/// For LabDeclaration::make.
template <class Lab>
[[nodiscard]] std::unique_ptr<LabState> make_lab() {
  return std::make_unique<Lab>();
}

/// The single declaration of a lab, which is a tool with its own panels in place of a scene's. The list, the menu, the
/// lab's key and the session file use it.
struct LabDeclaration {
  /// Stable: the session file, `explore --lab` and tests use it.
  std::string_view name;
  std::string_view title;
  /// Its topic, in two sentences.
  std::string_view teaches;
  /// By GLFW's number.
  int key = 0;
  /// A letter that opens the lab with Ctrl+Alt, which works while a text field has keyboard focus; 0 for none. For labs
  /// whose key is a letter, too.
  int key_while_typing = 0;
  std::unique_ptr<LabState> (*make)() = nullptr;
  /// Draws into the properties panel.
  void (*draw_properties)(const PanelContext& context) = nullptr;
  /// Fills the viewport.
  void (*draw_main)(const PanelContext& context) = nullptr;
  /// Fills the line below the viewport.
  void (*draw_readout)(const PanelContext& context) = nullptr;
  /// Widgets that show times, addresses or other values that vary between runs: image comparisons ignore them.
  std::vector<std::string_view> varies{};
  /// Widgets that show what the lab computes from its settings, by the names that it records; a name may end in '*'. A
  /// lesson that hides one of them must hide all, because with other settings any of them may show the answer.
  std::vector<std::string_view> results{};
};

}  // namespace texelscope::app
