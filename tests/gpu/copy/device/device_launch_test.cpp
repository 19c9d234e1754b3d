#include "gpu/copy/device/device_launch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "gpu/copy/copy_groups.h"
#include "gpu/copy/device/pitched_copy.h"
#include "tests/gpu/copy/copied_memory.h"
#include "tests/gpu/copy/device/emulated_launch.h"
#include "tests/gpu/copy/random_layouts.h"
#include "tests/gpu/layout/axis_slices.h"

namespace texelscope::tests {
namespace {

using gpu::AxisSlice;
using gpu::CopyAxis;
using gpu::CopyMethod;
using gpu::CopyPlan;
using gpu::StridedLayout;

StridedLayout dense(const gpu::Dimensions& shape, std::int64_t itemsize) {
  return StridedLayout::dense(shape, itemsize);
}

/// The bytes from a layout's lowest element to its highest.
template <class Byte>
std::span<Byte> extent_of(const StridedLayout& layout, Byte* offset_zero) {
  const gpu::OffsetBounds bounds = layout.offset_bounds();
  return {offset_zero + bounds.min * layout.itemsize(),
          static_cast<std::size_t>((bounds.max - bounds.min + 1) * layout.itemsize())};
}

CopyPlan plan_of(CopiedMemory& memory) {
  const auto [source, destination] = memory.pointers();
  return plan_copy(memory.source_layout, memory.destination_layout,
                   {reinterpret_cast<std::uintptr_t>(source), reinterpret_cast<std::uintptr_t>(destination)});
}

std::string difference(const CopiedMemory& memory) {
  const auto [found, wanted] = std::ranges::mismatch(memory.destination.bytes(), memory.expected);
  return wanted == memory.expected.end()
             ? ""
             : "byte " + std::to_string(wanted - memory.expected.begin()) + " of the destination differs";
}

/// The kernels that a GPU runs for copies, emulated on the host.
class DeviceLaunches : public testing::Test {
 protected:
  /// The launch of a copy and the difference of its result from a loop over all elements; empty if it is correct.
  std::string fault_of(const StridedLayout& from, const StridedLayout& to, std::size_t source_misalignment = 0,
                       std::size_t destination_misalignment = 0) {
    CopiedMemory memory{from, to, source_misalignment, destination_misalignment, random_};
    const CopyPlan plan = plan_of(memory);
    if (plan.method == CopyMethod::nothing || plan.method == CopyMethod::linear) {
      return "";
    }
    const auto [source, destination] = memory.pointers();
    const gpu::copy::DeviceLaunch launch = make_launch(plan, memory.pointers());
    ++seen_.at(launch.copy.index());
    const std::string fault = emulate(launch, extent_of(from, source), extent_of(to, destination));
    const std::string seen = fault.empty() ? difference(memory) : fault;
    return seen.empty() ? "" : to_string(from) + " into " + to_string(to) + ": " + launch.text + ": " + seen;
  }

  std::string fault_to_dense(const StridedLayout& from, std::size_t source_misalignment = 0,
                             std::size_t destination_misalignment = 0) {
    return fault_of(from, dense(from.shape(), from.itemsize()), source_misalignment, destination_misalignment);
  }

  std::mt19937_64 random_{3};
  /// Launches of each kind so far.
  std::array<int, std::variant_size_v<decltype(gpu::copy::DeviceLaunch::copy)>> seen_{};
};

TEST_F(DeviceLaunches, MoveEachItemWithAlignedAccessesWithinBothSides) {
  for (int round = 0; round < 800; ++round) {
    const auto [from, to] = random_layouts(random_, 1 + round % 16, 6000);
    ASSERT_EQ(fault_of(from, to, random_() % 2 * (random_() % 64), random_() % 2 * (random_() % 64)), "");
  }
  for (const std::int64_t itemsize : {1, 2, 3, 4, 6, 8, 12, 16}) {
    for (const gpu::Dimensions& shape :
         {gpu::Dimensions{320, 272}, gpu::Dimensions{301, 259}, gpu::Dimensions{67, 530}, gpu::Dimensions{292, 276}}) {
      const StridedLayout matrix = dense(shape, itemsize);
      ASSERT_EQ(fault_to_dense(matrix.permuted({1, 0})), "");
      ASSERT_EQ(fault_to_dense(matrix.permuted({1, 0}), random_() % 64, random_() % 64), "");
      ASSERT_EQ(fault_to_dense(matrix.sliced({backwards, backwards}).permuted({1, 0})), "");
      // Rows at multiples of 16 bytes: only the beginnings of the last blocks are misaligned.
      const StridedLayout padded = dense({shape[0], 544}, itemsize).sliced({all, AxisSlice(0, shape[1])});
      const StridedLayout turned = dense({shape[1], 544}, itemsize).sliced({all, AxisSlice(0, shape[0])});
      ASSERT_EQ(fault_of(padded.permuted({1, 0}), turned), "");
    }
    for (const std::int64_t step : {-5, -4, -3, -2, -1, 1, 2, 3, 4, 5}) {
      const AxisSlice every{std::nullopt, std::nullopt, step};
      ASSERT_EQ(fault_to_dense(dense({7, 3001}, itemsize).sliced({all, every}), random_() % 16, random_() % 16), "");
      const StridedLayout turned = dense({150, 301}, itemsize).sliced({every_second, every}).permuted({1, 0});
      ASSERT_EQ(fault_to_dense(turned), "");
      ASSERT_EQ(fault_to_dense(turned, random_() % 64, random_() % 64), "");
      ASSERT_EQ(fault_of(dense({7, 301}, itemsize), dense({7, 301 * std::abs(step)}, itemsize).sliced({all, every})),
                "");
    }
    for (std::int64_t channels = 2; channels <= 9; ++channels) {
      for (const std::int64_t width : {64, 61}) {
        ASSERT_EQ(fault_to_dense(dense({2, 48, width, channels}, itemsize).permuted({0, 3, 1, 2})), "");
        ASSERT_EQ(fault_to_dense(dense({2, channels, 48, width}, itemsize).permuted({0, 2, 3, 1})), "");
        ASSERT_EQ(fault_to_dense(dense({48, width, channels}, itemsize).sliced({all, all, backwards})), "");
      }
    }
  }
  EXPECT_GT(std::ranges::min(seen_), 30) << "each kind of launch: " << testing::PrintToString(seen_);
}

StridedLayout every_of(const StridedLayout& layout, std::int64_t rows, std::int64_t columns) {
  return layout.sliced({AxisSlice{std::nullopt, std::nullopt, rows}, AxisSlice{std::nullopt, std::nullopt, columns}});
}

TEST_F(DeviceLaunches, TransposeMatricesOfAnyPitchAndAlignment) {
  for (const std::int64_t itemsize : {1, 2, 3, 4, 6, 8, 12, 16}) {
    // Sides of at least 1,024 bytes.
    const std::int64_t side = std::max<std::int64_t>(1024 / itemsize, 200) + 7;
    for (const gpu::Dimensions& shape : {gpu::Dimensions{side, side + 60}, gpu::Dimensions{side + 62, side - 1}}) {
      const StridedLayout matrix = dense(shape, itemsize);
      ASSERT_EQ(fault_to_dense(matrix.permuted({1, 0}), random_() % 64, random_() % 64), "");
      ASSERT_EQ(fault_to_dense(every_of(matrix, -1, -1).permuted({1, 0})), "");
      // Only one side is at multiples of 32 bytes.
      const std::int64_t pitch = (side + 62) / 32 * 32 + 32;
      const StridedLayout padded = dense({shape[0], pitch}, itemsize).sliced({all, AxisSlice(0, shape[1])});
      const StridedLayout turned = dense({shape[1], pitch}, itemsize).sliced({all, AxisSlice(0, shape[0])});
      ASSERT_EQ(fault_to_dense(padded.permuted({1, 0})), "");
      ASSERT_EQ(fault_of(matrix.permuted({1, 0}), turned), "");
    }
    // Multiple matrices.
    ASSERT_EQ(fault_to_dense(dense({3, side, 259}, itemsize).permuted({0, 2, 1}), random_() % 64, random_() % 64), "");
    ASSERT_EQ(fault_to_dense(dense({259, 2, side}, itemsize).permuted({2, 1, 0}), random_() % 64, random_() % 64), "");
    for (const std::int64_t step : {-5, -4, -3, -2, 2, 3, 4, 5}) {
      for (const std::int64_t size : {67, 131, 256}) {
        const StridedLayout sliced = every_of(dense({size, 304}, itemsize), 2, step);
        ASSERT_EQ(fault_to_dense(sliced.permuted({1, 0})), "");
        ASSERT_EQ(fault_to_dense(sliced.permuted({1, 0}), random_() % 64, random_() % 64), "");
      }
    }
  }
  EXPECT_GT(seen_.at(decltype(gpu::copy::DeviceLaunch::copy){gpu::copy::SkewedCopy{}}.index()), 50);
}

/// The lowest and the highest byte of the source's items in a tile of groups, by a walk over all items.
std::int64_t span_of(const CopyPlan& plan, const gpu::copy::Groups& groups) {
  std::vector<std::int64_t> offsets{0};
  for (std::size_t axis = plan.axes.size() - groups.axes - 1; axis < plan.axes.size(); ++axis) {
    const bool is_outer = axis == plan.axes.size() - groups.axes - 1;
    std::vector<std::int64_t> next;
    for (const std::int64_t offset : offsets) {
      for (std::int64_t item = 0; item < (is_outer ? groups.count : plan.axes[axis].extent); ++item) {
        next.push_back(offset + item * plan.axes[axis].source_stride);
      }
    }
    offsets = std::move(next);
  }
  const auto [lowest, highest] = std::ranges::minmax(offsets);
  return highest - lowest + plan.item_bytes;
}

TEST_F(DeviceLaunches, FitTheirGroupsIntoATileOfSharedMemory) {
  int seen = 0;
  const auto expect_fitting = [&](const StridedLayout& from, const StridedLayout& to) {
    const CopyPlan plan = plan_copy(from, to);
    if (const auto groups = gpu::copy::groups_of(plan)) {
      ++seen;
      EXPECT_GE(groups->count, 1);
      EXPECT_EQ(groups->span_bytes, span_of(plan, *groups)) << to_string(from);
      EXPECT_LE(groups->span_bytes, 16384) << to_string(from);
    }
  };
  for (int round = 0; round < 3000; ++round) {
    const auto [from, to] = random_layouts(random_, 1 + round % 16, 100000);
    expect_fitting(from, to);
  }
  // Groups of 4,000 to 16,000 bytes, up to four times as far apart in the source.
  for (const std::int64_t itemsize : {4, 8, 16}) {
    for (const std::int64_t items : {250, 500, 1000, 1024}) {
      for (std::int64_t step = 2; step <= 4; ++step) {
        for (const std::int64_t gap : {1, 7, 20000}) {
          const StridedLayout from({20, items}, {items * step + gap, step}, itemsize);
          expect_fitting(from, dense(from.shape(), itemsize));
          const StridedLayout interleaved({2, items}, {1, step}, itemsize);
          expect_fitting(interleaved, dense(interleaved.shape(), itemsize));
        }
      }
    }
  }
  EXPECT_GT(seen, 300);
}

/// Carries out the copy engine's call in host memory.
void copy_rows_and_slices(const gpu::driver::ArrayCopy& call) {
  for (std::uint64_t slice = 0; slice < call.extent.depth(); ++slice) {
    for (std::uint64_t row = 0; row < call.extent.height(); ++row) {
      const auto address = [&](const gpu::driver::ArrayCopySide& side) {
        return side.pointer.value + (slice * side.rows_per_slice + row) * side.row_pitch_bytes;
      };
      std::memcpy(reinterpret_cast<void*>(address(call.destination)),
                  reinterpret_cast<const void*>(address(call.source)), call.extent.width());
    }
  }
}

TEST(PitchedCopy, MovesRowsAndSlicesIfTheyAreWholePitchesApart) {
  std::mt19937_64 random{4};
  int calls = 0;
  int refusals = 0;
  // Extents and pitches of (slices, rows, bytes): the rows of a slice end before, at or within a row of the next.
  for (const std::int64_t row_bytes : {64, 96, 160}) {
    for (const std::int64_t row_pitch : {row_bytes, row_bytes + 16, 2 * row_bytes}) {
      for (const std::int64_t rows : {2, 5}) {
        for (const std::int64_t slice_pitch : {rows * row_pitch, rows * row_pitch + 16, (rows + 1) * row_pitch,
                                               (rows + 2) * row_pitch + row_bytes / 2, row_pitch / 2}) {
          const StridedLayout pitched({3, rows, row_bytes}, {slice_pitch, row_pitch, 1}, 1);
          const StridedLayout packed({3, rows, row_bytes}, 1);
          for (const bool is_upload : {true, false}) {
            const StridedLayout& from = is_upload ? pitched : packed;
            const StridedLayout& to = is_upload ? packed : pitched;
            if (!to.is_unique()) {
              continue;
            }
            SCOPED_TRACE(to_string(from) + " into " + to_string(to));
            CopiedMemory memory{from, to, 0, 0, random};
            const CopyPlan plan = plan_of(memory);
            // Merged axes and single runs are not of interest here.
            if (plan.method != CopyMethod::rows || plan.axes.size() != 3) {
              continue;
            }
            const auto call = gpu::copy::pitched_copy(plan, memory.pointers());
            const bool is_whole = slice_pitch % row_pitch == 0 && slice_pitch >= rows * row_pitch;
            EXPECT_EQ(call.has_value(), is_whole);
            ++(call ? calls : refusals);
            if (call && is_whole) {
              copy_rows_and_slices(*call);
              EXPECT_EQ(difference(memory), "");
            }
          }
        }
      }
    }
  }
  EXPECT_GT(calls, 10);
  EXPECT_GT(refusals, 10);
}

}  // namespace
}  // namespace texelscope::tests
