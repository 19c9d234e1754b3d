#include "gpu/driver/any_call.h"

namespace texelscope::gpu::driver {

std::size_t AnyCall::object_count() const noexcept {
  const Argument object = type_.object(call_);
  const auto* const handles = std::get_if<std::span<const GraphicsHandle>>(&object.value);
  return info().effect == CallEffect::none ? 0 : handles != nullptr ? handles->size() : 1;
}

std::uint64_t AnyCall::object(std::size_t index) const noexcept {
  if (index >= object_count()) {
    return 0;
  }
  const Argument object = type_.object(call_);
  const auto* const handles = std::get_if<std::span<const GraphicsHandle>>(&object.value);
  return handles != nullptr ? (*handles)[index].value : std::get<ObjectReference>(object.value).handle;
}

}  // namespace texelscope::gpu::driver
