#include <array>
#include <cstdint>
#include <span>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/launch.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::gpu {
namespace {

constexpr int probe_count = 6;

struct Probes {
  int elements[probe_count];
};

/// Writes a distinct number to each probe that is within the texture.
struct WriteProbes {
  std::uint8_t* texels;
  Probes probes;
  std::int64_t count;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    const int element = probes.elements[at.x];
    if (element >= 0 && element < count) {
      texels[element] = static_cast<std::uint8_t>(at.x + 1);
    }
  }
};

struct FetchProbes {
  kernels::Texture texture;
  Probes probes;
  std::uint32_t* results;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    results[at.x] = texture.fetch_1d<kernels::Uint4>(probes.elements[at.x]).x;
  }
};

class LinearTextureOnEach : public tests::DeviceTest {};

TEST_P(LinearTextureOnEach, OfTheMaximumWidthReturnsItsLastElement) {
  const std::uint64_t width = device().properties().max_texture_1d_linear[0];
  ASSERT_LE(width, std::uint64_t{1} << 28U) << "this test allocates one byte per element";
  const Buffer texels = device().allocate(width, stream());
  const Buffer results = device().allocate(probe_count * sizeof(std::uint32_t), stream());
  const int last = static_cast<int>(width - 1);
  // Reads beyond either end return zeros.
  const Probes probes{{0, (1 << 22) - 1, 1 << 22, last, last + 1, -1}};
  kernels::launch(
      stream(), {probe_count},
      WriteProbes{reinterpret_cast<std::uint8_t*>(texels.handle().value), probes, static_cast<std::int64_t>(width)});
  const TextureObject texture =
      TextureObject::from_resource(ResourceDescriptor::from_linear(texels, DataType::uint8, 1), {});
  kernels::launch(stream(), {probe_count},
                  FetchProbes{kernels::Texture(texture.handle()), probes,
                              reinterpret_cast<std::uint32_t*>(results.handle().value)});
  std::array<std::uint32_t, probe_count> seen{};
  results.copy_to(std::as_writable_bytes(std::span(seen)), stream());
  stream().synchronize();
  EXPECT_EQ(seen, (std::array<std::uint32_t, probe_count>{1, 2, 3, 4, 0, 0}));
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(LinearTextureOnEach);

}  // namespace
}  // namespace texelscope::gpu
