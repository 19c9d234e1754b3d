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
  ptx,           ///< Text that the driver compiles, for that capability and later.
  link_time,     ///< For link-time optimization with other code (LTO IR): Module::from_ltoir().
};

/// A folder that stores compiled code between runs of a program. Any number of programs and threads may share it. An
/// entry is only used for the same source, options, included files, compute capability and NVRTC; a damaged entry is
/// regenerated. Nothing is stored if the folder is not writable.
class ProgramCache {
 public:
  /// The folder is created with the first entry. If the total size exceeds `max_bytes`, the least recently used entries
  /// are removed.
  explicit ProgramCache(std::filesystem::path folder, std::uintmax_t max_bytes = std::uintmax_t{256} << 20)
      : folder_{std::move(folder)}, max_bytes_{max_bytes} {}
  /// The folder texelscope/programs in XDG_CACHE_HOME, or in .cache in HOME. @throws Unavailable if neither is set.
  [[nodiscard]] static ProgramCache of_user();

  /// The folder, as passed to the constructor.
  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] std::uintmax_t max_bytes() const noexcept { return max_bytes_; }
  /// Current size of its entries in bytes.
  [[nodiscard]] std::uintmax_t size_bytes() const;
  /// Removes its entries, but no other file. @throws std::filesystem::filesystem_error.
  void clear() const;

 private:
  std::filesystem::path folder_;
  std::uintmax_t max_bytes_;
};

/// Options for compiling CUDA C++ source (NVRTC).
struct SourceOptions {
  /// The name of the source in messages.
  std::string name = "kernel.cu";
  /// "NAME" or "NAME=VALUE".
  std::vector<std::string> definitions{};
  /// Search path of #include.
  std::vector<std::filesystem::path> include_folders{};
  /// Kernels that Module::kernel() will look up by their names in the source, such as "scale<float>" or "mine::blur":
  /// their templates are instantiated. extern "C" kernels need no entry.
  std::vector<std::string> kernels{};
  /// Makes profilers and debuggers show source lines (-lineinfo).
  bool has_line_information = false;
  /// Approximate division, square root and functions, and denormals flushed to 0 (--use_fast_math).
  bool uses_fast_math = false;
  /// Whether the headers texelscope/kernels/… can be included. The standard headers `<cstddef>`, `<cstdint>`,
  /// `<cstring>`, `<type_traits>` and `<compare>` are then small stand-ins: set it to false if the include folders have
  /// a standard library (CCCL).
  bool has_library_headers = true;
  /// Additional NVRTC options, such as "--maxrregcount=32". The architecture is the device's.
  std::vector<std::string> options{};
  /// The cache for compiled code; without one, nothing is stored.
  std::optional<ProgramCache> cache{};
};

/// The result of Module::compile_source(), not loaded yet.
struct ModuleCode {
  CodeFormat format = CodeFormat::machine_code;
  std::vector<std::byte> bytes;
  /// The compiler's name for each kernel in SourceOptions::kernels.
  std::map<std::string, std::string, std::less<>> kernel_names;
  /// Warnings and notes.
  std::vector<CompileMessage> messages;
  /// Whether it came from SourceOptions::cache.
  bool is_from_cache = false;

  /// The PTX text without its terminating zero byte. @throws InvalidArgument for any other format.
  [[nodiscard]] std::string_view text() const;
};

/// Ordinary CUDA kernels compiled elsewhere (CUmodule). A cheap reference that keeps its device alive; kernels obtained
/// from it keep it alive. The last reference synchronizes the device and unloads the module. Not available on the CPU
/// device: a kernel that runs on both devices is a functor (texelscope/kernels/launch.h), or the source of a functor
/// (Program).
class Module {
 public:
  /// Machine code for GPUs of one compute capability, as written by nvcc -cubin. @throws InvalidArgument if it is not a
  /// cubin; DriverError (no_binary_for_gpu) for the code of a different GPU; Unavailable on the CPU device.
  [[nodiscard]] static Module from_cubin(const Device& device, std::span<const std::byte> image);
  /// PTX text, which the driver compiles. @throws CompileError if it has errors, with the lines of the driver's log;
  /// DriverError (unsupported_ptx_version) if it is too new for the driver; Unavailable on the CPU device.
  [[nodiscard]] static Module from_ptx(const Device& device, std::string_view text);
  /// Machine code and PTX for multiple GPUs, as written by nvcc -fatbin. @throws like from_cubin.
  [[nodiscard]] static Module from_fatbin(const Device& device, std::span<const std::byte> image);
  /// A file of one of the three kinds, detected by its contents. @throws InvalidArgument if the file cannot be read,
  /// with the reason, or is not of any of these kinds; otherwise as above.
  [[nodiscard]] static Module from_file(const Device& device, const std::filesystem::path& path);
  /// Compiles CUDA C++ source for this device, as compile_source() does, and loads the result. Takes a second or more
  /// unless the result is cached. @throws like compile_source(), and DriverError if the driver refuses the compiled
  /// code.
  [[nodiscard]] static Module from_source(const Device& device, std::string_view source,
                                          const SourceOptions& options = {});
  /// Code for link-time optimization (from NVRTC or nvcc -dlto), linked for this device by nvJitLink
  /// (libnvJitLink.so.13 or .12, loaded on first use) and loaded. @throws InvalidArgument for code that cannot be
  /// linked, with the linker's log; Unavailable if there is no linker, and on the CPU device.
  [[nodiscard]] static Module from_ltoir(const Device& device, std::span<const std::span<const std::byte>> images);
  [[nodiscard]] static Module from_ltoir(const Device& device, std::span<const std::byte> image);
  /// Loads the result of compile_source(); link-time code is linked without any other code.
  [[nodiscard]] static Module from_code(const Device& device, const ModuleCode& code);
  /// Compiles CUDA C++ source with NVRTC (libnvrtc.so.13 or .12, loaded on first use), in this process, for the compute
  /// capability of the device. If the device is newer than NVRTC, machine code falls back to PTX.
  /// @throws CompileError if the source has errors; InvalidArgument for an option that NVRTC does not accept;
  /// Unavailable if there is no NVRTC, with a remedy, and on the CPU device.
  [[nodiscard]] static ModuleCode compile_source(const Device& device, std::string_view source,
                                                 const SourceOptions& options = {},
                                                 CodeFormat format = CodeFormat::machine_code);
  /// A module created elsewhere (CUmodule). @throws InvalidArgument for null, or a module unknown to the driver
  /// (cuModuleGetFunctionCount, from CUDA 12.4 on); Unavailable on the CPU device.
  [[nodiscard]] static Module from_handle(const Device& device, ModuleHandle handle, const HandleOwner& owner = {});

  /// Looks up a kernel by the compiler's name, which for extern "C" is the name in the source, or by a name in
  /// SourceOptions::kernels.
  /// @throws InvalidArgument for a name that the module does not contain.
  [[nodiscard]] Kernel kernel(const std::string& name) const;

  /// @throws InvalidState when closed.
  [[nodiscard]] ModuleHandle handle() const;
  [[nodiscard]] Device device() const;
  [[nodiscard]] bool is_closed() const noexcept { return box_ == nullptr; }
  /// Drops this reference; closing again has no effect.
  void close() noexcept { box_.reset(); }

  explicit Module(std::shared_ptr<ModuleBox> box) : box_{std::move(box)} {}

 private:
  std::shared_ptr<ModuleBox> box_;
};

}  // namespace texelscope::gpu
