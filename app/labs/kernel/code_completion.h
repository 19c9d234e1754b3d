#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// A name that completes what was typed.
struct CompletedName {
  std::string name;
  /// As in kernel_reference(); the name alone for one of the text's own.
  std::string declaration;
  std::string description;
};

/// The names that complete the one that ends at the cursor.
struct CodeCompletion {
  /// Where that begins in the text.
  std::size_t begin = 0;
  /// By the alphabet; empty where nothing completes it.
  std::vector<CompletedName> names;
};

/// Behind a dot the members of what stands before it, as far as its type is known; else functions and types of
/// kernel_reference(), and names of the text, from two letters on. Nothing in comments and literals, nor inside of a
/// name.
[[nodiscard]] CodeCompletion complete_code(std::string_view text, std::size_t cursor);

}  // namespace texelscope::app
