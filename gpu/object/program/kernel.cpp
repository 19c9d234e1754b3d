#include "texelscope/gpu/kernel.h"

#include <memory>
#include <span>

#include "gpu/object/adopted_handle.h"
#include "gpu/object/checks.h"
#include "gpu/object/program/kernel_box.h"
#include "gpu/object/program/launch_rules.h"

namespace texelscope::gpu {
namespace {

KernelBox& require_kernel(const std::shared_ptr<KernelBox>& box) { return require_open(box, "kernel"); }

std::shared_ptr<KernelBox> make_kernel(const std::shared_ptr<DeviceBox>& device, FunctionHandle handle,
                                       std::shared_ptr<const void> owner) {
  return std::make_shared<KernelBox>(
      device, ask_about(*device, "kernel", handle, driver::FunctionGetAttributes{handle}), std::move(owner));
}

bool are_accepted(std::span<const KernelParameter> parameters, const detail::LaunchArguments& arguments) {
  bool has_sizes = parameters.size() == arguments.count;
  for (std::size_t i = 0; i < parameters.size() && has_sizes; ++i) {
    has_sizes = parameters[i].size == arguments.sizes[i];
  }
  return has_sizes || parameters.empty();
}

[[noreturn]] void refuse_arguments(const KernelBox& kernel, const detail::LaunchArguments& arguments) {
  const std::vector<KernelParameter>& parameters = kernel.parameters();
  if (parameters.size() != arguments.count) {
    throw_on<InvalidArgument>(*kernel.device(), "launching {}: got {} arguments for {} parameters", kernel.name(),
                              arguments.count, parameters.size());
  }
  std::size_t i = 0;
  while (parameters[i].size == arguments.sizes[i]) {
    ++i;
  }
  throw_on<InvalidArgument>(
      *kernel.device(), "launching {}: argument {} has {} bytes, but the parameter has {}: pass a value of its type",
      kernel.name(), i + 1, arguments.sizes[i], parameters[i].size);
}

kernels::LaunchOptions options_of(const LaunchConfig& config) {
  return {.block = config.block,
          .shared_bytes = config.shared_bytes,
          .cluster = config.cluster,
          .is_cooperative = config.is_cooperative,
          .starts_early = config.starts_early};
}

/// Not inlined, to keep the code of other launches close together. @throws InvalidArgument and Unavailable like
/// require_launch().
[[gnu::noinline, gnu::cold]] void launch_with_attributes(DeviceBox& device, const KernelBox& kernel,
                                                         StreamHandle stream, const LaunchConfig& config,
                                                         void** parameters) {
  const kernels::LaunchOptions options = options_of(config);
  require_launch(device, kernel.entry(), config.grid, options);
  device.call(driver::LaunchWithAttributes{.entry = &kernel.entry(),
                                           .extent = config.grid,
                                           .grid = config.grid,
                                           .options = options,
                                           .stream = stream,
                                           .parameters = parameters});
}

/// Has no branches, like LaunchLimits::allow().
bool is_plain(const LaunchConfig& config) {
  const auto differs_from_one = [](std::int32_t extent) { return static_cast<std::uint32_t>(extent) ^ 1U; };
  const kernels::LaunchExtent& cluster = config.cluster;
  return (differs_from_one(cluster.width) | differs_from_one(cluster.height) | differs_from_one(cluster.depth) |
          static_cast<std::uint32_t>(config.is_cooperative) | static_cast<std::uint32_t>(config.starts_early)) == 0;
}

}  // namespace

void require_cuda_kernels(const DeviceBox& device) {
  if (is_cpu(device)) {
    throw_on<Unavailable>(device,
                          "the CPU device cannot run CUDA code: write the kernel as a functor, which runs on both "
                          "devices (texelscope/kernels/launch.h), or pass its source to Program::compile");
  }
}

Kernel Kernel::from_handle(const Device& device, FunctionHandle handle, const HandleOwner& owner) {
  const DeviceBox& box = require_open(device.box(), "device");
  require_cuda_kernels(box);
  if (owner.is_library()) {
    throw_on<InvalidArgument>(
        box, "a kernel belongs to its module and cannot be owned separately: own the module, or borrow the kernel");
  }
  return Kernel{make_kernel(device.box(), handle, owner.kept())};
}

Kernel Kernel::from_symbol(const Device& device, const void* symbol) {
  DeviceBox& box = require_open(device.box(), "device");
  require_cuda_kernels(box);
  const auto found = box.call(driver::FunctionOfSymbol{.symbol = symbol});
  return Kernel{make_kernel(device.box(), found.function, nullptr)};
}

const std::string& Kernel::name() const { return require_kernel(box_).name(); }

KernelAttributes Kernel::attributes() const {
  const KernelBox& box = require_kernel(box_);
  return box.device()->call(driver::FunctionGetAttributes{box.entry().function}).attributes;
}

std::span<const KernelParameter> Kernel::parameters() const { return require_kernel(box_).parameters(); }

int Kernel::max_active_blocks(int threads_per_block, int shared_bytes) const {
  const KernelBox& box = require_kernel(box_);
  require_block(*box.device(), box.entry(), threads_per_block, shared_bytes);
  return box.device()
      ->call(driver::OccupancyActiveBlocks{
          .entry = &box.entry(), .threads = threads_per_block, .shared_bytes = shared_bytes})
      .blocks;
}

FunctionHandle Kernel::handle() const { return require_kernel(box_).entry().function; }

Device Kernel::device() const { return Device{require_kernel(box_).device()}; }

namespace detail {

void launch_kernel(const Stream& stream, const LaunchConfig& config, const Kernel& kernel,
                   const LaunchArguments& arguments) {
  const KernelBox& box = require_open(kernel.box(), "kernel");
  DeviceBox& device = *box.device();
  const StreamBox& order = require_stream(stream, device, "kernel");
  if (!are_accepted(box.parameters(), arguments)) [[unlikely]] {
    refuse_arguments(box, arguments);
  }
  if (!(is_plain(config) && box.limits().allow(config.grid, config.block, config.shared_bytes))) [[unlikely]] {
    launch_with_attributes(device, box, order.handle(), config, arguments.addresses);
    return;
  }
  driver::Launch call{.entry = &box.entry(),
                      .extent = config.grid,
                      .stream = order.handle(),
                      .grid = config.grid,
                      .block = config.block,
                      .shared_bytes = config.shared_bytes,
                      .parameters = arguments.addresses};
  device.make(call);
}

}  // namespace detail

}  // namespace texelscope::gpu
