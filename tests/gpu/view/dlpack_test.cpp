#include "texelscope/gpu/dlpack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/fake_driver.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/memory/managed_memory_resource.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;
using tests::FakeDevice;

constexpr DLDataType float32{2, 32, 1};

/// A tensor from another library. This object owns the tensor and counts its deletions.
template <class Managed>
struct Foreign {
  explicit Foreign(std::vector<std::int64_t> extents = {2, 3}, DLDataType type = float32)
      : shape{std::move(extents)}, values(64) {
    std::iota(values.begin(), values.end(), 0.0F);
    managed.dl_tensor.data = values.data();
    managed.dl_tensor.device = {dlpack::cpu, 0};
    managed.dl_tensor.ndim = static_cast<std::int32_t>(shape.size());
    managed.dl_tensor.dtype = type;
    managed.dl_tensor.shape = shape.data();
    managed.manager_ctx = this;
    managed.deleter = [](Managed* one) { ++static_cast<Foreign*>(one->manager_ctx)->deletions; };
    if constexpr (std::is_same_v<Managed, DLManagedTensorVersioned>) {
      managed.version = {1, 0};
    }
  }
  Foreign(const Foreign&) = delete;
  Foreign& operator=(const Foreign&) = delete;
  ~Foreign() = default;

  void set_strides(std::vector<std::int64_t> to) {
    strides = std::move(to);
    managed.dl_tensor.strides = strides.data();
  }

  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
  std::vector<float> values;
  Managed managed{};
  int deletions = 0;
};

template <class Managed>
class DLPackTensor : public testing::Test {};
using Versions = testing::Types<DLManagedTensor, DLManagedTensorVersioned>;
TYPED_TEST_SUITE(DLPackTensor, Versions);

template <class Managed>
Managed* exported(const StridedMemoryView& view) {
  if constexpr (std::is_same_v<Managed, DLManagedTensor>) {
    return to_dlpack(view);
  } else {
    return to_dlpack_versioned(view);
  }
}

TYPED_TEST(DLPackTensor, IsSeenInPlaceAndDeletedOnceWithTheLastView) {
  Foreign<TypeParam> foreign;
  {
    std::optional<StridedMemoryView> view = from_dlpack(&foreign.managed);
    EXPECT_EQ(view->layout(), StridedLayout({2, 3}, 4));
    EXPECT_EQ(view->type(), element_type_of<float>);
    EXPECT_EQ(view->device_id(), DeviceId{});
    EXPECT_FALSE(view->is_read_only());
    EXPECT_EQ(view->data<float>(), foreign.values.data());
    EXPECT_EQ(view->at<float>({1, 2}), 5);
    const StridedMemoryView other = view->view(StridedLayout({6}, 4));
    view.reset();
    EXPECT_EQ(foreign.deletions, 0) << "another view still exists";
    EXPECT_EQ(other.at<float>({5}), 5);
  }
  EXPECT_EQ(foreign.deletions, 1);
}

TYPED_TEST(DLPackTensor, IsReadWhenAViewIsRequested) {
  Foreign<TypeParam> foreign;
  {
    const ImportedTensor tensor = import_dlpack(&foreign.managed);
    EXPECT_EQ(tensor.metadata.pointer.value, reinterpret_cast<std::uintptr_t>(foreign.values.data()));
    EXPECT_EQ(tensor.metadata.shape, foreign.shape.data()) << "nothing is copied";
    EXPECT_EQ(tensor.metadata.memory().device_id, DeviceId{});
    EXPECT_EQ(tensor.view().template at<float>({1, 2}), 5);
    const StridedMemoryView view = tensor.view();
    EXPECT_EQ(view.owner(), tensor.owner);
  }
  EXPECT_EQ(foreign.deletions, 1);

  Foreign<TypeParam> wrong({2, 3}, {2, 4, 1});
  {
    const ImportedTensor tensor = import_dlpack(&wrong.managed);
    EXPECT_NE(error_of<InvalidArgument>([&] { static_cast<void>(tensor.view()); }).find("not whole bytes"),
              std::string::npos);
    EXPECT_EQ(wrong.deletions, 0) << "the tensor is imported nevertheless";
  }
  EXPECT_EQ(wrong.deletions, 1);
  EXPECT_THROW(static_cast<void>(import_dlpack(static_cast<TypeParam*>(nullptr))), InvalidArgument);
}

TYPED_TEST(DLPackTensor, MayBeDeletedOnAnotherThread) {
  Foreign<TypeParam> foreign;
  std::optional<StridedMemoryView> view = from_dlpack(&foreign.managed);
  std::thread([&] { view.reset(); }).join();
  EXPECT_EQ(foreign.deletions, 1);
}

TYPED_TEST(DLPackTensor, MayHaveNoDeleter) {
  Foreign<TypeParam> foreign;
  foreign.managed.deleter = nullptr;
  EXPECT_EQ(from_dlpack(&foreign.managed).template at<float>({0, 1}), 1);
}

TYPED_TEST(DLPackTensor, BeginsAtItsByteOffsetAndHasItsStrides) {
  Foreign<TypeParam> foreign;
  foreign.managed.dl_tensor.byte_offset = 10 * sizeof(float);
  foreign.set_strides({-3, 2});
  const StridedMemoryView view = from_dlpack(&foreign.managed);
  EXPECT_EQ(view.template at<float>({0, 0}), 10);
  EXPECT_EQ(view.template at<float>({1, 2}), 10 - 3 + 4);
  EXPECT_EQ(view.pointer().value, reinterpret_cast<std::uintptr_t>(foreign.values.data() + 10));
}

TYPED_TEST(DLPackTensor, MayBeBroadcastEmptyOrOfRankZero) {
  Foreign<TypeParam> broadcast;
  broadcast.set_strides({0, 1});
  EXPECT_EQ(from_dlpack(&broadcast.managed).template at<float>({1, 2}), 2);
  Foreign<TypeParam> empty({2, 0, 3});
  empty.managed.dl_tensor.data = nullptr;
  EXPECT_TRUE(from_dlpack(&empty.managed).layout().is_empty());
  Foreign<TypeParam> scalar(std::vector<std::int64_t>{});
  scalar.managed.dl_tensor.shape = nullptr;
  EXPECT_EQ(from_dlpack(&scalar.managed).template at<float>({}), 0);
}

TYPED_TEST(DLPackTensor, ReportsWhichDevicesCanAccessTheMemory) {
  struct Case {
    std::int32_t type;
    DeviceId device;
    bool is_host_accessible;
  };
  for (const Case& each : {Case{dlpack::cpu, {DeviceKind::cpu, 0}, true},
                           {dlpack::cuda, {DeviceKind::cuda, 3}, false},
                           {dlpack::cuda_host, {DeviceKind::cuda, 3}, true},
                           {dlpack::cuda_managed, {DeviceKind::cuda, 3}, true}}) {
    Foreign<TypeParam> foreign;
    foreign.managed.dl_tensor.device = {each.type, 3};
    const StridedMemoryView view = from_dlpack(&foreign.managed);
    EXPECT_EQ(view.device_id(), each.device) << each.type;
    EXPECT_EQ(view.is_host_accessible(), each.is_host_accessible) << each.type;
    EXPECT_TRUE(view.is_device_accessible()) << each.type;
  }
}

TYPED_TEST(DLPackTensor, IsNotConsumedWhenItIsRejected) {
  struct Case {
    std::string text;
    void (*spoil)(DLTensor&);
  };
  const std::array cases{
      Case{"unsupported rank -1: use 0 to 64 axes", [](DLTensor& tensor) { tensor.ndim = -1; }},
      Case{"unsupported rank 65: use 0 to 64 axes", [](DLTensor& tensor) { tensor.ndim = 65; }},
      Case{"it has 2 axes but no shape", [](DLTensor& tensor) { tensor.shape = nullptr; }},
      Case{"-7", [](DLTensor& tensor) { tensor.shape[1] = -7; }},
      Case{"64 bits", [](DLTensor& tensor) { tensor.shape[0] = tensor.shape[1] = std::int64_t{1} << 40; }},
      Case{"address is 0", [](DLTensor& tensor) { tensor.data = nullptr; }},
      Case{"outside the address space",
           [](DLTensor& tensor) { tensor.byte_offset = std::numeric_limits<std::uint64_t>::max(); }},
      Case{"it is on a device of type 8: copy it", [](DLTensor& tensor) { tensor.device.device_type = 8; }},
      Case{"CUDA has no device -2",
           [](DLTensor& tensor) {
             tensor.device = {dlpack::cuda, -2};
           }},
      Case{"type code 3, which denotes handles", [](DLTensor& tensor) { tensor.dtype.code = 3; }},
      Case{"type code 200, which DLPack 1.3 does not define", [](DLTensor& tensor) { tensor.dtype.code = 200; }},
      Case{"an element of 1 lanes of 4 bits has 4 bits, not whole bytes",
           [](DLTensor& tensor) { tensor.dtype.bits = 4; }},
      Case{"an element of 0 lanes of 32 bits", [](DLTensor& tensor) { tensor.dtype.lanes = 0; }},
      Case{"unsupported number of bits", [](DLTensor& tensor) { tensor.dtype.bits = 24; }}};
  for (const Case& each : cases) {
    Foreign<TypeParam> foreign;
    each.spoil(foreign.managed.dl_tensor);
    const std::string text = error_of<Error>([&] { static_cast<void>(from_dlpack(&foreign.managed)); });
    EXPECT_NE(text.find(each.text), std::string::npos) << each.text << "\n" << text;
    EXPECT_EQ(foreign.deletions, 0) << each.text;
  }
  EXPECT_NE(error_of<InvalidArgument>([] {
              static_cast<void>(from_dlpack(static_cast<TypeParam*>(nullptr)));
            }).find("the pointer is null"),
            std::string::npos);
}

TYPED_TEST(DLPackTensor, RoundTripsThroughAnotherLibrary) {
  auto values = std::make_shared<std::vector<float>>(24);
  std::iota(values->begin(), values->end(), 0.0F);
  const std::weak_ptr<std::vector<float>> watched = values;
  std::optional<StridedMemoryView> view = StridedMemoryView::from_host(
      std::as_writable_bytes(std::span(*values)), StridedLayout({2, 3}, {-4, 1}, 4, StrideUnit::elements, 8),
      element_type_of<float>, values);
  values.reset();
  const DevicePointer first{view->pointer().value + 8 * sizeof(float)};
  TypeParam* const tensor = exported<TypeParam>(*view);
  view.reset();
  ASSERT_FALSE(watched.expired()) << "the tensor keeps the memory alive";
  EXPECT_EQ(tensor->dl_tensor.byte_offset, 0U);
  ASSERT_NE(tensor->dl_tensor.strides, nullptr);
  {
    const StridedMemoryView back = from_dlpack(tensor);
    EXPECT_EQ(back.pointer(), first);
    EXPECT_EQ(back.layout().strides(), Dimensions({-4, 1}));
    EXPECT_EQ(back.template at<float>({1, 2}), 6);
  }
  EXPECT_TRUE(watched.expired()) << "the last view releases it";
}

TYPED_TEST(DLPackTensor, IsExportedWithItsOwnKindOfDevice) {
  for (const std::int32_t type : {dlpack::cpu, dlpack::cuda, dlpack::cuda_host, dlpack::cuda_managed}) {
    Foreign<TypeParam> foreign;
    foreign.managed.dl_tensor.device = {type, type == dlpack::cpu ? 0 : 3};
    const StridedMemoryView view = from_dlpack(&foreign.managed).view(StridedLayout({6}, 4));
    EXPECT_EQ(view.is_managed(), type == dlpack::cuda_managed);
    TypeParam* const back = exported<TypeParam>(view);
    EXPECT_EQ(back->dl_tensor.device.device_type, type);
    EXPECT_EQ(back->dl_tensor.device.device_id, type == dlpack::cpu ? 0 : 3);
    back->deleter(back);
  }
}

TYPED_TEST(DLPackTensor, HasNoAddressIfItIsEmpty) {
  Foreign<TypeParam> foreign;
  const StridedMemoryView view = from_dlpack(&foreign.managed);
  const StridedLayout layout = view.layout().sliced({AxisSlice(1, 2)});
  TypeParam* const part = exported<TypeParam>(view.view(layout));
  EXPECT_EQ(part->dl_tensor.data, foreign.values.data() + 3);
  part->deleter(part);
  TypeParam* const none = exported<TypeParam>(view.view(layout.sliced({AxisSlice(0, 0)})));
  EXPECT_EQ(none->dl_tensor.data, nullptr);
  EXPECT_EQ(none->dl_tensor.shape[1], 3);
  EXPECT_TRUE(from_dlpack(none).layout().is_empty());
}

TEST(DLPack, ExportsManagedBuffersAsManaged) {
  const FakeDevice fake;
  const Buffer allocated = ManagedMemoryResource::from_options(*fake.device, {}).allocate(24);
  fake.script->pointer_facts = {.is_known = true,
                                .is_device_accessible = true,
                                .is_host_accessible = true,
                                .is_managed = true,
                                .is_on_device = true,
                                .ordinal = 0,
                                .device_pointer = {0x1000},
                                .host_pointer = {0x1000}};
  const Buffer wrapped = Buffer::from_handle(*fake.device, {0x1000}, 24, nullptr);
  const Buffer pinned = fake.device->allocate_pinned(24);
  const auto device_of = [](const Buffer& buffer) {
    return dlpack_device(StridedMemoryView::from_buffer(buffer, StridedLayout({6}, 4), element_type_of<float>));
  };
  EXPECT_EQ(device_of(allocated), (DLPackDevice{dlpack::cuda_managed, 0}));
  EXPECT_EQ(device_of(wrapped), (DLPackDevice{dlpack::cuda_managed, 0}));
  EXPECT_EQ(device_of(pinned), (DLPackDevice{dlpack::cuda_host, 0}));
}

TYPED_TEST(DLPackTensor, HasEveryTypeOfNumbers) {
  for (std::uint8_t code = 0; code <= 17; ++code) {
    for (const std::uint8_t bits : std::array<std::uint8_t, 7>{4, 6, 8, 16, 32, 64, 128}) {
      for (const std::uint16_t lanes : std::array<std::uint16_t, 3>{1, 2, 4}) {
        Foreign<TypeParam> foreign({1}, {code, bits, lanes});
        std::optional<StridedMemoryView> view;
        try {
          view = from_dlpack(&foreign.managed);
        } catch (const InvalidArgument&) {
          continue;
        }
        EXPECT_EQ(view->type().itemsize(), bits * lanes / 8);
        TypeParam* const back = exported<TypeParam>(*view);
        EXPECT_EQ(back->dl_tensor.dtype.code, code);
        EXPECT_EQ(back->dl_tensor.dtype.bits, bits);
        EXPECT_EQ(back->dl_tensor.dtype.lanes, lanes);
        back->deleter(back);
      }
    }
  }
}

TEST(DLPack, KnowsItsTypesByName) {
  const auto name = [](DLDataType type) {
    Foreign<DLManagedTensor> foreign({1}, type);
    return to_string(from_dlpack(&foreign.managed).type());
  };
  EXPECT_EQ(name({0, 8, 1}), "int8");
  EXPECT_EQ(name({1, 64, 1}), "uint64");
  EXPECT_EQ(name({2, 16, 1}), "float16");
  EXPECT_EQ(name({4, 16, 1}), "bfloat16");
  EXPECT_EQ(name({5, 32, 1}), "complex32");
  EXPECT_EQ(name({5, 128, 1}), "complex128");
  EXPECT_EQ(name({6, 8, 1}), "bool");
  EXPECT_EQ(name({7, 8, 1}), "float8_e3m4");
  EXPECT_EQ(name({10, 8, 1}), "float8_e4m3fn");
  EXPECT_EQ(name({13, 8, 1}), "float8_e5m2fnuz");
  EXPECT_EQ(name({14, 8, 1}), "float8_e8m0fnu");
  EXPECT_EQ(name({15, 6, 4}), "float6_e2m3fnx4");
  EXPECT_EQ(name({17, 4, 2}), "float4_e2m1fnx2");
  EXPECT_EQ(name({2, 32, 4}), "float32x4");
}

TEST(DLPack, IsReadOnlyOnlyWithAVersion) {
  Foreign<DLManagedTensorVersioned> foreign;
  foreign.managed.flags = dlpack::is_read_only;
  const StridedMemoryView view = from_dlpack(&foreign.managed);
  EXPECT_TRUE(view.is_read_only());
  EXPECT_NE(error_of<InvalidArgument>([&] { static_cast<void>(to_dlpack(view)); }).find("use to_dlpack_versioned"),
            std::string::npos);
  DLManagedTensorVersioned* const back = to_dlpack_versioned(view);
  EXPECT_EQ(back->flags, dlpack::is_read_only);
  EXPECT_EQ(back->version.major, 1U);
  EXPECT_TRUE(from_dlpack(back).is_read_only());
}

TEST(DLPack, RejectsAnotherMajorVersionAndPaddedElements) {
  Foreign<DLManagedTensorVersioned> foreign;
  foreign.managed.version = {2, 0};
  EXPECT_NE(error_of<Unavailable>([&] { static_cast<void>(from_dlpack(&foreign.managed)); }).find("version 2.0"),
            std::string::npos);
  Foreign<DLManagedTensorVersioned> padded({1}, {17, 4, 2});
  padded.managed.flags = dlpack::is_padded;
  EXPECT_NE(
      error_of<InvalidArgument>([&] { static_cast<void>(from_dlpack(&padded.managed)); }).find("padded to a byte each"),
      std::string::npos);
  EXPECT_EQ(foreign.deletions + padded.deletions, 0);
}

TEST(DLPack, BorrowsATensorWithoutOwningIt) {
  Foreign<DLManagedTensor> foreign;
  const StridedMemoryView view = from_dlpack(foreign.managed.dl_tensor, nullptr, true);
  EXPECT_EQ(view.at<float>({1, 0}), 3);
  EXPECT_TRUE(view.is_read_only());
  EXPECT_EQ(foreign.deletions, 0);
}

/// Tensors as a faulty library might pass them: numbers at the limits, and arbitrary bits.
class RandomTensors {
 public:
  explicit RandomTensors(std::uint32_t seed) : random_{seed} {}

  std::int64_t number() {
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    constexpr std::array<std::int64_t, 12> edges{0,  1,    2,         3,        -1,        -2,
                                                 64, most, -most - 1, most / 4, 1LL << 31, -(1LL << 40)};
    return pick(4) == 0 ? static_cast<std::int64_t>(random_()) : edges[pick(edges.size())];
  }
  std::size_t pick(std::size_t count) { return random_() % count; }

  /// Mostly small tensors, so that many are accepted.
  void fill(DLTensor& tensor, std::vector<std::int64_t>& shape, std::vector<std::int64_t>& strides) {
    const std::size_t ndim = pick(8) == 0 ? pick(70) : pick(5);
    shape.assign(std::max<std::size_t>(ndim, 1), 0);
    strides = shape;
    for (std::size_t axis = 0; axis < ndim; ++axis) {
      shape[axis] = pick(6) == 0 ? number() : static_cast<std::int64_t>(pick(5));
      strides[axis] = pick(6) == 0 ? number() : static_cast<std::int64_t>(pick(9)) - 4;
    }
    tensor.data = reinterpret_cast<void*>(pick(4) == 0 ? static_cast<std::uintptr_t>(number()) : 0x10000);
    tensor.device = {static_cast<std::int32_t>(pick(4) == 0 ? pick(20) : 1 + pick(3)),
                     static_cast<std::int32_t>(pick(3))};
    tensor.ndim =
        pick(20) == 0 ? static_cast<std::int32_t>(-1 - static_cast<int>(pick(5))) : static_cast<std::int32_t>(ndim);
    tensor.dtype = {static_cast<std::uint8_t>(pick(20)),
                    static_cast<std::uint8_t>(pick(3) == 0 ? random_() : 8U << pick(5)),
                    static_cast<std::uint16_t>(pick(5) == 0 ? random_() : 1)};
    tensor.shape = pick(30) == 0 ? nullptr : shape.data();
    tensor.strides = pick(3) == 0 ? nullptr : strides.data();
    tensor.byte_offset = pick(5) == 0 ? static_cast<std::uint64_t>(number()) : pick(64);
  }

 private:
  std::mt19937_64 random_;
};

TEST(DLPack, AcceptsOrRejectsAnyTensor) {
  // A longer run: TEXELSCOPE_FUZZ_SECONDS=600.
  const char* const wanted = std::getenv("TEXELSCOPE_FUZZ_SECONDS");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(wanted != nullptr ? std::atoi(wanted) : 0);
  RandomTensors random(wanted != nullptr ? std::random_device{}() : 1);
  std::uint64_t taken = 0;
  std::uint64_t refused = 0;
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
  while (taken + refused < 50'000 || std::chrono::steady_clock::now() < end) {
    int deletions = 0;
    DLManagedTensorVersioned managed{
        .version = {1, 0},
        .manager_ctx = &deletions,
        .deleter = [](DLManagedTensorVersioned* one) { ++*static_cast<int*>(one->manager_ctx); },
        .flags = random.pick(8),
        .dl_tensor = {}};
    random.fill(managed.dl_tensor, shape, strides);
    try {
      const StridedMemoryView view = from_dlpack(&managed);
      ASSERT_EQ(view.layout().ndim(), static_cast<std::size_t>(managed.dl_tensor.ndim));
      const OffsetBounds bounds = view.layout().offset_bounds();
      ASSERT_TRUE(view.layout().is_empty() || bounds.min <= bounds.max);
      DLManagedTensorVersioned* const back = to_dlpack_versioned(view);
      ASSERT_EQ(from_dlpack(back).layout().shape(), view.layout().shape());
      ++taken;
    } catch (const Error& error) {
      ASSERT_EQ(deletions, 0) << error.what();
      ++refused;
      continue;
    }
    ASSERT_EQ(deletions, 1);
  }
  EXPECT_GT(taken, 2000U);
  EXPECT_GT(refused, 2000U);
}

TEST(DLPack, HasNoTimesAndNoTexts) {
  std::vector<std::byte> memory(64);
  for (const ElementType& type : {ElementType(ElementKind::datetime, 64), ElementType(ElementKind::unicode, 32, 2),
                                  ElementType(ElementKind::opaque, 8, 8), ElementType(ElementKind::complex, 256)}) {
    const StridedMemoryView view =
        StridedMemoryView::from_host(std::span(memory), StridedLayout({1}, type.itemsize()), type);
    EXPECT_NE(error_of<InvalidArgument>([&] { static_cast<void>(to_dlpack(view)); }).find("DLPack has no type for"),
              std::string::npos)
        << to_string(type);
  }
}

}  // namespace
}  // namespace texelscope::gpu
