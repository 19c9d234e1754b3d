#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "gpu/files/temporary_folder.h"
#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/kernel_entry.h"

namespace texelscope::gpu::cpu {

/// A shared library of kernels, closed with the last object that needs it.
struct LoadedModule {
  /// `keeps_file`: the file exists as long as the library, so that others can read its line table.
  /// @throws InvalidArgument for bytes that are not a library for this machine, std::system_error, std::bad_alloc.
  LoadedModule(std::span<const std::byte> binary, bool keeps_file);
  ~LoadedModule();
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;

  void* library = nullptr;
  std::optional<TemporaryFolder> folder;
  /// Whether its kernels were compiled for recording.
  bool is_recordable = false;
  /// The kernels handed out from this module.
  std::vector<FunctionHandle> functions;
  std::mutex functions_mutex;
};

/// A kernel of a module. Scheduled work keeps it, and therefore its code, alive.
struct LoadedFunction {
  std::shared_ptr<LoadedModule> module;
  decltype(kernels::KernelEntry::run_on_host) run = nullptr;
};

}  // namespace texelscope::gpu::cpu
