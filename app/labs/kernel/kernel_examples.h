#pragma once

#include <span>

namespace texelscope::app {

/// An example text.
struct KernelExample {
  const char* name;
  /// Its topic, as a sentence.
  const char* teaches;
  const char* text;
};

[[nodiscard]] std::span<const KernelExample> kernel_examples();

}  // namespace texelscope::app
