#include "texelscope/gpu/texture_object.h"

#include <fmt/format.h>

#include "gpu/object/adopted_handle.h"
#include "gpu/object/array/array_box.h"
#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"

namespace texelscope::gpu {
namespace {

/// The resource in the form of the driver interface. @throws InvalidState after the mapping it came from has ended;
/// `object` names the object that was created from it.
driver::TextureResource locate(const ResourceDescriptor& resource, std::string_view object) {
  driver::TextureResource located{
      .facts = resource.whole_facts(), .pitch_bytes = resource.pitch_bytes(), .view = resource.view()};
  switch (resource.kind()) {
    case ResourceKind::array:
      located.array = resource.array().box()->handle(object);
      break;
    case ResourceKind::mipmapped_array:
      located.mipmapped_array = resource.mipmapped_array().box()->handle(object);
      break;
    case ResourceKind::linear:
    case ResourceKind::pitch_2d:
      located.pointer = {resource.buffer().box()->pointer(object).value + resource.offset_bytes()};
      break;
  }
  return located;
}

/// Removes settings that the texture unit ignores, so that no driver rejects them, and adds those that an encoding
/// implies.
TextureDescriptor effective(const ResourceFacts& resource, TextureDescriptor texture) {
  if (resource.kind == ResourceKind::linear) {
    texture.address_mode = {};
    texture.filter_mode = FilterMode::point;
    texture.normalized_coords = false;
    texture.max_anisotropy = 0;
  }
  texture.seamless_cubemap = texture.seamless_cubemap && resource.texels.is_cube_map();
  if (resource.texels.encoding != TexelEncoding::element) {
    texture.read_mode = ReadMode::normalized_float;
  }
  texture.srgb = texture.srgb || is_srgb(resource.texels.encoding);
  return texture;
}

}  // namespace

class TextureBox {
 public:
  TextureBox(const ResourceDescriptor& resource, const TextureDescriptor& descriptor)
      : TextureBox{resource, descriptor,
                   resource.device()
                       .box()
                       ->call(driver::TextureCreate{.resource = locate(resource, "resource"),
                                                    .descriptor = effective(resource.facts(), descriptor)})
                       .texture,
                   HandleOwner::library()} {}
  /// A texture created elsewhere.
  TextureBox(const ResourceDescriptor& resource, const TextureDescriptor& descriptor, TextureHandle made,
             const HandleOwner& owner)
      : resource_{resource}, descriptor_{descriptor}, texture_{resource.device().box(), made, owner} {}

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return texture_.device(); }
  [[nodiscard]] const ResourceDescriptor& resource() const noexcept { return resource_; }
  [[nodiscard]] const TextureDescriptor& descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] TextureHandle handle() const {
    static_cast<void>(locate(resource_, "texture"));
    return texture_.handle();
  }

 private:
  // The resource outlives its texture.
  ResourceDescriptor resource_;
  TextureDescriptor descriptor_;
  DeviceObject<TextureHandle, driver::TextureDestroy> texture_;
};

namespace {

TextureBox& require_texture(const std::shared_ptr<TextureBox>& box) { return require_open(box, "texture"); }

ResourceDescriptor borrow_whole(const Device& device, const driver::TextureResource& resource) {
  const ArrayDescriptor& texels = resource.facts.texels;
  switch (resource.facts.kind) {
    case ResourceKind::array:
      return ResourceDescriptor::from_array(CUDAArray::from_handle(device, resource.array));
    case ResourceKind::mipmapped_array:
      return ResourceDescriptor::from_mipmapped_array(MipmappedArray::from_handle(device, resource.mipmapped_array));
    case ResourceKind::linear:
      return ResourceDescriptor::from_linear(
          Buffer::from_handle(device, resource.pointer, texels.size_bytes(), std::shared_ptr<const void>{}),
          texels.format, texels.num_channels);
    case ResourceKind::pitch_2d:
      break;
  }
  const PitchedRows rows{texels.shape.width(), texels.shape.height(), resource.pitch_bytes};
  // The last row may end at its last texel.
  const std::size_t size_bytes = (rows.height - 1) * rows.pitch_bytes + rows.width * texels.element_size();
  return ResourceDescriptor::from_pitch_2d(
      Buffer::from_handle(device, resource.pointer, size_bytes, std::shared_ptr<const void>{}), texels.format,
      texels.num_channels, rows);
}

/// Borrows the resource of a texture that was created elsewhere, including its view.
ResourceDescriptor borrow(const Device& device, const driver::TextureResource& resource) {
  const ResourceDescriptor whole = borrow_whole(device, resource);
  return resource.view ? whole.viewed(*resource.view) : whole;
}

}  // namespace

TextureObject TextureObject::from_resource(const ResourceDescriptor& resource, const TextureDescriptor& descriptor) {
  const ResourceFacts& facts = resource.facts();
  const DeviceBox& device = *resource.device().box();
  if (const std::string refusal = texture_refusal(facts, descriptor); !refusal.empty()) {
    throw_on<InvalidArgument>(device, "texture of {}: {}", to_string(facts), refusal);
  }
  TextureObject texture{std::make_shared<TextureBox>(resource, descriptor)};
  if (const std::string warning = texture_warning(facts, descriptor); !warning.empty()) {
    device.report({Diagnostic::Severity::warning,
                   fmt::format("{}: texture of {}: {}", device.name(), to_string(facts), warning)});
  }
  return texture;
}

TextureObject TextureObject::from_handle(const Device& device, TextureHandle handle, const HandleOwner& owner) {
  DeviceBox& box = require_open(device.box(), "device");
  const auto found = ask_about(box, "texture", handle, driver::TextureGetDescriptors{handle});
  return TextureObject{std::make_shared<TextureBox>(borrow(device, found.resource), found.descriptor, handle, owner)};
}

TextureHandle TextureObject::handle() const { return require_texture(box_).handle(); }

const TextureDescriptor& TextureObject::descriptor() const { return require_texture(box_).descriptor(); }

const ResourceDescriptor& TextureObject::resource() const { return require_texture(box_).resource(); }

Device TextureObject::device() const { return Device{require_texture(box_).device()}; }

}  // namespace texelscope::gpu
