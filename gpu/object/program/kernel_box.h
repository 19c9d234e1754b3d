#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "gpu/driver/device_box.h"
#include "gpu/object/program/launch_rules.h"
#include "texelscope/gpu/kernel.h"
#include "texelscope/gpu/module.h"

namespace texelscope::gpu {

/// @throws Unavailable on the CPU device, with the alternatives.
void require_cuda_kernels(const DeviceBox& device);

class ModuleBox : public DeviceObject<ModuleHandle, driver::ModuleUnload> {
 public:
  ModuleBox(const std::shared_ptr<DeviceBox>& device, ModuleHandle made, const HandleOwner& owner)
      : DeviceObject{device, made, owner} {}

  /// Call before anyone else uses the module.
  void set_kernel_names(std::map<std::string, std::string, std::less<>> names) { kernel_names_ = std::move(names); }
  /// The compiler's (mangled) name for the kernel that has this name in the source; `name` itself if there is no such
  /// kernel.
  [[nodiscard]] const std::string& compiled_name(const std::string& name) const {
    const auto found = kernel_names_.find(name);
    return found == kernel_names_.end() ? name : found->second;
  }

 private:
  std::map<std::string, std::string, std::less<>> kernel_names_;
};

class KernelBox {
 public:
  /// `owner` keeps the module that contains the kernel alive.
  KernelBox(std::shared_ptr<DeviceBox> device, driver::FunctionGetAttributes facts, std::shared_ptr<const void> owner)
      : owner_{std::move(owner)},
        name_{facts.name.empty() ? "kernel" : std::move(facts.name)},
        device_{std::move(device)},
        entry_{name_.c_str(), nullptr, nullptr, 0, facts.function},
        limits_{device_->properties()},
        parameters_{std::move(facts.parameters)} {}
  KernelBox(const KernelBox&) = delete;
  KernelBox& operator=(const KernelBox&) = delete;

  [[nodiscard]] const std::shared_ptr<DeviceBox>& device() const noexcept { return device_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }
  [[nodiscard]] const std::vector<KernelParameter>& parameters() const noexcept { return parameters_; }
  [[nodiscard]] const kernels::KernelEntry& entry() const noexcept { return entry_; }
  [[nodiscard]] const LaunchLimits& limits() const noexcept { return limits_; }

 private:
  std::shared_ptr<const void> owner_;
  std::string name_;
  /// Read by each launch; in two cache lines.
  alignas(64) std::shared_ptr<DeviceBox> device_;
  kernels::KernelEntry entry_;
  LaunchLimits limits_;
  std::vector<KernelParameter> parameters_;
};

}  // namespace texelscope::gpu
