#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/device.h"
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
  /// As kernel_buffers() has them.
  unsigned buffers = 0;
};

/// The result of compiling a text.
struct CompiledKernel {
  std::string text;
  /// Nothing when it does not compile.
  std::optional<KernelProgram> program;
  std::vector<gpu::CompileMessage> messages;
  /// Why there is no program, as one line.
  std::string error;
  double seconds = 0;
};

/// Compiles texts of the kernel editor for a device. A cheap reference. For a CUDA device NVRTC has a process of its
/// own, which is started with this and waits for the next text; it ends with the last reference.
class KernelCompiler {
 public:
  /// `nvrtc` is where NVRTC runs; in this process, nothing limits what a text makes it take.
  explicit KernelCompiler(const gpu::Device& device, KernelPlace nvrtc = KernelPlace::own_process);

  /// Compiles a text to run at `place`. Any thread may call; never throws but for lack of memory.
  [[nodiscard]] CompiledKernel compile(const std::string& text, const std::string& name, const std::stop_token& stop,
                                       KernelPlace place) const;
  /// Null where NVRTC has no process of its own.
  [[nodiscard]] const std::shared_ptr<gpu::NvrtcProcess>& nvrtc() const { return nvrtc_; }

 private:
  gpu::Device device_;
  std::shared_ptr<gpu::NvrtcProcess> nvrtc_;
  /// Why there is none where there should be one.
  std::string error_;
};

}  // namespace texelscope::app
