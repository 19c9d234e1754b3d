#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::app {

/// A name that a kernel's source can use.
struct KernelReferenceEntry {
  /// The struct or class of a member; empty for a free function or a type.
  std::string owner;
  std::string name;
  /// The type of a member variable; empty for functions and types.
  std::string type;
  /// Its declaration in its header, without its body, on one line.
  std::string declaration;
  /// Its comment in its header, on one line; empty if there is none.
  std::string description;
};

/// Reads the declarations of one header: functions marked TEXELSCOPE_KERNEL_FUNCTION, public members and plain structs.
/// Omits namespace detail, private members and operators.
[[nodiscard]] std::vector<KernelReferenceEntry> read_kernel_reference(std::string_view header);

/// All names: first the members of Frame, then those of Surface and Texture, and then functions and types, in the order
/// of their headers.
[[nodiscard]] std::span<const KernelReferenceEntry> kernel_reference();

}  // namespace texelscope::app
