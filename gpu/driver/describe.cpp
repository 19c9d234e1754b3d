#include "gpu/driver/describe.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <cstdlib>
#include <memory>

namespace texelscope::gpu::driver {

std::string describe_type(const char* mangled) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> readable{abi::__cxa_demangle(mangled, nullptr, nullptr, &status),
                                                             &std::free};
  return status == 0 && readable ? readable.get() : mangled;
}

std::string describe(bool value) { return value ? "true" : "false"; }

std::string describe(std::string_view value) { return std::string(value); }

std::string describe(std::int64_t value) { return std::to_string(value); }

std::string describe(std::uint64_t value) { return std::to_string(value); }

std::string describe(ObjectReference value) { return describe_handle(value.handle); }

std::string describe(const Extent& value) { return to_string(value); }

std::string describe(const ArrayDescriptor& value) { return to_string(value); }

std::string describe(const ArrayCopySide& value) {
  if (value.array) {
    return fmt::format("array {} at ({})", describe(value.array), fmt::join(value.origin, ", "));
  }
  return fmt::format("memory {} with {} bytes per row, {} rows per slice", describe(value.pointer),
                     value.row_pitch_bytes, value.rows_per_slice);
}

std::string describe(const TextureResource& value) {
  const std::string place = value.facts.kind == ResourceKind::array             ? describe(value.array)
                            : value.facts.kind == ResourceKind::mipmapped_array ? describe(value.mipmapped_array)
                                                                                : describe(value.pointer);
  return fmt::format("{} at {}{}{}", to_string(value.facts), place,
                     value.pitch_bytes > 0 ? fmt::format(" with {} bytes per row", value.pitch_bytes) : "",
                     value.view ? fmt::format(" {}", to_string(*value.view)) : "");
}

namespace {

std::string mipmap_text(const TextureDescriptor& value) {
  const TextureDescriptor usual;
  if (value.mipmap_filter_mode == usual.mipmap_filter_mode && value.mipmap_level_bias == usual.mipmap_level_bias &&
      value.min_mipmap_level_clamp == usual.min_mipmap_level_clamp &&
      value.max_mipmap_level_clamp == usual.max_mipmap_level_clamp) {
    return "";
  }
  return fmt::format(" levels {} – {} {} bias {}", value.min_mipmap_level_clamp, value.max_mipmap_level_clamp,
                     to_string(value.mipmap_filter_mode), value.mipmap_level_bias);
}

}  // namespace

std::string describe(const TextureDescriptor& value) {
  return fmt::format("{}/{}/{} {} {} {}{}{}{}{}", to_string(value.address_mode[0]), to_string(value.address_mode[1]),
                     to_string(value.address_mode[2]), to_string(value.filter_mode), to_string(value.read_mode),
                     value.normalized_coords ? "normalized coordinates" : "texel coordinates",
                     value.srgb ? " srgb" : "", value.seamless_cubemap ? " seamless" : "",
                     value.max_anisotropy > 0 ? fmt::format(" anisotropy {}", value.max_anisotropy) : "",
                     mipmap_text(value));
}

std::string describe(const kernels::KernelEntry& value) {
  // A kernel compiled at run time has the name from its source.
  return value.function ? value.name : describe_type(value.name);
}

std::string describe(const kernels::LaunchExtent& value) {
  return fmt::format("{}x{}x{}", value.width, value.height, value.depth);
}

std::string describe(std::span<const GraphicsHandle> value) {
  std::string text = "[";
  for (const GraphicsHandle handle : value) {
    text += text.size() == 1 ? "" : ", ";
    text += describe(handle);
  }
  return text + "]";
}

std::string describe_handle(std::uint64_t value) { return fmt::format("{:#x}", value); }

std::string describe_arguments(const Arguments& arguments) {
  std::string text;
  for (const Argument& argument : arguments) {
    text += text.empty() ? "" : ", ";
    text += argument.name;
    text += '=';
    text += std::visit(
        []<class Value>(const Value& value) {
          if constexpr (std::is_pointer_v<Value>) {
            return describe(*value);
          } else {
            return describe(value);
          }
        },
        argument.value);
  }
  return text;
}

std::string describe_call(const CallInfo& info, const Arguments& arguments) {
  return fmt::format("{}({})", info.name, describe_arguments(arguments));
}

std::uint64_t this_thread_number() noexcept {
  static std::atomic<std::uint64_t> next{1};
  thread_local const std::uint64_t number = next.fetch_add(1);
  return number;
}

}  // namespace texelscope::gpu::driver
