#include "texelscope/gpu/texture_object.h"

#include <fmt/format.h>

#include "gpu/object/array/array_box.h"
#include "gpu/object/checks.h"
#include "gpu/object/memory/buffer_box.h"

namespace texelscope::gpu {
namespace {

/// The resource as the seam takes it. @throws InvalidState when the mapping it came from has ended; `object` names what
/// was made from it.
driver::TextureResource locate(const ResourceDescriptor& resource, std::string_view object) {
  driver::TextureResource located{.facts = resource.facts(), .pitch_bytes = resource.pitch_bytes()};
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

/// Without what the texture unit ignores, so that no driver trips over it.
TextureDescriptor effective(const ResourceFacts& resource, TextureDescriptor texture) {
  if (resource.kind == ResourceKind::linear) {
    texture.address_mode = {};
    texture.filter_mode = FilterMode::point;
    texture.normalized_coords = false;
    texture.max_anisotropy = 0;
  }
  texture.seamless_cubemap = texture.seamless_cubemap && resource.texels.is_cube_map();
  return texture;
}

}  // namespace

class TextureBox {
 public:
  TextureBox(const ResourceDescriptor& resource, const TextureDescriptor& descriptor)
      : device_{resource.device().box()},
        resource_{resource},
        descriptor_{descriptor},
        handle_{device_
                    ->call(driver::TextureCreate{.resource = locate(resource, "resource"),
                                                 .descriptor = effective(resource.facts(), descriptor)})
                    .texture} {}
  ~TextureBox() { device_->clean_up(driver::TextureDestroy{handle_}); }
  TextureBox(const TextureBox&) = delete;
  TextureBox& operator=(const TextureBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] const ResourceDescriptor& resource() const noexcept { return resource_; }
  [[nodiscard]] const TextureDescriptor& descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] TextureHandle handle() const {
    static_cast<void>(locate(resource_, "texture"));
    return handle_;
  }

 private:
  std::shared_ptr<DeviceBox> device_;
  ResourceDescriptor resource_;
  TextureDescriptor descriptor_;
  TextureHandle handle_;
};

namespace {

TextureBox& require_texture(const std::shared_ptr<TextureBox>& box) { return require_open(box, "texture"); }

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

TextureHandle TextureObject::handle() const { return require_texture(box_).handle(); }

const TextureDescriptor& TextureObject::descriptor() const { return require_texture(box_).descriptor(); }

const ResourceDescriptor& TextureObject::resource() const { return require_texture(box_).resource(); }

Device TextureObject::device() const { return Device{require_texture(box_).device()}; }

}  // namespace texelscope::gpu
