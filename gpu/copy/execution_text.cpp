#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <thread>

#include "gpu/copy/counted.h"
#include "gpu/copy/device/device_launch.h"
#include "gpu/copy/host/host_copy.h"
#include "texelscope/gpu/copy_plan.h"

namespace texelscope::gpu {
namespace {

std::string_view pieces_text(const copy::HostCopy& copy) {
  switch (copy.kernel) {
    case copy::HostKernel::rows:
      return "row by row";
    case copy::HostKernel::register_transpose:
      return "transposed in registers";
    case copy::HostKernel::gather:
      break;
  }
  return "item by item";
}

std::string host_text(const CopyPlan& plan) {
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  const copy::HostCopy copy = copy::make_host_copy(plan, {}, threads);
  std::string block;
  for (std::int32_t axis = copy.axis_count; axis-- > 0;) {
    block += fmt::format("{}{}", block.empty() ? "" : " × ", copy.axes[axis].block);
  }
  return fmt::format(
      "{} for {}; each task copies a block of {} items of {}, {}{}{}", copy::counted(copy::task_count(copy), "task"),
      copy::counted(threads, "thread"), block, copy::counted(copy.item_bytes, "byte"), pieces_text(copy),
      copy.is_past_caches && !copy.is_in_place ? fmt::format(", assembled in {} bytes of cache", copy.buffer_bytes)
                                               : "",
      copy.is_past_caches ? ", with writes that bypass the caches" : "");
}

}  // namespace

std::string execution_text(const CopyPlan& plan, DeviceKind kind) {
  if (plan.method == CopyMethod::nothing) {
    return "nothing to do";
  }
  if (kind == DeviceKind::cpu) {
    return host_text(plan);
  }
  return plan.method == CopyMethod::linear
             ? fmt::format("one memcpy of {} bytes by the driver", copy::grouped(plan.volume_bytes))
             : copy::make_launch(plan, {}).text;
}

}  // namespace texelscope::gpu
