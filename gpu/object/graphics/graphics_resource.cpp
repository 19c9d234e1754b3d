#include "texelscope/gpu/graphics_resource.h"

#include <optional>
#include <utility>

#include "gpu/graphics/gl_formats.h"
#include "gpu/graphics/gl_transfer.h"
#include "gpu/object/adopted_handle.h"
#include "gpu/object/checks.h"
#include "gpu/object/graphics/graphics_box.h"
#include "gpu/object/graphics/mapping_box.h"

namespace texelscope::gpu {
namespace {

constexpr GraphicsFlags image_flags = GraphicsFlags::read_only | GraphicsFlags::write_discard |
                                      GraphicsFlags::surface_load_store | GraphicsFlags::texture_gather;
constexpr GraphicsFlags buffer_flags = GraphicsFlags::read_only | GraphicsFlags::write_discard;

void require_legal_flags(const DeviceBox& device, GraphicsFlags flags, GraphicsFlags allowed, const char* object) {
  const auto bits = static_cast<unsigned>(flags);
  if ((bits & ~static_cast<unsigned>(allowed)) != 0) {
    throw_on<InvalidArgument>(
        device, "flags {:#x} of a GL {} have bits outside {:#x}: use no flags, read_only or write_discard{}", bits,
        object, static_cast<unsigned>(allowed),
        allowed == image_flags ? ", optionally with surface_load_store and texture_gather" : "");
  }
  if (has_flag(flags, GraphicsFlags::read_only) && has_flag(flags, GraphicsFlags::write_discard)) {
    throw_on<InvalidArgument>(device, "read_only and write_discard are mutually exclusive: choose one");
  }
}

/// Refuses an image that must be read but cannot be.
void require_fetchable(const GLContextBox& context, const graphics::GLImage& image, GraphicsFlags flags) {
  if (!has_flag(flags, GraphicsFlags::write_discard) && !graphics::can_fetch(context.gl(), image)) {
    throw_on<Unavailable>(
        *context.device(),
        "GL texture {} has the format {}, which is not color-renderable in this OpenGL ES context, so its texels "
        "cannot be read through host memory; register it with write_discard, or use a context with "
        "GL_EXT_color_buffer_float (floats) or GL_EXT_texture_norm16 (16 bits), or OpenGL 3.3",
        image.name, image.format->name);
  }
}

GraphicsBox& require_resource(const std::shared_ptr<GraphicsBox>& box) {
  return require_open(box, "graphics resource");
}

}  // namespace

GraphicsResource GraphicsResource::from_gl_buffer(const GLContext& context, std::uint32_t name, GraphicsFlags flags) {
  GLContextBox& owner = require_open(context.box(), "GL context");
  const auto guard = owner.enter("register");
  require_legal_flags(*owner.device(), flags, buffer_flags, "buffer");
  const graphics::GLFacts facts{.size_bytes =
                                    static_cast<std::int64_t>(graphics::describe_gl_buffer(owner.gl(), name))};
  return GraphicsResource{std::make_shared<GraphicsBox>(
      context.box(), driver::GraphicsRegisterBuffer{.access = owner.access(), .name = name, .flags = flags}, facts)};
}

GraphicsResource GraphicsResource::from_gl_image(const GLContext& context, std::uint32_t name, GraphicsFlags flags) {
  GLContextBox& owner = require_open(context.box(), "GL context");
  const auto guard = owner.enter("register");
  return from_gl_image(context, name, graphics::find_gl_target(owner.gl(), name), flags);
}

GraphicsResource GraphicsResource::from_gl_image(const GLContext& context, std::uint32_t name, std::uint32_t target,
                                                 GraphicsFlags flags) {
  GLContextBox& owner = require_open(context.box(), "GL context");
  const auto guard = owner.enter("register");
  require_legal_flags(*owner.device(), flags, image_flags, "image");
  const graphics::GLImage image = graphics::describe_gl_image(owner.gl(), name, target);
  if (owner.access().path == InteropPath::through_host) {
    require_fetchable(owner, image, flags);
  }
  std::optional<GraphicsShape> shape;
  if (!image.levels.empty()) {
    shape = {image.layers, static_cast<unsigned>(image.levels.size()), image.kind() != ArrayKind::plain};
  }
  return GraphicsResource{std::make_shared<GraphicsBox>(
      context.box(),
      driver::GraphicsRegisterImage{.access = owner.access(), .name = name, .target = target, .flags = flags},
      image.base, shape)};
}

GraphicsResource GraphicsResource::from_handle(const GLContext& context, GraphicsHandle handle, GraphicsFlags flags,
                                               HandleOwner owner) {
  GLContextBox& box = require_open(context.box(), "GL context");
  const auto guard = box.enter("take");
  require_handle(*box.device(), "graphics resource", handle);
  require_legal_flags(*box.device(), flags, image_flags, "image");
  return GraphicsResource{std::make_shared<GraphicsBox>(context.box(), handle, flags, std::move(owner))};
}

void GraphicsResource::move_to(const GLContext& context) const {
  GraphicsBox& box = require_resource(box_);
  GLContextBox& destination = require_open(context.box(), "GL context");
  require_same_device(box.device(), *destination.device(), "graphics resource", "GL context");
  // The resource may hold the last reference to it.
  const std::shared_ptr<GLContextBox> source = box.shared_context();
  const auto entered_source = source->enter("move");
  const auto entered = destination.enter("move");
  if (box.name() != 0 && !graphics::has_gl_object(destination.gl(), box.name(), box.target())) {
    throw_on<InvalidArgument>(box.device(), "cannot move {}: the current GL context does not contain it; {}",
                              box.describe(), move_rule);
  }
  box.move_to(context.box());
}

Mapping GraphicsResource::map(const Stream& stream) const { return map_all({this, 1}, stream); }

Mapping GraphicsResource::map_all(std::span<const GraphicsResource> resources, const Stream& stream) {
  if (resources.empty()) {
    throw InvalidArgument("map_all needs at least one graphics resource");
  }
  std::vector<std::shared_ptr<GraphicsBox>> boxes;
  boxes.reserve(resources.size());
  for (const GraphicsResource& resource : resources) {
    static_cast<void>(require_resource(resource.box_));
    boxes.push_back(resource.box_);
  }
  return Mapping{MappingBox::map(std::move(boxes), stream)};
}

void GraphicsResource::unmap() const {
  GraphicsBox& box = require_resource(box_);
  const std::shared_ptr<GLContextBox> context = box.shared_context();
  const auto guard = context->enter("unmap");
  box.unmap(nullptr);
}

void GraphicsResource::unmap(const Stream& stream) const {
  GraphicsBox& box = require_resource(box_);
  const std::shared_ptr<GLContextBox> context = box.shared_context();
  const auto guard = context->enter("unmap");
  const StreamBox& order = require_stream(stream, box.device(), "graphics resource");
  box.unmap(&order);
}

bool GraphicsResource::is_mapped() const {
  const GraphicsBox& box = require_resource(box_);
  const auto guard = box.lock_context();
  return box.is_mapped();
}

GraphicsHandle GraphicsResource::handle() const noexcept {
  if (!box_) {
    return {};
  }
  const auto guard = box_->lock_context();
  return box_->handle();
}

Device GraphicsResource::device() const { return Device{require_resource(box_).shared_context()->device()}; }

bool GraphicsResource::is_closed() const noexcept { return !handle(); }

void GraphicsResource::close() noexcept {
  if (box_) {
    box_->close(nullptr);
    box_.reset();
  }
}

void GraphicsResource::close(const Stream& stream) {
  if (box_) {
    static_cast<void>(require_stream(stream, box_->device(), "graphics resource"));
    box_->close(stream.box());
    box_.reset();
  }
}

}  // namespace texelscope::gpu
