#include "texelscope/inspect_gpu.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <future>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tests/inspect/inspect_window.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/memory/device_memory_resource.h"

namespace texelscope::tests {
namespace {

using namespace gpu;

class InspectGpu : public DeviceTest, protected InspectWindow {
 protected:
  InspectGpu() { options_.always = true; }

  inspect::Options options_;
};

TEST_P(InspectGpu, ATextureComesWithItsTexelsAndSettings) {
  const Stream stream = device().create_stream();
  const CUDAArray array =
      CUDAArray::from_descriptor(device(), {.shape = {5, 3}, .format = DataType::uint16, .num_channels = 2});
  std::vector<std::uint16_t> texels(5 * 3 * 2);
  std::iota(texels.begin(), texels.end(), std::uint16_t{0});
  array.copy_from(texels, stream);
  const TextureDescriptor settings{.address_mode = {AddressMode::wrap, AddressMode::border},
                                   .filter_mode = FilterMode::linear,
                                   .read_mode = ReadMode::normalized_float,
                                   .normalized_coords = true,
                                   .border_color = {0.25F, 0, 0, 1}};
  const TextureObject texture = TextureObject::from_array(array, settings);
  ASSERT_EQ(inspect::show("texture", texture, stream, options_), inspect::Status::sent)
      << texelscope_inspect_last_error();
  const auto frame = received("texture");
  ASSERT_NE(frame, nullptr);
  EXPECT_EQ(frame->view.layout().shape(), (Dimensions{3, 5, 2}));
  ASSERT_TRUE(frame->texture);
  if (device().id().kind == DeviceKind::cpu) {
    EXPECT_EQ(frame->view.at<std::uint16_t>({2, 4, 1}), 29);
    EXPECT_EQ(*frame->texture, settings);
  } else {
    // A CUDA driver does not report the border color.
    EXPECT_EQ(frame->texture->filter_mode, FilterMode::linear);
    EXPECT_TRUE(frame->on_device) << "nothing is copied through the host";
  }
}

TEST_P(InspectGpu, AViewIsCopiedInTheOrderOfItsStream) {
  const Stream stream = device().create_stream();
  const Buffer buffer = device().allocate(4096, stream);
  buffer.fill(std::byte{1}, stream);
  const StridedLayout layout({16, 32}, {64, 2}, 1);
  ASSERT_EQ(inspect::show("view", buffer, layout, ElementType(DataType::uint8), stream, options_),
            inspect::Status::sent);
  buffer.fill(std::byte{2}, stream);
  const auto frame = received("view");
  ASSERT_NE(frame, nullptr);
  EXPECT_EQ(frame->view.layout().strides(), (Dimensions{64, 2}));
  if (!frame->on_device) {
    EXPECT_EQ(frame->view.at<std::uint8_t>({15, 31}), 1) << "the state when the stream reached the call";
    return;
  }
  // Opened as the window does it.
  const auto pool = DeviceMemoryResource::from_ipc_descriptor(device(), frame->on_device->memory->pool);
  const Buffer opened = Buffer::from_ipc_descriptor(
      pool, Buffer::ipc_descriptor_of(frame->on_device->memory->exported, frame->on_device->memory->bytes), stream);
  std::vector<std::byte> bytes(opened.size_bytes());
  opened.copy_to(bytes, stream);
  stream.synchronize();
  EXPECT_EQ(bytes[frame->on_device->offset + 15 * 64 + 62], std::byte{1});
}

TEST_P(InspectGpu, AStreamThatWaitsHoldsUpNoOtherArray) {
  const Stream stream = device().create_stream();
  const Stream waiting = device().create_stream();
  const Buffer buffer = device().allocate(4096, stream);
  buffer.fill(std::byte{1}, stream);
  stream.synchronize();
  std::promise<void> go;
  waiting.then([gone = go.get_future().share()] { gone.wait(); });
  const bool is_cuda = device().id().kind == DeviceKind::cuda;
  if (!is_cuda) {
    // There, the call itself waits for the stream.
    go.set_value();
  }
  const StridedLayout layout({64, 64}, 1);
  const auto show = [&](const char* name, const Stream& on) {
    return inspect::show(name, buffer, layout, ElementType(DataType::uint8), on, options_);
  };
  ASSERT_EQ(show("waiting", waiting), inspect::Status::sent);
  ASSERT_EQ(show("other", stream), inspect::Status::sent);
  EXPECT_NE(received("other"), nullptr);
  if (is_cuda) {
    EXPECT_FALSE(inspect::flush(0));
    go.set_value();
  }
  EXPECT_TRUE(inspect::flush(10'000));
  EXPECT_NE(received("waiting"), nullptr);
}

TEST_P(InspectGpu, EachLevelIsAnArray) {
  const Stream stream = device().create_stream();
  const MipmappedArray levels =
      MipmappedArray::from_descriptor(device(), {.shape = {8, 4}, .format = DataType::float32, .num_channels = 1}, 3);
  ASSERT_EQ(inspect::show("levels", levels, stream, options_), inspect::Status::sent);
  EXPECT_EQ(received("levels level 2")->view.layout().shape(), (Dimensions{1, 2}));
}

TEST_P(InspectGpu, BlocksAreRefused) {
  const Stream stream = device().create_stream();
  const CUDAArray blocks = CUDAArray::from_descriptor(device(), encoded_array({8, 8}, TexelEncoding::bc7_unorm));
  EXPECT_EQ(inspect::show("blocks", blocks, stream, options_), inspect::Status::refused);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(InspectGpu);

}  // namespace
}  // namespace texelscope::tests
