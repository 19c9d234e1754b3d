#pragma once

#include <cstdint>
#include <deque>
#include <vector>

struct GLFWwindow;

namespace texelscope::render {

/// An event of a key, a character or a button of the mouse, in GLFW's numbers.
struct InputEvent {
  enum class Kind : std::uint8_t { key, character, button };
  Kind kind = Kind::key;
  /// The key, the character or the button.
  int code = 0;
  int scancode = 0;
  /// GLFW_PRESS, GLFW_RELEASE or GLFW_REPEAT; a character has none.
  int action = 0;
  int modifiers = 0;
};

/// Holds back what comes faster than frames: widgets look at keys and buttons once a frame, so that a press and its
/// release in one are nothing, and a Backspace between two letters acts before both or behind both.
class InputQueue {
 public:
  void push(const InputEvent& event) { events_.push_back(event); }
  [[nodiscard]] bool empty() const noexcept { return events_.empty(); }
  /// The events, in their order, that one frame can have together. `wants_text`: a text field has the keyboard, and
  /// takes letters as characters alone, however many a frame.
  [[nodiscard]] std::vector<InputEvent> take(bool wants_text);

 private:
  std::deque<InputEvent> events_;
};

/// Puts a queue between GLFW and the callbacks of a window, for as long as it lives. One at a time.
class QueuedCallbacks {
 public:
  explicit QueuedCallbacks(GLFWwindow* window);
  ~QueuedCallbacks();
  QueuedCallbacks(const QueuedCallbacks&) = delete;
  QueuedCallbacks& operator=(const QueuedCallbacks&) = delete;

  /// Calls the window's callbacks with what a frame can have, see InputQueue::take().
  void deliver(bool wants_text);
  [[nodiscard]] bool empty() const noexcept { return queue_.empty(); }

 private:
  GLFWwindow* window_;
  InputQueue queue_;
  void (*on_key_)(GLFWwindow* window, int key, int scancode, int action, int modifiers);
  void (*on_character_)(GLFWwindow* window, unsigned character);
  void (*on_button_)(GLFWwindow* window, int button, int action, int modifiers);
};

}  // namespace texelscope::render
