#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// A name that texts of kernels can use.
struct KernelReferenceEntry {
  /// The struct or class whose member it is; empty for a function or a type of its own.
  std::string owner;
  std::string name;
  /// The type of a member variable; empty for functions and types.
  std::string type;
  /// As its header declares it, without its body, in one line.
  std::string declaration;
  /// The comment of its header, in one line; empty where there is none.
  std::string description;
};

/// Reads the declarations of one header: functions marked TEXELSCOPE_KERNEL_FUNCTION, public members and plain structs.
/// Omits namespace detail, private members and operators.
[[nodiscard]] std::vector<KernelReferenceEntry> read_kernel_reference(std::string_view header);

/// All names, members of Frame first, then those of Surface and Texture, functions and types, in the order of their
/// headers.
[[nodiscard]] std::span<const KernelReferenceEntry> kernel_reference();

}  // namespace texelscope::app
