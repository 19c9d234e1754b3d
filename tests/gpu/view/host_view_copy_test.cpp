#include <fmt/format.h>

#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include "gpu/copy/device/staging.h"
#include "gpu/copy/run_plan.h"
#include "tests/gpu/copy/random_layouts.h"
#include "tests/gpu/layout/axis_slices.h"
#include "tests/gpu/view/copied_views.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/copy_route.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {
namespace {

using namespace tests;

ElementType opaque(std::int64_t itemsize) { return {ElementKind::opaque, 8, itemsize}; }

/// Copies between device memory and host memory, both pageable and page-locked.
class HostViewCopyOnEach : public tests::DeviceTest {
 protected:
  std::mt19937_64& random() { return random_; }

  /// Copies both ways, with every kind of host memory. Empty if all are correct.
  std::string copy_both_ways(const StridedLayout& of_host, const StridedLayout& of_device) {
    for (const bool is_pinned : {false, true}) {
      const Placement host_place = place(of_host);
      const Placement device_place = place(of_device);
      Bytes pageable = noise(host_place.size, random_);
      const Buffer pinned = device().allocate_pinned(host_place.size);
      const std::span<std::byte> host = is_pinned ? pinned.host_bytes() : std::span<std::byte>(pageable);
      std::ranges::copy(pageable, host.begin());
      const Bytes former = noise(device_place.size, random_);
      const Buffer memory = device().allocate(former.size(), stream());
      memory.copy_from(former, stream());
      const auto host_view = is_pinned
                                 ? view_of(pinned, of_host, host_place)
                                 : StridedMemoryView::from_external(
                                       {.pointer = {reinterpret_cast<std::uintptr_t>(host.data()) + host_place.below}},
                                       of_host, opaque(of_host.itemsize()));
      const auto device_view = view_of(memory, of_device, device_place);
      const std::string name = to_string(of_host) + (is_pinned ? " page-locked" : " pageable") + ", " +
                               to_string(of_device) + ", by " +
                               std::string(to_string(route_of(host_view, device_view, device()))) + ": ";

      device_view.copy_from(host_view, stream());
      Bytes on_device(former.size());
      memory.copy_to(on_device, stream());
      stream().synchronize();
      const Bytes wanted = copied(pageable, of_host, host_place, former, of_device, device_place);
      if (const std::string seen = difference(on_device, wanted); !seen.empty()) {
        return fmt::format("{}to the device, {}", name, seen);
      }

      const Bytes before = noise(host.size(), random_);
      std::ranges::copy(before, host.begin());
      host_view.copy_from(device_view, stream());
      stream().synchronize();
      const Bytes back = copied(on_device, of_device, device_place, before, of_host, host_place);
      if (const std::string seen = difference(Bytes(host.begin(), host.end()), back); !seen.empty()) {
        return fmt::format("{}to the host, {}", name, seen);
      }
    }
    return "";
  }

 private:
  std::mt19937_64 random_{7};
};

TEST_P(HostViewCopyOnEach, MovesEachElementBothWays) {
  for (int trial = 0; trial < 60; ++trial) {
    auto [from, to] = tests::random_layouts(random(), 1 + trial % 16, 5000);
    if (!from.is_unique()) {
      from = StridedLayout::dense(from.shape(), from.itemsize());
    }
    ASSERT_EQ(copy_both_ways(from, to), "");
    ASSERT_EQ(copy_both_ways(to, from), "");
  }
}

TEST_P(HostViewCopyOnEach, MovesLargeTensorsPartByPart) {
  const AxisSlice even{std::nullopt, std::nullopt, 2};
  const StridedLayout dense({1536, 2048}, 4);
  EXPECT_EQ(copy_both_ways(dense.permuted({1, 0}), StridedLayout({2048, 1536}, 4)), "");
  EXPECT_EQ(copy_both_ways(dense.sliced({all, even}), StridedLayout({1536, 1024}, 4)), "");
  EXPECT_EQ(copy_both_ways(dense.sliced({all, AxisSlice(8, 1032)}), StridedLayout({1536, 1024}, 4)), "");
  EXPECT_EQ(copy_both_ways(StridedLayout({1536, 1024}, 4), dense.sliced({all, even})), "");
  EXPECT_EQ(copy_both_ways(StridedLayout({3, 400, 500}, 16).sliced({all, AxisSlice(1, 399), AxisSlice(2, 498)}),
                           StridedLayout({3, 398, 496}, 16)),
            "");
}

/// On each device, although the CPU device could access all of the memory itself.
TEST_P(HostViewCopyOnEach, PacksOnEitherSide) {
  const StridedLayout whole({2200, 2500}, 2);
  const StridedLayout turned = whole.permuted({1, 0});
  const StridedLayout dense = StridedLayout::dense(turned.shape(), 2);
  const Bytes source = noise(static_cast<std::size_t>(whole.required_size_in_bytes()), random());
  const Bytes expected = copied(source, turned, {}, Bytes(source.size()), dense, {});
  const Buffer from = device().allocate_pinned(source.size());
  const Buffer to = device().allocate_pinned(source.size());
  std::ranges::copy(source, from.host_bytes().begin());
  const copy::CopySides sides{turned, dense, {from.host_bytes().data(), to.host_bytes().data()}};
  for (const copy::HostSide host : {copy::HostSide::source, copy::HostSide::destination}) {
    for (const auto run : {copy::copy_through_host, copy::copy_through_device}) {
      std::ranges::fill(to.host_bytes(), std::byte{0xEE});
      run(sides, host, stream());
      stream().synchronize();
      EXPECT_EQ(difference(Bytes(to.host_bytes().begin(), to.host_bytes().end()), expected), "");
    }
  }
}

TEST_P(HostViewCopyOnEach, MovesBetweenPageableAndPinnedMemory) {
  const StridedLayout turned = StridedLayout({70, 90}, 4).permuted({1, 0});
  const StridedLayout dense = StridedLayout::dense(turned.shape(), 4);
  Bytes pageable = noise(static_cast<std::size_t>(dense.required_size_in_bytes()), random());
  const Buffer pinned = device().allocate_pinned(pageable.size());
  const auto turned_view = StridedMemoryView::from_host(pageable, turned, opaque(4));
  const auto dense_view = StridedMemoryView::from_buffer(pinned, dense, opaque(4));
  const Bytes expected = copied(pageable, turned, {}, Bytes(pageable.size()), dense, {});
  const Bytes before = pageable;
  dense_view.copy_from(turned_view, stream());
  stream().synchronize();
  EXPECT_EQ(difference(Bytes(pinned.host_bytes().begin(), pinned.host_bytes().end()), expected), "");
  std::ranges::fill(pageable, std::byte{0});
  turned_view.copy_from(dense_view, stream());
  stream().synchronize();
  EXPECT_EQ(difference(pageable, before), "");
}

TEST_P(HostViewCopyOnEach, MovesBetweenTwoPageableMemories) {
  const StridedLayout turned = StridedLayout({700, 900}, 4).permuted({1, 0});
  const StridedLayout dense = StridedLayout::dense(turned.shape(), 4);
  Bytes source = noise(static_cast<std::size_t>(dense.required_size_in_bytes()), random());
  for (const bool is_internal : {false, true}) {
    Bytes destination(source.size());
    if (is_internal) {
      // Called directly, because the CPU device could access both sides itself.
      copy::copy_within_host({turned, dense, {source.data(), destination.data()}}, stream());
    } else {
      StridedMemoryView::from_host(destination, dense, opaque(4))
          .copy_from(StridedMemoryView::from_host(source, turned, opaque(4)), stream());
      stream().synchronize();
    }
    EXPECT_EQ(difference(destination, copied(source, turned, {}, Bytes(source.size()), dense, {})), "");
  }
}

TEST_P(HostViewCopyOnEach, WaitsForTheStreamBeforeCopyingWithinTheHost) {
  const StridedLayout turned = StridedLayout({70, 90}, 4).permuted({1, 0});
  const StridedLayout dense = StridedLayout::dense(turned.shape(), 4);
  Bytes source(static_cast<std::size_t>(dense.required_size_in_bytes()));
  const Bytes later = noise(source.size(), random());
  Bytes destination(source.size());
  // Far more time than the copy takes.
  stream().then([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::ranges::copy(later, source.begin());
  });
  copy::copy_within_host({turned, dense, {source.data(), destination.data()}}, stream());
  EXPECT_EQ(difference(destination, copied(later, turned, {}, Bytes(later.size()), dense, {})), "");
}

TEST_P(HostViewCopyOnEach, MovesElementsLargerThanAPart) {
  const StridedLayout huge({3}, (std::int64_t{9} << 20) + 5);
  const Bytes source = noise(static_cast<std::size_t>(huge.required_size_in_bytes()), random());
  Bytes destination(source.size());
  copy::copy_through_host({huge, huge, {source.data(), destination.data()}}, copy::HostSide::source,
                          Device::open({DeviceKind::cpu, 0}).default_stream());
  EXPECT_EQ(difference(destination, source), "");
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(HostViewCopyOnEach);

copy::CopyEnds upload_ends() { return {true, true, true, false}; }

CopyRoute route(const StridedLayout& source, const StridedLayout& destination, const copy::CopyEnds& ends) {
  return copy::choose_route(plan_copy(source, destination), {}, ends);
}

TEST(CopyRoute, StaysOnTheDeviceIfBothSidesAreThere) {
  const StridedLayout dense({4096, 4096}, 4);
  EXPECT_EQ(route(dense.permuted({1, 0}), dense, {}), CopyRoute::direct);
}

TEST(CopyRoute, UsesTheCopyEngineForPitchedRows) {
  const StridedLayout crop = StridedLayout({4096, 4096}, 4).sliced({all, AxisSlice(16, 2064)});
  EXPECT_EQ(route(crop, StridedLayout::dense(crop.shape(), 4), upload_ends()), CopyRoute::pitched);
  EXPECT_EQ(route(StridedLayout::dense(crop.shape(), 4), crop, upload_ends()), CopyRoute::pitched);
  const StridedLayout short_rows = StridedLayout({4096, 64}, 1).sliced({all, AxisSlice(0, 32)});
  EXPECT_NE(route(short_rows, StridedLayout::dense(short_rows.shape(), 1), upload_ends()), CopyRoute::pitched);
}

TEST(CopyRoute, PacksOnTheDeviceIfTheHostSideIsOneRun) {
  const StridedLayout dense({4096, 4096}, 4);
  EXPECT_EQ(route(dense.permuted({1, 0}), dense, upload_ends()), CopyRoute::packed_on_device);
  EXPECT_EQ(route(StridedLayout({64, 64}, 4).permuted({1, 0}), StridedLayout({64, 64}, 4), upload_ends()),
            CopyRoute::direct)
      << "small copies take one call";
}

TEST(CopyRoute, ReadsRunsOf64BytesDirectly) {
  // Rows in reverse order have no pitch.
  const auto route_of_rows = [](std::int64_t bytes) {
    const StridedLayout rows = StridedLayout({1 << 15, 2 * bytes}, 1).sliced({backwards, AxisSlice(0, bytes)});
    return route(rows, StridedLayout::dense(rows.shape(), 1), upload_ends());
  };
  EXPECT_EQ(route_of_rows(63), CopyRoute::packed_on_host);
  EXPECT_EQ(route_of_rows(64), CopyRoute::direct);
  EXPECT_EQ(route_of_rows(65), CopyRoute::direct);
}

TEST(CopyRoute, PacksScatteredOrPageableMemoryOnTheHost) {
  const AxisSlice even{std::nullopt, std::nullopt, 2};
  const StridedLayout apart = StridedLayout({4096, 4096}, 4).sliced({all, even});
  EXPECT_EQ(route(apart, StridedLayout::dense(apart.shape(), 4), upload_ends()), CopyRoute::packed_on_host);
  const StridedLayout dense({4096, 4096}, 4);
  EXPECT_EQ(route(dense, dense, {false, true, true, false}), CopyRoute::packed_on_host);
  EXPECT_EQ(route_of(plan_copy(dense, dense), MemorySpace::pageable, MemorySpace::pageable), CopyRoute::within_host);
}

}  // namespace
}  // namespace texelscope::gpu
