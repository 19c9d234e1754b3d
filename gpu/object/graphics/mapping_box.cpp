#include "gpu/object/graphics/mapping_box.h"

#include <algorithm>

#include "gpu/object/array/array_box.h"
#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"

namespace texelscope::gpu {
namespace {

void require_mappable(const GraphicsBox& resource) {
  resource.require_registered("map");
  if (resource.is_mapped()) {
    throw_on<InvalidState>(
        resource.device(),
        "cannot map the graphics resource of {}: it is already mapped; unmap it first, or use its mapping",
        resource.describe());
  }
  resource.require_unchanged();
}

void require_one_context(const std::vector<std::shared_ptr<GraphicsBox>>& resources) {
  for (const auto& resource : resources) {
    require_same_device(resources.front()->device(), resource->device(), "first graphics resource",
                        "other graphics resource");
    if (resource->shared_context() != resources.front()->shared_context()) {
      throw_on<InvalidArgument>(
          resource->device(),
          "{} and {} were registered with different GLContext objects: map only resources of one context together",
          resources.front()->describe(), resource->describe());
    }
  }
}

void require_distinct(std::vector<GraphicsHandle> handles, const DeviceBox& device) {
  std::ranges::sort(handles);
  const auto twice = std::ranges::adjacent_find(handles);
  if (twice != handles.end()) {
    throw_on<InvalidArgument>(device, "graphics resource {} is listed twice: list each once", driver::describe(*twice));
  }
}

}  // namespace

MappingBox::MappingBox(std::vector<std::shared_ptr<GraphicsBox>> resources, std::shared_ptr<StreamBox> stream)
    : context_{resources.front()->shared_context()}, stream_{std::move(stream)} {
  parts_.reserve(resources.size());
  handles_.reserve(resources.size());
  // A single allocation, because each frame maps every image that it draws.
  const auto validities = std::make_shared<std::vector<MappingValidity>>(resources.size());
  for (auto& resource : resources) {
    handles_.push_back(resource->handle());
    parts_.push_back({std::move(resource), {validities, &(*validities)[parts_.size()]}});
  }
}

std::unique_ptr<MappingBox> MappingBox::map(std::vector<std::shared_ptr<GraphicsBox>> resources, const Stream& stream) {
  require_one_context(resources);
  const std::shared_ptr<GLContextBox> kept = resources.front()->shared_context();
  GLContextBox& context = *kept;
  const auto guard = context.enter("map");
  DeviceBox& device = *context.device();
  require_not_captured(require_stream(stream, device, "graphics resource"), "map");
  for (const auto& resource : resources) {
    require_mappable(*resource);
  }

  // Everything that can fail here precedes the driver call.
  std::unique_ptr<MappingBox> mapping{new MappingBox(std::move(resources), stream.box())};
  if (mapping->size() > 1) {
    require_distinct(mapping->handles_, device);
  }
  device.call(driver::GraphicsMap{
      .access = context.access(), .resources = mapping->handles_, .stream = mapping->stream_->handle()});
  for (const Part& part : mapping->parts_) {
    part.resource->begin_mapping(part.validity, mapping->stream_);
  }
  return mapping;
}

MappingBox::~MappingBox() {
  const auto guard = context_->lock();
  if (context_->is_on_thread() && !stream_->is_captured()) {
    if (const auto handles = end_all(); !handles.empty()) {
      context_->device()->clean_up(
          driver::GraphicsUnmap{.access = context_->access(), .resources = handles, .stream = stream_->handle()});
    }
    return;
  }
  for (const GraphicsHandle handle : end_all()) {
    context_->clean_up({.resource = handle, .unmap_on = stream_, .also_unregister = false});
  }
}

bool MappingBox::is_mapped() const noexcept {
  return std::ranges::any_of(parts_, [](const Part& part) { return part.validity->is_mapped(); });
}

std::span<const GraphicsHandle> MappingBox::end_all() noexcept {
  handles_.clear();
  for (const Part& part : parts_) {
    // A part that was unmapped through its resource may be mapped again by another mapping, which must not be ended
    // here.
    if (part.validity->is_mapped()) {
      part.resource->end_mapping();
      handles_.push_back(part.resource->handle());
    }
  }
  return handles_;
}

void MappingBox::unmap(const Stream* stream) {
  const auto guard = context_->enter("unmap");
  DeviceBox& device = *context_->device();
  const StreamBox& order_box = stream != nullptr ? require_stream(*stream, device, "mapping") : *stream_;
  require_not_captured(order_box, "unmap");
  const StreamHandle order = order_box.handle();
  const auto handles = end_all();
  if (handles.empty()) {
    throw_on<InvalidState>(device, "cannot unmap this mapping: it is no longer mapped; unmap it only once");
  }
  device.call(driver::GraphicsUnmap{.access = context_->access(), .resources = handles, .stream = order});
}

const MappingBox::Part& MappingBox::mapped_part(std::size_t index) const {
  if (index >= parts_.size()) {
    throw_on<InvalidArgument>(*context_->device(), "no resource {} in a mapping of {}: count from 0", index,
                              parts_.size());
  }
  const Part& part = parts_[index];
  if (!part.validity->is_mapped()) {
    throw_on<InvalidState>(*context_->device(), "{} has been unmapped: map it again", part.resource->describe());
  }
  return part;
}

const MappingBox::Part& MappingBox::mapped_image(std::size_t index) const {
  const Part& part = mapped_part(index);
  if (part.resource->shape().is_buffer()) {
    throw_on<InvalidArgument>(*context_->device(), "{} has no array: use Mapping::buffer", part.resource->describe());
  }
  return part;
}

std::shared_ptr<ArrayBox> MappingBox::array(std::size_t index, unsigned layer, unsigned level) const {
  const auto guard = context_->enter("get the array of");
  const Part& part = mapped_image(index);
  GraphicsBox& resource = *part.resource;
  DeviceBox& device = *context_->device();
  const GraphicsShape& shape = resource.shape();
  if (layer >= shape.layers || level >= shape.levels) {
    throw_on<InvalidArgument>(device, "no layer {}, level {} in {}, which has {} layers and {} levels: count from 0",
                              layer, level, resource.describe(), shape.layers, shape.levels);
  }
  driver::GraphicsMappedArray call{
      .access = context_->access(), .resource = resource.handle(), .layer = layer, .level = level};
  GraphicsBox::LastMappedArray* const last = level == 0 ? &resource.last_mapped(layer) : nullptr;
  if (last != nullptr) {
    call.last_array = last->array;
    call.descriptor = last->descriptor;
  }
  auto found = device.call(call);
  if (!found.array) {
    device.fail_without_handle(found);
  }
  found.descriptor = resource.as_registered(found.descriptor);
  if (last != nullptr) {
    *last = {found.array, found.descriptor};
  }
  return std::make_shared<ArrayBox>(context_->device(), found.descriptor, found.array, part.validity);
}

std::shared_ptr<MipmappedArrayBox> MappingBox::mipmapped_array(std::size_t index) const {
  const auto guard = context_->enter("get the mipmapped array of");
  const Part& part = mapped_image(index);
  GraphicsBox& resource = *part.resource;
  DeviceBox& device = *context_->device();
  const bool is_staged = context_->access().path == InteropPath::through_host && device.id().kind == DeviceKind::cuda;
  if (is_staged && resource.shape().is_layered) {
    throw_on<Unavailable>(device,
                          "{} has layers, which are mapped one by one when GL and this device share through host "
                          "memory: use Mapping::array for each layer and level",
                          resource.describe());
  }
  const auto found =
      device.call(driver::GraphicsMappedMipmappedArray{.access = context_->access(), .resource = resource.handle()});
  if (!found.array) {
    device.fail_without_handle(found);
  }
  return std::make_shared<MipmappedArrayBox>(context_->device(), resource.as_registered(found.descriptor),
                                             resource.shape().levels, found.array, part.validity);
}

std::shared_ptr<BufferBox> MappingBox::buffer(std::size_t index) const {
  const auto guard = context_->enter("get the memory of");
  const Part& part = mapped_part(index);
  GraphicsBox& resource = *part.resource;
  DeviceBox& device = *context_->device();
  if (!resource.shape().is_buffer()) {
    throw_on<InvalidArgument>(device, "{} has no linear memory: use Mapping::array", resource.describe());
  }
  const auto found =
      device.call(driver::GraphicsMappedPointer{.access = context_->access(), .resource = resource.handle()});
  if (!found.pointer) {
    device.fail_without_handle(found);
  }
  return std::make_shared<BufferBox>(context_->device(), found.pointer, found.size_bytes, part.validity);
}

}  // namespace texelscope::gpu
