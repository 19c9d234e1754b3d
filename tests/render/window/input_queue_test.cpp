#include "render/window/input_queue.h"

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace texelscope::render {
namespace {

void press(InputQueue& queue, int key, int modifiers = 0) {
  queue.push({InputEvent::Kind::key, key, 0, GLFW_PRESS, modifiers});
}
void release(InputQueue& queue, int key) { queue.push({InputEvent::Kind::key, key, 0, GLFW_RELEASE, 0}); }

/// A key pressed and released, and its character, if any.
void type(InputQueue& queue, int key, char character = 0) {
  press(queue, key);
  if (character != 0) {
    queue.push({.kind = InputEvent::Kind::character, .code = character});
  }
  release(queue, key);
}

/// The input of each frame, until none is left: "F'f'F-" is the key F pressed, the character f, the key F released.
std::vector<std::string> frames_of(InputQueue& queue, bool wants_text) {
  std::vector<std::string> frames;
  for (int frame = 0; !queue.empty() && frame < 100; ++frame) {
    std::string text;
    for (const InputEvent& event : queue.take(wants_text)) {
      const char* const up = event.action == GLFW_RELEASE ? "-" : "";
      if (event.kind == InputEvent::Kind::character) {
        text += std::string("'") + static_cast<char>(event.code) + "'";
      } else if (event.kind == InputEvent::Kind::motion) {
        text += "@" + std::to_string(static_cast<int>(event.place.x));
      } else if (event.kind == InputEvent::Kind::button) {
        text += "(" + std::to_string(event.code) + up + ")";
      } else {
        text += (event.code == GLFW_KEY_BACKSPACE      ? "<"
                 : event.code == GLFW_KEY_ENTER        ? "!"
                 : event.code == GLFW_KEY_LEFT_CONTROL ? "^"
                                                       : std::string(1, static_cast<char>(event.code))) +
                up;
      }
    }
    frames.push_back(text);
  }
  return frames;
}

using Frames = std::vector<std::string>;

TEST(InputQueue, DeliversAllLettersToATextFieldInOneFrame) {
  InputQueue queue;
  type(queue, 'L', 'l');
  type(queue, 'L', 'l');
  type(queue, 'A', 'a');
  EXPECT_EQ(frames_of(queue, true), Frames{"L'l'L-L'l'L-A'a'A-"});
}

TEST(InputQueue, KeepsABackspaceBetweenTheLettersAroundIt) {
  InputQueue queue;
  type(queue, 'F', 'f');
  type(queue, 'I', 'i');
  type(queue, GLFW_KEY_BACKSPACE);
  type(queue, 'R', 'r');
  EXPECT_EQ(frames_of(queue, true), (Frames{"F'f'F-I'i'I-", "<", "<-R'r'R-"}));
}

TEST(InputQueue, DeliversEachPressInASeparateFrame) {
  InputQueue queue;
  type(queue, GLFW_KEY_BACKSPACE);
  type(queue, GLFW_KEY_BACKSPACE);
  EXPECT_EQ(frames_of(queue, true), (Frames{"<", "<-", "<", "<-"}));
  type(queue, 'P', 'p');
  type(queue, 'P', 'p');
  EXPECT_EQ(frames_of(queue, false), (Frames{"P'p'", "P-", "P'p'", "P-"})) << "keys of the window";
}

TEST(InputQueue, KeepsModifiersWithTheirKey) {
  InputQueue queue;
  press(queue, GLFW_KEY_LEFT_CONTROL, GLFW_MOD_CONTROL);
  press(queue, 'A', GLFW_MOD_CONTROL);
  release(queue, 'A');
  release(queue, GLFW_KEY_LEFT_CONTROL);
  EXPECT_EQ(frames_of(queue, true), (Frames{"^A", "A-^-"}));
}

TEST(InputQueue, ChangesNoModifierInTheFrameOfAPress) {
  InputQueue queue;
  press(queue, GLFW_KEY_LEFT_CONTROL);
  press(queue, 'A', GLFW_MOD_CONTROL);
  release(queue, GLFW_KEY_LEFT_CONTROL);
  release(queue, 'A');
  EXPECT_EQ(frames_of(queue, true), (Frames{"^A", "^-A-"})) << "Ctrl released before its key";
  press(queue, GLFW_KEY_ENTER);
  press(queue, GLFW_KEY_LEFT_CONTROL);
  release(queue, GLFW_KEY_LEFT_CONTROL);
  EXPECT_EQ(frames_of(queue, true), (Frames{"!", "^", "^-"})) << "Ctrl pressed after another key";
  press(queue, GLFW_KEY_LEFT_CONTROL);
  queue.push({InputEvent::Kind::button, 0, 0, GLFW_PRESS, GLFW_MOD_CONTROL});
  release(queue, GLFW_KEY_LEFT_CONTROL);
  queue.push({InputEvent::Kind::button, 0, 0, GLFW_RELEASE, 0});
  EXPECT_EQ(frames_of(queue, true), (Frames{"^", "(0)", "^-(0-)"})) << "a click with Ctrl";
}

TEST(InputQueue, FinishesAClickBeforeLaterKeys) {
  InputQueue queue;
  queue.push({InputEvent::Kind::button, 0, 0, GLFW_PRESS, 0});
  queue.push({InputEvent::Kind::button, 0, 0, GLFW_RELEASE, 0});
  type(queue, 'A', 'a');
  type(queue, GLFW_KEY_ENTER);
  EXPECT_EQ(frames_of(queue, true), (Frames{"(0)", "(0-)", "A'a'A-", "!", "!-"}));
}

TEST(InputQueue, MovesTheMouseBeforeAButtonIsReleasedElsewhere) {
  InputQueue queue;
  for (const double x : {10.0, 70.0}) {
    queue.push({InputEvent::Kind::button, 0, 0, GLFW_PRESS, 0, {x, 5}});
    queue.push({InputEvent::Kind::button, 0, 0, GLFW_RELEASE, 0, {70, 5}});
  }
  EXPECT_EQ(frames_of(queue, true), (Frames{"(0)", "@70", "(0-)", "(0)", "(0-)"}));
}

TEST(InputQueue, DelaysNothingForever) {
  InputQueue queue;
  queue.push({InputEvent::Kind::key, GLFW_KEY_BACKSPACE, 0, GLFW_REPEAT, 0});
  queue.push({InputEvent::Kind::key, GLFW_KEY_BACKSPACE, 0, GLFW_REPEAT, 0});
  release(queue, GLFW_KEY_BACKSPACE);
  EXPECT_EQ(frames_of(queue, true), Frames{"<<<-"});
  EXPECT_TRUE(queue.take(true).empty());
}

}  // namespace
}  // namespace texelscope::render
