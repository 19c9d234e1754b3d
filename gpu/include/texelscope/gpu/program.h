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

/// A header that texts of kernels may include, and that is part of the library.
struct ProgramHeader {
  std::string_view name;  ///< As #include names it.
  std::string_view text;
};

/// The headers of texelscope/kernels, and those that they include. They live as long as the program.
[[nodiscard]] std::vector<ProgramHeader> program_headers();

/// What a compiler says about a text.
struct CompileMessage {
  enum class Severity : std::uint8_t { error, warning, note };
  /// From 1, in the text that was given; 0 where the place is not in it.
  int line = 0;
  /// From 1, in bytes; 0 where it is not known.
  int column = 0;
  Severity severity = Severity::error;  ///< How bad it is.
  /// One line.
  std::string text;
};

[[nodiscard]] std::string_view to_string(CompileMessage::Severity severity) noexcept;

/// A text that does not compile. what() tells the first error.
class CompileError : public Error {
 public:
  CompileError(const std::string& text, std::vector<CompileMessage> messages)
      : Error{text}, messages_{std::move(messages)} {}

  /// As the compiler gave them, warnings too; empty when the compiling was stopped.
  [[nodiscard]] const std::vector<CompileMessage>& messages() const noexcept { return messages_; }

 private:
  std::vector<CompileMessage> messages_;
};

struct ProgramOptions {
  /// The text's functors that kernel() will be asked for, at least one: names of types, such as "Pixel" or
  /// "mine::Blur".
  std::vector<std::string> kernels;
  /// What messages call the text: one line.
  std::string name = "kernel.cu";
  /// "NAME" or "NAME=VALUE", as if the text began with #define.
  std::vector<std::string> definitions;
  /// Text before and behind the one that is compiled; its lines are not counted, and messages about them have line 0.
  std::string before;
  std::string behind;
  /// The compiling ends with a CompileError when this time is up, or when it is asked to stop. NVRTC can be stopped
  /// from CUDA 13 on, between its phases; in a process of its own always.
  std::chrono::milliseconds time_limit{60000};
  std::stop_token stop;
  /// For CUDA devices: NVRTC then runs in a process of its own, may use 2 GiB of memory and `time_limit` of processor
  /// time, and ends at once when it is stopped. Null: it runs in this process. The CPU device's compiler always has a
  /// process of its own.
  std::shared_ptr<NvrtcProcess> nvrtc_process;
};

/// Starts NVRTC in a process of its own, for ProgramOptions of one CUDA device. Each text has another process; one
/// always waits for the next text with NVRTC loaded, so that a text takes no longer than in this process, and ends with
/// the last reference. `command` is a program and its arguments, which do nothing but call run_nvrtc_process(). Where
/// it cannot be started, compiling says so. Any thread may use it.
/// @throws InvalidArgument for the CPU device or no command, Unavailable when this build has no CUDA device.
[[nodiscard]] std::shared_ptr<NvrtcProcess> start_nvrtc_process(const Device& device, std::vector<std::string> command);

/// What such a process does, for its main(). Returns its exit code.
/// @throws InvalidArgument when it was not started for that, Unavailable when this build has no CUDA device.
[[nodiscard]] int run_nvrtc_process();

/// What a compiler made of a text for devices of one kind. None of it has run: loading it does that.
struct ObjectCode {
  /// On the CPU device a shared library with the functions of TEXELSCOPE_PROGRAM_ENTRY and a line table, in which the
  /// text is called "/text/NAME"; machine code or PTX on a CUDA device.
  std::vector<std::byte> binary;
  std::vector<std::string> kernels;       ///< ProgramOptions::kernels.
  std::vector<std::size_t> kernel_sizes;  ///< Bytes of the functors, where the binary does not have them.
  std::vector<CompileMessage> messages;   ///< Warnings and notes.
};

/// A kernel of a Program. A cheap reference that keeps its program alive.
class RuntimeKernel {
 public:
  [[nodiscard]] const std::string& name() const;  ///< Of its type.
  /// Size of the functor in bytes: what launch() takes.
  [[nodiscard]] std::size_t size_bytes() const;
  /// For kernels::launch_entry and occupancy queries; as long as this lives.
  [[nodiscard]] const kernels::KernelEntry& entry() const;
  /// Attributes of the compiled kernel (cuFuncGetAttribute). @throws Unavailable on the CPU device, whose kernels have
  /// none.
  [[nodiscard]] KernelAttributes attributes() const;

  /// Calls the functor once for each index of `extent`, in the order of `stream`, as kernels::launch does. `functor` is
  /// copied: a type of the same members in the same order as the text's.
  /// @throws InvalidArgument for another size, an extent of 0 or below, or a stream of another device.
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

/// Kernels compiled at run time from a text in C++20: by NVRTC on a CUDA device (libnvrtc.so.13 or .12, loaded when
/// first needed), by the system's C++ compiler on the CPU device. The text is what a .cu file with kernels would hold:
/// functors with `TEXELSCOPE_KERNEL_FUNCTION void operator()(Index) const`. The headers of texelscope/kernels are
/// included, and their namespace is used; of the standard library there are `<cstddef>`, `<cstdint>`, `<cstring>`
/// and `<type_traits>`. Both devices compute the same bits, as for kernels that are compiled with the program.
///
/// A cheap reference; closing the last one unloads the kernels. Scheduled work is not disturbed: the CPU device keeps
/// the code, a CUDA device is waited for.
class Program {
 public:
  /// Takes a second or more; any thread may call. The device may be used by others at the same time.
  /// @throws CompileError for a text with errors, or a compiling that was stopped.
  /// @throws InvalidArgument for a name that is no type's, or a definition that is none.
  /// @throws Unavailable when there is no compiler, with what to do.
  /// @throws DriverError when the driver refuses to load what was compiled.
  [[nodiscard]] static Program compile(const Device& device, std::string_view source, const ProgramOptions& options);
  /// The first half of compile(): runs nothing of the text. Throws as compile() does.
  [[nodiscard]] static ObjectCode compile_object_code(const Device& device, std::string_view source,
                                                      const ProgramOptions& options);
  /// The second half. On the CPU device the library's static initializers run in this process.
  /// @throws DriverError when the driver refuses to load it.
  [[nodiscard]] static Program load(const Device& device, const ObjectCode& code);

  /// @throws InvalidArgument for a name that ProgramOptions::kernels did not have; it lists those.
  [[nodiscard]] RuntimeKernel kernel(std::string_view name) const;
  /// Warnings and notes.
  [[nodiscard]] const std::vector<CompileMessage>& messages() const;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

 private:
  explicit Program(std::shared_ptr<ProgramBox> box) : box_{std::move(box)} {}

  std::shared_ptr<ProgramBox> box_;
};

}  // namespace texelscope::gpu
