#include "texelscope/gpu/texture_object.h"

#include <fmt/format.h>

#include "gpu/object/array_box.h"
#include "gpu/object/checks.h"

namespace texelscope::gpu {

class TextureBox {
 public:
  TextureBox(std::shared_ptr<ArrayBox> array, const TextureDescriptor& descriptor)
      : array_{std::move(array)},
        descriptor_{descriptor},
        handle_{array_->device()
                    ->call(driver::TextureCreate{
                        .array = array_->handle(), .array_descriptor = array_->descriptor(), .descriptor = descriptor})
                    .texture} {}
  ~TextureBox() { array_->device()->clean_up(driver::TextureDestroy{handle_}); }
  TextureBox(const TextureBox&) = delete;
  TextureBox& operator=(const TextureBox&) = delete;

  [[nodiscard]] const std::shared_ptr<ArrayBox>& array() const noexcept { return array_; }
  [[nodiscard]] const TextureDescriptor& descriptor() const noexcept { return descriptor_; }
  [[nodiscard]] TextureHandle handle() const {
    static_cast<void>(array_->handle("texture"));
    return handle_;
  }

 private:
  std::shared_ptr<ArrayBox> array_;
  TextureDescriptor descriptor_;
  TextureHandle handle_;
};

namespace {

TextureBox& require_texture(const std::shared_ptr<TextureBox>& box) { return require_open(box, "texture"); }

}  // namespace

TextureObject TextureObject::from_array(const CUDAArray& array, const TextureDescriptor& descriptor) {
  const ArrayBox& box = require_open(array.box(), "array");
  const std::string refusal = texture_refusal(box.descriptor(), descriptor);
  if (!refusal.empty()) {
    throw InvalidArgument(
        fmt::format("{}: texture of array {}: {}", box.device()->name(), to_string(box.descriptor()), refusal));
  }
  TextureObject texture{std::make_shared<TextureBox>(array.box(), descriptor)};
  const std::string warning = texture_warning(box.descriptor(), descriptor);
  if (!warning.empty()) {
    box.device()->report(
        {Diagnostic::Severity::warning,
         fmt::format("{}: texture of array {}: {}", box.device()->name(), to_string(box.descriptor()), warning)});
  }
  return texture;
}

TextureHandle TextureObject::handle() const { return require_texture(box_).handle(); }

const TextureDescriptor& TextureObject::descriptor() const { return require_texture(box_).descriptor(); }

CUDAArray TextureObject::array() const { return CUDAArray{require_texture(box_).array()}; }

Device TextureObject::device() const { return Device{require_texture(box_).array()->device()}; }

}  // namespace texelscope::gpu
