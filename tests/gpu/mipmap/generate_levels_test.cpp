#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "tests/support/device_fixture.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/graph.h"
#include "texelscope/gpu/graph_builder.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/kernels/float16.h"

namespace texelscope::gpu {
namespace {

using Bytes = std::vector<std::byte>;

/// The channels of all texels as numbers, and the tolerance of a stored number: half a unit.
struct Numbers {
  std::array<std::size_t, 3> extent;
  std::size_t channels;
  std::vector<double> values;

  [[nodiscard]] std::size_t index(std::size_t x, std::size_t y, std::size_t z, std::size_t channel) const {
    return ((z * extent[1] + y) * extent[0] + x) * channels + channel;
  }
};

template <class Number>
double load(const Bytes& bytes, std::size_t index) {
  Number number;
  std::memcpy(&number, &bytes[index * sizeof(Number)], sizeof(Number));
  return static_cast<double>(number);
}

double stored_number(const ArrayDescriptor& array, const Bytes& bytes, std::size_t index) {
  switch (array.format) {
    case DataType::uint8:
      return load<std::uint8_t>(bytes, index);
    case DataType::uint16:
      return load<std::uint16_t>(bytes, index);
    case DataType::uint32:
      return load<std::uint32_t>(bytes, index);
    case DataType::int8:
      return load<std::int8_t>(bytes, index);
    case DataType::int16:
      return load<std::int16_t>(bytes, index);
    case DataType::int32:
      return load<std::int32_t>(bytes, index);
    case DataType::float32:
      return load<float>(bytes, index);
    case DataType::float16:
      break;
  }
  return static_cast<double>(
      kernels::float32_from_float16(static_cast<std::uint16_t>(load<std::uint16_t>(bytes, index))));
}

double from_srgb(double code) {
  const double encoded = code / 255;
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}
double to_srgb(double linear) {
  return 255 * (linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055);
}

Numbers numbers_of(const ArrayDescriptor& array, const Bytes& bytes) {
  const Extent all = array.copy_extent();
  Numbers numbers{{all.width(), all.height(), all.depth()}, static_cast<std::size_t>(array.num_channels), {}};
  for (std::size_t i = 0; i < bytes.size() / size_bytes(array.format); ++i) {
    numbers.values.push_back(stored_number(array, bytes, i));
  }
  return numbers;
}

/// The modified Bessel function of order 0, computed from its integral.
double bessel(double x) {
  constexpr int steps = 2000;
  double sum = 0;
  for (int i = 0; i < steps; ++i) {
    sum += std::exp(x * std::cos((i + 0.5) / steps * std::acos(-1)));
  }
  return sum / steps;
}

/// The weight of a source texel in texel i of the next level, before normalization by the sum.
double weight_of(LevelFilter filter, std::size_t i, std::ptrdiff_t source, double scale) {
  const double first = static_cast<double>(i) * scale;
  if (filter == LevelFilter::box) {
    const auto at = static_cast<double>(source);
    return std::max(0.0, std::min(at + 1, first + scale) - std::max(at, first));
  }
  const double x = (static_cast<double>(source) + 0.5 - first - scale / 2) / scale;
  if (std::fabs(x) >= 3) {
    return 0;
  }
  const double pi = std::acos(-1);
  return (x == 0 ? 1 : std::sin(pi * x) / (pi * x)) * bessel(4 * std::sqrt(1 - x * x / 9)) / bessel(4);
}

std::size_t addressed(std::ptrdiff_t at, std::size_t extent, AddressMode mode) {
  const auto size = static_cast<std::ptrdiff_t>(extent);
  while (mode == AddressMode::wrap && (at < 0 || at >= size)) {
    at += at < 0 ? size : -size;
  }
  while (mode == AddressMode::mirror && (at < 0 || at >= size)) {
    at = at < 0 ? -1 - at : 2 * size - 1 - at;
  }
  return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, size - 1));
}

Numbers shrunk(const Numbers& from, std::size_t axis, const LevelGeneration& how) {
  Numbers to = from;
  to.extent[axis] = std::max<std::size_t>(1, from.extent[axis] / 2);
  to.values.assign(to.extent[0] * to.extent[1] * to.extent[2] * to.channels, 0);
  const double scale = static_cast<double>(from.extent[axis]) / static_cast<double>(to.extent[axis]);
  for (std::size_t i = 0; i < to.extent[axis]; ++i) {
    std::vector<std::pair<std::size_t, double>> taps;
    double sum = 0;
    const auto middle = static_cast<std::ptrdiff_t>(static_cast<double>(i) * scale);
    for (std::ptrdiff_t source = middle - 20; source <= middle + 20; ++source) {
      const double weight = weight_of(how.filter, i, source, scale);
      sum += weight;
      taps.emplace_back(addressed(source, from.extent[axis], how.address_mode[static_cast<int>(axis)]), weight);
    }
    std::array<std::size_t, 3> at{};
    for (at[2] = 0; at[2] < (axis == 2 ? 1 : to.extent[2]); ++at[2]) {
      for (at[1] = 0; at[1] < (axis == 1 ? 1 : to.extent[1]); ++at[1]) {
        for (at[0] = 0; at[0] < (axis == 0 ? 1 : to.extent[0]); ++at[0]) {
          for (std::size_t channel = 0; channel < to.channels; ++channel) {
            double value = 0;
            for (const auto& [source, weight] : taps) {
              std::array<std::size_t, 3> there = at;
              there[axis] = source;
              value += weight / sum * from.values[from.index(there[0], there[1], there[2], channel)];
            }
            std::array<std::size_t, 3> here = at;
            here[axis] = i;
            to.values[to.index(here[0], here[1], here[2], channel)] = value;
          }
        }
      }
    }
  }
  return to;
}

/// The next level in exact arithmetic: naive, one axis after the other.
Numbers next_level(const ArrayDescriptor& array, Numbers level, const LevelGeneration& how) {
  const auto is_color = [&](std::size_t i) { return how.is_srgb && i % level.channels < 3; };
  for (std::size_t i = 0; i < level.values.size(); ++i) {
    double& value = level.values[i];
    value = is_color(i) ? from_srgb(value) : value;
    if (array.encoding == TexelEncoding::normalized && is_signed_integer(array.format)) {
      value = std::max(value, array.format == DataType::int8 ? -127.0 : -32767.0);
    }
  }
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(array.shape.rank()); ++axis) {
    level = level.extent[axis] > 1 ? shrunk(level, axis, how) : level;
  }
  for (std::size_t i = 0; i < level.values.size(); ++i) {
    level.values[i] = is_color(i) ? to_srgb(std::clamp(level.values[i], 0.0, 1.0)) : level.values[i];
  }
  return level;
}

/// The range of a format, and half the distance between neighboring numbers at a value.
std::pair<double, double> range_of(const ArrayDescriptor& array) {
  const bool is_normalized = array.encoding == TexelEncoding::normalized;
  switch (array.format) {
    case DataType::uint8:
      return {0, 255};
    case DataType::uint16:
      return {0, 65535};
    case DataType::uint32:
      return {0, 4294967295.0};
    case DataType::int8:
      return {is_normalized ? -127 : -128, 127};
    case DataType::int16:
      return {is_normalized ? -32767 : -32768, 32767};
    case DataType::int32:
      return {-2147483648.0, 2147483647.0};
    default:
      return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }
}

/// Half a unit, plus the rounding of the intermediate float between two axes.
double tolerance(DataType format, double value, double largest) {
  if (!is_floating_point(format)) {
    return 0.5 + (format == DataType::uint16 || format == DataType::int16 ? 0.02 : 0.001);
  }
  const int digits = format == DataType::float32 ? 24 : 11;
  const double unit = std::ldexp(1.0, std::max(std::ilogb(std::max(std::fabs(value), 1e-30)) - digits + 1,
                                               format == DataType::float32 ? -149 : -24));
  return unit / 2 + largest * (format == DataType::float32 ? 1e-14 : 1e-6);
}

Bytes random_texels(const ArrayDescriptor& array, unsigned seed) {
  std::mt19937 random{seed};
  Bytes bytes(array.size_bytes());
  if (!is_floating_point(array.format)) {
    std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random()); });
    return bytes;
  }
  std::normal_distribution<float> normal;
  const std::size_t size = size_bytes(array.format);
  for (std::size_t i = 0; i < bytes.size() / size; ++i) {
    const float value = normal(random);
    const std::uint16_t half = kernels::float16_from_float32(value);
    std::memcpy(&bytes[i * size], size == 4 ? static_cast<const void*>(&value) : &half, size);
  }
  return bytes;
}

class GenerateLevelsOnEach : public tests::DeviceTest {
 protected:
  /// The bytes of all levels, from random texels of level 0.
  [[nodiscard]] static std::vector<Bytes> levels_on(const Device& on, const Stream& stream,
                                                    const ArrayDescriptor& array, const LevelGeneration& how) {
    const unsigned count = full_level_count(array.shape);
    const MipmappedArray mipmap = MipmappedArray::from_descriptor(on, array, count);
    const Bytes texels = random_texels(array, 17);
    mipmap.level(0).copy_from(texels, stream);
    mipmap.generate_levels(stream, how);
    std::vector<Bytes> levels;
    for (unsigned level = 0; level < count; ++level) {
      levels.emplace_back(mipmap.level(level).size_bytes());
    }
    for (unsigned level = 0; level < count; ++level) {
      mipmap.level(level).copy_to(levels[level], stream);
    }
    stream.synchronize();
    EXPECT_EQ(levels[0], texels);
    return levels;
  }

  void expect_right(const ArrayDescriptor& array, const LevelGeneration& how) const {
    SCOPED_TRACE(to_string(array) + (how.filter == LevelFilter::kaiser ? " kaiser" : " box") +
                 (how.is_srgb ? " srgb" : "") + " " + std::string(to_string(how.address_mode[0])));
    const std::vector<Bytes> levels = levels_on(device(), stream(), array, how);
    for (unsigned level = 1; level < levels.size(); ++level) {
      // Each level is generated from the stored previous level.
      const Numbers exact = next_level(array, numbers_of(level_descriptor(array, level - 1), levels[level - 1]), how);
      const Numbers seen = numbers_of(level_descriptor(array, level), levels[level]);
      ASSERT_EQ(seen.extent, exact.extent);
      const auto [lowest, highest] = range_of(array);
      double largest = 0;
      for (const double value : exact.values) {
        largest = std::max(largest, std::fabs(value));
      }
      for (std::size_t i = 0; i < exact.values.size(); ++i) {
        const double expected = std::clamp(exact.values[i], lowest, highest);
        ASSERT_NEAR(seen.values[i], expected, tolerance(array.format, expected, std::max(largest, 1.0)))
            << "level " << level << ", channel " << i;
      }
    }
    if (device().id().kind != DeviceKind::cpu) {
      const Device cpu = Device::open({DeviceKind::cpu, 0});
      EXPECT_EQ(levels_on(cpu, cpu.create_stream(), array, how), levels) << "both devices generate the same bytes";
    }
  }
};

ArrayDescriptor of_kind(const Extent& shape, ArrayKind kind, std::uint64_t layers) {
  ArrayDescriptor descriptor{shape, DataType::uint8, 4};
  descriptor.kind = kind;
  descriptor.num_layers = layers;
  return descriptor;
}

TEST_P(GenerateLevelsOnEach, FiltersEveryFormat) {
  for (const LevelFilter filter : {LevelFilter::box, LevelFilter::kaiser}) {
    for (const DataType format : {DataType::uint8, DataType::uint16, DataType::uint32, DataType::int8, DataType::int16,
                                  DataType::int32, DataType::float16, DataType::float32}) {
      ArrayDescriptor array{Extent(22, 13), format, 2};
      expect_right(array, {.filter = filter});
      if (!is_floating_point(format) && size_bytes(format) < 4) {
        array.encoding = TexelEncoding::normalized;
        expect_right(array, {.filter = filter});
      }
    }
  }
}

TEST_P(GenerateLevelsOnEach, FiltersEveryKindAndRank) {
  for (const LevelFilter filter : {LevelFilter::box, LevelFilter::kaiser}) {
    for (const ArrayDescriptor& array :
         {of_kind(Extent(37), ArrayKind::plain, 1), of_kind(Extent(16), ArrayKind::plain, 1),
          of_kind(Extent(1, 9), ArrayKind::plain, 1), of_kind(Extent(9, 1), ArrayKind::plain, 1),
          of_kind(Extent(15, 10, 7), ArrayKind::plain, 1), of_kind(Extent(3, 2, 11), ArrayKind::plain, 1),
          of_kind(Extent(13), ArrayKind::layered, 3), of_kind(Extent(11, 6), ArrayKind::layered, 3),
          of_kind(Extent(7, 7), ArrayKind::cube_map, 1), of_kind(Extent(8, 8), ArrayKind::layered_cube_map, 2)}) {
      expect_right(array, {.filter = filter});
    }
  }
}

TEST_P(GenerateLevelsOnEach, FiltersSrgbAsLight) {
  for (const LevelFilter filter : {LevelFilter::box, LevelFilter::kaiser}) {
    expect_right({Extent(33, 20), DataType::uint8, 4}, {.filter = filter, .is_srgb = true});
  }
  // Half black and half white is code 188, not 128; alpha is linear.
  const MipmappedArray mipmap = MipmappedArray::from_descriptor(device(), {Extent(2, 1), DataType::uint8, 4}, 2);
  const std::array<std::uint8_t, 8> texels{0, 255, 10, 0, 255, 255, 10, 255};
  mipmap.level(0).copy_from(texels, stream());
  mipmap.generate_levels(stream(), {.is_srgb = true});
  std::array<std::uint8_t, 4> seen{};
  mipmap.level(1).copy_to(seen, stream());
  stream().synchronize();
  EXPECT_EQ(seen, (std::array<std::uint8_t, 4>{188, 255, 10, 128}));
}

TEST_P(GenerateLevelsOnEach, ReadsBeyondEdgesByAddressMode) {
  for (const AddressMode mode : {AddressMode::wrap, AddressMode::mirror, AddressMode::clamp}) {
    expect_right({Extent(19, 8), DataType::uint8, 1}, {.filter = LevelFilter::kaiser, .address_mode = mode});
  }
  expect_right({Extent(12, 5), DataType::float32, 1},
               {.filter = LevelFilter::kaiser, .address_mode = {AddressMode::wrap, AddressMode::mirror}});
}

TEST_P(GenerateLevelsOnEach, KeepsUniformImagesAndSpreadsNaN) {
  const MipmappedArray mipmap = MipmappedArray::from_descriptor(device(), {Extent(4, 4), DataType::float32, 1}, 3);
  std::array<float, 16> texels{};
  texels.fill(2.5F);
  texels[0] = -std::numeric_limits<float>::quiet_NaN();
  mipmap.level(0).copy_from(texels, stream());
  mipmap.generate_levels(stream());
  std::array<std::uint32_t, 4> seen{};
  mipmap.level(1).copy_to(seen, stream());
  stream().synchronize();
  const std::uint32_t even = 0x40200000;
  EXPECT_EQ(seen, (std::array<std::uint32_t, 4>{0x7FC00000, even, even, even}));
}

TEST_P(GenerateLevelsOnEach, RejectsUnsupportedArraysAndFilters) {
  const auto refusal = [&](const ArrayDescriptor& array, const LevelGeneration& how) -> std::string {
    try {
      MipmappedArray::from_descriptor(device(), array, 2).generate_levels(stream(), how);
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "";
  };
  const ArrayDescriptor plain{Extent(8, 8), DataType::float32, 4};
  EXPECT_EQ(refusal(plain, {}), "");
  EXPECT_NE(refusal(encoded_array(Extent(8, 8), TexelEncoding::bc7_unorm), {}).find("compress each"),
            std::string::npos);
  EXPECT_NE(refusal(plain, {.is_srgb = true}).find("sRGB requires uint8"), std::string::npos);
  EXPECT_NE(refusal(plain, {.address_mode = AddressMode::border}).find("no border color"), std::string::npos);
  EXPECT_NE(refusal(plain, {.filter = static_cast<LevelFilter>(9)}).find("use box or kaiser"), std::string::npos);
}

TEST_P(GenerateLevelsOnEach, IsRecordedIntoAGraph) {
  const MipmappedArray mipmap = MipmappedArray::from_descriptor(device(), {Extent(8, 4), DataType::uint8, 1}, 4);
  const GraphBuilder builder = GraphBuilder::from_stream(stream());
  builder.begin();
  mipmap.generate_levels(builder, {.filter = LevelFilter::kaiser});
  builder.end();
  const Graph graph = builder.complete();
  for (const std::uint8_t value : std::initializer_list<std::uint8_t>{10, 200}) {
    const std::vector<std::uint8_t> texels(32, value);
    mipmap.level(0).copy_from(texels, stream());
    graph.launch(stream());
    std::array<std::uint8_t, 1> last{};
    mipmap.level(3).copy_to(last, stream());
    stream().synchronize();
    EXPECT_EQ(last[0], value);
  }
}

TEST_P(GenerateLevelsOnEach, LeavesOneLevelAlone) {
  const MipmappedArray one = MipmappedArray::from_descriptor(device(), {Extent(8, 8), DataType::uint8, 4}, 1);
  one.generate_levels(stream());
  stream().synchronize();
}

TEXELSCOPE_INSTANTIATE_FOR_DEVICES(GenerateLevelsOnEach);

}  // namespace
}  // namespace texelscope::gpu
