#pragma once

#include <span>

namespace texelscope::app {

/// A text to begin with.
struct KernelExample {
  const char* name;
  /// What it shows, as a sentence.
  const char* teaches;
  const char* text;
};

[[nodiscard]] std::span<const KernelExample> kernel_examples();

}  // namespace texelscope::app
