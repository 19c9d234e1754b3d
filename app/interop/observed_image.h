#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/core/image_life.h"
#include "app/interop/shared_image.h"
#include "app/interop/stream_hold.h"
#include "render/vulkan/context.h"
#include "texelscope/gpu/gl_context.h"

namespace texelscope::app {

/// What the images of both renderers have in common: the loan of a frame, and what must not be done.
class LoanedImage : public ObservedImage {
 public:
  explicit LoanedImage(const gpu::Device& device);
  ~LoanedImage() override;

  [[nodiscard]] std::vector<LifeCall> take(LifeStep step, std::uint32_t frame) final;
  [[nodiscard]] std::vector<Refusal> refusals() final;
  [[nodiscard]] std::shared_ptr<const Image> picture() const final { return picture_; }

 protected:
  /// What is lent in each frame; before it is made there is none.
  virtual SharedImage& make() = 0;

  [[nodiscard]] const gpu::Stream& stream() const { return stream_; }
  /// Of the loan that lasts; null for none.
  [[nodiscard]] const gpu::SurfaceObject* surface() const { return is_lent_ ? &*surface_ : nullptr; }
  /// Ends the loan, before what was lent goes.
  void end_loan() noexcept;

 private:
  void draw();

  gpu::Stream stream_;
  StreamHold hold_;
  SharedImage* image_ = nullptr;
  std::unique_ptr<LentImages> lent_;
  bool is_lent_ = false;
  /// Kept behind the loan, to see what becomes of it.
  std::optional<gpu::SurfaceObject> surface_;
  std::shared_ptr<const Image> picture_;
};

[[nodiscard]] std::unique_ptr<ObservedImage> observe_gl_image(const gpu::GLContext& context, int width, int height);
[[nodiscard]] std::unique_ptr<ObservedImage> observe_vulkan_image(const render::vulkan::Context& context,
                                                                  const gpu::Device& device, int width, int height);

}  // namespace texelscope::app
