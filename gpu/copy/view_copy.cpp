#include <fmt/format.h>

#include "gpu/copy/overlap.h"
#include "gpu/copy/run_plan.h"
#include "gpu/copy/staging.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/device.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {
namespace {

bool is_reached_by(const Device& device, const StridedMemoryView& view) {
  return device.id().kind == DeviceKind::cpu ? view.is_host_accessible()
                                             : view.is_device_accessible() && view.device_id() == device.id();
}

void require_reach(const Device& device, const StridedMemoryView& view, const char* side) {
  if (!is_reached_by(device, view) && !view.is_host_accessible()) {
    throw InvalidArgument(
        fmt::format("the {} of a copy is memory of {}, which neither {} nor the host reaches; copy it "
                    "on a stream of its own device first",
                    side, to_string(view.device_id()), to_string(device.id())));
  }
}

}  // namespace

void StridedMemoryView::copy_from(const StridedMemoryView& source, const Stream& stream) const {
  if (is_read_only()) {
    throw InvalidArgument(fmt::format("{}: cannot copy into a view of constant memory; make a view that may be written",
                                      to_string(device_id())));
  }
  const Device device = stream.device();
  require_reach(device, source, "source");
  require_reach(device, *this, "destination");
  const CopyPlan plan =
      plan_copy(source.layout(), layout(), {.source = source.pointer().value, .destination = pointer().value});
  if (copy::may_overlap({source.layout(), source.pointer().value}, {layout(), pointer().value})) {
    throw InvalidArgument(
        fmt::format("{}: source and destination of a copy may share bytes, so the result would depend "
                    "on their order; copy through other memory",
                    to_string(device_id())));
  }
  const copy::CopyPointers pointers{reinterpret_cast<const std::byte*>(source.pointer().value),
                                    reinterpret_cast<std::byte*>(pointer().value)};
  if (!is_reached_by(device, source) && !is_reached_by(device, *this)) {
    throw InvalidArgument(
        fmt::format("both sides of a copy are memory that {} does not reach; use a stream of the cpu "
                    "device",
                    to_string(device.id())));
  }
  if (!is_reached_by(device, source)) {
    copy::upload({source.layout(), layout(), pointers}, stream);
  } else if (!is_reached_by(device, *this)) {
    copy::download({source.layout(), layout(), pointers}, stream);
  } else {
    copy::run_plan(plan, pointers, stream);
  }
}

const StridedMemoryView& StridedMemoryView::copy_to(const StridedMemoryView& destination, const Stream& stream) const {
  destination.copy_from(*this, stream);
  return destination;
}

}  // namespace texelscope::gpu
