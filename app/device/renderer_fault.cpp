#include "app/device/renderer_fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

bool is_function_name(std::string_view name) {
  constexpr std::array<std::string_view, 5> prefixes{"gl", "egl", "glfw", "glad", "vk"};
  return std::ranges::any_of(prefixes, [name](std::string_view prefix) {
    return name.starts_with(prefix) && name.size() > prefix.size() && name[prefix.size()] >= 'A' &&
           name[prefix.size()] <= 'Z';
  });
}

}  // namespace

RendererFault renderer_fault_from_string(std::string_view text) {
  RendererFault fault;
  std::string_view call = text;
  if (const std::size_t equals = text.find("=VK_"); text.starts_with("vk") && equals != std::string_view::npos) {
    fault.result = text.substr(equals + 1);
    call = text.substr(0, equals);
  }
  std::string_view number = call;
  if (is_function_name(call)) {
    const std::size_t colon = std::min(call.find(':'), call.size());
    fault.name = call.substr(0, colon);
    if (colon == call.size()) {
      return fault;
    }
    number = call.substr(colon + 1);
  }
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), fault.nth);
  if (error != std::errc{} || end != number.data() + number.size() || fault.nth == 0) {
    throw gpu::InvalidArgument(
        fmt::format("'{}' is not a renderer call: use a call number (from 1), a function such as glTextureStorage2D or "
                    "eglCreateContext, or FUNCTION:NUMBER; for Vulkan also vkQueueSubmit:3=VK_ERROR_DEVICE_LOST",
                    text));
  }
  return fault;
}

}  // namespace texelscope::app
