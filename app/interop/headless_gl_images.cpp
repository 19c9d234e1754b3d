#include "app/interop/headless_gl_images.h"

#include <optional>
#include <string_view>

#include "app/interop/headless.h"
#include "app/interop/shared/gl_texture_provider.h"

namespace texelscope::app {
namespace {

class HeadlessGLImages final : public GLImages {
 public:
  explicit HeadlessGLImages(const gpu::Device& device) : device_{device} {}

  [[nodiscard]] const gpu::GLContext& context() const override { return opened().context(); }
  [[nodiscard]] std::uint32_t make(int width, int height, std::span<const std::byte> pixels) override {
    return opened().make(width, height, pixels);
  }
  [[nodiscard]] std::vector<std::byte> read(std::uint32_t name) override { return opened().read(name); }
  void remove(std::uint32_t name) noexcept override {
    if (images_) {
      images_->remove(name);
    }
  }

 private:
  SharedGLImages& opened() const {
    if (!images_) {
      headless_.emplace(open_headless(device_, [](std::string_view) {}));
      images_.emplace(headless_->gl);
    }
    return *images_;
  }

  gpu::Device device_;
  // Opened by who asks first, although asking changes nothing that can be seen.
  mutable std::optional<Headless> headless_;
  mutable std::optional<SharedGLImages> images_;
};

}  // namespace

std::shared_ptr<GLImages> make_headless_gl_images(const gpu::Device& device) {
  return std::make_shared<HeadlessGLImages>(device);
}

}  // namespace texelscope::app
