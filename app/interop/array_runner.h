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
  /// `image` as SceneSetup has it. @throws gpu::Error.
  ArrayRunner(const gpu::Device& device, const SceneDeclaration& declaration, int width, int height,
              std::shared_ptr<const Image> image);
  ArrayRunner(const ArrayRunner&) = delete;
  ArrayRunner& operator=(const ArrayRunner&) = delete;
  /// Waits for what was scheduled.
  ~ArrayRunner();

  /// Whether frames with these values are points, which only a renderer draws.
  [[nodiscard]] bool needs_renderer(const ParameterValues& values) const { return scene_->points(values).count > 0; }
  /// The frame, 8 bits a channel, after all frames before it that the scene's history needs; going back starts the
  /// scene again. `on_frame` is called before each frame that runs. @throws gpu::Error, what `on_frame` throws.
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
  /// The frame that the scene's history asks for next; nothing after one that broke off.
  std::optional<std::uint64_t> next_;
};

}  // namespace texelscope::app
