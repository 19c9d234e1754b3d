#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// A completion of a typed name.
struct CompletedName {
  std::string name;
  /// As in kernel_reference(); for names that the source declares, only the name.
  std::string declaration;
  std::string description;
};

/// The completions of the name that ends at the cursor.
struct CodeCompletion {
  /// The start of that name in the source.
  std::size_t begin = 0;
  /// In alphabetical order; empty if nothing completes it.
  std::vector<CompletedName> names;
};

/// After a dot, offers the members of the expression before it if its type is known; otherwise, after at least two
/// letters, functions and types of kernel_reference() and names that the source declares. Offers nothing in comments
/// and literals, or inside a name.
[[nodiscard]] CodeCompletion complete_code(std::string_view text, std::size_t cursor);

}  // namespace texelscope::app
