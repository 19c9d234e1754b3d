#include <array>
#include <limits>
#include <numeric>
#include <random>

#include "tests/gpu/cpu/cpu_driver_fixture.h"

namespace texelscope::tests {
namespace {

using gpu::ArrayHandle;
using gpu::DataType;
using gpu::Extent;
using gpu::Status;
namespace driver = gpu::driver;

using Origin = std::array<std::uint64_t, 3>;
using Texels = std::vector<std::uint16_t>;

/// The row pitch and the rows per slice of a box of two-channel uint16 texels in memory.
struct Layout {
  std::uint64_t row_pitch_bytes;
  std::uint64_t rows_per_slice;
};

class CpuArray : public CpuDriverTest {
 protected:
  static constexpr std::uint64_t element_size = 4;

  Texels random_texels(std::uint64_t count) {
    Texels texels(count * 2);
    for (std::uint16_t& channel : texels) {
      channel = static_cast<std::uint16_t>(random_());
    }
    return texels;
  }

  void upload(ArrayHandle array, const Extent& shape, const Texels& texels) {
    make(driver::ArrayCopy{{array}, {{}, {}, pointer_to(texels)}, shape, element_size, {}});
  }
  Texels download(ArrayHandle array, const Extent& shape) {
    Texels texels(shape.width() * shape.height() * shape.depth() * 2);
    make(driver::ArrayCopy{{{}, {}, pointer_to(texels)}, {array}, shape, element_size, {}});
    synchronize();
    return texels;
  }

  /// The position of channel 0 of texel (x, y, z) in a whole array or in pitched memory.
  static std::size_t index_of(std::uint64_t x, std::uint64_t y, std::uint64_t z, const Layout& layout) {
    return (z * layout.rows_per_slice + y) * layout.row_pitch_bytes / 2 + x * 2;
  }

  void check_region(const Extent& shape, const Origin& origin, const Extent& region, const Layout& memory) {
    const Layout whole{shape.width() * element_size, shape.height()};
    const Texels before = random_texels(shape.width() * shape.height() * shape.depth());
    const Texels source = random_texels(memory.row_pitch_bytes / element_size * memory.rows_per_slice * region.depth());
    const ArrayHandle array = create_array({shape, DataType::uint16, 2});
    upload(array, shape, before);

    make(driver::ArrayCopy{{array, origin},
                           {{}, {}, pointer_to(source), memory.row_pitch_bytes, memory.rows_per_slice},
                           region,
                           element_size,
                           {}});
    Texels expected = before;
    Texels destination = random_texels(source.size() / 2);
    Texels expected_destination = destination;
    for (std::uint64_t z = 0; z < region.depth(); ++z) {
      for (std::uint64_t y = 0; y < region.height(); ++y) {
        for (std::uint64_t x = 0; x < region.width(); ++x) {
          for (std::size_t channel = 0; channel < 2; ++channel) {
            const std::uint16_t value = source[index_of(x, y, z, memory) + channel];
            expected[index_of(origin[0] + x, origin[1] + y, origin[2] + z, whole) + channel] = value;
            expected_destination[index_of(x, y, z, memory) + channel] = value;
          }
        }
      }
    }
    EXPECT_EQ(download(array, shape), expected) << to_string(shape) << " from " << to_string(region);

    make(driver::ArrayCopy{{{}, {}, pointer_to(destination), memory.row_pitch_bytes, memory.rows_per_slice},
                           {array, origin},
                           region,
                           element_size,
                           {}});
    synchronize();
    EXPECT_EQ(destination, expected_destination) << to_string(shape) << " to " << to_string(region);
    make(driver::ArrayDestroy{array});
  }

 private:
  std::mt19937 random_{7};
};

TEST_F(CpuArray, CopiesRegionsLikeANaiveLoop) {
  check_region(Extent(17), {3, 0, 0}, Extent(9), {9 * element_size, 1});
  check_region(Extent(17, 11), {3, 2, 0}, Extent(9, 5), {9 * element_size, 5});
  check_region(Extent(17, 11), {0, 2, 0}, Extent(17, 9), {23 * element_size, 9});
  check_region(Extent(17, 11, 7), {3, 2, 1}, Extent(9, 5, 6), {9 * element_size, 5});
  check_region(Extent(17, 11, 7), {0, 0, 0}, Extent(17, 11, 7), {19 * element_size, 13});
  check_region(Extent(17, 11, 7), {0, 0, 0}, Extent(17, 11, 7), {17 * element_size, 13});
  check_region(Extent(17, 11, 7), {16, 10, 6}, Extent(1, 1, 1), {element_size, 1});
  // Large enough for multiple threads, with rows shorter and longer than a thread's share.
  check_region(Extent(700, 900), {10, 20, 0}, Extent(600, 800), {650 * element_size, 800});
  check_region(Extent(130000, 5), {1, 1, 0}, Extent(129000, 4), {129001 * element_size, 4});
  check_region(Extent(96, 80, 70), {1, 2, 3}, Extent(90, 75, 65), {91 * element_size, 76});
}

TEST_F(CpuArray, CopiesRegionsBetweenArrays) {
  const Extent shape(6, 5, 4);
  const Extent region(3, 2, 2);
  const Texels first_texels = random_texels(120);
  const Texels second_texels = random_texels(120);
  const ArrayHandle first = create_array({shape, DataType::uint16, 2});
  // A different format with texels of the same size, as the driver allows.
  const ArrayHandle second = create_array({shape, DataType::uint8, 4});
  upload(first, shape, first_texels);
  upload(second, shape, second_texels);
  make(driver::ArrayCopy{{second, {1, 2, 0}}, {first, {3, 3, 2}}, region, element_size, {}});
  Texels expected = second_texels;
  for (std::size_t z = 0; z < 2; ++z) {
    for (std::size_t y = 0; y < 2; ++y) {
      for (std::size_t x = 0; x < 6; ++x) {
        expected[((z * 5 + y + 2) * 6 + 1) * 2 + x] = first_texels[(((z + 2) * 5 + y + 3) * 6 + 3) * 2 + x];
      }
    }
  }
  EXPECT_EQ(download(second, shape), expected);
}

TEST_F(CpuArray, LivesUntilScheduledWorkHasFinished) {
  const gpu::StreamHandle stream = create_stream();
  const Extent shape(64, 64);
  const ArrayHandle array = create_array({shape, DataType::uint16, 2});
  const Texels source = random_texels(64 * 64);
  Texels result(source.size());
  std::atomic<bool> is_released{false};
  launch(stream, {}, WaitForFlag{&is_released});
  make(driver::ArrayCopy{{array}, {{}, {}, pointer_to(source)}, shape, element_size, stream});
  make(driver::ArrayCopy{{{}, {}, pointer_to(result)}, {array}, shape, element_size, stream});
  make(driver::ArrayDestroy{array});
  EXPECT_EQ(status_of(driver::ArrayDestroy{array}), Status::invalid_handle);
  is_released = true;
  synchronize(stream);
  EXPECT_EQ(result, source);
}

TEST_F(CpuArray, RejectsRegionsOutsideIt) {
  constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  const Extent shape(8, 4);
  const ArrayHandle array = create_array({shape, DataType::uint16, 2});
  const Texels memory(1024);
  const auto copy = [&](const Origin& origin, const Extent& region, std::uint64_t size, std::uint64_t pitch = 0,
                        std::uint64_t rows = 0) {
    return status_of(driver::ArrayCopy{{array, origin}, {{}, {}, pointer_to(memory), pitch, rows}, region, size, {}});
  };
  EXPECT_EQ(copy({0, 0, 0}, shape, 4), Status::success);
  EXPECT_EQ(copy({8, 4, 1}, Extent(0, 0, 0), 4), Status::success);
  EXPECT_EQ(copy({1, 0, 0}, shape, 4), Status::invalid_value);
  EXPECT_EQ(copy({0, 0, 1}, shape, 4), Status::invalid_value);
  EXPECT_EQ(copy({huge, 0, 0}, Extent(2, 1), 4), Status::invalid_value);
  EXPECT_EQ(copy({0, 0, 0}, Extent(huge, 1), 4), Status::invalid_value);
  EXPECT_EQ(copy({0, 0, 0}, shape, 2), Status::invalid_value);
  EXPECT_EQ(copy({0, 0, 0}, shape, 4, 31), Status::invalid_value);
  EXPECT_EQ(copy({0, 0, 0}, shape, 4, 32, 3), Status::invalid_value);
  EXPECT_EQ(copy({0, 0, 0}, shape, 4, huge / 2, 4), Status::invalid_value);
  EXPECT_EQ(status_of(driver::ArrayCopy{{array}, {{}, {}, {}}, shape, 4, {}}), Status::invalid_value);
  EXPECT_EQ(status_of(driver::ArrayCopy{{{0x1234}}, {{}, {}, pointer_to(memory)}, shape, 4, {}}),
            Status::invalid_handle);
  const gpu::DevicePointer small = allocate(127);
  EXPECT_EQ(status_of(driver::ArrayCopy{{array}, {{}, {}, small}, shape, 4, {}}), Status::invalid_value);
  synchronize();
}

TEST_F(CpuArray, IsCopiedPlaneByPlaneIfMultiPlanar) {
  driver::ArrayCreate create{gpu::encoded_array(Extent(4, 4), gpu::TexelEncoding::nv12)};
  ASSERT_EQ(driver().perform(create), Status::success);
  Texels memory(64);
  driver::ArrayCopy copy{{create.array}, {{}, {}, pointer_to(memory)}, Extent(4, 4), 1, {}};
  EXPECT_EQ(driver().perform(copy), Status::invalid_value);
  driver::ArrayGetPlane plane{create.array, 1};
  ASSERT_EQ(driver().perform(plane), Status::success);
  copy = {{plane.plane_array}, {{}, {}, pointer_to(memory)}, Extent(2, 2), 2, {}};
  EXPECT_EQ(driver().perform(copy), Status::success);
  plane.plane = 2;
  EXPECT_EQ(driver().perform(plane), Status::invalid_value);
  driver::ArrayDestroy destroy{plane.plane_array};
  EXPECT_NE(driver().perform(destroy), Status::success) << "a part";
  driver::TextureCreate texture{.resource = {.array = create.array}};
  EXPECT_EQ(driver().perform(texture), Status::invalid_value);
  const ArrayHandle chroma = plane.plane_array;
  destroy.array = create.array;
  EXPECT_EQ(driver().perform(destroy), Status::success);
  driver::ArrayGetDescriptor gone{chroma};
  EXPECT_NE(driver().perform(gone), Status::success) << "planes are destroyed with the whole array";
  synchronize();
}

TEST_F(CpuArray, IsRejectedBeyondTheDeviceLimits) {
  const auto create = [&](const Extent& shape, int channels = 4) {
    driver::ArrayCreate call{{shape, DataType::uint8, channels}};
    const Status status = driver().perform(call);
    if (status == Status::success) {
      make(driver::ArrayDestroy{call.array});
    }
    return status;
  };
  EXPECT_EQ(create(Extent(131072)), Status::success);
  EXPECT_EQ(create(Extent(131073)), Status::invalid_value);
  EXPECT_EQ(create(Extent(131072, 1)), Status::success);
  EXPECT_EQ(create(Extent(1, 65537)), Status::invalid_value);
  EXPECT_EQ(create(Extent(1, 1, 16385)), Status::invalid_value);
  EXPECT_EQ(create(Extent(0, 4)), Status::invalid_value);
  EXPECT_EQ(create(Extent(4, 4), 3), Status::invalid_value);
  EXPECT_EQ(create(Extent(16384, 16384, 16384)), Status::out_of_memory);
}

}  // namespace
}  // namespace texelscope::tests
