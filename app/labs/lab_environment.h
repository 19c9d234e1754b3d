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

/// What the window did with its renderer in a frame.
struct RendererSpan {
  std::string_view name;
  gpu::ActivitySpan time;
};

/// What labs run on: the window's device and renderer, and its clock.
struct LabEnvironment {
  /// None in tests without one.
  std::optional<gpu::Device> device{};
  /// Takes the times of that device's work; on while a lab asks for it. Null in tests without one.
  std::shared_ptr<gpu::StreamProfiler> stream_profiler{};
  /// What is alive on that device; null in tests without one.
  std::shared_ptr<const gpu::LiveObjects> live_objects{};
  /// GL images that the device can map; null where there is no GL.
  std::shared_ptr<GLImages> gl_images{};
  /// Images that the window's renderer and the device share, to look at; null in tests without a renderer.
  std::shared_ptr<InteropTools> interop{};
  /// Of the last frames, oldest first, while stream_profiler is on.
  std::vector<RendererSpan> renderer_spans{};
  /// Seconds since the session began.
  double now = 0;
};

}  // namespace texelscope::app
