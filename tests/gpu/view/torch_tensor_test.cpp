#include "texelscope/gpu/torch_tensor.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/fake_driver.h"
#include "tests/support/fake_torch.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

using tests::error_of;

constexpr std::int32_t cpu = 20;
constexpr std::int32_t cuda = 21;
constexpr std::int32_t strided = 5;
constexpr std::int32_t float32_code = 40;

FakeTensor tensor_of(std::vector<float>& values) {
  return {.data = values.data(),
          .ndim = 2,
          .sizes = {2, 3},
          .strides = {-4, 1},
          .dtype = float32_code,
          .device_type = cpu,
          .layout = strided};
}

/// PyTorch's functions, which are found as soon as its library is loaded.
const TorchFunctions& torch() {
  static const bool is_loaded = dlopen(TEXELSCOPE_FAKE_TORCH_CPU, RTLD_NOW | RTLD_LOCAL) != nullptr;
  EXPECT_TRUE(is_loaded) << dlerror();
  return *TorchFunctions::find();
}

/// The library does not load PyTorch itself, but finds PyTorch once it is loaded, even with local visibility.
TEST(TorchTensor, NeedsNoPyTorchAndFindsTheOneThatIsLoaded) {
  if (dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD) == nullptr) {
    EXPECT_EQ(TorchFunctions::find(), nullptr);
    EXPECT_EQ(dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD), nullptr);
  }
  const TorchFunctions& found = torch();
  EXPECT_EQ(&found, TorchFunctions::find());
}

TEST(TorchTensor, IsSeenInPlace) {
  std::vector<float> values{0, 1, 2, 3, 4, 5, 6, 7};
  FakeTensor tensor = tensor_of(values);
  AtenTensorOpaque handle{&tensor};
  tensor.data = values.data() + 4;
  const TensorMetadata metadata = torch().metadata_of(&handle);
  EXPECT_EQ(metadata.shape, tensor.sizes.data()) << "nothing is copied";
  const StridedMemoryView view = metadata.view();
  EXPECT_EQ(view.layout(), StridedLayout({2, 3}, {-4, 1}, 4));
  EXPECT_EQ(view.type(), element_type_of<float>);
  EXPECT_EQ(view.device_id(), DeviceId{});
  EXPECT_FALSE(view.is_read_only());
  EXPECT_EQ(view.at<float>({1, 2}), 2);
}

TEST(TorchTensor, HasItsTypesByTheNamesOfPyTorch) {
  std::vector<float> values(16);
  FakeTensor tensor = tensor_of(values);
  AtenTensorOpaque handle{&tensor};
  const auto name = [&](std::int32_t dtype) {
    tensor.dtype = dtype;
    return to_string(torch().metadata_of(&handle).element_type());
  };
  EXPECT_EQ(name(40), "float32");
  EXPECT_EQ(name(41), "bfloat16");
  EXPECT_EQ(name(42), "bool");
  EXPECT_EQ(name(43), "complex64");
}

TEST(TorchTensor, IsOnTheDeviceThatPyTorchReports) {
  std::vector<float> values(16);
  FakeTensor tensor = tensor_of(values);
  AtenTensorOpaque handle{&tensor};
  tensor.device_type = cuda;
  tensor.device = 3;
  const TensorMetadata metadata = torch().metadata_of(&handle);
  EXPECT_EQ(metadata.device, (DLPackDevice{dlpack::cuda, 3}));
  EXPECT_EQ(metadata.view().device_id(), (DeviceId{DeviceKind::cuda, 3}));
}

TEST(TorchTensor, IsRejectedWithTheReason) {
  std::vector<float> values(16);
  const auto error = [&](auto spoil) {
    FakeTensor tensor = tensor_of(values);
    AtenTensorOpaque handle{&tensor};
    spoil(tensor);
    return error_of<Error>([&] { static_cast<void>(torch().metadata_of(&handle)); });
  };
  EXPECT_NE(error([](auto& tensor) { tensor.device_type = 22; }).find("device of type 22"), std::string::npos);
  EXPECT_NE(error([](auto& tensor) { tensor.dtype = 1000; }).find("number 1000"), std::string::npos);
  EXPECT_NE(error([](auto& tensor) { tensor.dtype = -1; }).find("number -1"), std::string::npos);
  EXPECT_NE(error([](auto& tensor) { tensor.is_broken = true; }).find("could not describe"), std::string::npos);
}

TEST(TorchTensor, KnowsWhetherItIsStrided) {
  std::vector<float> values(16);
  FakeTensor tensor = tensor_of(values);
  AtenTensorOpaque handle{&tensor};
  EXPECT_TRUE(torch().is_strided(&handle));
  tensor.layout = 6;
  EXPECT_FALSE(torch().is_strided(&handle));
}

TEST(TorchTensor, KnowsTheStreamOfPyTorchsWork) {
  if (dlopen("libtorch_cuda.so", RTLD_LAZY | RTLD_NOLOAD) == nullptr) {
    EXPECT_NE(error_of<Unavailable>([] { static_cast<void>(torch().current_stream(0)); }).find("without CUDA"),
              std::string::npos);
  }
  ASSERT_NE(dlopen(TEXELSCOPE_FAKE_TORCH_CUDA, RTLD_NOW | RTLD_LOCAL), nullptr) << dlerror();
  EXPECT_EQ(torch().current_stream(0).value, 1U) << "the legacy default stream, whose handle is null";
  EXPECT_EQ(torch().current_stream(1).value, 0x5000U);
  EXPECT_NE(error_of<InvalidArgument>([] { static_cast<void>(torch().current_stream(2)); }).find("CUDA device 2"),
            std::string::npos);
}

}  // namespace
}  // namespace texelscope::gpu
