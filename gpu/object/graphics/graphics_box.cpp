#include "gpu/object/graphics/graphics_box.h"

#include <fmt/format.h>

#include <utility>

#include "gpu/driver/describe.h"
#include "gpu/object/checks.h"

namespace texelscope::gpu {

GraphicsBox::GraphicsBox(std::shared_ptr<GLContextBox> context, const driver::GraphicsRegisterImage& call,
                         const graphics::GLFacts& facts, std::optional<GraphicsShape> shape)
    : device_{context->device()},
      context_{std::move(context)},
      flags_{call.flags},
      name_{call.name},
      target_{call.target},
      registered_{facts},
      shape_{shape},
      handle_{device().call(call).resource} {}

GraphicsBox::GraphicsBox(std::shared_ptr<GLContextBox> context, const driver::GraphicsRegisterBuffer& call,
                         const graphics::GLFacts& facts)
    : device_{context->device()},
      context_{std::move(context)},
      flags_{call.flags},
      name_{call.name},
      registered_{facts},
      shape_{GraphicsShape{}},
      handle_{device().call(call).resource} {}

GraphicsBox::GraphicsBox(std::shared_ptr<GLContextBox> context, GraphicsHandle handle, GraphicsFlags flags,
                         HandleOwner owner)
    : device_{context->device()},
      context_{std::move(context)},
      owner_{std::move(owner)},
      flags_{flags},
      handle_{handle} {}

std::string GraphicsBox::describe() const {
  return name_ == 0 ? fmt::format("graphics resource {:#x}", handle_.value)
                    : fmt::format("GL {} {}", shape_ && shape_->is_buffer() ? "buffer" : "image", name_);
}

std::shared_ptr<GLContextBox> GraphicsBox::shared_context() const {
  const std::lock_guard guard{context_mutex_};
  return context_;
}

GraphicsBox::LockedContext GraphicsBox::lock_context() const {
  for (;;) {
    std::shared_ptr<GLContextBox> context = shared_context();
    std::unique_lock lock = context->lock();
    // The resource may have moved during the wait.
    if (context == shared_context()) {
      return {std::move(context), std::move(lock)};
    }
  }
}

void GraphicsBox::move_to(std::shared_ptr<GLContextBox> context) {
  require_registered("move");
  if (is_mapped()) {
    throw_on<InvalidState>(device(), "cannot move {}: it is mapped; unmap it first", describe());
  }
  if (context->access().path != context_->access().path) {
    throw_on<InvalidArgument>(device(),
                              "cannot move {}: one context shares directly and the other "
                              "through host memory; {}",
                              describe(), move_rule);
  }
  const std::lock_guard guard{context_mutex_};
  // The old context is destroyed, if at all, after the guard.
  context_.swap(context);
}

const GraphicsShape& GraphicsBox::shape() {
  if (!shape_) {
    shape_ = ask_shape();
  }
  return *shape_;
}

GraphicsShape GraphicsBox::ask_shape() const {
  driver::GraphicsMappedMipmappedArray whole{.access = context_->access(), .resource = handle_};
  const Status status = device().driver().perform(whole);
  if (status == driver::not_mapped_as_array) {
    return {};
  }
  if (status != Status::success) {
    throw DriverError(status, driver::describe_call(whole.info, whole.arguments()), device().name());
  }
  const ArrayKind kind = whole.descriptor.kind;
  GraphicsShape shape;
  shape.layers = kind == ArrayKind::cube_map  ? 6
                 : kind == ArrayKind::layered ? static_cast<unsigned>(whole.descriptor.num_layers)
                                              : 1;
  shape.is_layered = kind != ArrayKind::plain;
  shape.levels = device().call(driver::MipmappedArrayGetDescriptor{whole.array}).levels;
  return shape;
}

ArrayDescriptor GraphicsBox::as_registered(ArrayDescriptor descriptor) const noexcept {
  descriptor.is_surface_load_store = has_flag(flags_, GraphicsFlags::surface_load_store);
  descriptor.is_texture_gather = has_flag(flags_, GraphicsFlags::texture_gather) &&
                                 descriptor.kind == ArrayKind::plain && descriptor.shape.rank() == 2;
  return descriptor;
}

void GraphicsBox::require_registered(const char* action) const {
  if (!handle_) {
    throw_on<InvalidState>(device(),
                           "cannot {} the graphics resource of {}: it is closed; register the GL object again", action,
                           describe());
  }
}

void GraphicsBox::require_unchanged() const {
  if (name_ == 0) {
    return;
  }
  const std::string change = graphics::change_since(context_->gl(), name_, target_, registered_);
  if (!change.empty()) {
    throw_on<InvalidState>(device(), "cannot map {}: {}", describe(), change);
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
        device(), "cannot unmap the graphics resource of {}: it is not mapped; map it first, and unmap it only once",
        describe());
  }
  // Whatever the driver returns, the mapping has ended: nothing that was created from it may be used.
  const StreamHandle order = stream != nullptr ? stream->handle() : map_stream->handle();
  device().call(driver::GraphicsUnmap{.access = context_->access(), .resources = {&handle_, 1}, .stream = order});
}

std::shared_ptr<StreamBox> GraphicsBox::end_mapping() noexcept {
  return validity_ && validity_->end() ? std::exchange(map_stream_, nullptr) : nullptr;
}

void GraphicsBox::close(std::shared_ptr<StreamBox> stream) noexcept {
  const LockedContext locked = lock_context();
  if (!handle_) {
    return;
  }
  std::shared_ptr<StreamBox> map_stream = end_mapping();
  if (map_stream && stream) {
    map_stream = std::move(stream);
  }
  locked.context->clean_up({.resource = std::exchange(handle_, {}),
                            .unmap_on = std::move(map_stream),
                            .also_unregister = owner_.is_library()});
  owner_ = {};
}

}  // namespace texelscope::gpu
