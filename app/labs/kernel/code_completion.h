#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// A completion of typed text.
struct CompletedName {
  std::string name;
  /// As in kernel_reference(); only the name for names that the text declares.
  std::string declaration;
  std::string description;
};

/// The completions of the name that ends at the cursor.
struct CodeCompletion {
  /// The start of that name in the text.
  std::size_t begin = 0;
  /// In alphabetical order; empty if nothing completes it.
  std::vector<CompletedName> names;
};

/// After a dot, offers the members of the expression before it if its type is known; otherwise functions and types of
/// kernel_reference() and names of the text, from two letters on. Offers nothing in comments and literals, or inside a
/// name.
[[nodiscard]] CodeCompletion complete_code(std::string_view text, std::size_t cursor);

}  // namespace texelscope::app
