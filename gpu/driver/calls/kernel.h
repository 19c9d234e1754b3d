#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/driver/calls/call.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/kernel.h"
#include "texelscope/gpu/module.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/launch_options.h"

namespace texelscope::gpu {

class NvrtcProcess;

}  // namespace texelscope::gpu

namespace texelscope::gpu::driver {

/// Compiles source for this device. invalid_source: the source has errors, listed in `log`; jit_compiler_not_found: no
/// compiler is available, and `reason` says what to do; timeout: it was stopped, or its time limit expired.
struct ProgramCompile {
  static constexpr CallInfo info{"nvrtcCompileProgram"};
  /// The whole source, with an entry for each kernel (texelscope/kernels/program_entry.h).
  std::string_view source;
  std::string_view name;
  std::size_t num_kernels = 0;
  std::chrono::milliseconds time_limit{};
  std::stop_token stop;
  /// ProgramOptions::nvrtc_process; null for none.
  NvrtcProcess* process = nullptr;
  std::vector<std::byte> binary{};          // result
  std::string log{};                        // result: the compiler's messages
  std::string reason{};                     // result
  std::vector<std::size_t> kernel_sizes{};  // result, if the binary does not contain them

  [[nodiscard]] Arguments arguments() const { return {{"name", name}, {"source_bytes", source.size()}}; }
};

/// Compiles CUDA C++ source whose kernels are ordinary functions. Fails like ProgramCompile.
struct SourceCompile {
  static constexpr CallInfo info{"nvrtcCompileProgram"};
  std::string_view source;
  std::string_view name;
  const SourceOptions* options = nullptr;
  /// The requested format; as a result, PTX in place of machine code that this NVRTC cannot generate.
  CodeFormat format = CodeFormat::machine_code;
  std::vector<std::byte> binary{};           // result
  std::string log{};                         // result: the compiler's messages
  std::string reason{};                      // result
  std::vector<std::string> lowered_names{};  // result, of SourceOptions::kernels
  bool is_from_cache = false;                // result
  std::string cache_failure{};               // result: the reason why the cache did not store it

  [[nodiscard]] Arguments arguments() const { return {{"name", name}, {"source_bytes", source.size()}}; }
};

/// Links code for link-time optimization into machine code for this device. invalid_image: the linker failed, with the
/// reason in `log`; jit_compiler_not_found: no linker is available, and `reason` says what to do.
struct CodeLink {
  static constexpr CallInfo info{"nvJitLinkComplete"};
  std::span<const std::span<const std::byte>> images;
  std::vector<std::byte> binary{};  // result
  std::string log{};                // result
  std::string reason{};             // result

  [[nodiscard]] Arguments arguments() const { return {{"images", images.size()}}; }
};

/// Loads the result of ProgramCompile for the same device.
struct ModuleLoad {
  static constexpr CallInfo info{"cuModuleLoadData", ObjectKind::kernel_module, CallEffect::creates};
  std::span<const std::byte> binary;
  ModuleHandle module{};  // result
  std::string log{};      // result: the messages of the driver's PTX compiler

  [[nodiscard]] Arguments arguments() const { return {{"binary_bytes", binary.size()}}; }
  TEXELSCOPE_OBJECT(module)
};

/// Scheduled work that runs the module's kernels is not affected.
struct ModuleUnload {
  static constexpr CallInfo info{"cuModuleUnload", ObjectKind::kernel_module, CallEffect::destroys};
  ModuleHandle module;
  TEXELSCOPE_ARGUMENTS(module)
};

struct ModuleGetFunction {
  static constexpr CallInfo info{"cuModuleGetFunction"};
  ModuleHandle module;
  const char* name = nullptr;
  FunctionHandle function{};    // result; lives as long as the module
  std::size_t kernel_size = 0;  // result, if the binary contains it
  TEXELSCOPE_ARGUMENTS(module, name)
};

/// The number of kernels in a module, which may have been created elsewhere. Returns success without a number if the
/// driver cannot report it.
struct ModuleGetFunctionCount {
  static constexpr CallInfo info{"cuModuleGetFunctionCount"};
  ModuleHandle module;
  unsigned count = 0;  // result
  TEXELSCOPE_ARGUMENTS(module)
};

/// Queries the attributes, name, and parameters of a kernel.
struct FunctionGetAttributes {
  static constexpr CallInfo info{"cuFuncGetAttribute"};
  FunctionHandle function;
  KernelAttributes attributes{};              // result
  std::string name{};                         // result; empty if the driver cannot report it
  std::vector<KernelParameter> parameters{};  // result; empty if the driver cannot report them
  TEXELSCOPE_ARGUMENTS(function)
};

/// The kernel that nvcc compiled with the program for an address of the host.
struct FunctionOfSymbol {
  static constexpr CallInfo info{"cudaGetFuncBySymbol"};
  const void* symbol = nullptr;
  FunctionHandle function{};  // result; lives as long as the context

  [[nodiscard]] Arguments arguments() const { return {{"symbol", reinterpret_cast<std::uintptr_t>(symbol)}}; }
};

/// Loads a kernel, as its first launch would otherwise do. A kernel that nvcc did not compile has nothing to load.
struct KernelLoad {
  static constexpr CallInfo info{"cuFuncLoad"};
  const kernels::KernelEntry* entry = nullptr;

  [[nodiscard]] Arguments arguments() const { return {{"kernel", *entry}}; }
};

/// The kernel's bytes are copied by the call. A GPU runs `grid` blocks of `block` threads; the CPU device runs each
/// index of the extent. A kernel that is not a functor has `parameters` in place of its bytes and the extent.
struct Launch {
  static constexpr CallInfo info{.name = "cuLaunchKernel", .kind = WorkKind::launch};
  const kernels::KernelEntry* entry = nullptr;
  kernels::LaunchExtent extent;
  const void* kernel = nullptr;
  StreamHandle stream;
  kernels::LaunchExtent grid{};
  kernels::LaunchExtent block{};
  std::int32_t shared_bytes = 0;
  void** parameters = nullptr;

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry}, {"extent", extent}, {"grid", grid}, {"block", block}, {"shared_bytes", shared_bytes},
            {"stream", stream}};
  }
};

/// A launch with all options: `grid` blocks of `options.block` threads.
struct LaunchWithAttributes {
  static constexpr CallInfo info{.name = "cuLaunchKernelEx", .kind = WorkKind::launch};
  const kernels::KernelEntry* entry = nullptr;
  kernels::LaunchExtent extent;
  kernels::LaunchExtent grid;
  kernels::LaunchOptions options;
  const void* kernel = nullptr;
  StreamHandle stream;
  void** parameters = nullptr;

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry},
            {"extent", extent},
            {"grid", grid},
            {"block", options.block},
            {"shared_bytes", options.shared_bytes},
            {"cluster", options.cluster},
            {"is_cooperative", options.is_cooperative},
            {"starts_early", options.starts_early},
            {"stream", stream}};
  }
};

/// The number of blocks of that many threads that one multiprocessor runs concurrently.
struct OccupancyActiveBlocks {
  static constexpr CallInfo info{"cuOccupancyMaxActiveBlocksPerMultiprocessor"};
  const kernels::KernelEntry* entry = nullptr;
  std::int32_t threads = 0;
  std::int32_t shared_bytes = 0;
  std::int32_t blocks = 0;  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry}, {"threads", threads}, {"shared_bytes", shared_bytes}};
  }
};

/// The block size with the highest occupancy.
struct OccupancyBlockSize {
  static constexpr CallInfo info{"cuOccupancyMaxPotentialBlockSize"};
  const kernels::KernelEntry* entry = nullptr;
  std::int32_t shared_bytes = 0;
  std::int32_t max_threads = 0;
  std::int32_t threads = 0;     // result
  std::int32_t min_blocks = 0;  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry}, {"shared_bytes", shared_bytes}, {"max_threads", max_threads}};
  }
};

/// The largest number of blocks in a cluster; options.cluster is ignored.
struct OccupancyClusterSize {
  static constexpr CallInfo info{"cuOccupancyMaxPotentialClusterSize"};
  const kernels::KernelEntry* entry = nullptr;
  kernels::LaunchExtent grid;
  kernels::LaunchOptions options;
  StreamHandle stream;
  std::int32_t blocks = 0;  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry},
            {"grid", grid},
            {"block", options.block},
            {"shared_bytes", options.shared_bytes},
            {"stream", stream}};
  }
};

/// The number of clusters of options.cluster blocks that run concurrently on the whole device.
struct OccupancyActiveClusters {
  static constexpr CallInfo info{"cuOccupancyMaxActiveClusters"};
  const kernels::KernelEntry* entry = nullptr;
  kernels::LaunchExtent grid;
  kernels::LaunchOptions options;
  StreamHandle stream;
  std::int32_t clusters = 0;  // result

  [[nodiscard]] Arguments arguments() const {
    return {{"kernel", *entry},           {"grid", grid},
            {"block", options.block},     {"shared_bytes", options.shared_bytes},
            {"cluster", options.cluster}, {"stream", stream}};
  }
};

}  // namespace texelscope::gpu::driver
