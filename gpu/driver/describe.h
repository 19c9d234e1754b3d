#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gpu/driver/driver.h"

namespace texelscope::gpu::driver {

[[nodiscard]] std::string describe(bool value);
[[nodiscard]] std::string describe(std::uint64_t value);
[[nodiscard]] std::string describe(std::string_view value);
[[nodiscard]] std::string describe(const Extent& value);
[[nodiscard]] std::string describe(const ArrayDescriptor& value);
[[nodiscard]] std::string describe(const ArrayCopySide& value);
[[nodiscard]] std::string describe(const TextureResource& value);
[[nodiscard]] std::string describe(const TextureDescriptor& value);
[[nodiscard]] std::string describe(const kernels::KernelEntry& value);
[[nodiscard]] std::string describe(const kernels::LaunchExtent& value);
[[nodiscard]] std::string describe(std::span<const GraphicsHandle> value);
/// A type's name as it stands in the source, from the compiler's; the latter where it is none.
[[nodiscard]] std::string describe_type(const char* mangled);
/// Handles and addresses, in hexadecimal.
[[nodiscard]] std::string describe_handle(std::uint64_t value);

template <class Tag>
[[nodiscard]] std::string describe(Handle<Tag> value) {
  return describe_handle(value.value);
}

template <std::integral Integer>
  requires(!std::same_as<Integer, bool> && !std::same_as<Integer, std::uint64_t>)
[[nodiscard]] std::string describe(Integer value) {
  return std::to_string(value);
}

/// "width=640, height=480": the arguments of a call, by name.
template <class Call>
[[nodiscard]] std::string describe_arguments(const Call& call) {
  std::string text;
  call.visit([&text](const char* name, const auto& value) {
    text += text.empty() ? "" : ", ";
    text += name;
    text += '=';
    text += describe(value);
  });
  return text;
}

}  // namespace texelscope::gpu::driver
