#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "render/common/observed_call.h"
#include "render/vulkan/context/functions.h"

namespace texelscope::render::vulkan {

/// Whether a name such as "VK_ERROR_DEVICE_LOST" is a result that a call can be made to give.
[[nodiscard]] bool is_result_name(std::string_view name) noexcept;

/// "VK_ERROR_DEVICE_LOST", …; of static storage duration.
[[nodiscard]] std::string_view result_name(VkResult result) noexcept;
/// The result with a name; VK_ERROR_OUT_OF_HOST_MEMORY for "" and for a name that is none.
[[nodiscard]] VkResult result_named(std::string_view name) noexcept;

/// @throws Error saying `action`, the function and the result, and what to do.
[[noreturn]] void fail(std::string_view function, VkResult result, std::string_view action);

/// Makes a call that observers see, or gives what an observer has in its place; a wait is made all the same. @returns
/// its result.
template <class Function, class... Arguments>
VkResult call(std::string_view name, Function function, const Arguments&... arguments) {
  CallObserver* const observer = call_observer();
  if (observer == nullptr) {
    return function(arguments...);
  }
  const auto start = CallClock::now();
  const bool is_injected = observer->before(name);
  // What is waited for must be done when the wait is over, however that ends.
  const bool is_made = !is_injected || name.find("Wait") != std::string_view::npos;
  const VkResult made = is_made ? function(arguments...) : VK_SUCCESS;
  const VkResult result = is_injected ? result_named(observer->injected_result()) : made;
  observer->after(name, result < 0 ? result_name(result) : std::string_view{}, start, CallClock::now());
  return result;
}

/// The same for a call that must succeed: `action` says what it is for, such as "make an image of 5 × 7 texels".
/// @throws Error.
template <class Function, class... Arguments>
void require_call(std::string_view name, const std::string& action, Function function, const Arguments&... arguments) {
  if (const VkResult result = call(name, function, arguments...); result != VK_SUCCESS) {
    fail(name, result, action);
  }
}

/// What Vulkan lists in two calls, of which the first counts: `list` makes one, with null or room for so many.
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
