#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "texelscope/gpu/device.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/handle_owner.h"
#include "texelscope/gpu/kernel.h"

namespace texelscope::gpu {

class ModuleBox;

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
  /// A module of others (CUmodule). @throws InvalidArgument for null, or one that the driver does not know
  /// (cuModuleGetFunctionCount, from CUDA 12.4 on); Unavailable on the CPU device.
  [[nodiscard]] static Module from_handle(const Device& device, ModuleHandle handle, const HandleOwner& owner = {});

  /// By the name that the compiler gave it: that of the source for extern "C", else mangled.
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
