#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "gpu/copy/device/staging.h"
#include "tests/gpu/layout/axis_slices.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fault_sweep.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/copy_route.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/fault_injector.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {
namespace {

using tests::all;

ElementType opaque(const StridedLayout& layout) { return {ElementKind::opaque, 8, layout.itemsize()}; }

std::size_t room(const StridedLayout& layout) { return static_cast<std::size_t>(layout.required_size_in_bytes()); }

/// A copy in device memory, and its expected method.
struct PlannedCopy {
  const char* name;
  CopyMethod method;
  StridedLayout source;

  void run(const Device& device, const Stream& stream) const {
    const StridedLayout dense = StridedLayout::dense(source.shape(), source.itemsize());
    const Buffer from = device.allocate(room(source), stream);
    const Buffer to = device.allocate(room(dense), stream);
    StridedMemoryView::from_buffer(to, dense, opaque(dense))
        .copy_from(StridedMemoryView::from_buffer(from, source, opaque(source)), stream);
    stream.synchronize();
  }
};

const std::vector<PlannedCopy>& planned_copies() {
  static const std::vector<PlannedCopy> copies{
      {"linear", CopyMethod::linear, StridedLayout({64, 64}, 4)},
      {"rows", CopyMethod::rows, StridedLayout({64, 64}, 4).sliced({all, AxisSlice(4, 60)})},
      {"channels", CopyMethod::channels, StridedLayout({64, 64, 3}, 1).permuted({2, 0, 1})},
      {"tiles", CopyMethod::tiles, StridedLayout({96, 64}, 4).permuted({1, 0})},
      {"elements", CopyMethod::elements, StridedLayout({64, 64}, 4).sliced({all, AxisSlice(0, 64, 2)})},
  };
  return copies;
}

/// Runs `work` once for each of its driver calls, on a separate device on which that call fails. @returns the number of
/// calls.
std::size_t sweep(DeviceId id, const std::function<void(const Device&, const Stream&)>& work) {
  return tests::sweep_faults([&](const tests::FaultRound& round) {
           const Device device = Device::open(id, round.options);
           work(device, device.create_stream());
         })
      .size();
}

class CopyFaults : public tests::DeviceTest {};

TEST_P(CopyFaults, LeakNothingWithAnyPlan) {
  for (const PlannedCopy& copy : planned_copies()) {
    SCOPED_TRACE(copy.name);
    ASSERT_EQ(plan_copy(copy.source, StridedLayout::dense(copy.source.shape(), copy.source.itemsize())).method,
              copy.method);
    // The calls open the device, query it, create a stream, allocate and free twice, copy, and wait.
    EXPECT_GE(sweep(GetParam(), [&](const Device& device, const Stream& stream) { copy.run(device, stream); }), 9U);
  }
}

TEST_P(CopyFaults, LeakNothingBetweenHostAndDevice) {
  const StridedLayout turned = StridedLayout({1200, 1000}, 4).permuted({1, 0});
  const StridedLayout dense({1000, 1200}, 4);
  for (const copy::HostSide host : {copy::HostSide::source, copy::HostSide::destination}) {
    for (const auto run : {copy::copy_through_host, copy::copy_through_device}) {
      EXPECT_GE(sweep(GetParam(),
                      [&](const Device& device, const Stream& stream) {
                        const Buffer from = device.allocate_pinned(room(turned));
                        const Buffer to = device.allocate_pinned(room(dense));
                        run({turned, dense, {from.host_bytes().data(), to.host_bytes().data()}}, host, stream);
                        stream.synchronize();
                      }),
                11U);
    }
  }
}

TEST_P(CopyFaults, LeakNothingAtPitches) {
  const StridedLayout crop = StridedLayout({64, 512}, 4).sliced({all, AxisSlice(16, 272)});
  const StridedLayout dense({64, 256}, 4);
  EXPECT_GE(sweep(GetParam(),
                  [&](const Device& device, const Stream& stream) {
                    const Buffer from = device.allocate_pinned(room(crop));
                    const Buffer to = device.allocate(room(dense), stream);
                    StridedMemoryView::from_buffer(to, dense, opaque(dense))
                        .copy_from(StridedMemoryView::from_buffer(from, crop, opaque(crop)), stream);
                    stream.synchronize();
                  }),
            9U);
}

TEST_P(CopyFaults, LeakNothingInArrayCopies) {
  const StridedLayout planar = StridedLayout({4, 24, 32}, 1).permuted({1, 2, 0});
  EXPECT_GE(sweep(GetParam(),
                  [&](const Device& device, const Stream& stream) {
                    const Buffer memory = device.allocate(room(planar), stream);
                    const CUDAArray array = CUDAArray::from_descriptor(device, {Extent(32, 24), DataType::uint8, 4});
                    const auto view = StridedMemoryView::from_buffer(memory, planar, opaque(planar));
                    array.copy_from(view, stream);
                    array.copy_to(view, stream);
                    stream.synchronize();
                  }),
            15U);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(CopyFaults);

}  // namespace
}  // namespace texelscope::gpu
