#pragma once

#include <span>
#include <string_view>

namespace texelscope::app {

/// An example text.
struct KernelExample {
  const char* name;
  /// Its topic, as a sentence.
  const char* teaches;
  const char* text;
};

[[nodiscard]] std::span<const KernelExample> kernel_examples();
/// The first example that reads the open picture, if `text` is that of another example; null otherwise.
[[nodiscard]] const KernelExample* example_for_picture(std::string_view text);

}  // namespace texelscope::app
