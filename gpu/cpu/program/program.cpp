#include <dlfcn.h>

#include <filesystem>
#include <mutex>
#include <string>
#include <utility>

#include "gpu/cpu/cpu_driver.h"
#include "gpu/cpu/program/host_compiler.h"
#include "gpu/cpu/program/loaded_module.h"
#include "gpu/cpu/recording/device_recording.h"
#include "gpu/cpu/recording/launch_recording.h"
#include "gpu/files/temporary_folder.h"

namespace texelscope::gpu::cpu {

LoadedModule::LoadedModule(std::span<const std::byte> binary, bool keeps_file) {
  // The system's loader requires a file; the library stays loaded after the file is deleted.
  folder.emplace();
  const std::filesystem::path path =
      folder->write("program.so", {reinterpret_cast<const char*>(binary.data()), binary.size()});
  // Places in recorded code are addresses, which no other library may have later.
  library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | (keeps_file ? RTLD_NODELETE : 0));
  if (library == nullptr) {
    const char* const reason = dlerror();
    throw InvalidArgument(reason != nullptr ? reason : "no library");
  }
  if (!keeps_file) {
    folder.reset();
  }
}

LoadedModule::~LoadedModule() { dlclose(library); }

Status CpuDriver::perform(driver::ProgramCompile& call) noexcept {
  return guarded([&] { return compile_on_host(call, recording_ != nullptr); });
}

Status CpuDriver::perform(driver::ModuleLoad& call) noexcept {
  if (const Status status = state(); status != Status::success) {
    return status;
  }
  const Status status = guarded([&] {
    auto module = std::make_shared<LoadedModule>(call.binary, recording_ != nullptr);
    module->is_recordable = recording_ && set_hooks(module->library, access_hooks());
    call.module = modules_.insert(std::move(module));
    return Status::success;
  });
  return status == Status::invalid_value ? Status::invalid_image : status;
}

Status CpuDriver::perform(driver::ModuleUnload& call) noexcept {
  const std::shared_ptr<LoadedModule> module = modules_.take(call.module);
  if (!module) {
    return refusal();
  }
  const std::lock_guard lock{module->functions_mutex};
  for (const FunctionHandle function : module->functions) {
    static_cast<void>(functions_.take(function));
  }
  return Status::success;
}

Status CpuDriver::perform(driver::ModuleGetFunction& call) noexcept {
  const std::shared_ptr<LoadedModule> module = modules_.find(call.module);
  if (!module) {
    return refusal();
  }
  return guarded([&] {
    void* const run = dlsym(module->library, call.name);
    void* const size = dlsym(module->library, (std::string{call.name} + "_size").c_str());
    if (run == nullptr || size == nullptr) {
      return Status::not_found;
    }
    auto function = std::make_shared<LoadedFunction>();
    function->module = module;
    function->run = reinterpret_cast<decltype(function->run)>(run);
    const auto address = reinterpret_cast<std::uint64_t>(function.get());
    const std::lock_guard lock{module->functions_mutex};
    module->functions.push_back(FunctionHandle{address});
    call.function = functions_.insert(address, std::move(function));
    call.kernel_size = *static_cast<const std::size_t*>(size);
    return Status::success;
  });
}

// On this device, all kernels are functors: observers are not notified of other kinds.
Status CpuDriver::perform(driver::ModuleGetFunctionCount& /*call*/) noexcept { return refusal(Status::not_supported); }
Status CpuDriver::perform(driver::SourceCompile& /*call*/) noexcept { return refusal(Status::not_supported); }
Status CpuDriver::perform(driver::CodeLink& /*call*/) noexcept { return refusal(Status::not_supported); }
Status CpuDriver::perform(driver::FunctionGetAttributes& /*call*/) noexcept { return refusal(Status::not_supported); }
Status CpuDriver::perform(driver::FunctionOfSymbol& /*call*/) noexcept { return refusal(Status::not_supported); }

}  // namespace texelscope::gpu::cpu
