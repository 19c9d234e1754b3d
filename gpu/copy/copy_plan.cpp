#include "texelscope/gpu/copy_plan.h"

#include <fmt/format.h>

#include <array>

#include "gpu/copy/choose_method.h"
#include "gpu/copy/normalize.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

void check(const StridedLayout& source, const StridedLayout& destination) {
  if (source.shape() != destination.shape()) {
    throw InvalidArgument(fmt::format("cannot copy shape {} into shape {}; broadcast or reshape one of them first",
                                      to_string(source.shape()), to_string(destination.shape())));
  }
  if (source.itemsize() != destination.itemsize()) {
    throw InvalidArgument(
        fmt::format("cannot copy elements of {} bytes into elements of {}; view one side with the "
                    "other's type first",
                    source.itemsize(), destination.itemsize()));
  }
  if (!destination.is_unique()) {
    const std::size_t axis = destination.overlapping_axis().value_or(0);
    throw InvalidArgument(
        fmt::format("elements of the destination may overlap along axis {} (extent {}, stride {}), so "
                    "the result would depend on their order; copy into a dense layout",
                    axis, destination.shape()[axis], destination.strides()[axis]));
  }
}

}  // namespace

std::string_view to_string(CopyMethod method) noexcept {
  constexpr std::array<std::string_view, 6> names{"nothing", "linear", "rows", "channels", "tiles", "elements"};
  const auto index = static_cast<std::size_t>(method);
  return index < names.size() ? names[index] : "unknown";
}

CopyPlan plan_copy(const StridedLayout& source, const StridedLayout& destination, const CopyAddresses& addresses) {
  check(source, destination);
  CopyPlan plan = copy::normalise(source, destination, addresses);
  copy::choose_method(plan);
  return plan;
}

std::string to_string(const CopyPlan& plan) {
  std::string shape;
  for (const CopyAxis& axis : plan.axes) {
    shape += fmt::format("{}{}", shape.empty() ? "" : " × ", axis.extent);
  }
  return fmt::format("{}: {} {} of {} byte{}", to_string(plan.method), shape.empty() ? "1" : shape,
                     plan.volume_bytes == plan.item_bytes ? "item" : "items", plan.item_bytes,
                     plan.item_bytes == 1 ? "" : "s");
}

}  // namespace texelscope::gpu
