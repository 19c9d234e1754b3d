#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "app/accesses/access_file.h"
#include "app/images/image.h"
#include "app/labs/kernel/kernel_compiler.h"
#include "app/labs/kernel/kernel_frame.h"
#include "app/labs/kernel/kernel_renderer.h"
#include "app/labs/kernel/worker/worker_process.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/program.h"

namespace texelscope::app {

/// Reports a kernel that has ended its own process.
class KernelCrash : public gpu::Error {
 public:
  explicit KernelCrash(gpu::CompileMessage message);
  /// The message, at the line of the error.
  [[nodiscard]] const gpu::CompileMessage& message() const noexcept { return message_; }

 private:
  gpu::CompileMessage message_;
};

/// Resources of a GPU that a kernel uses.
struct KernelCost {
  gpu::KernelAttributes attributes;
  /// The block size of launches over pictures.
  int threads_per_block = 0;
  /// Blocks that one multiprocessor runs simultaneously.
  int active_blocks = 0;
};

/// Draws frames with a newly written kernel, in its own process or at least on its own device, so that its errors do
/// not affect the scenes. Does not wait.
class KernelRunner {
 public:
  /// @throws gpu::Error.
  explicit KernelRunner(gpu::DeviceId id) : KernelRunner{id, kernel_place(id)} {}
  /// A separate process ends when `longest_pause` has passed since a frame was started, whether it draws or not; the
  /// next frame starts a new process.
  KernelRunner(gpu::DeviceId id, KernelPlace place, std::chrono::milliseconds longest_pause = std::chrono::seconds{30});
  /// Records the accesses of its kernels, which run in a separate process, see recording(). `id` must be the CPU
  /// device.
  KernelRunner(gpu::DeviceId id, const WorkerRecording& recording);
  ~KernelRunner();
  KernelRunner(const KernelRunner&) = delete;
  KernelRunner& operator=(const KernelRunner&) = delete;

  [[nodiscard]] const gpu::Device& device() const { return device_; }
  /// The compiler of the runner's kernels. The processes that it started end with the runner and all copies of the
  /// compiler.
  [[nodiscard]] const KernelCompiler& compiler() const { return *compiler_; }
  /// Ends the compiler of a runner that is kept but no longer compiles anything.
  void end_compiler() { compiler_.reset(); }
  [[nodiscard]] KernelPlace place() const { return place_; }
  /// Nothing for a kernel that is not loaded in this process, or on the CPU device. @throws gpu::Error.
  [[nodiscard]] std::optional<KernelCost> cost(const KernelProgram& program) const;

  /// Starts the next program's process, so that it is ready when the program is compiled; does nothing if kernels run
  /// in this process. Does not wait. The calling thread must live as long as the runner. @throws ChildError when no
  /// process can be started.
  void prepare();
  /// Sets the image that frames read in a position below kernel_picture_count. Null stands for the runner's own image
  /// in the first position, and for no image in others. @throws gpu::Error.
  void set_picture(std::size_t position, const std::shared_ptr<const Image>& picture);
  /// Schedules a frame of width × height pixels, each at least 1; its output, image and extent are filled in. No frame
  /// may be in progress. The calling thread must live as long as the runner. @throws gpu::Error; ChildError when no
  /// process can be started.
  void begin(const KernelProgram& program, const KernelFrame& frame, int width, int height);
  [[nodiscard]] bool is_drawing() const { return is_drawing_; }
  /// The completed frame. @throws gpu::Error when the kernel made the device fail, KernelCrash when it ended its
  /// process.
  [[nodiscard]] std::shared_ptr<const Image> take_frame();
  /// Waits for the frame in progress, and returns whether it was completed in time. Ends a separate process instead of
  /// waiting for it.
  [[nodiscard]] bool finish(std::chrono::duration<double> most) const;
  /// Ends a frame that takes too long, together with its separate process: take_frame() then throws the kernel's
  /// position.
  void end_kernel();

  /// The accesses of the completed frame, of a runner that records them, as its process left them: the kernel may have
  /// changed them. Ends the process. @throws FileError for a recording that is not one.
  [[nodiscard]] RecordedAccesses recording(const std::stop_token& stop) const;

  /// The drawing process; 0 if there is none.
  [[nodiscard]] pid_t process() const { return worker_ ? worker_->id() : 0; }

 private:
  void make_worker(const KernelProgram& program, std::size_t frame_bytes);
  void send_pictures();
  void begin_here(const KernelProgram& program, const KernelFrame& frame, int width, int height);
  void read_crash();
  [[nodiscard]] bool is_drawn();

  KernelPlace place_;
  std::chrono::milliseconds longest_pause_;
  std::optional<WorkerRecording> recording_;
  gpu::Device device_;
  std::optional<KernelCompiler> compiler_;
  int width_ = 0;
  int height_ = 0;
  struct Picture {
    std::shared_ptr<const Image> image;
    bool is_set = false;
    /// For a separate process: the image in the arrays' format, and whether the process has received it.
    std::optional<Image> array_image{};
    bool is_sent = false;
  };
  std::array<Picture, kernel_picture_count> pictures_;
  bool is_drawing_ = false;
  /// The running program.
  std::optional<KernelProgram> program_;

  /// In this process.
  std::optional<KernelRenderer> renderer_;
  std::optional<gpu::Buffer> pixels_;

  /// In a separate process.
  std::unique_ptr<WorkerProcess> worker_;
  /// Waits for the next program.
  std::unique_ptr<WorkerProcess> next_worker_;
  /// Pending crash analysis.
  std::stop_source stop_;
  std::future<gpu::CompileMessage> crash_;
};

}  // namespace texelscope::app
