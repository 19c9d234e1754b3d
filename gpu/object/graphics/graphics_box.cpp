#include "gpu/object/graphics/graphics_box.h"

#include <fmt/format.h>

#include <utility>

#include "gpu/object/checks.h"

namespace texelscope::gpu {

GraphicsBox::GraphicsBox(std::shared_ptr<GLContextBox> context, const driver::GraphicsRegisterImage& call,
                         unsigned layers, unsigned levels, bool is_layered)
    : context_{std::move(context)},
      name_{call.name},
      layers_{layers},
      levels_{levels},
      is_layered_{is_layered},
      handle_{device().call(call).resource} {}

GraphicsBox::GraphicsBox(std::shared_ptr<GLContextBox> context, const driver::GraphicsRegisterBuffer& call)
    : context_{std::move(context)}, name_{call.name}, handle_{device().call(call).resource} {}

std::string GraphicsBox::describe() const { return fmt::format("GL {} {}", is_buffer() ? "buffer" : "image", name_); }

void GraphicsBox::require_registered(const char* action) const {
  if (!handle_) {
    throw_on<InvalidState>(device(),
                           "cannot {} the graphics resource of {}: it is closed; register the GL object again", action,
                           describe());
  }
}

void GraphicsBox::unmap(const StreamBox* stream) {
  require_registered("unmap");
  if (const StreamBox* const asked = stream != nullptr ? stream : map_stream_.get(); asked != nullptr) {
    require_not_captured(*asked, "unmap");
  }
  const std::shared_ptr<StreamBox> map_stream = end_mapping();
  if (!map_stream) {
    throw_on<InvalidState>(
        device(), "cannot unmap the graphics resource of {}: it is not mapped; map it first, and unmap it once",
        describe());
  }
  // Whatever the driver answers, the mapping is over: nothing that was made from it may be used.
  const StreamHandle order = stream != nullptr ? stream->handle() : map_stream->handle();
  device().call(driver::GraphicsUnmap{.access = context_->access(), .resources = {&handle_, 1}, .stream = order});
}

std::shared_ptr<StreamBox> GraphicsBox::end_mapping() noexcept {
  const auto validity = std::exchange(validity_, nullptr);
  auto map_stream = std::exchange(map_stream_, nullptr);
  return validity && validity->end() ? std::move(map_stream) : nullptr;
}

void GraphicsBox::close() noexcept {
  const auto guard = context_->lock();
  if (!handle_) {
    return;
  }
  std::shared_ptr<StreamBox> map_stream = end_mapping();
  context_->clean_up(
      {.resource = std::exchange(handle_, {}), .unmap_on = std::move(map_stream), .also_unregister = true});
}

}  // namespace texelscope::gpu
