#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/kernel.h"
#include "texelscope/gpu/program.h"

namespace texelscope::gpu {

class ModuleBox;

/// The output format of the compiler.
enum class CodeFormat : unsigned char {
  machine_code,  ///< For GPUs of one compute capability (cubin).
  ptx,           ///< A text that the driver compiles, for that capability and newer ones.
  link_time,     ///< For link-time optimization with others (LTO IR): Module::from_ltoir().
};

/// A folder in which compiled code is kept from one run of a program to the next. Any number of programs and threads
/// may share it. An entry is used for the same text, options, included files, compute capability and NVRTC alone; a
/// damaged one is made again. A folder that cannot be written to keeps nothing.
class ProgramCache {
 public:
  /// The folder is made when the first entry is. The entries used longest ago go when all are larger than `max_bytes`.
  explicit ProgramCache(std::filesystem::path folder, std::uintmax_t max_bytes = std::uintmax_t{256} << 20)
      : folder_{std::move(folder)}, max_bytes_{max_bytes} {}
  /// The folder texelscope/programs of XDG_CACHE_HOME, or of .cache in HOME. @throws Unavailable where neither is set.
  [[nodiscard]] static ProgramCache of_user();

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }  ///< As it was given.
  [[nodiscard]] std::uintmax_t max_bytes() const noexcept { return max_bytes_; }          ///< As it was given.
  /// Bytes of its entries now.
  [[nodiscard]] std::uintmax_t size_bytes() const;
  /// Removes its entries, and no other file. @throws std::filesystem::filesystem_error.
  void clear() const;

 private:
  std::filesystem::path folder_;
  std::uintmax_t max_bytes_;
};

/// How a text in CUDA C++ is compiled (NVRTC).
struct SourceOptions {
  /// The name of the source in messages.
  std::string name = "kernel.cu";
  /// "NAME" or "NAME=VALUE".
  std::vector<std::string> definitions{};
  /// Where #include looks.
  std::vector<std::filesystem::path> include_folders{};
  /// Kernels that Module::kernel() will be asked for as the source has them, such as "scale<float>" or "mine::blur":
  /// their templates are instantiated. One that is extern "C" needs no entry.
  std::vector<std::string> kernels{};
  /// Profilers and debuggers show the source's lines (-lineinfo).
  bool has_line_information = false;
  /// Approximate division, square root and functions, and denormal numbers as 0 (--use_fast_math).
  bool uses_fast_math = false;
  /// The headers texelscope/kernels/… can be included. The standard's `<cstddef>`, `<cstdint>`, `<cstring>`,
  /// `<type_traits>` and `<compare>` are then small stand-ins: false where the include folders have a standard library
  /// (CCCL).
  bool has_library_headers = true;
  /// More options, as NVRTC takes them, such as "--maxrregcount=32". The architecture is the device's.
  std::vector<std::string> options{};
  /// Where compiled code is kept; nothing is kept without.
  std::optional<ProgramCache> cache{};
};

/// The result of Module::compile_source(), not loaded yet.
struct ModuleCode {
  CodeFormat format = CodeFormat::machine_code;
  std::vector<std::byte> bytes;
  /// The compiler's name of each of SourceOptions::kernels.
  std::map<std::string, std::string, std::less<>> kernel_names;
  /// Warnings and notes.
  std::vector<CompileMessage> messages;
  /// Whether SourceOptions::cache had it.
  bool is_from_cache = false;

  /// The text of PTX, without the zero byte at its end. @throws InvalidArgument for another format.
  [[nodiscard]] std::string_view text() const;
};

/// Ordinary kernels of CUDA that were compiled elsewhere (CUmodule). A cheap reference that keeps its device alive; the
/// kernels taken from it keep it. The last one waits for the device and unloads it. The CPU device has none: a kernel
/// that both devices run is a functor (texelscope/kernels/launch.h), or a text of such (Program).
class Module {
 public:
  /// Machine code for GPUs of one compute capability, as nvcc -cubin writes it. @throws InvalidArgument for what is
  /// none; DriverError (no_binary_for_gpu) for another GPU's; Unavailable on the CPU device.
  [[nodiscard]] static Module from_cubin(const Device& device, std::span<const std::byte> image);
  /// A text in PTX, which the driver compiles. @throws CompileError for one with errors, with the lines of the driver's
  /// log; DriverError (unsupported_ptx_version) for one that is too new for the driver; Unavailable on the CPU device.
  [[nodiscard]] static Module from_ptx(const Device& device, std::string_view text);
  /// Both of them for several GPUs, as nvcc -fatbin writes it. @throws as from_cubin.
  [[nodiscard]] static Module from_fatbin(const Device& device, std::span<const std::byte> image);
  /// A file of one of the three, by what it holds. @throws InvalidArgument for a file that cannot be read, with the
  /// reason, or that is none of the three; else as above.
  [[nodiscard]] static Module from_file(const Device& device, const std::filesystem::path& path);
  /// A text in CUDA C++, compiled for this device as compile_source() does and loaded. Takes a second or more without a
  /// cache. @throws as compile_source(), and DriverError when the driver refuses what was compiled.
  [[nodiscard]] static Module from_source(const Device& device, std::string_view source,
                                          const SourceOptions& options = {});
  /// Code for link-time optimization (NVRTC's, or nvcc -dlto's), linked for this device by nvJitLink
  /// (libnvJitLink.so.13 or .12, loaded when first needed) and loaded. @throws InvalidArgument for what cannot be
  /// linked, with the linker's log; Unavailable when there is no linker, and on the CPU device.
  [[nodiscard]] static Module from_ltoir(const Device& device, std::span<const std::span<const std::byte>> images);
  [[nodiscard]] static Module from_ltoir(const Device& device, std::span<const std::byte> image);
  /// Loads what compile_source() made; code of link time is linked by itself.
  [[nodiscard]] static Module from_code(const Device& device, const ModuleCode& code);
  /// Compiles a text in CUDA C++ by NVRTC (libnvrtc.so.13 or .12, loaded when first needed), in this process, for the
  /// compute capability of the device. Machine code for a device that is newer than NVRTC is PTX.
  /// @throws CompileError if the source has errors; InvalidArgument for an option that NVRTC does not accept;
  /// Unavailable when there is no NVRTC, with what to do, and on the CPU device.
  [[nodiscard]] static ModuleCode compile_source(const Device& device, std::string_view source,
                                                 const SourceOptions& options = {},
                                                 CodeFormat format = CodeFormat::machine_code);
  /// A module of others (CUmodule). @throws InvalidArgument for null, or one that the driver does not know
  /// (cuModuleGetFunctionCount, from CUDA 12.4 on); Unavailable on the CPU device.
  [[nodiscard]] static Module from_handle(const Device& device, ModuleHandle handle, const HandleOwner& owner = {});

  /// By the name that the compiler gave it, which is that of the source for extern "C", or by one of
  /// SourceOptions::kernels.
  /// @throws InvalidArgument for a name that the module does not have.
  [[nodiscard]] Kernel kernel(const std::string& name) const;

  /// @throws InvalidState when closed.
  [[nodiscard]] ModuleHandle handle() const;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again is nothing.
  void close() noexcept { box_.reset(); }

  explicit Module(std::shared_ptr<ModuleBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<ModuleBox> box_;
};

}  // namespace texelscope::gpu
