#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/interop/observation/stream_hold.h"
#include "app/interop/shared/shared_image.h"
#include "app/labs/interop/ownership_trace.h"
#include "render/vulkan/context/context.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// What the images of both renderers have in common: the loan of a frame, and what must not be done.
class AcquiredImage : public ObservedImage {
 public:
  explicit AcquiredImage(const gpu::Device& device);
  ~AcquiredImage() override;

  [[nodiscard]] std::vector<LifeCall> take(OwnershipState step, std::uint32_t frame) final;
  [[nodiscard]] std::vector<Refusal> refusals() final;
  [[nodiscard]] std::shared_ptr<const Image> picture() const final { return picture_; }

 protected:
  /// What is lent in each frame; before it is made there is none.
  virtual SharedImage& make() = 0;

  [[nodiscard]] const gpu::Stream& stream() const { return stream_; }
  /// Of the loan that lasts; null for none.
  [[nodiscard]] const gpu::SurfaceObject* surface() const { return is_acquired_ ? &*surface_ : nullptr; }
  /// Ends the loan, before what was lent goes.
  void end_acquisition() noexcept;

 private:
  void draw();

  gpu::Stream stream_;
  StreamHold hold_;
  SharedImage* image_ = nullptr;
  std::unique_ptr<AcquiredImages> acquired_;
  bool is_acquired_ = false;
  /// Kept behind the loan, to see what becomes of it.
  std::optional<gpu::SurfaceObject> surface_;
  std::shared_ptr<const Image> picture_;
};

[[nodiscard]] std::unique_ptr<ObservedImage> observe_gl_image(const gpu::GLContext& context, int width, int height);
[[nodiscard]] std::unique_ptr<ObservedImage> observe_vulkan_image(const render::vulkan::Context& context,
                                                                  const gpu::Device& device, int width, int height);

}  // namespace texelscope::app
