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

/// The subcommand that compiles kernels for a CUDA device, in its own process.
inline constexpr std::string_view kernel_compiler_command = "kernel-compiler";

/// The place where kernels run. Kernels of the CPU device have their own process, because they can do anything that a
/// program can.
enum class KernelPlace : std::uint8_t { own_process, this_process };

[[nodiscard]] inline KernelPlace kernel_place(gpu::DeviceId id) {
  return id.kind == gpu::DeviceKind::cpu ? KernelPlace::own_process : KernelPlace::this_process;
}

/// A compiled kernel source. Cheap to copy.
struct KernelProgram {
  /// The name of the source in messages.
  std::string name;
  /// Loaded and run only by a separate process.
  std::shared_ptr<const gpu::ObjectCode> code;
  /// Loaded in this process.
  std::optional<gpu::Program> loaded;
  /// In the format of kernel_buffers().
  unsigned buffers = 0;
};

/// The result of compiling a source.
struct CompiledKernel {
  std::string text;
  /// Nothing if the source does not compile.
  std::optional<KernelProgram> program;
  std::vector<gpu::CompileMessage> messages;
  /// The reason why there is no program, as one line.
  std::string error;
  double seconds = 0;
};

/// Compiles the kernel editor's source for a device. Cheap to copy. For a CUDA device, NVRTC has its own process, which
/// starts with this object, waits for sources, and ends when the last copy is destroyed.
class KernelCompiler {
 public:
  /// `nvrtc` is the process in which NVRTC runs; in the current process, nothing limits the resources that a
  /// compilation uses.
  explicit KernelCompiler(const gpu::Device& device, KernelPlace nvrtc = KernelPlace::own_process);

  /// Compiles a source to run at `place`. May be called from any thread; throws only when memory runs out.
  [[nodiscard]] CompiledKernel compile(const std::string& text, const std::string& name, const std::stop_token& stop,
                                       KernelPlace place) const;
  /// Null if NVRTC has no separate process.
  [[nodiscard]] const std::shared_ptr<gpu::NvrtcProcess>& nvrtc() const { return nvrtc_; }

 private:
  gpu::Device device_;
  std::shared_ptr<gpu::NvrtcProcess> nvrtc_;
  /// The reason why the NVRTC process could not be started; empty if it was, or is not needed.
  std::string error_;
};

/// The messages that still apply after an edit, at their new lines: those whose line is above or below all changes, and
/// those that apply to the whole source.
[[nodiscard]] std::vector<gpu::CompileMessage> moved_messages(const std::vector<gpu::CompileMessage>& messages,
                                                              std::string_view compiled, std::string_view edited);

}  // namespace texelscope::app
