#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tests/gpu/layout/axis_slices.h"
#include "tests/gpu/view/copied_views.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/element_type.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::gpu {
namespace {

using namespace tests;

/// Typical layouts of memory that a region is copied from and to: dense, padded, planar, reversed, of whole texels.
std::vector<StridedLayout> memory_layouts(const Dimensions& texels, std::int64_t channels, std::int64_t itemsize) {
  Dimensions shape = texels;
  shape.push_back(channels);
  const std::size_t rank = texels.size();
  std::vector<StridedLayout> layouts{StridedLayout(shape, itemsize), StridedLayout(texels, channels * itemsize)};
  // Planar: channels first.
  Dimensions planar{channels};
  Dimensions back;
  for (std::size_t axis = 0; axis < rank; ++axis) {
    planar.push_back(texels[axis]);
    back.push_back(static_cast<std::int64_t>(axis) + 1);
  }
  back.push_back(0);
  layouts.push_back(StridedLayout(planar, itemsize).permuted(back));
  // A part of a larger layout, in each axis; then every other texel, then flipped vertically.
  Dimensions larger = shape;
  std::vector<AxisSlice> crop(rank + 1, all);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    larger[axis] += 3;
    crop[axis] = AxisSlice(1, 1 + texels[axis]);
  }
  layouts.push_back(StridedLayout(larger, itemsize).sliced(crop));
  Dimensions doubled = shape;
  doubled[rank - 1] *= 2;
  std::vector<AxisSlice> every_other(rank + 1, all);
  every_other[rank - 1] = every_second;
  layouts.push_back(StridedLayout(doubled, itemsize).sliced(every_other));
  std::vector<AxisSlice> flipped(rank + 1, all);
  flipped[0] = backwards;
  layouts.push_back(StridedLayout(shape, itemsize).sliced(flipped));
  return layouts;
}

class ArrayCopyOnEach : public tests::DeviceTest {
 protected:
  std::mt19937_64& random() { return random_; }

  CUDAArray make_array(const ArrayDescriptor& descriptor, Bytes& texels) {
    CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
    texels = noise(array.size_bytes(), random_);
    array.copy_from(texels, stream());
    return array;
  }

  Bytes texels_of(const CUDAArray& array) {
    Bytes bytes(array.size_bytes());
    array.copy_to(bytes, stream());
    stream().synchronize();
    return bytes;
  }

 private:
  std::mt19937_64 random_{5};
};

ArrayDescriptor sliced(const Extent& shape, DataType format, ArrayKind kind, std::uint64_t layers) {
  ArrayDescriptor descriptor{shape, format, 2};
  descriptor.kind = kind;
  descriptor.num_layers = layers;
  return descriptor;
}

/// The region as a layout over the array's texels in C order.
StridedLayout region_layout(const ArrayDescriptor& descriptor, const ArrayRegion& region) {
  Dimensions shape;
  std::vector<AxisSlice> slices;
  const Extent extent = descriptor.copy_extent();
  const bool is_lines = descriptor.kind == ArrayKind::layered && descriptor.shape.rank() == 1;
  for (int axis = extent.rank(); axis-- > 0;) {
    if (axis == 1 && is_lines) {
      continue;
    }
    shape.push_back(static_cast<std::int64_t>(extent[axis]));
    const auto first = static_cast<std::int64_t>(region.origin[static_cast<std::size_t>(axis)]);
    slices.emplace_back(first, first + static_cast<std::int64_t>(region.extent[axis]));
  }
  shape.push_back(descriptor.num_channels);
  return StridedLayout(shape, static_cast<std::int64_t>(size_bytes(descriptor.format))).sliced(slices);
}

TEST_P(ArrayCopyOnEach, CopiesFromAndToMemoryOfAnyLayout) {
  struct Case {
    ArrayDescriptor descriptor;
    ArrayRegion region;
  };
  const std::vector<Case> cases{
      {{Extent(37), DataType::float32, 4}, {{5, 0, 0}, Extent(20)}},
      {{Extent(64, 48), DataType::uint8, 4}, {{0, 0, 0}, Extent(64, 48)}},
      {{Extent(61, 43), DataType::uint8, 1}, {{7, 9, 0}, Extent(33, 21)}},
      {{Extent(61, 43), DataType::float16, 2}, {{1, 2, 0}, Extent(60, 1)}},
      {{Extent(20, 18, 7), DataType::uint16, 4}, {{3, 2, 1}, Extent(11, 13, 5)}},
      {{Extent(20, 18, 7), DataType::int32, 1}, {{0, 4, 2}, Extent(20, 1, 4)}},
      {sliced(Extent(37), DataType::uint16, ArrayKind::layered, 6), {{5, 0, 1}, Extent(20, 1, 4)}},
      {sliced(Extent(37), DataType::float32, ArrayKind::layered, 6), {{0, 0, 5}, Extent(37, 1, 1)}},
      {sliced(Extent(20, 18), DataType::uint8, ArrayKind::layered, 7), {{3, 2, 1}, Extent(11, 13, 5)}},
      {sliced(Extent(12, 12), DataType::float16, ArrayKind::cube_map, 1), {{1, 2, 3}, Extent(11, 10, 3)}},
      {sliced(Extent(8, 8), DataType::uint8, ArrayKind::layered_cube_map, 2), {{0, 0, 0}, Extent(8, 8, 12)}},
  };
  for (const auto& [descriptor, region] : cases) {
    const StridedLayout inside = region_layout(descriptor, region);
    Dimensions texels;
    for (std::size_t axis = 0; axis + 1 < inside.ndim(); ++axis) {
      texels.push_back(inside.shape()[axis]);
    }
    for (const StridedLayout& layout :
         memory_layouts(texels, descriptor.num_channels, static_cast<std::int64_t>(size_bytes(descriptor.format)))) {
      SCOPED_TRACE(to_string(descriptor) + ", " + to_string(layout));
      Bytes before;
      const CUDAArray array = make_array(descriptor, before);
      const Placement placement = place(layout);
      // The same elements, viewed with a channel axis.
      const bool is_whole_texel = layout.ndim() < inside.ndim();
      const StridedLayout seen = is_whole_texel ? region_layout(descriptor, region) : inside;
      const StridedLayout flat = is_whole_texel ? StridedLayout(inside.shape(), inside.itemsize()) : layout;
      Bytes memory = noise(placement.size, random());
      const Buffer buffer = device().allocate(memory.size(), stream());
      buffer.copy_from(memory, stream());

      array.copy_from(view_of(buffer, layout, placement), region, stream());
      const Bytes filled = texels_of(array);
      EXPECT_EQ(difference(filled, copied(memory, flat, placement, before, seen, {})), "");

      const Bytes other = noise(placement.size, random());
      buffer.copy_from(other, stream());
      array.copy_to(view_of(buffer, layout, placement), region, stream());
      Bytes got(other.size());
      buffer.copy_to(got, stream());
      stream().synchronize();
      EXPECT_EQ(difference(got, copied(filled, seen, {}, other, flat, placement)), "");

      // Host memory.
      const auto host = StridedMemoryView::from_external(
          {.pointer = {reinterpret_cast<std::uintptr_t>(memory.data()) + placement.below}}, layout,
          {ElementKind::opaque, 8, layout.itemsize()});
      const Bytes former = memory;
      array.copy_to(host, region, stream());
      stream().synchronize();
      EXPECT_EQ(difference(memory, copied(filled, seen, {}, former, flat, placement)), "");
    }
  }
}

TEST_P(ArrayCopyOnEach, CopiesMoreThan64MiBInPartsToTheirOwnPlaces) {
  // The slowest axis of the memory runs backward, which no single copy of rows can do.
  for (const Extent& extent : {Extent(4096, 1100), Extent(512, 512, 18)}) {
    const ArrayDescriptor descriptor{extent, DataType::float32, 4};
    const CUDAArray array = CUDAArray::from_descriptor(device(), descriptor);
    const bool is_image = extent.rank() == 2;
    const auto count = static_cast<std::int64_t>(is_image ? extent.height() : extent.depth());
    const auto bytes_of_one = static_cast<std::ptrdiff_t>(array.size_bytes() / static_cast<std::size_t>(count));
    Bytes bytes(array.size_bytes());
    for (std::size_t word = 0; word < bytes.size() / 8; ++word) {
      const std::uint64_t value = word * 0x9E3779B97F4A7C15;
      std::memcpy(bytes.data() + word * 8, &value, 8);
    }
    const StridedLayout flipped = region_layout(descriptor, {{}, extent}).sliced({backwards});
    const ElementType type(ElementKind::opaque, 8, 4);
    array.copy_from(StridedMemoryView::from_host(bytes, flipped, type), stream());
    const Bytes seen = texels_of(array);
    Bytes back(bytes.size());
    array.copy_to(StridedMemoryView::from_host(back, flipped, type), stream());
    stream().synchronize();
    for (std::int64_t one = 0; one < count; ++one) {
      ASSERT_EQ(std::memcmp(seen.data() + one * bytes_of_one, bytes.data() + (count - 1 - one) * bytes_of_one,
                            static_cast<std::size_t>(bytes_of_one)),
                0)
          << one << " of " << count;
    }
    EXPECT_TRUE(back == bytes);
  }
}

TEST_P(ArrayCopyOnEach, CopiesRegionsBetweenArrays) {
  Bytes from_texels;
  Bytes to_texels;
  const ArrayDescriptor from_descriptor{Extent(30, 20, 6), DataType::uint16, 2};
  const ArrayDescriptor to_descriptor{Extent(25, 28, 5), DataType::uint16, 2};
  const CUDAArray from = make_array(from_descriptor, from_texels);
  const CUDAArray to = make_array(to_descriptor, to_texels);
  const ArrayRegion region{{4, 3, 2}, Extent(17, 11, 3)};
  to.copy_from(from, region, {8, 9, 1}, stream());
  const StridedLayout source = region_layout(from_descriptor, region);
  const StridedLayout destination = region_layout(to_descriptor, {{8, 9, 1}, region.extent});
  EXPECT_EQ(difference(texels_of(to), copied(from_texels, source, {}, to_texels, destination, {})), "");

  const CUDAArray same = CUDAArray::from_descriptor(device(), from_descriptor);
  same.copy_from(from, stream());
  EXPECT_EQ(difference(texels_of(same), from_texels), "");
}

TEST_P(ArrayCopyOnEach, CopiesRegionsBetweenArraysOfEveryKind) {
  const ArrayDescriptor descriptors[] = {{Extent(15, 14, 7), DataType::uint16, 2},
                                         sliced(Extent(15, 14), DataType::uint16, ArrayKind::layered, 7),
                                         sliced(Extent(15, 15), DataType::uint16, ArrayKind::cube_map, 1),
                                         sliced(Extent(14, 14), DataType::uint16, ArrayKind::layered_cube_map, 2)};
  const ArrayRegion region{{2, 3, 1}, Extent(10, 9, 4)};
  const std::array<std::uint64_t, 3> origin{4, 1, 2};
  for (const ArrayDescriptor& from_descriptor : descriptors) {
    for (const ArrayDescriptor& to_descriptor : descriptors) {
      SCOPED_TRACE(to_string(from_descriptor) + " to " + to_string(to_descriptor));
      Bytes from_texels;
      Bytes to_texels;
      const CUDAArray from = make_array(from_descriptor, from_texels);
      const CUDAArray to = make_array(to_descriptor, to_texels);
      to.copy_from(from, region, origin, stream());
      const StridedLayout source = region_layout(from_descriptor, region);
      const StridedLayout destination = region_layout(to_descriptor, {origin, region.extent});
      EXPECT_EQ(difference(texels_of(to), copied(from_texels, source, {}, to_texels, destination, {})), "");
    }
  }
}

TEST_P(ArrayCopyOnEach, CopiesLayersOfLinesFromAndToImages) {
  const ArrayDescriptor lines = sliced(Extent(16), DataType::uint8, ArrayKind::layered, 5);
  Bytes line_texels;
  Bytes image_texels;
  const CUDAArray array = make_array(lines, line_texels);
  const CUDAArray image = make_array({Extent(16, 5), DataType::uint8, 2}, image_texels);
  for (std::uint64_t layer = 0; layer < 5; ++layer) {
    image.copy_from(array, {{0, 0, layer}, Extent(16)}, {0, layer, 0}, stream());
  }
  EXPECT_EQ(difference(texels_of(image), line_texels), "");
  EXPECT_THROW(array.copy_from(image, {{0, 0, 0}, Extent(16, 2)}, {0, 0, 0}, stream()), InvalidArgument)
      << "a layer of a 1D array has no second row";
  // Copies between layers of the same array, which do not overlap.
  array.copy_from(array, {{0, 0, 0}, Extent(16, 1, 2)}, {0, 0, 3}, stream());
  Bytes expected = line_texels;
  std::copy_n(line_texels.begin(), 64, expected.begin() + 96);
  EXPECT_EQ(difference(texels_of(array), expected), "");
}

TEST_P(ArrayCopyOnEach, RejectsMismatchedRegions) {
  const CUDAArray array = CUDAArray::from_descriptor(device(), {Extent(16, 8), DataType::uint8, 4});
  const Buffer buffer = device().allocate(4096, stream());
  const auto view = [&](const StridedLayout& layout) {
    return StridedMemoryView::from_buffer(buffer, layout, {ElementKind::opaque, 8, layout.itemsize()});
  };
  EXPECT_THROW(array.copy_from(view(StridedLayout({16, 8, 4}, 1)), stream()), InvalidArgument);
  EXPECT_THROW(array.copy_from(view(StridedLayout({8, 16, 4}, 2)), stream()), InvalidArgument);
  EXPECT_THROW(array.copy_from(view(StridedLayout({8, 16}, 1)), stream()), InvalidArgument);
  EXPECT_THROW(array.copy_from(view(StridedLayout({8, 9, 4}, 1)), {{8, 0, 0}, Extent(9, 8)}, stream()),
               InvalidArgument);
  EXPECT_THROW(array.copy_to(view(StridedLayout({8, 16, 1}, 1).broadcast_to({8, 16, 4})), stream()), InvalidArgument);
  const CUDAArray wide = CUDAArray::from_descriptor(device(), {Extent(16, 8), DataType::uint16, 4});
  EXPECT_THROW(array.copy_from(wide, stream()), InvalidArgument);
  EXPECT_THROW(array.copy_from(array, {{0, 0, 0}, Extent(10, 4)}, {6, 3, 0}, stream()), InvalidArgument) << "overlap";
  EXPECT_NO_THROW(array.copy_from(array, {{0, 0, 0}, Extent(8, 8)}, {8, 0, 0}, stream()));
  EXPECT_THROW(array.copy_from(array, {{0, 0, 0}, Extent(8, 8)}, {9, 0, 0}, stream()), InvalidArgument);
  stream().synchronize();
}

TEST_P(ArrayCopyOnEach, RejectsOtherElementsUnlessTheyAreViewedAsTheSame) {
  const std::string device_name = to_string(device().id());
  const CUDAArray array = CUDAArray::from_descriptor(device(), {Extent(16, 8), DataType::float32, 1});
  const Buffer buffer = device().allocate(4096, stream());
  const auto view = [&](const StridedLayout& layout, const ElementType& type) {
    return StridedMemoryView::from_buffer(buffer, layout, type);
  };
  const StridedMemoryView integers = view(StridedLayout({8, 16}, 4), element_type_of<std::int32_t>);
  const std::string advice =
      ": copies do not convert; convert them first, or copy their bits by calling view() to view the memory as "
      "float32 or as opaque bytes";
  EXPECT_EQ(error_of<InvalidArgument>([&] { array.copy_from(integers, stream()); }),
            device_name + ": cannot copy memory with elements of int32 into array 16x8 float32x1" + advice);
  EXPECT_EQ(error_of<InvalidArgument>([&] { array.copy_to(integers, stream()); }),
            device_name + ": cannot copy array 16x8 float32x1 into memory with elements of int32" + advice);
  EXPECT_NO_THROW(array.copy_from(integers.view(integers.layout(), element_type_of<float>), stream()));
  EXPECT_NO_THROW(array.copy_from(StridedMemoryView::from_buffer(buffer, integers.layout()), stream()));

  const CUDAArray pairs = CUDAArray::from_descriptor(device(), {Extent(16, 8), DataType::uint16, 2});
  EXPECT_NO_THROW(pairs.copy_from(view(StridedLayout({8, 16, 2}, 2), DataType::uint16), stream()));
  EXPECT_NO_THROW(pairs.copy_from(view(StridedLayout({8, 16}, 4), {ElementKind::unsigned_integer, 16, 2}), stream()));
  EXPECT_THROW(pairs.copy_from(view(StridedLayout({8, 16}, 4), DataType::uint32), stream()), InvalidArgument);
  EXPECT_THROW(pairs.copy_from(view(StridedLayout({8, 16, 2}, 2), DataType::float16), stream()), InvalidArgument);
  EXPECT_EQ(error_of<InvalidArgument>([&] { array.copy_from(pairs, stream()); }),
            device_name +
                ": cannot copy array 16x8 uint16x2 into array 16x8 float32x1: copies do not convert texels of uint16x2 "
                "to float32x1; convert them with a kernel, or copy their bits through a Buffer");
  // Normalization is a matter of textures, and blocks are bytes.
  const CUDAArray normalized = CUDAArray::from_descriptor(
      device(), {.shape = Extent(16, 8), .format = DataType::uint8, .encoding = TexelEncoding::normalized});
  const CUDAArray plain = CUDAArray::from_descriptor(device(), {.shape = Extent(16, 8), .format = DataType::uint8});
  EXPECT_NO_THROW(plain.copy_from(normalized, stream()));
  const CUDAArray blocks =
      CUDAArray::from_descriptor(device(), encoded_array(Extent(64, 32), TexelEncoding::bc7_unorm));
  EXPECT_NO_THROW(blocks.copy_from(view(StridedLayout({8, 16}, 16), {ElementKind::unsigned_integer, 32, 4}), stream()));
  const CUDAArray words = CUDAArray::from_descriptor(device(), {Extent(16, 8), DataType::uint32, 4});
  EXPECT_NO_THROW(blocks.copy_from(words, stream()));
  stream().synchronize();
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ArrayCopyOnEach);

}  // namespace
}  // namespace texelscope::gpu
