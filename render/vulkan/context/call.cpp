#include "render/vulkan/context/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "render/common/error.h"

namespace texelscope::render::vulkan {
namespace {

const char* advice(VkResult result) {
  switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return "use a smaller size, or close other programs that use the memory";
    case VK_ERROR_DEVICE_LOST:
      return "the GPU was reset or removed; restart the program";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
    case VK_ERROR_INITIALIZATION_FAILED:
      return "see the Vulkan section of `texelscope doctor`, or use --renderer gl";
    default:
      return "this may be a bug in this program; run it with TEXELSCOPE_VULKAN_VALIDATION=1 and report the messages";
  }
}

struct NamedResult {
  VkResult result;
  std::string_view name;
};

#define TEXELSCOPE_VULKAN_RESULT(name) \
  NamedResult { name, #name }
constexpr std::array results{TEXELSCOPE_VULKAN_RESULT(VK_SUCCESS),
                             TEXELSCOPE_VULKAN_RESULT(VK_NOT_READY),
                             TEXELSCOPE_VULKAN_RESULT(VK_TIMEOUT),
                             TEXELSCOPE_VULKAN_RESULT(VK_INCOMPLETE),
                             TEXELSCOPE_VULKAN_RESULT(VK_SUBOPTIMAL_KHR),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_OUT_OF_HOST_MEMORY),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_OUT_OF_DEVICE_MEMORY),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_INITIALIZATION_FAILED),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_DEVICE_LOST),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_MEMORY_MAP_FAILED),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_LAYER_NOT_PRESENT),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_EXTENSION_NOT_PRESENT),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_FEATURE_NOT_PRESENT),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_INCOMPATIBLE_DRIVER),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_TOO_MANY_OBJECTS),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_FORMAT_NOT_SUPPORTED),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_FRAGMENTED_POOL),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_UNKNOWN),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_OUT_OF_POOL_MEMORY),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_INVALID_EXTERNAL_HANDLE),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_NATIVE_WINDOW_IN_USE_KHR),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_SURFACE_LOST_KHR),
                             TEXELSCOPE_VULKAN_RESULT(VK_ERROR_OUT_OF_DATE_KHR)};
#undef TEXELSCOPE_VULKAN_RESULT

}  // namespace

std::string_view result_name(VkResult result) noexcept {
  const auto* const found = std::ranges::find(results, result, &NamedResult::result);
  return found != results.end() ? found->name : "an unknown VkResult";
}

bool is_result_name(std::string_view name) noexcept {
  return std::ranges::find(results, name, &NamedResult::name) != results.end();
}

VkResult result_named(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(results, name, &NamedResult::name);
  return found != results.end() ? found->result : VK_ERROR_OUT_OF_HOST_MEMORY;
}

void fail(std::string_view function, VkResult result, std::string_view action) {
  throw Error{fmt::format("cannot {}: {} returned {} ({}): {}", action, function, result_name(result),
                          static_cast<int>(result), advice(result))};
}

}  // namespace texelscope::render::vulkan
