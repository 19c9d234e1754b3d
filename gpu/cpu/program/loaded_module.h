#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "texelscope/gpu/handle.h"
#include "texelscope/kernels/kernel_entry.h"

namespace texelscope::gpu::cpu {

/// A shared library of kernels, closed with the last object that needs it.
struct LoadedModule {
  /// @throws InvalidArgument for bytes that are not a library for this machine, std::system_error, std::bad_alloc.
  explicit LoadedModule(std::span<const std::byte> binary);
  ~LoadedModule();
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;

  void* library = nullptr;
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
