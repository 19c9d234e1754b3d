#include "texelscope/kernels/math.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/kernels/convert.h"
#include "texelscope/kernels/float16.h"
#include "texelscope/kernels/hash.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::tests {
namespace {

namespace k = kernels;

constexpr int num_functions = 24;

/// The bits of the result of function `which`, for host and device.
TEXELSCOPE_KERNEL_FUNCTION std::uint32_t evaluate(int which, float x, float y) {
  switch (which) {
    case 0:
      return k::bits_of(k::sine(x));
    case 1:
      return k::bits_of(k::cosine(x));
    case 2:
      return k::bits_of(k::exponential(x));
    case 3:
      return k::bits_of(k::exponential2(x));
    case 4:
      return k::bits_of(k::logarithm(x));
    case 5:
      return k::bits_of(k::logarithm2(x));
    case 6:
      return k::bits_of(k::power(x, y));
    case 7:
      return k::bits_of(k::arctangent2(x, y));
    case 8:
      return k::bits_of(k::square_root(x));
    case 9:
      return k::bits_of(k::hypotenuse(x, y));
    case 10:
      return k::bits_of(k::length(k::Float3{x, y, 1}));
    case 11:
      return k::bits_of(k::floor(x));
    case 12:
      return k::bits_of(k::ceil(x));
    case 13:
      return k::bits_of(k::round_to_nearest(x));
    case 14:
      return k::bits_of(k::fraction(x));
    case 15:
      return k::bits_of(k::minimum(x, y));
    case 16:
      return k::bits_of(k::maximum(x, y));
    case 17:
      return k::bits_of(k::smooth_step(-1, 2, x));
    case 18:
      return k::bits_of(k::mix(x, y, 0.3F));
    case 19:
      return k::to_unorm8(x);
    case 20:
      return static_cast<std::uint32_t>(k::float_to_int(x));
    case 21:
      return k::float16_from_float32(x);
    case 22:
      return k::bits_of(k::float32_from_float16(static_cast<std::uint16_t>(k::bits_of(x) >> 13)));
    default:
      return k::bits_of(k::value_noise({x, y}, 5)) ^ k::hash(k::bits_of(x), k::bits_of(y));
  }
}

struct Evaluate {
  const float* x;
  const float* y;
  std::uint32_t* results;
  int count;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(k::Index index) const {
    results[index.y * count + index.x] = evaluate(index.y, x[index.x], y[index.x]);
  }
};

class MathOnDevices : public DeviceTest {};

TEST_P(MathOnDevices, ReturnsTheSameBitsAsTheHost) {
  constexpr int count = 200'000;
  std::vector<float> x(count);
  std::vector<float> y(count);
  for (std::uint32_t index = 0; index < count; ++index) {
    // Floats of every magnitude; every second float is in the range that kernels use.
    const std::uint32_t a = k::hash(index, 1);
    const std::uint32_t b = k::hash(index, 2);
    x[index] = index % 2 == 0 ? k::float_of(a) : (k::unit_float(a) - 0.5F) * 40;
    y[index] = index % 4 < 2 ? (k::unit_float(b) - 0.5F) * 8 : k::float_of(b);
  }
  const std::uint32_t specials[] = {0, 0x80000000U, 0x7F800000U, 0xFF800000U, 0x7FC00000U, 1, 0x80000001U, 0x3F800000U};
  for (std::size_t index = 0; index < 64; ++index) {
    x[index] = k::float_of(specials[index % 8]);
    y[index] = k::float_of(specials[index / 8]);
  }

  const gpu::Buffer x_buffer = device().allocate(count * sizeof(float), stream());
  const gpu::Buffer y_buffer = device().allocate(count * sizeof(float), stream());
  const gpu::Buffer result_buffer = device().allocate(num_functions * count * sizeof(std::uint32_t), stream());
  x_buffer.copy_from(std::as_bytes(std::span{x}), stream());
  y_buffer.copy_from(std::as_bytes(std::span{y}), stream());
  const Evaluate kernel{reinterpret_cast<const float*>(x_buffer.handle().value),
                        reinterpret_cast<const float*>(y_buffer.handle().value),
                        reinterpret_cast<std::uint32_t*>(result_buffer.handle().value), count};
  k::launch(stream(), {count, num_functions}, kernel);
  std::vector<std::uint32_t> results(static_cast<std::size_t>(num_functions) * count);
  result_buffer.copy_to(std::as_writable_bytes(std::span{results}), stream());
  stream().synchronize();

  const auto canonical = [](std::uint32_t bits) { return (bits & 0x7FFFFFFFU) > 0x7F800000U ? 0x7FC00000U : bits; };
  for (int which = 0; which < num_functions; ++which) {
    int different = 0;
    for (int index = 0; index < count; ++index) {
      const std::uint32_t on_host = evaluate(which, x[index], y[index]);
      const std::uint32_t on_device = results[static_cast<std::size_t>(which) * count + index];
      if (canonical(on_host) != canonical(on_device) && different++ == 0) {
        ADD_FAILURE() << "function " << which << " of " << x[index] << ", " << y[index] << ": host " << std::hex
                      << on_host << ", device " << on_device;
      }
    }
    EXPECT_EQ(different, 0) << "function " << which << ": " << different << " of " << count << " differ";
  }
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(MathOnDevices);

}  // namespace
}  // namespace texelscope::tests
