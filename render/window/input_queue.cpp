#include "render/window/input_queue.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace texelscope::render {
namespace {

/// The queue for GLFW's callbacks, which have no other access to it.
InputQueue* open_queue = nullptr;
/// Where the events until now have moved the cursor. GLFW reports only where it is at present.
CursorPlace cursor{};
GLFWcursorposfun on_cursor = nullptr;

/// Whether a key writes a character. Its character event follows immediately.
bool writes(const InputEvent& event) {
  return event.code >= GLFW_KEY_SPACE && event.code <= GLFW_KEY_WORLD_2 &&
         (event.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)) == 0;
}

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }

/// The events that a frame has taken.
class Frame {
 public:
  explicit Frame(bool wants_text) : wants_text_{wants_text} {}

  /// Whether the frame can include this event as well.
  [[nodiscard]] bool takes(const InputEvent& event) {
    switch (event.kind) {
      case InputEvent::Kind::character:
        return takes_character();
      case InputEvent::Kind::button:
        return takes_button(event.code);
      case InputEvent::Kind::key:
        return takes_key(event);
      case InputEvent::Kind::motion:
        break;
    }
    return true;
  }

 private:
  bool takes_character() {
    has_text_ = true;
    return !has_other_key_ && buttons_.empty();
  }
  bool takes_button(int button) { return !has_text_ && !has_other_key_ && buttons_.insert(button).second; }
  bool takes_key(const InputEvent& event) {
    const bool is_press = event.action != GLFW_RELEASE;
    if (is_press && !buttons_.empty()) {
      return false;
    }
    // Widgets read the modifiers at the end of the frame's events.
    if (is_modifier(event.code) && (has_command_ || !buttons_.empty())) {
      return false;
    }
    if (writes(event) && !commands_.contains(event.code)) {
      // The character that follows must not be delayed: the window treats both as one key.
      const bool is_new = keys_.insert(event.code).second;
      has_command_ = has_command_ || (is_press && !wants_text_);
      return (wants_text_ || is_new) && !(is_press && has_other_key_);
    }
    commands_.insert(event.code);
    has_command_ = has_command_ || (is_press && !is_modifier(event.code));
    if (event.action == GLFW_REPEAT) {
      return true;
    }
    has_other_key_ = has_other_key_ || is_press;
    return keys_.insert(event.code).second && !(is_press && has_text_);
  }

  bool wants_text_;
  std::set<int> keys_;
  /// Keys that wrote nothing when pressed, as with Ctrl, which may be released before them.
  std::set<int> commands_;
  std::set<int> buttons_;
  bool has_text_ = false;
  bool has_other_key_ = false;
  /// A press that may have another meaning with a modifier.
  bool has_command_ = false;
};

void push_key(GLFWwindow* /*window*/, int key, int scancode, int action, int modifiers) {
  open_queue->push({InputEvent::Kind::key, key, scancode, action, modifiers});
}
void push_character(GLFWwindow* /*window*/, unsigned character) {
  open_queue->push({.kind = InputEvent::Kind::character, .code = static_cast<int>(character)});
}
void push_button(GLFWwindow* /*window*/, int button, int action, int modifiers) {
  open_queue->push({InputEvent::Kind::button, button, 0, action, modifiers, cursor});
}
void note_cursor(GLFWwindow* window, double x, double y) {
  cursor = {x, y};
  if (on_cursor != nullptr) {
    on_cursor(window, x, y);
  }
}

}  // namespace

std::vector<InputEvent> InputQueue::take(bool wants_text) {
  std::vector<InputEvent> taken;
  Frame frame(wants_text);
  while (!events_.empty()) {
    const InputEvent& next = events_.front();
    if (next.kind == InputEvent::Kind::button && next.action == GLFW_RELEASE && next.place != place_) {
      // Widgets ignore movement in the frame of the release.
      if (taken.empty()) {
        taken.push_back({.kind = InputEvent::Kind::motion, .place = next.place});
        place_ = next.place;
      }
      break;
    }
    if (!frame.takes(next)) {
      break;
    }
    if (next.kind == InputEvent::Kind::button) {
      place_ = next.place;
    }
    taken.push_back(next);
    events_.pop_front();
  }
  return taken;
}

QueuedCallbacks::QueuedCallbacks(GLFWwindow* window) : window_{window} {
  open_queue = &queue_;
  on_key_ = glfwSetKeyCallback(window, push_key);
  on_character_ = glfwSetCharCallback(window, push_character);
  on_button_ = glfwSetMouseButtonCallback(window, push_button);
  on_cursor = glfwSetCursorPosCallback(window, note_cursor);
  glfwGetCursorPos(window, &cursor.x, &cursor.y);
}

QueuedCallbacks::~QueuedCallbacks() {
  glfwSetKeyCallback(window_, on_key_);
  glfwSetCharCallback(window_, on_character_);
  glfwSetMouseButtonCallback(window_, on_button_);
  glfwSetCursorPosCallback(window_, on_cursor);
  open_queue = nullptr;
}

std::optional<CursorPlace> QueuedCallbacks::deliver(bool wants_text) {
  std::optional<CursorPlace> place;
  for (const InputEvent& event : queue_.take(wants_text)) {
    switch (event.kind) {
      case InputEvent::Kind::key:
        on_key_(window_, event.code, event.scancode, event.action, event.modifiers);
        break;
      case InputEvent::Kind::character:
        on_character_(window_, static_cast<unsigned>(event.code));
        break;
      case InputEvent::Kind::button:
        on_button_(window_, event.code, event.action, event.modifiers);
        place = event.place;
        if (event.action == GLFW_PRESS) {
          down_.insert(event.code);
        } else {
          down_.erase(event.code);
        }
        break;
      case InputEvent::Kind::motion:
        place = event.place;
        break;
    }
  }
  return place;
}

}  // namespace texelscope::render
