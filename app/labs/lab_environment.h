#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "app/device/gl_images.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/live_objects.h"
#include "texelscope/gpu/stream_profiler.h"

namespace texelscope::app {

class InteropTools;

/// The window's use of its renderer in a frame.
struct RendererSpan {
  std::string_view name;
  gpu::ActivitySpan time;
};

/// The environment of labs: the window's device and renderer, and its clock.
struct LabEnvironment {
  /// Nothing in tests without a device.
  std::optional<gpu::Device> device{};
  /// Times the device's work while a lab requests it. Null in tests without a profiler.
  std::shared_ptr<gpu::StreamProfiler> stream_profiler{};
  /// The live objects of the device; null in tests that do not record them.
  std::shared_ptr<const gpu::LiveObjects> live_objects{};
  /// GL images that the device can map; null without GL.
  std::shared_ptr<GLImages> gl_images{};
  /// Images that the window's renderer and the device share, to examine; null in tests without a renderer.
  std::shared_ptr<InteropTools> interop{};
  /// Spans of the last frames, oldest first, while stream_profiler is on.
  std::vector<RendererSpan> renderer_spans{};
  /// Seconds since the session began.
  double now = 0;
};

}  // namespace texelscope::app
