#pragma once

#include <cstddef>
#include <string_view>

namespace texelscope::app {

/// Cuts typing into the steps that undo takes back: at each word, where typing rests, where it turns into deleting or
/// back, and around what is pasted or cut.
class TypingSteps {
 public:
  /// Whether a change of the text, at `now` seconds, begins a step.
  [[nodiscard]] bool begins(std::string_view before, std::string_view after, double now);

 private:
  double changed_at_ = 0;
  /// The last change was more than a letter, or there was none.
  bool stands_alone_ = true;
  bool was_removal_ = false;
};

/// How many bytes two texts have in common at their beginning.
[[nodiscard]] std::size_t common_beginning(std::string_view a, std::string_view b);

}  // namespace texelscope::app
