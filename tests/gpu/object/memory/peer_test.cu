#include <optional>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/memory/device_memory_resource.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu {
namespace {

constexpr std::size_t size_bytes = 1U << 20U;

struct AddOne {
  const std::uint8_t* source;
  std::uint8_t* destination;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    destination[at.x] = static_cast<std::uint8_t>(source[at.x] + 1);
  }
};

/// Two devices of one kind: two GPUs if the machine has them.
class Peers : public tests::DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    for (const DeviceId id : tests::devices_to_test()) {
      if (id.kind == device().id().kind && id != device().id()) {
        peer_ = Device::open(id);
        return;
      }
    }
    GTEST_SKIP() << "there is no second device like " << to_string(device().id());
  }

  [[nodiscard]] const Device& peer() const { return *peer_; }
  [[nodiscard]] static std::vector<std::byte> bytes_of(const Buffer& buffer, const Stream& stream) {
    std::vector<std::byte> bytes(buffer.size_bytes());
    buffer.copy_to(bytes, stream);
    stream.synchronize();
    return bytes;
  }

 private:
  std::optional<Device> peer_;
};

TEST_P(Peers, CopyBuffersOnTheStreamOfEither) {
  const Stream peer_stream = peer().create_stream();
  const Buffer own = device().allocate(size_bytes, stream());
  const Buffer other = peer().allocate(size_bytes, peer_stream);
  own.fill(std::byte{7}, stream());
  stream().synchronize();
  other.copy_from(own, peer_stream);
  EXPECT_EQ(bytes_of(other, peer_stream), std::vector<std::byte>(size_bytes, std::byte{7}));
  own.fill(std::byte{8}, stream());
  own.copy_to(other, stream());
  stream().synchronize();
  EXPECT_EQ(bytes_of(other, peer_stream), std::vector<std::byte>(size_bytes, std::byte{8}));
}

TEST_P(Peers, ReadMemoryOfAPoolThatGrantsThemAccess) {
  if (!peer().can_access(device())) {
    GTEST_SKIP() << "the devices cannot access each other's memory";
  }
  const DeviceMemoryResource pool = DeviceMemoryResource::from_options(device(), {});
  pool.set_peer_access(std::vector<Device>{peer()});
  const Stream peer_stream = peer().create_stream();
  const Buffer own = pool.allocate(size_bytes, stream());
  own.fill(std::byte{41}, stream());
  stream().synchronize();
  const Buffer result = peer().allocate(size_bytes, peer_stream);
  kernels::launch(peer_stream, {size_bytes},
                  AddOne{reinterpret_cast<const std::uint8_t*>(own.handle().value),
                         reinterpret_cast<std::uint8_t*>(result.handle().value)});
  EXPECT_EQ(bytes_of(result, peer_stream), std::vector<std::byte>(size_bytes, std::byte{42}));
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(Peers);

}  // namespace
}  // namespace texelscope::gpu
