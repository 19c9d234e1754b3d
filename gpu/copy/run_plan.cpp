#include "gpu/copy/run_plan.h"

#include <fmt/format.h>

#include <limits>

#include "gpu/copy/device/device_launch.h"
#include "gpu/copy/device/kernels.h"
#include "gpu/copy/device/pitched_copy.h"
#include "gpu/copy/host/host_copy.h"
#include "gpu/object/checks.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu::copy {
namespace {

std::int32_t launch_width(std::int64_t count, const CopyPlan& plan) {
  if (count > std::numeric_limits<std::int32_t>::max()) {
    throw InvalidArgument(fmt::format("{} needs {} blocks, and a launch is limited to 2³¹ − 1; copy it in parts",
                                      to_string(plan), count));
  }
  return static_cast<std::int32_t>(count);
}

void run_on_cuda(const CopyPlan& plan, const CopyPointers& pointers, const Stream& stream) {
  if (plan.method == CopyMethod::linear) {
    const CopyPointers first = first_item(plan, pointers);
    StreamBox& order = require_open(stream.box(), "stream");
    order.device()->call(driver::MemoryCopy{.destination = {reinterpret_cast<std::uintptr_t>(first.destination)},
                                            .source = {reinterpret_cast<std::uintptr_t>(first.source)},
                                            .size_bytes = static_cast<std::size_t>(plan.volume_bytes),
                                            .stream = order.handle()});
    return;
  }
  const DeviceLaunch launch = make_launch(plan, pointers);
  std::visit(
      [&](const auto& copy) {
        kernels::launch_blocks(stream, *launch.entry, {launch_width(launch.blocks, plan), 1, 1},
                               {copy_threads, launch.shared_bytes}, &copy);
      },
      launch.copy);
}

void run_on_cpu(const CopyPlan& plan, const CopyPointers& pointers, const Stream& stream) {
  const auto threads = static_cast<unsigned>(stream.device().properties().multiprocessor_count);
  const HostCopy copy = make_host_copy(plan, pointers, threads);
  kernels::launch_entry(stream, host_copy_entry(), {launch_width(task_count(copy), plan), 1, 1}, &copy);
}

}  // namespace

void run_plan(const CopyPlan& plan, const CopyPointers& pointers, const Stream& stream) {
  if (plan.method == CopyMethod::nothing) {
    return;
  }
  if (stream.device().id().kind == DeviceKind::cuda) {
    run_on_cuda(plan, pointers, stream);
  } else {
    run_on_cpu(plan, pointers, stream);
  }
}

void run_across_bus(const CopyPlan& plan, const CopyPointers& pointers, const Stream& stream) {
  if (std::optional<driver::ArrayCopy> call = pitched_copy(plan, pointers)) {
    StreamBox& order = require_open(stream.box(), "stream");
    call->stream = order.handle();
    order.device()->call(*call);
  } else {
    run_plan(plan, pointers, stream);
  }
}

}  // namespace texelscope::gpu::copy
