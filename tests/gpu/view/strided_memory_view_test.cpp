#include "texelscope/gpu/strided_memory_view.h"

#include <array>
#include <complex>
#include <filesystem>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "tests/gpu/object/graphics/graphics_fixture.h"
#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/npy.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;

std::vector<float> counting(std::size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.0F);
  return values;
}

std::span<std::byte> bytes_of(std::vector<float>& values) { return std::as_writable_bytes(std::span(values)); }

class StridedMemoryViewOnEach : public tests::DeviceTest {};

TEST_P(StridedMemoryViewOnEach, SeesABuffersMemory) {
  const Buffer buffer = device().allocate(24, stream());
  const StridedMemoryView view = StridedMemoryView::from_buffer(buffer, StridedLayout({2, 3}, 4), DataType::float32);
  EXPECT_EQ(view.pointer(), buffer.handle());
  EXPECT_EQ(view.layout(), StridedLayout({2, 3}, 4));
  EXPECT_EQ(view.type(), element_type_of<float>);
  EXPECT_EQ(view.device_id(), device().id());
  EXPECT_TRUE(view.is_device_accessible());
  EXPECT_EQ(view.is_host_accessible(), device().id().kind == DeviceKind::cpu);
  EXPECT_FALSE(view.is_read_only());
}

TEST_P(StridedMemoryViewOnEach, RejectsATooSmallBufferWithBothSizes) {
  const Buffer buffer = device().allocate(23, stream());
  EXPECT_EQ(
      error_of<InvalidArgument>([&] {
        static_cast<void>(StridedMemoryView::from_buffer(buffer, StridedLayout({2, 3}, 4), DataType::float32));
      }),
      to_string(device().id()) +
          ": shape (2, 3), strides (3, 1), itemsize 4 requires 24 bytes, but the memory has 23: use more memory, or "
          "a smaller layout");
  EXPECT_EQ(
      error_of<InvalidArgument>([&] {
        static_cast<void>(StridedMemoryView::from_buffer(buffer, StridedLayout({2}, {-1}, 4), DataType::float32));
      }),
      to_string(device().id()) +
          ": shape (2,), strides (-1,), itemsize 4 requires 4 bytes below its offset 0, but the memory has 0 there: "
          "use a slice offset");
}

TEST_P(StridedMemoryViewOnEach, KeepsItsBufferAlive) {
  const std::size_t before = live_object_count();
  {
    Buffer buffer = device().allocate(16, stream());
    const StridedMemoryView view = StridedMemoryView::from_buffer(buffer, StridedLayout({4}, 4), DataType::float32);
    const StridedMemoryView other = view.view(StridedLayout({2}, 8), {ElementKind::complex, 64});
    buffer.close(stream());
    EXPECT_EQ(live_object_count(), before + 1);
    EXPECT_TRUE(static_cast<bool>(other.pointer()));
  }
  stream().synchronize();
  EXPECT_EQ(live_object_count(), before);
}

TEST_P(StridedMemoryViewOnEach, ReadsAndWritesPinnedMemory) {
  const Buffer buffer = device().allocate_pinned(24);
  buffer.fill(std::byte{0}, stream());
  stream().synchronize();
  const StridedMemoryView view =
      StridedMemoryView::from_buffer(buffer, StridedLayout({2, 3}, {1, 2}, 4), DataType::int32);
  view.set({1, 2}, -7);
  EXPECT_EQ(view.at<std::int32_t>({1, 2}), -7);
  EXPECT_EQ(reinterpret_cast<const std::int32_t*>(buffer.host_bytes().data())[5], -7);
}

TEST_P(StridedMemoryViewOnEach, MayHaveUntypedElements) {
  const Buffer buffer = device().allocate(24, stream());
  const StridedMemoryView untyped = StridedMemoryView::from_buffer(buffer, StridedLayout({2, 3}, 4));
  EXPECT_FALSE(untyped.has_type());
  EXPECT_EQ(untyped.type(), ElementType(ElementKind::opaque, 8, 4));
  const StridedMemoryView wider = untyped.view(StridedLayout({3}, 8));
  EXPECT_FALSE(wider.has_type());
  EXPECT_EQ(wider.type().itemsize(), 8);
  EXPECT_THROW(static_cast<void>(untyped.view(StridedLayout({4}, 8))), InvalidArgument)
      << "the memory has only 24 bytes";
  const StridedMemoryView typed = untyped.view(untyped.layout(), DataType::float32);
  EXPECT_TRUE(typed.has_type());
  EXPECT_THROW(static_cast<void>(typed.view(StridedLayout({3}, 8))), InvalidArgument)
      << "a typed view must keep its type";

  // Views without a type can still be copied, as bytes.
  std::vector<float> source = counting(6);
  std::vector<float> seen(6);
  untyped.copy_from(StridedMemoryView::from_host(bytes_of(source), StridedLayout({2, 3}, 4), DataType::float32),
                    stream());
  untyped.copy_to(StridedMemoryView::from_host(bytes_of(seen), StridedLayout({2, 3}, 4), DataType::float32), stream());
  stream().synchronize();
  EXPECT_EQ(seen, source);
}

TEST_P(StridedMemoryViewOnEach, OfABufferMayBeReadOnly) {
  const Buffer buffer = device().allocate_pinned(24);
  const StridedMemoryView view = StridedMemoryView::from_buffer(buffer, StridedLayout({6}, 4), DataType::int32, true);
  EXPECT_TRUE(view.is_read_only());
  EXPECT_TRUE(view.view(StridedLayout({3}, 4)).is_read_only());
  EXPECT_THROW(view.set({0}, 1), InvalidArgument);
  EXPECT_TRUE(StridedMemoryView::from_buffer(buffer, StridedLayout({6}, 4), std::nullopt, true).is_read_only());
  EXPECT_FALSE(StridedMemoryView::from_buffer(buffer, StridedLayout({6}, 4), DataType::int32).is_read_only());
}

TEST_P(StridedMemoryViewOnEach, OfABufferOfUnknownSizeIsNotCheckedAgainstIt) {
  const Buffer whole = device().allocate(64, stream());
  const auto values = counting(16);
  whole.copy_from(values, stream());
  const Buffer from_the_middle = Buffer::from_handle(device(), {whole.handle().value + 32}, std::nullopt, nullptr);
  const StridedMemoryView below =
      StridedMemoryView::from_buffer(from_the_middle, StridedLayout({9}, {-1}, 4), element_type_of<float>);
  const StridedMemoryView above =
      StridedMemoryView::from_buffer(from_the_middle, StridedLayout({8}, 4), element_type_of<float>);
  std::vector<float> seen(9);
  const auto target = StridedMemoryView::from_host(bytes_of(seen), StridedLayout({9}, 4), element_type_of<float>);
  below.copy_to(target, stream());
  stream().synchronize();
  EXPECT_EQ(seen, (std::vector<float>{8, 7, 6, 5, 4, 3, 2, 1, 0}));
  above.copy_to(target.view(StridedLayout({8}, 4)), stream());
  stream().synchronize();
  EXPECT_EQ(seen, (std::vector<float>{8, 9, 10, 11, 12, 13, 14, 15, 0}));
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(StridedMemoryViewOnEach);

TEST(StridedMemoryView, ReportsThatUntypedElementsHaveNoValues) {
  std::vector<float> values = counting(2);
  const auto view = StridedMemoryView::from_external(
      {.pointer = {reinterpret_cast<std::uintptr_t>(values.data())}, .size_bytes = 8}, StridedLayout({2}, 4));
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(view.at<float>({1})); }),
            "cpu: the elements have no type and were requested as float32: view() them as that type");
  EXPECT_EQ(view.view(view.layout(), element_type_of<float>).at<float>({1}), 1);
  EXPECT_EQ(view.bytes_at({1}).size(), 4U);
}

class StridedMemoryViewOfAMapping : public tests::GraphicsTest {};

TEST_F(StridedMemoryViewOfAMapping, EndsWithTheMapping) {
  const GraphicsResource resource = buffer();
  Mapping mapping = resource.map(*stream);
  const StridedMemoryView view =
      StridedMemoryView::from_buffer(mapping.buffer(), StridedLayout({4}, 4), DataType::float32);
  EXPECT_TRUE(static_cast<bool>(view.pointer()));
  mapping.unmap();
  EXPECT_THROW(static_cast<void>(view.pointer()), InvalidState);
}

TEST(StridedMemoryView, SeesHostMemoryByAnyLayout) {
  std::vector<float> values = counting(24);
  const StridedLayout layout = StridedLayout({2, 3, 4}, 4).permuted({2, 0, 1}).sliced({AxisSlice({}, {}, -1)});
  const StridedMemoryView view = StridedMemoryView::from_host(bytes_of(values), layout, element_type_of<float>);
  for (std::int64_t i = 0; i < 4; ++i) {
    for (std::int64_t j = 0; j < 2; ++j) {
      for (std::int64_t k = 0; k < 3; ++k) {
        EXPECT_EQ(view.at<float>({i, j, k}), static_cast<float>(12 * j + 4 * k + (3 - i)));
      }
    }
  }
  view.set({0, 1, 2}, 99.0F);
  EXPECT_EQ(values[23], 99.0F);
  EXPECT_EQ(view.device_id(), DeviceId{});
  EXPECT_TRUE(view.is_host_accessible());
}

TEST(StridedMemoryView, RejectsElementsThatTheHostCannotAccess) {
  const StridedMemoryView view = StridedMemoryView::from_external(
      {.pointer = {0x1000}, .device_id = {DeviceKind::cuda, 1}, .is_host_accessible = false}, StridedLayout({2}, 4),
      element_type_of<float>);
  const std::string expected =
      "cuda:1: the host cannot access the memory of shape (2,), strides (1,), itemsize 4: copy it to host memory, "
      "or use Device::allocate_pinned";
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(view.at<float>({0})); }), expected);
  EXPECT_EQ(error_of<InvalidArgument>([&] { view.set({0}, 1.0F); }), expected);
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(view.data<const float>()); }), expected);
  EXPECT_EQ(error_of<InvalidArgument>([&] { view.to_npy("unwritten.npy"); }), expected);
  EXPECT_FALSE(std::filesystem::exists("unwritten.npy"));
}

TEST(StridedMemoryView, RejectsWrongIndicesAndTypes) {
  std::vector<float> values = counting(6);
  const StridedMemoryView view =
      StridedMemoryView::from_host(bytes_of(values), StridedLayout({2, 3}, 4), element_type_of<float>);
  for (const Dimensions& index :
       {Dimensions{2, 0}, Dimensions{0, 3}, Dimensions{-1, 0}, Dimensions{0}, Dimensions{0, 0, 0}}) {
    EXPECT_THROW(static_cast<void>(view.at<float>(index)), InvalidArgument) << to_string(index);
    EXPECT_THROW(view.set(index, 1.0F), InvalidArgument) << to_string(index);
  }
  EXPECT_EQ(error_of<InvalidArgument>([&] {
              static_cast<void>(view.at<std::int32_t>({0, 0}));
            }),
            "cpu: the elements are float32 and were requested as int32: use their type, or view() them as a "
            "different one");
  EXPECT_EQ(error_of<InvalidArgument>([&] {
              static_cast<void>(StridedMemoryView::from_host(bytes_of(values), StridedLayout({2}, 4), DataType::uint8));
            }),
            "cpu: uint8 has 1 bytes, but the layout's itemsize is 4: they must be equal");
}

TEST(StridedMemoryView, OfConstantMemoryIsReadOnly) {
  const std::vector<float> values = counting(3);
  const StridedMemoryView view =
      StridedMemoryView::from_host(std::as_bytes(std::span(values)), StridedLayout({3}, 4), element_type_of<float>);
  EXPECT_TRUE(view.is_read_only());
  EXPECT_TRUE(view.view(StridedLayout({1}, 4)).is_read_only());
  EXPECT_EQ(view.at<float>({2}), 2.0F);
  EXPECT_EQ(view.data<const float>(), values.data());
  const std::string expected = "cpu: shape (3,), strides (1,), itemsize 4 is read-only: copy it to writable memory";
  EXPECT_EQ(error_of<InvalidArgument>([&] { view.set({0}, 1.0F); }), expected);
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(view.data<float>()); }), expected);
}

TEST(StridedMemoryView, KeepsItsOwnerAlive) {
  auto values = std::make_shared<std::vector<float>>(counting(3));
  const std::weak_ptr<std::vector<float>> watch = values;
  {
    const StridedMemoryView view =
        StridedMemoryView::from_host(bytes_of(*values), StridedLayout({3}, 4), element_type_of<float>, values)
            .view(StridedLayout({2}, 4));
    EXPECT_EQ(view.owner(), values);
    values.reset();
    EXPECT_EQ(view.at<float>({1}), 1.0F);
  }
  EXPECT_TRUE(watch.expired());
}

TEST(StridedMemoryView, ViewsTheSameMemoryAsAnotherType) {
  std::vector<float> values{1.0F, 2.0F, 3.0F, 4.0F};
  const StridedMemoryView view =
      StridedMemoryView::from_host(bytes_of(values), StridedLayout({4}, 4), element_type_of<float>);
  EXPECT_EQ(view.view(StridedLayout({4}, 4), DataType::uint32).at<std::uint32_t>({0}), 0x3F800000U);
  const StridedMemoryView pairs = view.view(StridedLayout({2}, 8), element_type_of<std::complex<float>>);
  EXPECT_EQ(pairs.at<std::complex<float>>({1}), std::complex<float>(3.0F, 4.0F));
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(view.view(StridedLayout({5}, 4))); }),
            "cpu: shape (5,), strides (1,), itemsize 4 requires 20 bytes, but the memory has 16: use more memory, or a "
            "smaller layout");
}

TEST(StridedMemoryView, ExtendsBelowThePointerOfForeignMemory) {
  std::vector<float> values = counting(6);
  const ForeignMemory memory{.pointer = {reinterpret_cast<std::uintptr_t>(values.data() + 5)}};
  const StridedMemoryView reversed =
      StridedMemoryView::from_external(memory, StridedLayout({2, 3}, {-3, -1}, 4), element_type_of<float>);
  EXPECT_EQ(reversed.at<float>({0, 0}), 5.0F);
  EXPECT_EQ(reversed.at<float>({1, 2}), 0.0F);
  // The size is unknown, so nothing is rejected.
  EXPECT_EQ(reversed.view(StridedLayout({100}, {-1}, 4)).layout().shape(), Dimensions{100});

  ForeignMemory known = memory;
  known.size_bytes = 4;
  known.size_below_bytes = 20;
  EXPECT_EQ(StridedMemoryView::from_external(known, StridedLayout({6}, {-1}, 4), element_type_of<float>).at<float>({5}),
            0.0F);
  EXPECT_EQ(
      error_of<InvalidArgument>([&] {
        static_cast<void>(StridedMemoryView::from_external(known, StridedLayout({7}, {-1}, 4), element_type_of<float>));
      }),
      "cpu: shape (7,), strides (-1,), itemsize 4 requires 24 bytes below its offset 0, but the memory has 20 "
      "there: use a slice offset");
}

TEST(StridedMemoryView, RejectsMemoryOutsideTheAddressSpace) {
  const auto refusal = [](std::uint64_t address, const StridedLayout& layout) {
    return error_of<InvalidArgument>([&] {
      static_cast<void>(StridedMemoryView::from_external({.pointer = {address}}, layout, element_type_of<float>));
    });
  };
  EXPECT_EQ(
      refusal(0x10, StridedLayout({6}, {-1}, 4)),
      "cpu: shape (6,), strides (-1,), itemsize 4 extends outside the address space from address 0x10: correct its "
      "strides or offset");
  EXPECT_EQ(refusal(0x14, StridedLayout({6}, {-1}, 4)), "no error");
  const std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  EXPECT_NE(refusal(last - 22, StridedLayout({6}, 4)), "no error");
  EXPECT_EQ(refusal(last - 24, StridedLayout({6}, 4)), "no error");
  EXPECT_EQ(
      refusal(0, StridedLayout({1}, 4)),
      "cpu: shape (1,), strides (1,), itemsize 4 has elements, but the memory's address is 0: only an empty layout "
      "may have address 0");
}

TEST(StridedMemoryView, NeedsNoMemoryWhenEmpty) {
  const StridedMemoryView view = StridedMemoryView::from_external({}, StridedLayout({0, 3}, 4), element_type_of<float>);
  EXPECT_EQ(view.layout().volume(), 0);
  EXPECT_THROW(static_cast<void>(view.at<float>({0, 0})), InvalidArgument);
  EXPECT_EQ(view.data<float>(), nullptr);
  EXPECT_NO_THROW(static_cast<void>(
      StridedMemoryView::from_host(std::span<std::byte>{}, StridedLayout({0}, 4), element_type_of<float>)));
}

TEST(StridedMemoryView, ReadsElementsThatAreNotAligned) {
  std::vector<float> values = counting(3);
  std::vector<std::byte> shifted(13);
  std::memcpy(shifted.data() + 1, values.data(), 12);
  const StridedMemoryView view =
      StridedMemoryView::from_host(std::span(shifted).subspan(1), StridedLayout({3}, 4), element_type_of<float>);
  EXPECT_EQ(view.at<float>({2}), 2.0F);
  view.set({2}, 5.0F);
  EXPECT_EQ(view.at<float>({2}), 5.0F);
  EXPECT_NE(error_of<InvalidArgument>([&] { static_cast<void>(view.data<float>()); }).find("not aligned to 4 bytes"),
            std::string::npos);
}

TEST(StridedMemoryView, ReadsAnyByteAsTruth) {
  std::vector<std::byte> bytes{std::byte{0}, std::byte{1}, std::byte{2}, std::byte{255}};
  const StridedMemoryView view = StridedMemoryView::from_host(bytes, StridedLayout({4}, 1), element_type_of<bool>);
  EXPECT_FALSE(view.at<bool>({0}));
  EXPECT_TRUE(view.at<bool>({1}) && view.at<bool>({2}) && view.at<bool>({3}));
}

TEST(StridedMemoryView, ReturnsTheBytesOfElementsOfAnyType) {
  const std::string text = "abcdefghi";
  const StridedMemoryView view =
      StridedMemoryView::from_host(std::as_bytes(std::span(text)), StridedLayout({3}, 3), {ElementKind::bytes, 8, 3});
  const std::span<const std::byte> bytes = view.bytes_at({1});
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), "def");
  EXPECT_THROW(static_cast<void>(view.writable_bytes_at({1})), InvalidArgument);
}

/// The part of std::mdspan with std::layout_stride that interchange requires.
template <class T>
struct Span2D {
  struct Extents {
    std::array<std::size_t, 2> sizes;
    [[nodiscard]] static constexpr std::size_t rank() { return 2; }
    [[nodiscard]] constexpr std::size_t extent(std::size_t axis) const { return sizes[axis]; }
  };
  T* pointer;
  Extents shape;
  std::array<std::size_t, 2> strides;
  [[nodiscard]] T* data_handle() const { return pointer; }
  [[nodiscard]] const Extents& extents() const { return shape; }
  [[nodiscard]] std::size_t stride(std::size_t axis) const { return strides[axis]; }
};

TEST(StridedMemoryView, ConvertsFromAndToMdspan) {
  std::vector<float> values = counting(12);
  const Span2D<float> span{values.data() + 1, {{3, 2}}, {4, 2}};
  const StridedMemoryView view = StridedMemoryView::from_mdspan(span);
  EXPECT_EQ(view.layout(), StridedLayout({3, 2}, {4, 2}, 4));
  EXPECT_EQ(view.at<float>({2, 1}), 11.0F);
  EXPECT_FALSE(view.is_read_only());
  EXPECT_THROW(static_cast<void>(view.view(StridedLayout({12}, 4))), InvalidArgument) << "the span ends before";

  const StridedMemoryView reversed = view.view(view.layout().sliced({AxisSlice({}, {}, -1)}).permuted({1, 0}));
  const Span2D<float> back{
      reversed.data<float>(), {to_array<2>(reversed.layout().shape())}, to_array<2>(reversed.layout().strides())};
  EXPECT_EQ(back.data_handle()[back.stride(0)], 11.0F);
  EXPECT_EQ(back.data_handle(), values.data() + 9);
  EXPECT_EQ(back.extents().extent(1), 3U);

  const Span2D<const float> constant{values.data(), {{2, 2}}, {2, 1}};
  EXPECT_TRUE(StridedMemoryView::from_mdspan(constant).is_read_only());
}

TEST(StridedMemoryView, RoundTripsThroughAnNpyFile) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "texelscope_view.npy";
  std::vector<float> values = counting(6);
  const ForeignMemory last{.pointer = {reinterpret_cast<std::uintptr_t>(values.data() + 5)}};
  const StridedMemoryView reversed =
      StridedMemoryView::from_external(last, StridedLayout({2, 3}, {-3, -1}, 4), element_type_of<float>);
  reversed.to_npy(file);
  const StridedMemoryView view = StridedMemoryView::from_npy(file);
  EXPECT_EQ(view.layout(), StridedLayout({2, 3}, 4));
  EXPECT_EQ(view.type(), element_type_of<float>);
  EXPECT_EQ(view.at<float>({0, 0}), 5.0F);
  EXPECT_EQ(view.at<float>({1, 2}), 0.0F);
  view.set({0, 0}, 8.0F);
  EXPECT_EQ(view.at<float>({0, 0}), 8.0F);

  view.view(StridedLayout({3, 0}, 4)).to_npy(file);
  EXPECT_EQ(StridedMemoryView::from_npy(file).layout().shape(), (Dimensions{3, 0}));
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace texelscope::gpu
