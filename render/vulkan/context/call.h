#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "render/common/observed_call.h"
#include "render/vulkan/context/functions.h"

namespace texelscope::render::vulkan {

/// Whether a name such as "VK_ERROR_DEVICE_LOST" is a result that can be injected.
[[nodiscard]] bool is_result_name(std::string_view name) noexcept;

/// "VK_ERROR_DEVICE_LOST", …; of static storage duration.
[[nodiscard]] std::string_view result_name(VkResult result) noexcept;
/// The result with a name; VK_ERROR_OUT_OF_HOST_MEMORY for "" and for an unknown name.
[[nodiscard]] VkResult result_named(std::string_view name) noexcept;

/// @throws Error with `action`, the function, the result, and what to do.
[[noreturn]] void fail(std::string_view function, VkResult result, std::string_view action);

/// Makes an observed call, or returns the result that an observer injects; a wait is made in any case. @returns its
/// result.
template <class Function, class... Arguments>
VkResult call(std::string_view name, Function function, const Arguments&... arguments) {
  CallObserver* const observer = call_observer();
  if (observer == nullptr) {
    return function(arguments...);
  }
  const auto start = CallClock::now();
  const bool is_injected = observer->before(name);
  // The awaited work must have finished after the wait, regardless of the result.
  const bool is_made = !is_injected || name.find("Wait") != std::string_view::npos;
  const VkResult made = is_made ? function(arguments...) : VK_SUCCESS;
  const VkResult result = is_injected ? result_named(observer->injected_result()) : made;
  observer->after(name, result < 0 ? result_name(result) : std::string_view{}, start, CallClock::now());
  return result;
}

/// Makes an observed call that must succeed: `action` names its purpose, such as "create an image of 5 × 7 texels".
/// @throws Error.
template <class Function, class... Arguments>
void require_call(std::string_view name, const std::string& action, Function function, const Arguments&... arguments) {
  if (const VkResult result = call(name, function, arguments...); result != VK_SUCCESS) {
    fail(name, result, action);
  }
}

/// A list that Vulkan returns in two calls, the first of which counts: `list` makes one call, with null or space for
/// that many.
template <class Item, class List>
std::vector<Item> list_all(const List& list) {
  std::uint32_t count = 0;
  list(&count, static_cast<Item*>(nullptr));
  std::vector<Item> items(count);
  list(&count, items.data());
  items.resize(count);
  return items;
}

}  // namespace texelscope::render::vulkan
