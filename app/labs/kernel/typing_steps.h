#pragma once

#include <cstddef>
#include <string_view>

namespace texelscope::app {

/// Divides typing into undo steps: at each word, at pauses, where it changes to deleting or back, and around pasted or
/// cut text.
class TypingSteps {
 public:
  /// Whether a change of the text, at `now` seconds, begins an undo step.
  [[nodiscard]] bool begins(std::string_view before, std::string_view after, double now);

 private:
  double changed_at_ = 0;
  /// The last change was more than a letter, or there was none.
  bool stands_alone_ = true;
  bool was_removal_ = false;
};

/// The length in bytes of the common start of two texts.
[[nodiscard]] std::size_t common_beginning(std::string_view a, std::string_view b);

}  // namespace texelscope::app
