#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <vector>

struct GLFWwindow;

namespace texelscope::render {

/// A place in a window, in its units.
struct CursorPlace {
  double x = 0;
  double y = 0;
  bool operator==(const CursorPlace&) const = default;
};

/// An event of a key, a character or a mouse button, in GLFW's numbers; or the mouse at the place where a button is
/// released next.
struct InputEvent {
  enum class Kind : std::uint8_t { key, character, button, motion };
  Kind kind = Kind::key;
  /// The key, the character or the button.
  int code = 0;
  int scancode = 0;
  /// GLFW_PRESS, GLFW_RELEASE or GLFW_REPEAT; a character has none.
  int action = 0;
  int modifiers = 0;
  /// Where the cursor was at the event of a button, or is moved to.
  CursorPlace place{};
};

/// Delays events that arrive faster than frames: widgets check keys and buttons once per frame, so a press and its
/// release in one frame would have no effect, and a Backspace between two letters would act before or after both. A
/// drag that ends within a frame moves the mouse in a frame of its own.
class InputQueue {
 public:
  void push(const InputEvent& event) { events_.push_back(event); }
  [[nodiscard]] bool empty() const noexcept { return events_.empty(); }
  /// The events, in order, that one frame can process together. `wants_text`: a text field has the keyboard focus, and
  /// uses letters only as characters, any number per frame.
  [[nodiscard]] std::vector<InputEvent> take(bool wants_text);

 private:
  std::deque<InputEvent> events_;
  /// The place of the last button event that was taken.
  CursorPlace place_{};
};

/// Inserts a queue between GLFW and the callbacks of a window during its lifetime. Only one may exist at a time.
class QueuedCallbacks {
 public:
  explicit QueuedCallbacks(GLFWwindow* window);
  ~QueuedCallbacks();
  QueuedCallbacks(const QueuedCallbacks&) = delete;
  QueuedCallbacks& operator=(const QueuedCallbacks&) = delete;

  /// Calls the window's callbacks with the events for a frame (see InputQueue::take()). Returns where the cursor was at
  /// its last event of a button: it may have moved on since.
  std::optional<CursorPlace> deliver(bool wants_text);
  /// Whether a button is down after the delivered events; it may be up by now.
  [[nodiscard]] bool is_down(int button) const { return down_.contains(button); }
  [[nodiscard]] bool empty() const noexcept { return queue_.empty(); }

 private:
  GLFWwindow* window_;
  InputQueue queue_;
  std::set<int> down_;
  void (*on_key_)(GLFWwindow* window, int key, int scancode, int action, int modifiers);
  void (*on_character_)(GLFWwindow* window, unsigned character);
  void (*on_button_)(GLFWwindow* window, int button, int action, int modifiers);
};

}  // namespace texelscope::render
