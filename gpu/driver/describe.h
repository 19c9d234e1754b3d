#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gpu/driver/driver.h"

namespace texelscope::gpu::driver {

[[nodiscard]] std::string describe(bool value);
[[nodiscard]] std::string describe(std::int64_t value);
[[nodiscard]] std::string describe(std::uint64_t value);
[[nodiscard]] std::string describe(std::string_view value);
[[nodiscard]] std::string describe(ObjectReference value);
[[nodiscard]] std::string describe(const Extent& value);
[[nodiscard]] std::string describe(const ArrayDescriptor& value);
[[nodiscard]] std::string describe(const ArrayCopySide& value);
[[nodiscard]] std::string describe(const TextureResource& value);
[[nodiscard]] std::string describe(const TextureDescriptor& value);
[[nodiscard]] std::string describe(const kernels::KernelEntry& value);
[[nodiscard]] std::string describe(const kernels::LaunchExtent& value);
[[nodiscard]] std::string describe(std::span<const GraphicsHandle> value);
/// A type's name as written in the source, derived from the compiler's name; the compiler's name itself if that fails.
[[nodiscard]] std::string describe_type(const char* mangled);
/// Handles and addresses, in hexadecimal.
[[nodiscard]] std::string describe_handle(std::uint64_t value);

template <class Tag>
[[nodiscard]] std::string describe(Handle<Tag> value) {
  return describe_handle(value.value);
}

/// "width=640, height=480": the arguments of a call, by name.
[[nodiscard]] std::string describe_arguments(const Arguments& arguments);
/// "cuArray3DCreate(width=640, height=480)".
[[nodiscard]] std::string describe_call(const CallInfo& info, const Arguments& arguments);

/// Small numbers in the order in which threads appear: readable in a log, unlike the system's numbers.
[[nodiscard]] std::uint64_t this_thread_number() noexcept;

}  // namespace texelscope::gpu::driver
