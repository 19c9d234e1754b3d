#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/images/image.h"
#include "app/scene/scene.h"
#include "texelscope/gpu/cuda_array.h"

namespace texelscope::app {

/// Runs a scene into an array of a device, frame by frame, without a renderer. The bytes are those that a renderer
/// shows.
class ArrayRunner {
 public:
  /// `image`: see SceneSetup. @throws gpu::Error.
  ArrayRunner(const gpu::Device& device, const SceneDeclaration& declaration, int width, int height,
              std::shared_ptr<const Image> image);
  ArrayRunner(const ArrayRunner&) = delete;
  ArrayRunner& operator=(const ArrayRunner&) = delete;
  /// Waits for scheduled work.
  ~ArrayRunner();

  /// Whether frames with these values are points, which only a renderer can draw.
  [[nodiscard]] bool needs_renderer(const ParameterValues& values) const { return scene_->points(values).count > 0; }
  /// The frame, 8 bits per channel, after all previous frames that the scene's history requires; going back restarts
  /// the scene. `on_frame` is called before each frame that runs. @throws gpu::Error, exceptions of `on_frame`.
  [[nodiscard]] Image frame(std::uint64_t number, const ParameterValues& values, const std::function<void()>& on_frame);

 private:
  void start();

  gpu::Device device_;
  const SceneDeclaration& declaration_;
  int width_;
  int height_;
  std::shared_ptr<const Image> image_;
  gpu::Stream stream_;
  std::unique_ptr<Scene> scene_;
  std::optional<gpu::CUDAArray> array_;
  std::optional<gpu::SurfaceObject> surface_;
  /// The next frame in the scene's history; nothing after an aborted frame.
  std::optional<std::uint64_t> next_;
};

}  // namespace texelscope::app
