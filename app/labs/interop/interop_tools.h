#pragma once

#include <memory>

#include "app/device/renderer_kind.h"
#include "app/labs/interop/ownership_trace.h"
#include "app/labs/interop/presentation_cost.h"

namespace texelscope::app {

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
