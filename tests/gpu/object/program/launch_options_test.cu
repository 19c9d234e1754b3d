#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/occupancy.h"

namespace texelscope::gpu {
namespace {

using kernels::LaunchExtent;
using kernels::LaunchOptions;

struct CountCalls {
  std::uint32_t* calls;
  std::int32_t width;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const { calls[at.y * width + at.x] += 1; }
};

const kernels::KernelEntry& entry() { return kernels::entry_of<CountCalls>(); }

class LaunchOptionsOnEach : public tests::DeviceTest {
 protected:
  /// The number of calls for each index of the extent; 0 if they differ.
  std::uint32_t calls_of(LaunchExtent extent, const LaunchOptions& options) {
    const auto count = static_cast<std::size_t>(extent.width) * static_cast<std::size_t>(extent.height);
    const Buffer calls = device().allocate(count * 4, stream());
    calls.fill(std::byte{0}, stream());
    kernels::launch(stream(), extent, options,
                    CountCalls{reinterpret_cast<std::uint32_t*>(calls.handle().value), extent.width});
    std::vector<std::uint32_t> seen(count);
    calls.copy_to(std::as_writable_bytes(std::span(seen)), stream());
    stream().synchronize();
    return seen == std::vector<std::uint32_t>(count, seen[0]) ? seen[0] : 0;
  }

  std::string refusal(LaunchExtent extent, const LaunchOptions& options) {
    return tests::error_of<InvalidArgument>([&] {
      kernels::launch(stream(), extent, options, CountCalls{nullptr, 0});
    });
  }
};

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST_P(LaunchOptionsOnEach, BlocksOfAnyShapeCallEachIndexOnce) {
  for (const LaunchExtent block :
       {LaunchExtent{0, 0, 0}, {1, 1, 1}, {7, 3, 1}, {1024, 1, 1}, {1, 512, 2}, {16, 16, 4}}) {
    EXPECT_EQ(calls_of({131, 17}, {.block = block}), 1U) << block.width << "x" << block.height << "x" << block.depth;
  }
  EXPECT_EQ(calls_of({131, 17}, {.shared_bytes = device().properties().max_shared_bytes_per_block_opt_in}), 1U);
}

TEST_P(LaunchOptionsOnEach, ValuesBeyondTheDeviceAreRefusedBeforeTheDriverCall) {
  expect_part(refusal({0, 1}, {}), "CountCalls: over 0x1x1: each extent must be at least 1");
  expect_part(refusal({64, 64}, {.block = {8, 0, 1}}), "a block of 8x0x1 threads: each extent must be at least 1");
  expect_part(refusal({64, 64}, {.block = {64, 32, 1}}), "a block of 2048 threads; use 1–1024");
  expect_part(refusal({64, 64}, {.block = {1, 1, 65}}), "a block of 1x1x65 exceeds the device's limit of 1024x1024x64");
  expect_part(refusal({1, 1 << 17}, {.block = {1, 1, 1}}),
              "a grid of 1x131072x1 exceeds the device's limit of 2147483647x");
  expect_part(refusal({64, 64}, {.shared_bytes = 1 << 20}), "1048576 bytes of shared memory per block; use 0–");
  expect_part(refusal({64, 64}, {.shared_bytes = -1}), "-1 bytes of shared memory per block");
  expect_part(refusal({64, 64}, {.cluster = {0, 1, 1}}), "a cluster of 0x1x1 blocks: each extent must be at least 1");
  EXPECT_EQ(live_object_count(), 2U);
}

TEST_P(LaunchOptionsOnEach, ClustersRunOrAreRefusedByName) {
  const LaunchOptions options{.block = {16, 16, 1}, .cluster = {2, 2, 1}};
  if (device().properties().has_clusters) {
    EXPECT_EQ(calls_of({64, 64}, options), 1U);
    EXPECT_GE(kernels::max_cluster_blocks(stream(), entry(), {64, 64}, options), 8);
    EXPECT_GE(kernels::max_active_clusters(stream(), entry(), {64, 64}, options), 1);
    expect_part(refusal({48, 64}, options), "clusters of 2x2x1 blocks do not divide the grid of 3x4x1 blocks");
    return;
  }
  const std::string text = tests::error_of<Unavailable>([&] { static_cast<void>(calls_of({64, 64}, options)); });
  expect_part(text, to_string(GetParam()) + ": launching ");
  expect_part(text, GetParam().kind == DeviceKind::cpu ? "the CPU device does not support clusters of blocks"
                                                       : "a device of compute capability ");
  EXPECT_THROW(static_cast<void>(kernels::max_active_clusters(stream(), entry(), {64, 64}, options)), Unavailable);
  EXPECT_EQ(kernels::max_cluster_blocks(stream(), entry(), {64, 64}, options), 1);
}

TEST_P(LaunchOptionsOnEach, CooperativeGridsFitTheDeviceOrAreRefused) {
  const LaunchOptions options{.block = {64, 1, 1}, .is_cooperative = true};
  if (!device().properties().has_cooperative_launch) {
    expect_part(tests::error_of<Unavailable>([&] {
                  static_cast<void>(calls_of({64, 1}, options));
                }),
                "does not support cooperative launches");
    return;
  }
  EXPECT_EQ(calls_of({64 * 4, 1}, options), 1U);
  expect_part(refusal({64 << 20, 1}, options), "the grid has 1048576 blocks, but the device runs only ");
}

TEST_P(LaunchOptionsOnEach, ProgrammaticLaunchesFollowEachOtherOrAreRefused) {
  const LaunchOptions options{.starts_early = true};
  if (!device().properties().has_programmatic_launch) {
    expect_part(tests::error_of<Unavailable>([&] {
                  static_cast<void>(calls_of({64, 1}, options));
                }),
                "does not support programmatic dependent launches");
    return;
  }
  // A kernel that never lets the next kernel start early: its work is ordered as usual.
  EXPECT_EQ(calls_of({4096, 4}, options), 1U);
}

TEST_P(LaunchOptionsOnEach, OccupancyMatchesTheDevice) {
  const std::int32_t blocks = kernels::max_active_blocks(stream(), entry(), 256, 0);
  const kernels::BlockSuggestion suggested = kernels::suggest_block(stream(), entry(), 0);
  EXPECT_GE(suggested.threads, 1);
  EXPECT_LE(suggested.threads, device().properties().max_threads_per_block);
  EXPECT_GE(suggested.min_blocks, 1);
  if (GetParam().kind == DeviceKind::cpu) {
    EXPECT_EQ(blocks, 1) << "a thread of the pool works on one block at a time";
    EXPECT_EQ(suggested.min_blocks, device().properties().multiprocessor_count);
    EXPECT_EQ(kernels::max_active_clusters(stream(), entry(), {64, 64}, {}),
              device().properties().multiprocessor_count);
  } else {
    EXPECT_GE(blocks, 2);
    const std::int32_t with_all =
        kernels::max_active_blocks(stream(), entry(), 256, device().properties().max_shared_bytes_per_block_opt_in);
    EXPECT_EQ(with_all, 1) << "one block uses all the shared memory of a multiprocessor";
  }
  EXPECT_THROW(static_cast<void>(kernels::max_active_blocks(stream(), entry(), 1025, 0)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(kernels::max_active_blocks(stream(), entry(), 0, 0)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(kernels::suggest_block(stream(), entry(), -1)), InvalidArgument);
}

TEST_P(LaunchOptionsOnEach, RefuseAClosedStream) {
  Stream closed = device().create_stream();
  closed.close();
  EXPECT_THROW(kernels::launch(closed, {1}, LaunchOptions{}, CountCalls{nullptr, 0}), InvalidState);
  EXPECT_THROW(static_cast<void>(kernels::max_active_blocks(closed, entry(), 1, 0)), InvalidState);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(LaunchOptionsOnEach);

TEST(LaunchOptionsOnFake, ReachTheDriverWithTheirGridAndNames) {
  const tests::FakeDevice fake;
  const Stream stream = fake.device->create_stream();
  kernels::launch(stream, {100, 30}, LaunchOptions{.block = {8, 4, 1}, .shared_bytes = 64, .is_cooperative = false},
                  CountCalls{nullptr, 0});
  EXPECT_NE(fake.script->last().find("CountCalls, extent=100x30x1, grid=13x8x1, block=8x4x1, shared_bytes=64, "
                                     "cluster=1x1x1, is_cooperative=false, starts_early=false, stream=0x"),
            std::string::npos)
      << fake.script->last();
  EXPECT_TRUE(fake.script->last().starts_with("cuLaunchKernelEx(kernel="));
  // The fake device cannot run blocks simultaneously.
  EXPECT_NE(tests::error_of<Unavailable>([&] {
              kernels::launch(stream, {1}, LaunchOptions{.starts_early = true}, CountCalls{nullptr, 0});
            })
                .find("a device of compute capability 8.6 does not support programmatic dependent launches, which need "
                      "compute capability 9.0; launch without"),
            std::string::npos);
}

}  // namespace
}  // namespace texelscope::gpu
