#include "texelscope/gpu/array_interface.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;

constexpr std::array<float, 6> shared_values{0, 1, 2, 3, 4, 5};

ArrayInterface host_array() {
  return {.shape = {2, 3}, .typestr = "<f4", .address = reinterpret_cast<std::uintptr_t>(shared_values.data())};
}

TEST(ArrayInterface, IsSeenInPlaceWithItsStridesInBytes) {
  ArrayInterface array = host_array();
  EXPECT_EQ(from_array_interface(array).at<float>({1, 2}), 5);
  EXPECT_FALSE(from_array_interface(array).layout().has_strides()) << "absent: C order";
  array.shape = {3, 2};
  array.strides = Dimensions{4, 12};
  array.is_read_only = true;
  const StridedMemoryView view = from_array_interface(array);
  EXPECT_EQ(view.at<float>({2, 1}), 5);
  EXPECT_TRUE(view.is_read_only());
}

TEST(ArrayInterface, KeepsItsOwner) {
  auto owner = std::make_shared<int>(0);
  const std::weak_ptr<int> watched = owner;
  {
    const StridedMemoryView view = from_array_interface(host_array(), std::move(owner));
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(watched.expired());
}

TEST(ArrayInterface, IsRejectedWithTheReason) {
  const auto error = [](auto spoil) {
    ArrayInterface array = host_array();
    spoil(array);
    return error_of<Error>([&] { static_cast<void>(from_array_interface(array)); });
  };
  EXPECT_NE(error([](auto& array) { array.version = 2; }).find("version 2; use version 3"), std::string::npos);
  EXPECT_NE(error([](auto& array) { array.typestr = ">f4"; }).find("byte order"), std::string::npos);
  EXPECT_NE(error([](auto& array) { array.typestr = "|O"; }).find('O'), std::string::npos);
  EXPECT_NE(error([](auto& array) { array.strides = Dimensions{4}; }).find("use one stride per axis"),
            std::string::npos);
  EXPECT_NE(error([](auto& array) { array.strides = Dimensions{13, 4}; }).find("13 bytes"), std::string::npos);
  EXPECT_NE(error([](auto& array) { array.shape = {-1, 3}; }).find("-1"), std::string::npos);
  EXPECT_NE(error([](auto& array) { array.address = 0; }).find("address is 0"), std::string::npos);
  EXPECT_NE(error([](auto& array) {
              array.shape = {std::int64_t{1} << 40, std::int64_t{1} << 40};
            }).find("64 bits"),
            std::string::npos);
}

TEST(CudaArrayInterface, IsOnItsDeviceOnly) {
  ArrayInterface array = host_array();
  array.version = 2;
  const StridedMemoryView view = from_cuda_array_interface(array, 3);
  EXPECT_EQ(view.device_id(), (DeviceId{DeviceKind::cuda, 3}));
  EXPECT_FALSE(view.is_host_accessible());
  EXPECT_TRUE(view.is_device_accessible());
  array.version = 1;
  EXPECT_NE(error_of<Unavailable>([&] {
              static_cast<void>(from_cuda_array_interface(array, 0));
            }).find("version 1; use version 2"),
            std::string::npos);
}

TEST(CudaArrayInterface, MayBeEmptyAndWithoutAnAddress) {
  ArrayInterface array = host_array();
  array.shape = {0, 3};
  array.address = 0;
  EXPECT_TRUE(from_cuda_array_interface(array, 0).layout().is_empty());
}

TEST(CudaArrayInterface, NamesTheStreamToWaitForFromVersionThreeOn) {
  ArrayInterface array = host_array();
  EXPECT_FALSE(producer_stream(array)) << "there is nothing to wait for";
  for (const std::uint64_t stream : {1U, 2U, 0x5000U}) {
    array.stream = stream;
    EXPECT_EQ(producer_stream(array)->value, stream);
  }
  array.version = 2;
  EXPECT_FALSE(producer_stream(array)) << "version 2 cannot name a stream";
  array.version = 3;
  array.stream = 0;
  EXPECT_NE(error_of<InvalidArgument>([&] { static_cast<void>(from_cuda_array_interface(array, 0)); }).find("forbids"),
            std::string::npos);
}

}  // namespace
}  // namespace texelscope::gpu
