#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {
namespace {

using Bytes = std::vector<std::byte>;

/// Copies between views are tried in memory of the device, and in host memory that only the CPU device reaches itself.
class ViewCopyOnEach : public tests::DeviceTest {
 protected:
  std::int64_t pick(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }

  Bytes noise(std::size_t size) {
    Bytes bytes(size);
    for (std::byte& byte : bytes) {
      byte = static_cast<std::byte>(pick(0, 255));
    }
    return bytes;
  }

  /// A layout of this shape: permuted, reversed, stepped and padded by chance.
  StridedLayout some_layout(const Dimensions& shape, std::int64_t itemsize) {
    std::vector<std::size_t> order(shape.size());
    std::ranges::generate(order, [next = std::size_t{0}]() mutable { return next++; });
    std::ranges::shuffle(order, random_);
    Dimensions whole;
    std::vector<AxisSlice> slices;
    for (const std::size_t axis : order) {
      const std::int64_t extent = shape[axis];
      const std::int64_t kind = pick(0, 5);
      whole.push_back(kind == 0 ? 2 * extent : kind == 1 ? extent + 3 : extent);
      slices.push_back(kind == 0   ? AxisSlice{std::nullopt, std::nullopt, 2}
                       : kind == 1 ? AxisSlice{1, 1 + extent}
                       : kind == 2 ? AxisSlice{std::nullopt, std::nullopt, -1}
                                   : AxisSlice::all());
    }
    Dimensions back = shape;
    for (std::size_t axis = 0; axis < order.size(); ++axis) {
      back[order[axis]] = static_cast<std::int64_t>(axis);
    }
    return StridedLayout(whole, itemsize).sliced(slices).permuted(back);
  }

  Dimensions some_shape(std::int64_t ranks) {
    Dimensions shape;
    for (std::int64_t axis = 0; axis < ranks; ++axis) {
      shape.push_back(pick(0, 3) == 0 ? pick(1, 4) : pick(1, ranks < 3 ? 90 : 14));
    }
    return shape;
  }

  /// What must be in the destination's memory afterwards, element by element.
  static Bytes expected(const Bytes& source, const StridedLayout& from, const Bytes& destination,
                        const StridedLayout& to) {
    Bytes result = destination;
    Dimensions index = from.shape();
    for (std::int64_t number = 0; number < from.volume(); ++number) {
      std::int64_t rest = number;
      for (std::size_t axis = index.size(); axis-- > 0;) {
        index[axis] = rest % from.shape()[axis];
        rest /= from.shape()[axis];
      }
      std::memcpy(result.data() + to.offset_of(index) * to.itemsize(),
                  source.data() + from.offset_of(index) * from.itemsize(), static_cast<std::size_t>(from.itemsize()));
    }
    return result;
  }

  Buffer upload(const Bytes& bytes) {
    const Buffer buffer = device().allocate(bytes.size(), stream());
    buffer.copy_from(bytes, stream());
    // The bytes may be a temporary.
    stream().synchronize();
    return buffer;
  }

  static ElementType opaque(std::int64_t itemsize) { return {ElementKind::opaque, 8, itemsize}; }
  static std::size_t room(const StridedLayout& layout) {
    return static_cast<std::size_t>(layout.required_size_in_bytes()) + 16;
  }

 private:
  std::mt19937_64 random_{11};
};

TEST_P(ViewCopyOnEach, MovesEachElementToItsPlaceAndNothingElse) {
  constexpr std::int64_t itemsizes[] = {1, 2, 3, 4, 5, 6, 8, 12, 16};
  for (int trial = 0; trial < 250; ++trial) {
    const std::int64_t itemsize = itemsizes[pick(0, 8)];
    const Dimensions shape = some_shape(pick(0, 6));
    const StridedLayout from = some_layout(shape, itemsize);
    const StridedLayout to = some_layout(shape, itemsize);
    const Bytes source = noise(room(from));
    Bytes destination = noise(room(to));
    const Bytes wanted = expected(source, from, destination, to);
    const Buffer source_memory = upload(source);
    const Buffer destination_memory = upload(destination);
    StridedMemoryView::from_buffer(destination_memory, to, opaque(itemsize))
        .copy_from(StridedMemoryView::from_buffer(source_memory, from, opaque(itemsize)), stream());
    destination_memory.copy_to(destination, stream());
    stream().synchronize();
    ASSERT_EQ(destination, wanted) << to_string(from) << " into " << to_string(to);
  }
}

TEST_P(ViewCopyOnEach, ReachesHostMemoryBothWays) {
  for (int trial = 0; trial < 40; ++trial) {
    const Dimensions shape = some_shape(pick(1, 4));
    const StridedLayout host_layout = some_layout(shape, 4);
    const StridedLayout device_layout = some_layout(shape, 4);
    Bytes host = noise(room(host_layout));
    const Bytes former = noise(room(device_layout));
    const Buffer memory = upload(former);
    const auto host_view = StridedMemoryView::from_host(host, host_layout, opaque(4));
    const auto device_view = StridedMemoryView::from_buffer(memory, device_layout, opaque(4));
    device_view.copy_from(host_view, stream());
    Bytes copied(former.size());
    memory.copy_to(copied, stream());
    stream().synchronize();
    ASSERT_EQ(copied, expected(host, host_layout, former, device_layout))
        << to_string(host_layout) << " into " << to_string(device_layout);

    Bytes back = noise(host.size());
    const Bytes wanted = expected(copied, device_layout, back, host_layout);
    device_view.copy_to(StridedMemoryView::from_host(back, host_layout, opaque(4)), stream());
    stream().synchronize();
    ASSERT_EQ(back, wanted) << to_string(device_layout) << " into " << to_string(host_layout);
  }
}

TEST_P(ViewCopyOnEach, RepeatsWhatIsBroadcast) {
  const StridedLayout from = StridedLayout({1, 40}, 4).broadcast_to({30, 40});
  const StridedLayout to({30, 40}, 4);
  const Bytes source = noise(room(from));
  Bytes destination = noise(room(to));
  const Bytes wanted = expected(source, from, destination, to);
  const Buffer source_memory = upload(source);
  const Buffer destination_memory = upload(destination);
  StridedMemoryView::from_buffer(destination_memory, to, opaque(4))
      .copy_from(StridedMemoryView::from_buffer(source_memory, from, opaque(4)), stream());
  destination_memory.copy_to(destination, stream());
  stream().synchronize();
  EXPECT_EQ(destination, wanted);
}

TEST_P(ViewCopyOnEach, RefusesWhatWouldDependOnAnOrder) {
  const Buffer memory = upload(noise(400));
  const StridedLayout row({10}, 4);
  const auto view = StridedMemoryView::from_buffer(memory, row, opaque(4));
  const auto shifted = StridedMemoryView::from_buffer(memory, {{10}, {1}, 4, StrideUnit::elements, 5}, opaque(4));
  EXPECT_THROW(view.copy_from(shifted, stream()), InvalidArgument);
  const auto repeated = StridedMemoryView::from_buffer(memory, StridedLayout({1}, 4).broadcast_to({10}), opaque(4));
  const auto apart = StridedMemoryView::from_buffer(memory, {{10}, {1}, 4, StrideUnit::elements, 50}, opaque(4));
  EXPECT_THROW(repeated.copy_from(apart, stream()), InvalidArgument);
  EXPECT_NO_THROW(view.copy_from(apart, stream()));
  // Rows that interleave share no byte.
  const auto even = StridedMemoryView::from_buffer(memory, {{10}, {2}, 4}, opaque(4));
  const auto odd = StridedMemoryView::from_buffer(memory, {{10}, {2}, 4, StrideUnit::elements, 1}, opaque(4));
  EXPECT_NO_THROW(even.copy_from(odd, stream()));
  stream().synchronize();
}

TEST_P(ViewCopyOnEach, RefusesOtherShapesAndConstantMemory) {
  const Buffer memory = upload(noise(400));
  const auto view = StridedMemoryView::from_buffer(memory, StridedLayout({10}, 4), opaque(4));
  const Bytes constant(400);
  const auto read_only =
      StridedMemoryView::from_host(std::span<const std::byte>(constant), StridedLayout({10}, 4), opaque(4));
  EXPECT_THROW(read_only.copy_from(view, stream()), InvalidArgument);
  EXPECT_THROW(view.copy_from(view.view(StridedLayout({5}, 4)), stream()), InvalidArgument);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ViewCopyOnEach);

}  // namespace
}  // namespace texelscope::gpu
