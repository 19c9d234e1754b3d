#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/kernel.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/kernels/kernel_entry.h"

namespace texelscope::gpu {

class ProgramBox;
class NvrtcProcess;

/// A header that is part of the library and that kernel sources may include.
struct ProgramHeader {
  std::string_view name;  ///< The name that #include uses.
  std::string_view text;
};

/// The headers of texelscope/kernels, and the headers that they include. The headers live as long as the process.
[[nodiscard]] std::vector<ProgramHeader> program_headers();

/// A compiler message about a source.
struct CompileMessage {
  enum class Severity : std::uint8_t { error, warning, note };
  /// Counted from 1, in the given source; 0 if the location is not in it.
  int line = 0;
  /// Counted from 1, in bytes; 0 if unknown.
  int column = 0;
  Severity severity = Severity::error;  ///< How severe it is.
  /// One line.
  std::string text;
};

[[nodiscard]] std::string_view to_string(CompileMessage::Severity severity) noexcept;

/// Source that does not compile. what() contains the first error.
class CompileError : public Error {
 public:
  CompileError(const std::string& text, std::vector<CompileMessage> messages)
      : Error{text}, messages_{std::move(messages)} {}

  /// The messages as reported by the compiler, including warnings; empty if the compilation was stopped.
  [[nodiscard]] const std::vector<CompileMessage>& messages() const noexcept { return messages_; }

 private:
  std::vector<CompileMessage> messages_;
};

struct ProgramOptions {
  /// The functors of the source that kernel() will look up, at least one: names of types, such as "Pixel" or
  /// "mine::Blur".
  std::vector<std::string> kernels;
  /// The name of the source in messages: one line.
  std::string name = "kernel.cu";
  /// "NAME" or "NAME=VALUE", as if the source began with #define.
  std::vector<std::string> definitions;
  /// Text before and after the source; its lines are not counted, and messages about them have line 0.
  std::string before;
  std::string behind;
  /// The compilation ends with a CompileError when this time has passed, or when stop is requested. In this process,
  /// NVRTC can only be stopped between its phases, from CUDA 13 on; in a separate process, it can be stopped at any
  /// time.
  std::chrono::milliseconds time_limit{60000};
  std::stop_token stop;
  /// For CUDA devices: if set, NVRTC runs in a separate process, may use 2 GiB of memory and `time_limit` of processor
  /// time, and ends immediately when it is stopped. If null, NVRTC runs in this process. The CPU device's compiler
  /// always runs in a separate process.
  std::shared_ptr<NvrtcProcess> nvrtc_process;
};

/// Starts NVRTC in a separate process, for ProgramOptions of one CUDA device. Each compilation uses a new process. One
/// process with NVRTC loaded always waits for the next source, so that compiling takes no longer than in this process;
/// it ends when the last reference is dropped. `command` is a program and its arguments, which do nothing but call
/// run_nvrtc_process(). If it cannot be started, compiling reports the error. Any thread may use it.
/// @throws InvalidArgument for the CPU device or an empty command, Unavailable if this build does not support CUDA
/// devices.
[[nodiscard]] std::shared_ptr<NvrtcProcess> start_nvrtc_process(const Device& device, std::vector<std::string> command);

/// The main function of the processes that NvrtcProcess starts. Returns the exit code. @throws InvalidArgument if the
/// process was not started for compiling, Unavailable if this build does not support CUDA devices.
[[nodiscard]] int run_nvrtc_process();

/// A compiled source for devices of the same kind. Compiling does not execute any of it; loading does.
struct ObjectCode {
  /// On the CPU device, a shared library with the functions of TEXELSCOPE_PROGRAM_ENTRY and a line table in which the
  /// source is called "/text/NAME"; on a CUDA device, machine code or PTX.
  std::vector<std::byte> binary;
  std::vector<std::string> kernels;       ///< ProgramOptions::kernels.
  std::vector<std::size_t> kernel_sizes;  ///< Sizes of the functors in bytes, if the binary does not contain them.
  std::vector<CompileMessage> messages;   ///< Warnings and notes.
};

/// A kernel of a Program. A cheap reference that keeps its program alive.
class RuntimeKernel {
 public:
  [[nodiscard]] const std::string& name() const;  ///< Name of its type.
  /// Size of the functor in bytes: the size that launch() requires.
  [[nodiscard]] std::size_t size_bytes() const;
  /// For kernels::launch_entry and occupancy queries; valid as long as this object exists.
  [[nodiscard]] const kernels::KernelEntry& entry() const;
  /// Attributes of the compiled kernel (cuFuncGetAttribute). @throws Unavailable on the CPU device, where kernels have
  /// none.
  [[nodiscard]] KernelAttributes attributes() const;

  /// Calls the functor once for each index of `extent`, in stream order, like kernels::launch. `functor` is copied; its
  /// type must have the same members in the same order as in the source.
  /// @throws InvalidArgument for a different size, an extent of 0 or less, or a stream of another device.
  template <class Functor>
  void launch(const Stream& stream, kernels::LaunchExtent extent, const Functor& functor) const {
    static_assert(std::is_trivially_copyable_v<Functor>, "a kernel must be trivially copyable");
    launch_bytes(stream, extent, std::as_bytes(std::span(&functor, 1)));
  }
  void launch_bytes(const Stream& stream, kernels::LaunchExtent extent, std::span<const std::byte> functor) const;

  /// For the library's own objects.
  RuntimeKernel(std::shared_ptr<ProgramBox> box, std::size_t index) : box_{std::move(box)}, index_{index} {}

 private:
  std::shared_ptr<ProgramBox> box_;
  std::size_t index_;
};

/// Kernels compiled at run time from C++20 source: by NVRTC on a CUDA device (libnvrtc.so.13 or .12, loaded on first
/// use), by the system's C++ compiler on the CPU device. The source is what a .cu file with kernels would contain:
/// functors with `TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const`. The headers of texelscope/kernels are
/// included, and their namespace is used; of the standard library, `<cstddef>`, `<cstdint>`, `<cstring>` and
/// `<type_traits>` are available. Both devices compute the same bits, as with kernels that are compiled into the
/// program.
///
/// A cheap reference; closing the last one unloads the kernels. Scheduled work is not affected: the CPU device keeps
/// the code, and a CUDA device is synchronized.
class Program {
 public:
  /// Takes a second or more; may be called from any thread, while other threads use the device.
  /// @throws CompileError for source with errors, or a stopped compilation.
  /// @throws InvalidArgument for a name that is not a type, or an invalid definition.
  /// @throws Unavailable if there is no compiler, with a remedy.
  /// @throws DriverError if the driver refuses to load the compiled code.
  [[nodiscard]] static Program compile(const Device& device, std::string_view source, const ProgramOptions& options);
  /// The first half of compile(): runs none of the source's code. @throws like compile().
  [[nodiscard]] static ObjectCode compile_object_code(const Device& device, std::string_view source,
                                                      const ProgramOptions& options);
  /// The second half. On the CPU device, static initializers of the library run in this process.
  /// @throws DriverError if the driver refuses to load it.
  [[nodiscard]] static Program load(const Device& device, const ObjectCode& code);

  /// @throws InvalidArgument, with the available names, for a name that is not in ProgramOptions::kernels.
  [[nodiscard]] RuntimeKernel kernel(std::string_view name) const;
  /// Warnings and notes.
  [[nodiscard]] const std::vector<CompileMessage>& messages() const;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

 private:
  explicit Program(std::shared_ptr<ProgramBox> box) : box_{std::move(box)} {}

  std::shared_ptr<ProgramBox> box_;
};

}  // namespace texelscope::gpu
