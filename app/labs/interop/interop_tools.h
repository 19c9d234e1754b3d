#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/device/renderer_kind.h"
#include "app/labs/interop/ownership_trace.h"

namespace texelscope::app {

/// A present path; the first presents nothing and is the baseline of the others.
enum class PresentPathKind : std::uint8_t {
  kernel_alone,
  gl_mapped,
  gl_pixel_buffer,
  gl_read_back,
  vulkan_shared,
  vulkan_read_back,
};

/// The times of one frame, in microseconds.
struct PresentationTimes {
  /// Until all calls have returned.
  double host_us = 0;
  /// Until the renderer has read back a texel of the frame, and thus could have drawn it.
  double whole_us = 0;
};

/// A present path, opened for images of the same size: RGBA with 8 bits per channel.
class PresentPath {
 public:
  PresentPath() = default;
  PresentPath(const PresentPath&) = delete;
  PresentPath& operator=(const PresentPath&) = delete;
  virtual ~PresentPath() = default;

  /// Runs the kernel that writes test_pattern(`frame`) and presents it. Leaves no work pending. @throws errors of the
  /// device and the renderer.
  [[nodiscard]] virtual PresentationTimes show(std::uint32_t frame) = 0;
  /// The presented image, read back from the renderer. @throws as show().
  [[nodiscard]] virtual std::vector<std::byte> read() = 0;
};

/// The objects that the interop lab examines, created by code that knows both the renderers and the device. Belongs to
/// the thread of the window's renderer, as do all objects that it creates; it must be destroyed before the renderer.
class InteropTools {
 public:
  InteropTools() = default;
  InteropTools(const InteropTools&) = delete;
  InteropTools& operator=(const InteropTools&) = delete;
  virtual ~InteropTools() = default;

  /// The window's.
  [[nodiscard]] virtual RendererKind renderer() const noexcept = 0;
  /// An image of the window's renderer; its first step creates it.
  [[nodiscard]] virtual std::unique_ptr<ObservedImage> make_image(int width, int height) = 0;
  /// Opens one present path, with its own renderer if the window's is not suitable. @throws an error of the device or
  /// the renderer, with the reason why this machine lacks the path.
  [[nodiscard]] virtual std::unique_ptr<PresentPath> open(PresentPathKind kind, int width, int height) = 0;
};

}  // namespace texelscope::app
