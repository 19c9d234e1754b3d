#pragma once

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/images/image.h"
#include "app/labs/kernel/kernel_frame.h"
#include "app/labs/kernel/kernel_renderer.h"
#include "app/labs/kernel/worker/worker_process.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/program.h"

namespace texelscope::app {

/// The subcommand that compiles kernels for a CUDA device, in a process of its own.
inline constexpr std::string_view kernel_compiler_command = "kernel-compiler";

/// Where kernels run. Those of the CPU device get a process of their own, as they can do there whatever a program can.
enum class KernelPlace : std::uint8_t { own_process, this_process };

[[nodiscard]] inline KernelPlace kernel_place(gpu::DeviceId id) {
  return id.kind == gpu::DeviceKind::cpu ? KernelPlace::own_process : KernelPlace::this_process;
}

/// A text that compiles. A cheap reference.
struct KernelProgram {
  /// The name that messages have for the text.
  std::string name;
  /// For a process of its own, which loads it: nothing of it runs in this one.
  std::shared_ptr<const gpu::ObjectCode> code;
  /// Loaded in this process.
  std::optional<gpu::Program> loaded;
};

/// What became of a text.
struct CompiledKernel {
  std::string text;
  /// Nothing when it does not compile.
  std::optional<KernelProgram> program;
  std::vector<gpu::CompileMessage> messages;
  /// Why there is no program, as one line.
  std::string error;
  double seconds = 0;
};

/// Compiles a text of the kernel editor, to run at `place`. Any thread may call; never throws but for lack of memory.
/// `compiler` is where NVRTC runs; in this process, nothing limits what a text makes it take.
[[nodiscard]] CompiledKernel compile_kernel(const gpu::Device& device, const std::string& text, const std::string& name,
                                            const std::stop_token& stop, KernelPlace place,
                                            KernelPlace compiler = KernelPlace::own_process);

/// A kernel that ended the process that it had for itself.
class KernelCrash : public gpu::Error {
 public:
  explicit KernelCrash(gpu::CompileMessage message);
  /// At the line that did it.
  [[nodiscard]] const gpu::CompileMessage& message() const noexcept { return message_; }

 private:
  gpu::CompileMessage message_;
};

/// Draws frames with a kernel that was written just now, in a process or at least on a device of its own: what it does
/// wrong does not reach the scenes. Waits for nothing.
class KernelRunner {
 public:
  /// @throws gpu::Error.
  explicit KernelRunner(gpu::DeviceId id) : KernelRunner{id, kernel_place(id)} {}
  /// A process of its own ends when `longest_pause` has passed since a frame was begun, whether it draws or not; the
  /// next frame has another.
  KernelRunner(gpu::DeviceId id, KernelPlace place, std::chrono::milliseconds longest_pause = std::chrono::seconds{30});
  ~KernelRunner();
  KernelRunner(const KernelRunner&) = delete;
  KernelRunner& operator=(const KernelRunner&) = delete;

  /// Texts are compiled for it.
  [[nodiscard]] const gpu::Device& device() const { return device_; }
  [[nodiscard]] KernelPlace place() const { return place_; }

  /// From now on `frame` names this picture; null for one of the runner's own. @throws gpu::Error.
  void set_picture(const std::shared_ptr<const Image>& picture);
  /// Schedules a frame, width × height ≥ 1 each; its output, image and extent are filled in. None may be under way. The
  /// thread that calls lives as long as the runner. @throws gpu::Error; ChildError when no process can be started.
  void begin(const KernelProgram& program, const KernelFrame& frame, int width, int height);
  [[nodiscard]] bool is_drawing() const { return is_drawing_; }
  /// The frame, when it is done. @throws gpu::Error when the kernel ended the device, KernelCrash when it ended its
  /// process.
  [[nodiscard]] std::shared_ptr<const Image> take_frame();
  /// Waits for the frame that is under way; whether it came to its end in time. A process of its own is not waited for:
  /// it ends with this.
  [[nodiscard]] bool finish(std::chrono::duration<double> most) const;
  /// Ends a frame that takes too long together with its process of its own, for good: take_frame() then throws where
  /// the kernel was.
  void end_kernel();

  /// The process that draws; 0 when there is none.
  [[nodiscard]] pid_t process() const { return worker_ ? worker_->id() : 0; }

 private:
  void make_worker(const KernelProgram& program, std::size_t frame_bytes);
  void begin_here(const KernelProgram& program, const KernelFrame& frame, int width, int height);
  void read_crash();
  [[nodiscard]] bool is_drawn();

  KernelPlace place_;
  std::chrono::milliseconds longest_pause_;
  gpu::Device device_;
  int width_ = 0;
  int height_ = 0;
  bool has_picture_ = false;
  std::shared_ptr<const Image> picture_;
  bool is_drawing_ = false;
  /// What runs.
  std::optional<KernelProgram> program_;

  /// In this process.
  std::optional<KernelRenderer> renderer_;
  std::optional<gpu::Buffer> pixels_;

  /// In a process of its own. The picture as arrays have it.
  std::optional<Image> array_picture_;
  bool is_picture_sent_ = false;
  std::unique_ptr<WorkerProcess> worker_;
  /// Being found out.
  std::stop_source stop_;
  std::future<gpu::CompileMessage> crash_;
};

}  // namespace texelscope::app
