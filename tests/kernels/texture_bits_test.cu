#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <span>

#include "tests/gpu/cpu/texture_unit/texture_cases.h"
#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/cuda_array.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::tests {
namespace {

template <class Vector>
struct Sample {
  kernels::Texture texture;
  const Coordinates* coordinates;
  Vector* results;
  int rank;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index index) const {
    const Coordinates at = coordinates[index.x];
    results[index.x] = rank == 1   ? texture.sample_1d<Vector>(at.x)
                       : rank == 2 ? texture.sample_2d<Vector>(at.x, at.y)
                                   : texture.sample_3d<Vector>(at.x, at.y, at.z);
  }
};

class TextureBits : public DeviceTest {
 protected:
  template <class Vector>
  void launch_sample(const TextureCase& texture, const gpu::TextureObject& object, const gpu::Buffer& coordinates,
                     const gpu::Buffer& results) {
    const Sample<Vector> kernel{kernels::Texture{object.handle()},
                                reinterpret_cast<const Coordinates*>(coordinates.handle().value),
                                reinterpret_cast<Vector*>(results.handle().value), texture.extent.rank()};
    kernels::launch(stream(), {static_cast<std::int32_t>(texture.coordinates.size())}, kernel);
  }

  /// Performs the same fetches through the device's texture object.
  std::vector<FetchedBits> fetch_on_device(const TextureCase& texture) {
    gpu::ArrayDescriptor descriptor;
    descriptor.shape = texture.extent;
    descriptor.format = texture.format;
    descriptor.num_channels = texture.num_channels;
    const gpu::CUDAArray array = gpu::CUDAArray::from_descriptor(device(), descriptor);
    array.copy_from(std::span<const std::byte>{texture.texels}, stream());
    const gpu::TextureObject object = gpu::TextureObject::from_array(array, texture.descriptor);
    const auto source = std::as_bytes(std::span{texture.coordinates});
    const gpu::Buffer coordinates = device().allocate(source.size(), stream());
    coordinates.copy_from(source, stream());
    std::vector<FetchedBits> fetched(texture.coordinates.size());
    const auto destination = std::as_writable_bytes(std::span{fetched});
    const gpu::Buffer results = device().allocate(destination.size(), stream());
    switch (result_kind(texture)) {
      case ResultKind::floats:
        launch_sample<kernels::Float4>(texture, object, coordinates, results);
        break;
      case ResultKind::signed_integers:
        launch_sample<kernels::Int4>(texture, object, coordinates, results);
        break;
      case ResultKind::unsigned_integers:
        launch_sample<kernels::Uint4>(texture, object, coordinates, results);
        break;
    }
    results.copy_to(destination, stream());
    stream().synchronize();
    for (FetchedBits& bits : fetched) {
      bits = canonical(bits, result_kind(texture));
    }
    return fetched;
  }
};

struct Count {
  std::size_t fetches = 0;
  std::size_t different = 0;
  std::string first;
};

TEST_P(TextureBits, AreThoseOfTheTextureUnitsModel) {
  std::map<std::string, Count> counts;
  for (const TextureCase& texture : texture_cases(11, 2000)) {
    const std::vector<FetchedBits> expected = fetch_with_texture_unit(texture);
    const std::vector<FetchedBits> fetched = fetch_on_device(texture);
    Count& count = counts[texture.class_name()];
    for (std::size_t index = 0; index < expected.size(); ++index) {
      ++count.fetches;
      if (expected[index] != fetched[index] && count.different++ == 0) {
        count.first = describe(texture, index, expected[index], fetched[index]);
      }
    }
  }
  // WRAP and MIRROR with unnormalized coordinates are among the cases, and reported.
  (void)take_diagnostics();
  std::size_t fetches = 0;
  std::size_t different = 0;
  for (const auto& [name, count] : counts) {
    fetches += count.fetches;
    different += count.different;
    EXPECT_EQ(count.different, 0U) << name << ": " << count.different << " of " << count.fetches
                                   << " fetches differ from the model; the first: " << count.first;
  }
  std::printf("%zu fetches of %zu classes on %s, %zu differ from the model\n", fetches, counts.size(),
              to_string(device().id()).c_str(), different);
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(TextureBits);

}  // namespace
}  // namespace texelscope::tests
