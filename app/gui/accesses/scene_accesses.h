#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/images/image.h"
#include "app/labs/access/access_lab.h"
#include "app/scene/scene.h"

namespace texelscope::app {

/// A frame of a scene, and its pixels as they were shown.
struct SceneMoment {
  const SceneDeclaration* scene = nullptr;
  ParameterValues values;
  std::uint64_t frame = 0;
  int width = 1;
  int height = 1;
  std::shared_ptr<const Image> image{};
  /// Null if none was shown.
  std::shared_ptr<const Image> shown{};

  /// Whether both are the same frame; compares no pixels.
  [[nodiscard]] bool is_same(const SceneMoment& other) const;
};

/// Renders a frame again on a CPU device, with a renderer without a window, and records the accesses of its kernels.
/// Frames that it depends on are rendered first, and not recorded. `touching`: see AccessRequest. Call on a thread
/// without a GL context. @throws gpu::Error, render::Error; gpu::InvalidState if it was stopped.
[[nodiscard]] std::shared_ptr<const AccessStudy> record_scene(const SceneMoment& moment,
                                                              const std::optional<gpu::MemoryByte>& touching,
                                                              AccessProgress& progress, const std::stop_token& stop);

}  // namespace texelscope::app
