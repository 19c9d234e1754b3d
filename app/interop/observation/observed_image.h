#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/device/host_timeline_semaphore.h"
#include "app/interop/shared/shared_image.h"
#include "app/labs/interop/ownership_trace.h"
#include "render/vulkan/context/context.h"
#include "texelscope/gpu/external_semaphore.h"
#include "texelscope/gpu/gl_context.h"
#include "texelscope/gpu/stream.h"

namespace texelscope::app {

/// Blocks a stream of the CPU device until let_go(), so that the user can inspect waiting work. On a GPU it does
/// nothing: blocked work there would stall calls that wait for the whole device.
class StreamHold {
 public:
  explicit StreamHold(const gpu::Device& device);
  /// Calls let_go().
  ~StreamHold();
  StreamHold(const StreamHold&) = delete;
  StreamHold& operator=(const StreamHold&) = delete;

  /// Makes work scheduled on `stream` from now on wait for let_go(). @throws gpu::Error.
  void hold(const gpu::Stream& stream);
  void let_go() noexcept;

 private:
  std::shared_ptr<HostTimelineSemaphore> gate_;
  std::optional<gpu::ExternalSemaphore> semaphore_;
  std::uint64_t holds_ = 0;
};

/// The common part of both renderers' images: the acquisition of a frame, and the refused actions.
class AcquiredImage : public ObservedImage {
 public:
  explicit AcquiredImage(const gpu::Device& device);
  ~AcquiredImage() override;

  [[nodiscard]] std::vector<LifeCall> take(OwnershipState step, std::uint32_t frame) final;
  [[nodiscard]] std::vector<Refusal> refusals() final;
  [[nodiscard]] std::shared_ptr<const Image> picture() const final { return picture_; }

 protected:
  /// Creates the image that each frame acquires.
  virtual SharedImage& make() = 0;

  [[nodiscard]] const gpu::Stream& stream() const { return stream_; }
  /// The surface of the current acquisition; null if there is none.
  [[nodiscard]] const gpu::SurfaceObject* surface() const { return is_acquired_ ? &*surface_ : nullptr; }
  /// Ends the acquisition; call before destroying the acquired image.
  void end_acquisition() noexcept;

 private:
  void draw();

  gpu::Stream stream_;
  StreamHold hold_;
  SharedImage* image_ = nullptr;
  std::unique_ptr<AcquiredImages> acquired_;
  bool is_acquired_ = false;
  /// Outlives the acquisition, to show that its use is refused.
  std::optional<gpu::SurfaceObject> surface_;
  std::shared_ptr<const Image> picture_;
};

[[nodiscard]] std::unique_ptr<ObservedImage> observe_gl_image(const gpu::GLContext& context, int width, int height);
[[nodiscard]] std::unique_ptr<ObservedImage> observe_vulkan_image(const render::vulkan::Context& context,
                                                                  const gpu::Device& device, int width, int height);

}  // namespace texelscope::app
