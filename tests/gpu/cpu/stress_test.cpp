#include <array>
#include <random>

#include "tests/gpu/cpu/cpu_driver_fixture.h"
#include "texelscope/kernels/surface.h"

namespace texelscope::tests {
namespace {

using gpu::DevicePointer;
using gpu::Extent;
using gpu::StreamHandle;
namespace driver = gpu::driver;

/// Adds to every texel with non-atomic reads and writes, so that an ordering error causes a race and a wrong sum.
struct AddToSurface {
  kernels::Surface surface;
  std::uint32_t amount;

  void operator()(kernels::Index index) const {
    surface.write_2d(surface.read_2d<std::uint32_t>(index.x, index.y) + amount, index.x, index.y);
  }
};

class CpuStress : public CpuDriverTest {
 protected:
  static constexpr int width = 32;
  static constexpr int height = 24;

  /// Events pass one array from stream to stream, while objects are created and destroyed.
  void pass_around(unsigned seed) {
    std::mt19937 random{seed};
    const std::array streams{create_stream(), create_stream(), create_stream()};
    const gpu::EventHandle event = create_event();
    const Extent shape(width, height);
    const gpu::ArrayHandle array = create_array({shape, gpu::DataType::uint32, 1, true});
    const std::vector<std::uint32_t> zeros(width * height);
    std::vector<std::uint32_t> result(zeros.size());
    StreamHandle current = streams[0];
    make(driver::ArrayCopy{{array}, {{}, {}, pointer_to(zeros)}, shape, 4, current});
    std::uint32_t expected = 0;
    for (int step = 0; step < 8; ++step) {
      const auto amount = static_cast<std::uint32_t>(random() % 100);
      const gpu::SurfaceHandle surface = make(driver::SurfaceCreate{array}).surface;
      launch(current, {width, height, 1}, AddToSurface{kernels::Surface{surface}, amount});
      make(driver::SurfaceDestroy{surface});
      expected += amount;
      const DevicePointer scratch = allocate(4096, current);
      make(driver::MemoryFill{scratch, 1, 4096, current});
      make(driver::MemoryFree{scratch, current});
      const StreamHandle next = streams[random() % streams.size()];
      make(driver::EventRecord{event, current});
      make(driver::StreamWaitEvent{next, event});
      current = next;
    }
    make(driver::ArrayCopy{{{}, {}, pointer_to(result)}, {array}, shape, 4, current});
    make(driver::EventRecord{event, current});
    make(driver::ArrayDestroy{array});
    for (const StreamHandle stream : streams) {
      make(driver::StreamDestroy{stream});
    }
    make(driver::EventSynchronize{event});
    make(driver::EventDestroy{event});
    EXPECT_EQ(result, std::vector<std::uint32_t>(zeros.size(), expected));
  }
};

TEST_F(CpuStress, KeepsStreamOrderWithManyThreadsAndStreams) {
  constexpr unsigned iterations = 200;
  std::array<std::thread, 4> threads;
  for (unsigned index = 0; index < threads.size(); ++index) {
    threads[index] = std::thread{[this, index] {
      for (unsigned iteration = index; iteration < iterations; iteration += 4) {
        pass_around(iteration);
      }
    }};
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

}  // namespace
}  // namespace texelscope::tests
