#include "texelscope/gpu/external_memory.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>
#include <vector>

#include "tests/support/device_fixture.h"
#include "tests/support/fake_driver.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::gpu {
namespace {

using kernels::Float4;
using kernels::Index;
using tests::error_of;
using tests::FakeDevice;

using Bytes = std::vector<std::byte>;

constexpr std::byte untouched{0xCD};

struct WriteTexels {
  kernels::Surface surface;

  void operator()(Index at) const { surface.write_2d(static_cast<std::uint32_t>(at.x + 100 * at.y), at.x, at.y); }
};

struct WritePast {
  kernels::Surface surface;
  int x;

  void operator()(Index) const { surface.write_2d<std::uint32_t, kernels::BoundaryMode::zero>(7, x, 0); }
};

/// Samples a texture along a line that extends beyond both sides.
struct Sample {
  kernels::Texture texture;
  Float4* results;

  void operator()(Index at) const {
    results[at.x] =
        texture.sample_2d(static_cast<float>(at.x) * 0.0173F - 0.7F, static_cast<float>(at.x) * 0.0311F - 0.9F);
  }
};

struct WaitForFlag {
  const std::atomic<bool>* flag;

  void operator()(Index) const {
    while (!flag->load()) {
      std::this_thread::yield();
    }
  }
};

/// CPU device only: host memory as external memory.
class ExternalHostMemory : public tests::DeviceFixture {
 protected:
  [[nodiscard]] DeviceId device_id() const override { return {DeviceKind::cpu, 0}; }

  /// External memory over `bytes`, which it keeps alive.
  [[nodiscard]] ExternalMemory import(const std::shared_ptr<Bytes>& bytes) const {
    return ExternalMemory::from_host_memory(device(), *bytes, bytes);
  }
  [[nodiscard]] static std::shared_ptr<Bytes> make_bytes(std::size_t count) {
    return std::make_shared<Bytes>(count, untouched);
  }
  /// The bytes that belong to none of the `rows` rows.
  [[nodiscard]] static Bytes outside_of_rows(const Bytes& bytes, std::size_t offset, std::size_t pitch,
                                             std::size_t rows, std::size_t row_bytes) {
    Bytes outside;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const bool is_inside = i >= offset && (i - offset) / pitch < rows && (i - offset) % pitch < row_bytes;
      if (!is_inside) {
        outside.push_back(bytes[i]);
      }
    }
    return outside;
  }
};

TEST_F(ExternalHostMemory, IsABufferInPlace) {
  const auto bytes = make_bytes(1000);
  const ExternalMemory memory = import(bytes);
  EXPECT_EQ(memory.size_bytes(), 1000U);
  EXPECT_EQ(memory.device(), device());
  EXPECT_TRUE(static_cast<bool>(memory.handle()));
  const Buffer buffer = memory.buffer(100, 300);
  EXPECT_EQ(buffer.host_bytes().data(), bytes->data() + 100);
  EXPECT_EQ(buffer.size_bytes(), 300U);
  EXPECT_EQ(buffer.device_id(), device_id());
  EXPECT_FALSE(buffer.memory_resource());
  buffer.fill(std::byte{1}, stream());
  const Bytes source(200, std::byte{2});
  buffer.copy_from(source, stream());
  Bytes seen(300);
  buffer.copy_to(seen, stream());
  stream().synchronize();
  Bytes expected(300, std::byte{1});
  std::fill_n(expected.begin(), 200, std::byte{2});
  EXPECT_EQ(seen, expected);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), bytes->begin() + 100));
  EXPECT_EQ(std::count(bytes->begin(), bytes->end(), untouched), 700);
}

TEST_F(ExternalHostMemory, IsBuffersThatOverlapAndEndInAnyOrder) {
  const auto bytes = make_bytes(1000);
  const ExternalMemory memory = import(bytes);
  const ExternalMemory again = import(bytes);
  Buffer whole = memory.buffer(0, 1000);
  Buffer part = again.buffer(0, 10);
  const Buffer last = memory.buffer(990, 10);
  whole.fill(std::byte{1}, stream());
  part.fill(std::byte{2}, stream());
  last.fill(std::byte{3}, stream());
  part.close();
  whole.fill(std::byte{4}, stream());
  whole.close(stream());
  last.fill(std::byte{5}, stream());
  stream().synchronize();
  EXPECT_EQ(std::count(bytes->begin(), bytes->end(), std::byte{4}), 990);
  EXPECT_EQ(std::count(bytes->begin(), bytes->end(), std::byte{5}), 10);
}

TEST_F(ExternalHostMemory, LeavesPinnedMemoryOfTheDeviceUnchanged) {
  const Buffer pinned = device().allocate_pinned(256);
  const ExternalMemory memory = ExternalMemory::from_host_memory(device(), pinned.host_bytes(), nullptr);
  Buffer buffer = memory.buffer(0, 256);
  buffer.fill(std::byte{1}, stream());
  buffer.close();
  pinned.fill(std::byte{2}, stream());
  stream().synchronize();
  EXPECT_EQ(pinned.host_bytes()[255], std::byte{2});
}

TEST_F(ExternalHostMemory, ReceivesKernelWritesIntoPitchedRows) {
  constexpr std::size_t offset = 32;
  constexpr std::size_t pitch = 160;
  const Extent shape(37, 11);
  const auto bytes = make_bytes(2000);
  const CUDAArray array = import(bytes).array({shape, DataType::uint32, 1, true}, offset, pitch);
  const SurfaceObject surface = SurfaceObject::from_array(array);
  kernels::launch(stream(), {37, 11, 1}, WriteTexels{kernels::Surface{surface.handle()}});
  // Each row is followed by padding, which is not part of the image.
  kernels::launch(stream(), {1, 1, 1}, WritePast{kernels::Surface{surface.handle()}, 37});
  stream().synchronize();
  for (std::size_t y = 0; y < shape.height(); ++y) {
    for (std::size_t x = 0; x < shape.width(); ++x) {
      std::uint32_t texel = 0;
      std::memcpy(&texel, bytes->data() + offset + y * pitch + x * 4, 4);
      ASSERT_EQ(texel, x + 100 * y);
    }
  }
  const Bytes outside = outside_of_rows(*bytes, offset, pitch, 11, 37 * 4);
  EXPECT_EQ(outside, Bytes(outside.size(), untouched));
}

TEST_F(ExternalHostMemory, CopiesPitchedRowsAndNothingBetweenThem) {
  constexpr std::size_t offset = 8;
  constexpr std::size_t pitch = 96;
  const ArrayDescriptor descriptor{Extent(9, 7), DataType::uint16, 4};
  const auto bytes = make_bytes(1000);
  const CUDAArray array = import(bytes).array(descriptor, offset, pitch);
  Bytes source(descriptor.size_bytes());
  for (std::size_t i = 0; i < source.size(); ++i) {
    source[i] = static_cast<std::byte>(i % 101);
  }
  array.copy_from(source, stream());
  Bytes seen(source.size());
  array.copy_to(seen, stream());
  const CUDAArray other = CUDAArray::from_descriptor(device(), descriptor);
  other.copy_from(array, stream());
  Bytes of_other(source.size());
  other.copy_to(of_other, stream());
  const ArrayRegion region{{2, 3, 0}, Extent(4, 2)};
  Bytes of_region(4 * 2 * 8);
  array.copy_to(of_region, region, stream());
  stream().synchronize();
  EXPECT_EQ(seen, source);
  EXPECT_EQ(of_other, source);
  const auto row_bytes = static_cast<std::ptrdiff_t>(9 * 8);
  EXPECT_TRUE(std::equal(of_region.begin(), of_region.begin() + 32, source.begin() + 3 * row_bytes + 16));
  EXPECT_TRUE(std::equal(of_region.begin() + 32, of_region.end(), source.begin() + 4 * row_bytes + 16));
  const Bytes outside = outside_of_rows(*bytes, offset, pitch, 7, 72);
  EXPECT_EQ(outside, Bytes(outside.size(), untouched));
}

TEST_F(ExternalHostMemory, IsReadByTexturesLikeAnArrayWithoutPadding) {
  struct Texel {
    DataType format;
    int num_channels;
    ReadMode read_mode;
  };
  for (const Texel& texel : {Texel{DataType::uint8, 4, ReadMode::normalized_float},
                             {DataType::uint8, 1, ReadMode::normalized_float},
                             {DataType::uint16, 2, ReadMode::normalized_float},
                             {DataType::float16, 4, ReadMode::element},
                             {DataType::float32, 1, ReadMode::element},
                             {DataType::float32, 4, ReadMode::element}}) {
    const ArrayDescriptor descriptor{Extent(45, 29), texel.format, texel.num_channels};
    const std::size_t row_bytes = 45 * descriptor.element_size();
    const std::size_t pitch = row_bytes + 3 * descriptor.element_size();
    Bytes source(descriptor.size_bytes());
    for (std::size_t i = 0; i < source.size(); ++i) {
      source[i] = static_cast<std::byte>(i * 37 % 61);
    }
    const auto bytes = make_bytes(16 + 28 * pitch + row_bytes);
    const CUDAArray rows = import(bytes).array(descriptor, 16, pitch);
    const CUDAArray dense = CUDAArray::from_descriptor(device(), descriptor);
    rows.copy_from(source, stream());
    dense.copy_from(source, stream());
    for (const FilterMode filter : {FilterMode::point, FilterMode::linear}) {
      for (const AddressMode mode : {AddressMode::wrap, AddressMode::clamp, AddressMode::mirror, AddressMode::border}) {
        TextureDescriptor settings;
        settings.filter_mode = filter;
        settings.address_mode = mode;
        settings.read_mode = texel.read_mode;
        settings.normalized_coords = true;
        std::vector<Float4> of_rows(150);
        std::vector<Float4> of_dense(150);
        const TextureObject first = TextureObject::from_array(rows, settings);
        const TextureObject second = TextureObject::from_array(dense, settings);
        kernels::launch(stream(), {150, 1, 1}, Sample{kernels::Texture{first.handle()}, of_rows.data()});
        kernels::launch(stream(), {150, 1, 1}, Sample{kernels::Texture{second.handle()}, of_dense.data()});
        stream().synchronize();
        EXPECT_EQ(std::memcmp(of_rows.data(), of_dense.data(), sizeof(Float4) * 150), 0)
            << to_string(descriptor) << ' ' << to_string(filter) << ' ' << to_string(mode);
        EXPECT_NE(std::memcmp(&of_rows[60], &of_rows[90], sizeof(Float4)), 0) << "nothing to compare";
      }
    }
  }
}

TEST_F(ExternalHostMemory, KeepsItsOwnerUntilAllDerivedObjectsAreDestroyed) {
  auto bytes = make_bytes(4096);
  const std::weak_ptr<Bytes> owner = bytes;
  const std::size_t before = live_object_count();
  ExternalMemory memory = import(bytes);
  bytes.reset();
  Buffer buffer = memory.buffer(0, 64);
  CUDAArray array = memory.array({Extent(8, 8), DataType::uint8, 4, true}, 64, 32);
  SurfaceObject surface = SurfaceObject::from_array(array);
  TextureObject texture = TextureObject::from_array(array, {});
  EXPECT_EQ(live_object_count(), before + 5);
  memory.close();
  memory.close();
  EXPECT_TRUE(memory.is_closed());
  EXPECT_EQ(live_object_count(), before + 5) << "the buffer and the array still need the memory";
  buffer.close();
  array.close();
  surface.close();
  EXPECT_FALSE(owner.expired());
  texture.close();
  EXPECT_EQ(live_object_count(), before);
  EXPECT_TRUE(owner.expired());
}

TEST_F(ExternalHostMemory, KeepsItsOwnerUntilStreamsHavePassedItsWork) {
  auto bytes = make_bytes(4096);
  const std::weak_ptr<Bytes> owner = bytes;
  std::atomic<bool> flag{false};
  kernels::launch(stream(), {1, 1, 1}, WaitForFlag{&flag});
  {
    const ExternalMemory memory = import(bytes);
    bytes.reset();
    const Buffer buffer = memory.buffer(0, 64);
    const CUDAArray array = memory.array({Extent(8, 8), DataType::uint32, 1, true}, 64, 32);
    const SurfaceObject surface = SurfaceObject::from_array(array);
    buffer.fill(std::byte{1}, stream());
    kernels::launch(stream(), {8, 8, 1}, WriteTexels{kernels::Surface{surface.handle()}});
  }
  EXPECT_FALSE(owner.expired());
  flag.store(true);
  stream().synchronize();
  EXPECT_TRUE(owner.expired());
}

TEST_F(ExternalHostMemory, RefusesRangesOutsideIt) {
  const auto bytes = make_bytes(1024);
  const ExternalMemory memory = import(bytes);
  const std::string name = "cpu: ";
  EXPECT_EQ(error_of<InvalidArgument>([&] { static_cast<void>(memory.buffer(1000, 25)); }),
            name +
                "a buffer of 25 bytes from byte 1000 does not fit in external memory of 1024 bytes: use at least 1 "
                "byte, inside the memory");
  EXPECT_THROW(static_cast<void>(memory.buffer(0, 0)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(memory.buffer(2000, 1)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(memory.buffer(SIZE_MAX, 2)), InvalidArgument);

  const ArrayDescriptor image{Extent(8, 8), DataType::uint8, 4};
  const auto refusal = [&](const ArrayDescriptor& descriptor, std::size_t offset, std::size_t pitch) {
    return error_of<InvalidArgument>([&] { static_cast<void>(memory.array(descriptor, offset, pitch)); });
  };
  EXPECT_EQ(refusal(image, 0, 28), name +
                                       "array 8x8 uint8x4 of external memory: a row has 32 bytes, but the pitch is 28: "
                                       "use at least the bytes of a row");
  EXPECT_EQ(refusal(image, 0, 256), name +
                                        "array 8x8 uint8x4 of external memory: 8 rows with a pitch of 256 bytes from "
                                        "byte 0 exceed the external memory of 1024 bytes: keep them inside");
  EXPECT_NE(refusal(image, SIZE_MAX - 3, 32).find("keep them inside"), std::string::npos);
  EXPECT_NE(refusal(image, 0, SIZE_MAX - 3).find("keep them inside"), std::string::npos);
  EXPECT_NE(refusal(image, 2, 32).find("offset 2 (address 0x"), std::string::npos) << refusal(image, 2, 32);
  EXPECT_NE(refusal(image, 0, 34).find("and pitch 34 must put each row at a multiple of a texel's 4 bytes: align them"),
            std::string::npos);
  EXPECT_EQ(refusal({Extent(8), DataType::uint8, 4}, 0, 32),
            name +
                "array 8 uint8x4 of external memory: only plain 2D arrays can be created from rows in memory: use one "
                "for each layer or slice");
  EXPECT_THROW(
      static_cast<void>(memory.array({.shape = Extent(4, 4), .kind = ArrayKind::layered, .num_layers = 2}, 0, 32)),
      InvalidArgument);
  EXPECT_THROW(static_cast<void>(memory.array({Extent(4, 0), DataType::uint8, 4}, 0, 32)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(memory.array({Extent(4, 4), DataType::uint8, 3}, 0, 32)), InvalidArgument);
  // The last row does not need the full pitch.
  EXPECT_EQ(memory.array(image, 0, 140).shape(), Extent(8, 8));
}

TEST_F(ExternalHostMemory, SuggestsAlternativesForMissingFeatures) {
  const ExternalMemory memory = import(make_bytes(64));
  EXPECT_EQ(error_of<Unavailable>([&] {
              static_cast<void>(memory.mipmapped_array({Extent(2, 2), DataType::uint8, 4}, 1));
            }),
            "cpu: the CPU device does not know the image layouts of other APIs: use linear tiling for the image and "
            "ExternalMemory::array");
  EXPECT_EQ(
      error_of<Unavailable>(
          [&] { static_cast<void>(ExternalMemory::from_opaque_fd(device(), FileDescriptor{dup(1)}, 64, false)); }),
      "cpu: the CPU device cannot import the file descriptors of other APIs: map the memory with its API and pass "
      "it to ExternalMemory::from_host_memory");
  EXPECT_THROW(static_cast<void>(ExternalMemory::from_host_memory(device(), {}, nullptr)), InvalidArgument);
  ExternalMemory closed = memory;
  closed.close();
  EXPECT_THROW(static_cast<void>(closed.size_bytes()), InvalidState);
}

class ExternalMemoryOnEach : public tests::DeviceTest {};

TEST_P(ExternalMemoryOnEach, IsOfTheKindThatTheDeviceSupports) {
  Bytes bytes(64);
  if (device_id().kind == DeviceKind::cpu) {
    EXPECT_EQ(ExternalMemory::from_host_memory(device(), bytes, nullptr).size_bytes(), 64U);
    EXPECT_THROW(static_cast<void>(ExternalMemory::from_opaque_fd(device(), FileDescriptor{dup(1)}, 64, false)),
                 Unavailable);
  } else {
    EXPECT_THROW(static_cast<void>(ExternalMemory::from_host_memory(device(), bytes, nullptr)), Unavailable);
    EXPECT_THROW(static_cast<void>(ExternalMemory::from_opaque_fd(device(), FileDescriptor{}, 64, false)),
                 InvalidArgument);
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(ExternalMemoryOnEach);

TEST(ExternalMemory, IsReleasedAfterItsMappedObjects) {
  const FakeDevice fake;
  ExternalMemory memory = ExternalMemory::from_opaque_fd(*fake.device, FileDescriptor{dup(1)}, 4096, true);
  EXPECT_EQ(fake.script->last().substr(0, fake.script->last().find('=') + 1),
            "cuImportExternalMemory(file_descriptor=");
  EXPECT_NE(fake.script->last().find("is_dedicated=true, host_memory=0x0, size_bytes=4096"), std::string::npos);
  Buffer buffer = memory.buffer(64, 100);
  MipmappedArray image = memory.mipmapped_array({Extent(16, 16), DataType::uint8, 4, true}, 3, 1024);
  EXPECT_NE(fake.script->last().find("descriptor=16x16 uint8x4 surface, num_levels=3, offset_bytes=1024"),
            std::string::npos)
      << fake.script->last();
  CUDAArray level = image.level(1);
  memory.close();
  image.close();
  buffer.close();
  EXPECT_EQ(fake.script->count("cuMemFree"), 1U);
  EXPECT_EQ(fake.script->count("cuDestroyExternalMemory"), 0U) << "a level of the image is still open";
  level.close();
  EXPECT_EQ(fake.script->count("cuMipmappedArrayDestroy"), 1U);
  EXPECT_EQ(fake.script->last().substr(0, 23), "cuDestroyExternalMemory");
  EXPECT_EQ(fake.live_objects->count(ObjectKind::external_memory), 0U);
}

TEST(ExternalMemory, LeavesTheDescriptorToTheDriverOnlyAfterImport) {
  const FakeDevice fake;
  const auto is_open = [](int number) { return fcntl(number, F_GETFD) >= 0; };
  const int taken = dup(1);
  ExternalMemory memory = ExternalMemory::from_opaque_fd(*fake.device, FileDescriptor{taken}, 64, false);
  EXPECT_TRUE(is_open(taken));
  memory.close();
  close(taken);
  fake.script->answers["cuImportExternalMemory"] = Status::invalid_value;
  const int refused = dup(1);
  EXPECT_THROW(static_cast<void>(ExternalMemory::from_opaque_fd(*fake.device, FileDescriptor{refused}, 64, false)),
               DriverError);
  EXPECT_FALSE(is_open(refused));
}

TEST(ExternalMemory, OfACudaDeviceReportsMissingFeatures) {
  const FakeDevice fake;
  Bytes bytes(64);
  EXPECT_EQ(
      error_of<Unavailable>([&] { static_cast<void>(ExternalMemory::from_host_memory(*fake.device, bytes, nullptr)); }),
      "cuda:0: a CUDA device cannot import mapped host memory of other APIs: export a file descriptor from the API and "
      "pass it to ExternalMemory::from_opaque_fd");
  const ExternalMemory memory = ExternalMemory::from_opaque_fd(*fake.device, FileDescriptor{dup(1)}, 64, false);
  EXPECT_THROW(static_cast<void>(memory.array({Extent(2, 2), DataType::uint8, 4}, 0, 8)), Unavailable);
  EXPECT_EQ(error_of<InvalidArgument>([&] {
              static_cast<void>(memory.mipmapped_array({Extent(2, 2), DataType::uint8, 4}, 3));
            }),
            "cuda:0: mipmapped array 2x2 uint8x4 of external memory: unsupported level count 3: these extents allow "
            "1 to 2, the last with a single texel");
  EXPECT_THROW(static_cast<void>(memory.mipmapped_array({Extent(2, 2), DataType::uint8, 4}, 1, 64)), InvalidArgument);
  EXPECT_THROW(static_cast<void>(ExternalMemory::from_opaque_fd(*fake.device, FileDescriptor{}, 64, false)),
               InvalidArgument);
  EXPECT_THROW(static_cast<void>(ExternalMemory::from_opaque_fd(*fake.device, FileDescriptor{dup(1)}, 0, false)),
               InvalidArgument);
}

TEST(ExternalMemory, OwnsItsMappedObjects) {
  const FakeDevice fake;
  const ExternalMemory memory = ExternalMemory::from_opaque_fd(*fake.device, FileDescriptor{dup(1)}, 64, false);
  const Buffer buffer = memory.buffer(0, 16);
  const std::vector<LiveObject> objects = fake.live_objects->objects();
  ASSERT_GE(objects.size(), 2U);
  EXPECT_EQ(objects.back().kind, ObjectKind::memory);
  EXPECT_EQ(objects.back().owners, std::vector{objects[objects.size() - 2].number});
  EXPECT_EQ(objects[objects.size() - 2].kind, ObjectKind::external_memory);
}

}  // namespace
}  // namespace texelscope::gpu
