#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "tests/gpu/copy/random_layouts.h"
#include "tests/gpu/layout/axis_slices.h"
#include "tests/gpu/view/copied_views.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/copy_plan.h"
#include "texelscope/gpu/copy_route.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {
namespace {

using namespace tests;

AxisSlice every(std::int64_t step) { return {std::nullopt, std::nullopt, step}; }

/// Copies between views are tested in device memory, and in host memory that only the CPU device can access.
class ViewCopyOnEach : public tests::DeviceTest {
 protected:
  std::int64_t pick(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }
  std::mt19937_64& random() { return random_; }

  Buffer upload(const Bytes& bytes) {
    Buffer buffer = device().allocate(bytes.size(), stream());
    buffer.copy_from(bytes, stream());
    // `bytes` may be a temporary, so the copy must be complete.
    stream().synchronize();
    return buffer;
  }

  /// Copies in device memory, and checks every byte of the destination. Empty if all are correct.
  std::string copy(const StridedLayout& from, const StridedLayout& to, std::size_t source_misalignment = 0,
                   std::size_t destination_misalignment = 0) {
    const Placement source_place = place(from, source_misalignment);
    const Placement destination_place = place(to, destination_misalignment);
    const Bytes source = noise(source_place.size, random_);
    Bytes destination = noise(destination_place.size, random_);
    const Bytes wanted = copied(source, from, source_place, destination, to, destination_place);
    const Buffer source_memory = upload(source);
    const Buffer destination_memory = upload(destination);
    view_of(destination_memory, to, destination_place).copy_from(view_of(source_memory, from, source_place), stream());
    destination_memory.copy_to(destination, stream());
    stream().synchronize();
    const std::string seen = difference(destination, wanted);
    return seen.empty() ? "" : to_string(from) + " into " + to_string(to) + ": " + seen;
  }

  std::string copy_to_dense(const StridedLayout& from, std::size_t source_misalignment = 0,
                            std::size_t destination_misalignment = 0) {
    return copy(from, StridedLayout::dense(from.shape(), from.itemsize()), source_misalignment,
                destination_misalignment);
  }

 private:
  std::mt19937_64 random_{11};
};

TEST_P(ViewCopyOnEach, MovesEachElementToItsPlaceAndNothingElse) {
  for (int trial = 0; trial < 400; ++trial) {
    const std::int64_t itemsize = 1 + trial % 16;
    const auto [from, to] = tests::random_layouts(random(), itemsize, 6000);
    const auto source = static_cast<std::size_t>(pick(0, 1) * pick(0, 15));
    const auto destination = static_cast<std::size_t>(pick(0, 1) * pick(0, 15));
    ASSERT_EQ(copy(from, to, source, destination), "") << "at " << source << " and " << destination;
  }
}

TEST_P(ViewCopyOnEach, TransposesMatricesOfEveryItemsizeAtEveryAlignment) {
  for (std::int64_t itemsize = 1; itemsize <= 16; ++itemsize) {
    for (const Dimensions& shape : {Dimensions{320, 272}, Dimensions{301, 259}, Dimensions{67, 530}}) {
      const StridedLayout turned = StridedLayout(shape, itemsize).permuted({1, 0});
      EXPECT_EQ(copy_to_dense(turned), "");
      EXPECT_EQ(copy_to_dense(turned, static_cast<std::size_t>(pick(1, 15)), static_cast<std::size_t>(pick(1, 15))),
                "");
      EXPECT_EQ(copy_to_dense(StridedLayout(shape, itemsize).sliced({every(-1), every(-1)}).permuted({1, 0})), "");
    }
  }
}

TEST_P(ViewCopyOnEach, CopiesRowsAtEveryStepAndAlignment) {
  for (const std::int64_t itemsize : {1, 2, 3, 4, 8, 12, 16}) {
    for (const std::int64_t step : {-5, -4, -3, -2, -1, 1, 2, 3, 4, 5}) {
      const StridedLayout rows = StridedLayout({7, 3001}, itemsize).sliced({all, every(step)});
      EXPECT_EQ(copy_to_dense(rows), "");
      EXPECT_EQ(copy_to_dense(rows, static_cast<std::size_t>(pick(1, 15)), static_cast<std::size_t>(pick(1, 15))), "");
      // Uses the same steps in the destination.
      const StridedLayout wide = StridedLayout({7, 3001 * std::abs(step)}, itemsize).sliced({all, every(step)});
      EXPECT_EQ(copy(StridedLayout({7, 3001}, itemsize), wide), "");
    }
    for (const std::int64_t width : {1, 2, 31, 33, 99, 128, 257, 1000}) {
      const StridedLayout crop = StridedLayout({90, width + 5}, itemsize).sliced({all, AxisSlice(3, 3 + width)});
      EXPECT_EQ(copy_to_dense(crop, static_cast<std::size_t>(pick(0, 15)), static_cast<std::size_t>(pick(0, 15))), "");
    }
  }
}

TEST_P(ViewCopyOnEach, SplitsAndInterleavesChannels) {
  for (const std::int64_t itemsize : {1, 2, 4, 8}) {
    for (std::int64_t channels = 2; channels <= 17; ++channels) {
      for (const std::int64_t width : {64, 61}) {
        EXPECT_EQ(copy_to_dense(StridedLayout({2, 48, width, channels}, itemsize).permuted({0, 3, 1, 2})), "");
        EXPECT_EQ(copy_to_dense(StridedLayout({2, channels, 48, width}, itemsize).permuted({0, 2, 3, 1})), "");
        EXPECT_EQ(copy_to_dense(StridedLayout({48, width, channels}, itemsize).sliced({all, all, every(-1)})), "");
        EXPECT_EQ(
            copy_to_dense(StridedLayout({48, width, channels}, itemsize).sliced({all, all, AxisSlice(1, channels)}),
                          static_cast<std::size_t>(pick(0, 15))),
            "");
      }
    }
  }
}

TEST_P(ViewCopyOnEach, TransposesManySmallMatrices) {
  for (const std::int64_t itemsize : {1, 2, 4, 6, 8, 16}) {
    for (const std::int64_t rows : {2, 3, 4, 7, 16, 24, 33}) {
      for (const std::int64_t columns : {3, 4, 16, 32}) {
        EXPECT_EQ(copy_to_dense(StridedLayout({150, rows, columns}, itemsize).permuted({0, 2, 1}),
                                static_cast<std::size_t>(pick(0, 15)), static_cast<std::size_t>(pick(0, 15))),
                  "");
      }
    }
  }
}

TEST_P(ViewCopyOnEach, RepeatsBroadcastItems) {
  for (const std::int64_t itemsize : {1, 2, 3, 4, 8, 16}) {
    EXPECT_EQ(copy_to_dense(StridedLayout({1, 400}, itemsize).broadcast_to({30, 400})), "");
    EXPECT_EQ(copy_to_dense(StridedLayout({300, 1}, itemsize).broadcast_to({300, 41})), "");
    EXPECT_EQ(copy_to_dense(StridedLayout({300, 1}, itemsize).broadcast_to({300, 3})), "");
    EXPECT_EQ(copy_to_dense(StridedLayout({}, itemsize).broadcast_to({5, 77})), "");
  }
}

TEST_P(ViewCopyOnEach, RejectsCopiesThatDependOnTheOrder) {
  const Buffer memory = upload(noise(400, random()));
  const ElementType opaque(ElementKind::opaque, 8, 4);
  const StridedLayout row({10}, 4);
  const auto view = StridedMemoryView::from_buffer(memory, row, opaque);
  const auto shifted = StridedMemoryView::from_buffer(memory, {{10}, {1}, 4, StrideUnit::elements, 5}, opaque);
  EXPECT_THROW(view.copy_from(shifted, stream()), InvalidArgument);
  const auto repeated = StridedMemoryView::from_buffer(memory, StridedLayout({1}, 4).broadcast_to({10}), opaque);
  const auto apart = StridedMemoryView::from_buffer(memory, {{10}, {1}, 4, StrideUnit::elements, 50}, opaque);
  EXPECT_THROW(repeated.copy_from(apart, stream()), InvalidArgument);
  EXPECT_NO_THROW(view.copy_from(apart, stream()));
  // Interleaved rows share no byte.
  const auto even = StridedMemoryView::from_buffer(memory, {{10}, {2}, 4}, opaque);
  const auto odd = StridedMemoryView::from_buffer(memory, {{10}, {2}, 4, StrideUnit::elements, 1}, opaque);
  EXPECT_NO_THROW(even.copy_from(odd, stream()));
  stream().synchronize();
}

TEST(ViewCopy, RejectsViewsWithACommonStrideExactlyIfTheyShareBytes) {
  constexpr std::int64_t itemsize = 3;
  const Device cpu = Device::open({DeviceKind::cpu, 0});
  Bytes memory(256);
  int accepted = 0;
  int refused = 0;
  for (const std::int64_t stride : {1, 2, 3, -2}) {
    for (const std::int64_t count : {1, 2, 4}) {
      const StridedLayout layout({count}, {stride}, itemsize);
      const auto view_at = [&](std::int64_t byte) {
        return StridedMemoryView::from_external(
            {.pointer = {reinterpret_cast<std::uintptr_t>(memory.data()) + 128 + static_cast<std::uint64_t>(byte)}},
            layout, {ElementKind::opaque, 8, itemsize});
      };
      for (std::int64_t distance = -45; distance <= 45; ++distance) {
        bool do_share = false;
        for (std::int64_t item = 0; item < count; ++item) {
          for (std::int64_t other = 0; other < count; ++other) {
            do_share |= std::abs((item - other) * stride * itemsize + distance) < itemsize;
          }
        }
        const auto route = [&] { return route_of(view_at(0), view_at(distance), cpu); };
        SCOPED_TRACE(to_string(layout) + ", " + std::to_string(distance) + " bytes apart");
        if (do_share) {
          EXPECT_THROW(static_cast<void>(route()), InvalidArgument);
        } else {
          EXPECT_NO_THROW(static_cast<void>(route()));
        }
        ++(do_share ? refused : accepted);
      }
    }
  }
  EXPECT_GT(accepted, 300);
  EXPECT_GT(refused, 200);
}

TEST_P(ViewCopyOnEach, CopiesBetweenTheHalvesOfABuffer) {
  const Bytes bytes = noise(80, random());
  const Buffer memory = upload(bytes);
  const ElementType opaque(ElementKind::opaque, 8, 4);
  const auto front = StridedMemoryView::from_buffer(memory, StridedLayout({10}, 4), opaque);
  const auto back = StridedMemoryView::from_buffer(memory, {{10}, {1}, 4, StrideUnit::elements, 10}, opaque);
  for (const bool is_forward : {true, false}) {
    memory.copy_from(bytes, stream());
    (is_forward ? back : front).copy_from(is_forward ? front : back, stream());
    Bytes seen(80);
    memory.copy_to(seen, stream());
    stream().synchronize();
    Bytes wanted = bytes;
    std::copy_n(bytes.begin() + (is_forward ? 0 : 40), 40, wanted.begin() + (is_forward ? 40 : 0));
    EXPECT_EQ(difference(seen, wanted), "");
  }
}

TEST_P(ViewCopyOnEach, RejectsOtherShapesAndConstantMemory) {
  const Buffer memory = upload(noise(400, random()));
  const ElementType opaque(ElementKind::opaque, 8, 4);
  const auto view = StridedMemoryView::from_buffer(memory, StridedLayout({10}, 4), opaque);
  const Bytes constant(400);
  const auto read_only =
      StridedMemoryView::from_host(std::span<const std::byte>(constant), StridedLayout({10}, 4), opaque);
  EXPECT_THROW(read_only.copy_from(view, stream()), InvalidArgument);
  EXPECT_THROW(view.copy_from(view.view(StridedLayout({5}, 4)), stream()), InvalidArgument);
}

TEST_P(ViewCopyOnEach, RejectsOtherElementsUnlessTheyAreViewedAsTheSame) {
  const Buffer memory = upload(noise(80, random()));
  const StridedLayout row({10}, 4);
  const ElementType integer = element_type_of<std::int32_t>;
  const ElementType number = element_type_of<float>;
  const auto from = StridedMemoryView::from_buffer(memory, row, integer);
  const auto to = StridedMemoryView::from_buffer(memory, {{10}, {1}, 4, StrideUnit::elements, 10}, number);
  for (const auto& copy : {std::function<void()>([&] { to.copy_from(from, stream()); }),
                           std::function<void()>([&] { static_cast<void>(from.copy_to(to, stream())); }),
                           std::function<void()>([&] { static_cast<void>(route_of(from, to, device())); })}) {
    EXPECT_EQ(error_of<InvalidArgument>(copy),
              to_string(device().id()) +
                  ": cannot copy elements of int32 into elements of float32: copies do not convert; convert them "
                  "first, or copy their bits by calling view() to view one side as the other's type");
  }
  EXPECT_NO_THROW(to.copy_from(from.view(row, number), stream()));
  EXPECT_NO_THROW(to.view(to.layout(), integer).copy_from(from, stream()));
  // Bytes without a meaning may become anything.
  EXPECT_NO_THROW(to.copy_from(from.view(row, {ElementKind::opaque, 8, 4}), stream()));
  EXPECT_NO_THROW(StridedMemoryView::from_buffer(memory, to.layout()).copy_from(from, stream()));
  const ElementType seconds(ElementKind::datetime, 64, 1, {TimeBase::second, 1});
  const ElementType days(ElementKind::datetime, 64, 1, {TimeBase::day, 1});
  const auto time = StridedMemoryView::from_buffer(memory, StridedLayout({5}, 8), seconds);
  const auto other_time = StridedMemoryView::from_buffer(memory, {{5}, {1}, 8, StrideUnit::elements, 5}, days);
  EXPECT_THROW(other_time.copy_from(time, stream()), InvalidArgument);
  stream().synchronize();
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ViewCopyOnEach);

}  // namespace
}  // namespace texelscope::gpu
