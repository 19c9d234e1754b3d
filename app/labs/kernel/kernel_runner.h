#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/images/image.h"
#include "app/labs/kernel/kernel_frame.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/program.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"

namespace texelscope::app {

/// What became of a text.
struct CompiledKernel {
  std::string text;
  /// Nothing when it does not compile.
  std::optional<gpu::Program> program;
  std::vector<gpu::CompileMessage> messages;
  /// Why there is no program, as one line.
  std::string error;
  double seconds = 0;
};

/// Compiles a text of the kernel editor. Any thread may call; never throws but for lack of memory.
[[nodiscard]] CompiledKernel compile_kernel(const gpu::Device& device, const std::string& text, const std::string& name,
                                            const std::stop_token& stop);

/// Draws frames with a kernel that was written just now, on a device of its own: what it does wrong does not reach the
/// scenes. Waits for nothing.
class KernelRunner {
 public:
  /// @throws gpu::Error.
  explicit KernelRunner(gpu::DeviceId id);

  [[nodiscard]] const gpu::Device& device() const { return device_; }

  /// From now on `frame` names this picture; null for one of the runner's own. @throws gpu::Error.
  void set_picture(const std::shared_ptr<const Image>& picture);
  /// Schedules a frame, width × height ≥ 1 each; its output, image and extent are filled in. None may be under way.
  /// @throws gpu::Error.
  void begin(const gpu::Program& program, KernelFrame frame, int width, int height);
  [[nodiscard]] bool is_drawing() const { return is_drawing_; }
  /// The frame, when it is done. @throws gpu::Error when the kernel ended the device.
  [[nodiscard]] std::shared_ptr<const Image> take_frame();
  /// Waits for the frame that is under way; whether it came to its end in time.
  [[nodiscard]] bool finish(std::chrono::duration<double> most) const;

 private:
  void make_output(int width, int height);

  gpu::Device device_;
  gpu::Stream stream_;
  int width_ = 0;
  int height_ = 0;
  std::optional<gpu::CUDAArray> output_;
  std::optional<gpu::SurfaceObject> surface_;
  std::optional<gpu::Buffer> pixels_;
  bool has_picture_ = false;
  std::shared_ptr<const Image> picture_;
  std::optional<gpu::TextureObject> texture_;
  /// What runs.
  std::optional<gpu::Program> program_;
  bool is_drawing_ = false;
};

}  // namespace texelscope::app
