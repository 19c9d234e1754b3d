#include "tests/gpu/cpu/texture_unit/texture_cases.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "fmt/format.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::tests {

using gpu::AddressMode;
using gpu::DataType;
using gpu::Extent;
using gpu::FilterMode;
using gpu::ReadMode;

std::uint32_t Random::bits() {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t value = state_;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
  return static_cast<std::uint32_t>((value ^ (value >> 31)) >> 32);
}

std::uint32_t Random::below(std::uint32_t n) { return static_cast<std::uint32_t>((std::uint64_t{bits()} * n) >> 32); }

double Random::unit() { return bits() * 0x1p-32; }

gpu::cpu::TexelView TextureCase::view() const {
  const std::size_t texel = size_bytes(format) * static_cast<std::size_t>(num_channels);
  return {.format = format,
          .num_channels = num_channels,
          .levels = {{texels.data(), extent, texel * extent.width(), texel * extent.width() * extent.height()}}};
}

std::string TextureCase::class_name() const {
  bool has_border = false;
  for (int axis = 0; axis < extent.rank(); ++axis) {
    has_border = has_border || descriptor.address_mode[axis] == AddressMode::border;
  }
  return fmt::format("{} {}{} {}, {}D{}", to_string(format), to_string(descriptor.read_mode),
                     descriptor.srgb ? " sRGB" : "", to_string(descriptor.filter_mode), extent.rank(),
                     has_border ? ", border" : "");
}

namespace {

enum class Content : unsigned char { ordinary, spread, special };

std::uint32_t random_float_bits(bool is_half, Content content, Random& random) {
  const unsigned fraction_bits = is_half ? 10 : 23;
  const unsigned bias = is_half ? 15 : 127;
  const unsigned largest = is_half ? 30 : 254;
  const std::uint32_t draw = random.bits();
  const std::uint32_t sign = (draw & 1) << (is_half ? 15 : 31);
  const std::uint32_t fraction = random.bits() >> (32 - fraction_bits);
  std::uint32_t exponent = bias - 6 + random.below(12);
  if (content == Content::spread) {
    // Denormals, the largest numbers, and everything around one.
    const std::uint32_t choice = random.below(8);
    exponent = choice < 2 ? random.below(2) : (choice < 3 ? largest - random.below(3) : random.below(largest + 1));
    if (choice >= 5) {
      exponent = is_half ? random.below(30) : 100 + random.below(40);
    }
  } else if (content == Content::special && random.below(4) == 0) {
    static constexpr std::uint32_t kinds = 3;
    switch (random.below(kinds)) {
      case 0:
        return sign;
      case 1:
        return sign | ((largest + 1) << fraction_bits);
      default:
        return sign | ((largest + 1) << fraction_bits) | (fraction | 1);
    }
  }
  return sign | (exponent << fraction_bits) | fraction;
}

std::uint32_t random_channel_bits(DataType format, Content content, Random& random) {
  if (is_floating_point(format)) {
    return random_float_bits(format == DataType::float16, content, random);
  }
  static constexpr std::uint32_t extremes[] = {0xFFFFFFFFU, 0, 0x80808080U, 0x80008000U, 0x7F7F7F7FU, 0x80000000U};
  return random.below(8) == 0 ? extremes[random.below(std::size(extremes))] : random.bits();
}

std::vector<std::byte> random_texels(const TextureCase& texture, Content content, Random& random) {
  const std::size_t size = size_bytes(texture.format);
  const std::size_t count = texture.extent.volume() * static_cast<std::size_t>(texture.num_channels);
  std::vector<std::byte> texels(count * size);
  for (std::size_t index = 0; index < count; ++index) {
    const std::uint32_t bits = random_channel_bits(texture.format, content, random);
    std::memcpy(&texels[index * size], &bits, size);
  }
  return texels;
}

float moved_by_units_in_the_last_place(float value, int units) {
  for (; units > 0; --units) {
    value = std::nextafter(value, std::numeric_limits<float>::infinity());
  }
  for (; units < 0; ++units) {
    value = std::nextafter(value, -std::numeric_limits<float>::infinity());
  }
  return value;
}

float special_coordinate(Random& random) {
  static constexpr std::uint32_t specials[] = {0x7F800000U, 0xFF800000U, 0x7FC00000U, 0xFFC00000U, 0x7F800001U,
                                               0x00000001U, 0x80000001U, 0x007FFFFFU, 0x807FFFFFU, 0x00800000U,
                                               0x80800000U, 0x00000000U, 0x80000000U, 0x7F7FFFFFU, 0xFF7FFFFFU};
  if (random.below(3) == 0) {
    return std::bit_cast<float>(specials[random.below(std::size(specials))]);
  }
  const auto value =
      static_cast<float>(std::ldexp(1 + random.unit() * random.below(2), static_cast<int>(random.below(127))));
  return random.below(2) == 0 ? value : -value;
}

float random_coordinate(std::uint64_t extent, bool is_normalized, Random& random) {
  const double scale = is_normalized ? 1.0 / static_cast<double>(extent) : 1.0;
  const std::uint32_t kind = random.below(16);
  if (kind == 0) {
    return special_coordinate(random);
  }
  if (kind < 4) {
    return static_cast<float>((random.unit() * 5 - 2) * static_cast<double>(extent) * scale);
  }
  const double texel = static_cast<double>(random.below(static_cast<std::uint32_t>(5 * extent) + 4)) -
                       static_cast<double>(2 * extent + 2);
  const double offset = kind < 7 ? 0 : (kind < 9 ? 0.5 : random.below(512) / 512.0);
  return moved_by_units_in_the_last_place(static_cast<float>((texel + offset) * scale),
                                          static_cast<int>(random.below(9)) - 4);
}

Extent random_extent(int rank, Random& random) {
  static constexpr std::uint64_t long_sizes[] = {1, 2, 3, 7, 8, 31, 100, 5000, 16384};
  static constexpr std::uint64_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 64, 100, 300};
  static constexpr std::uint64_t short_sizes[] = {1, 2, 3, 4, 5, 7, 8, 13};
  const auto pick = [&random](const auto& list) {
    return list[random.below(static_cast<std::uint32_t>(std::size(list)))];
  };
  if (rank == 1) {
    return Extent(pick(long_sizes));
  }
  if (rank == 2) {
    return Extent(pick(sizes), pick(sizes));
  }
  return Extent(pick(short_sizes), pick(short_sizes), pick(short_sizes));
}

float random_border(Random& random) {
  static constexpr float specials[] = {std::numeric_limits<float>::quiet_NaN(),
                                       std::numeric_limits<float>::infinity(),
                                       -std::numeric_limits<float>::infinity(),
                                       -0.0F,
                                       0.5F,
                                       1,
                                       -1,
                                       1e-40F,
                                       65536};
  return random.below(6) == 0 ? specials[random.below(static_cast<std::uint32_t>(std::size(specials)))]
                              : static_cast<float>(random.unit() * 3 - 1.5);
}

/// A kind of reading: format, element or normalised, point or linear, sRGB.
struct Reading {
  DataType format;
  ReadMode read;
  FilterMode filter;
  bool srgb = false;
};

std::vector<Reading> all_readings() {
  std::vector<Reading> readings;
  for (const DataType format : {DataType::uint8, DataType::uint16, DataType::uint32, DataType::int8, DataType::int16,
                                DataType::int32, DataType::float16, DataType::float32}) {
    readings.push_back({format, ReadMode::element, FilterMode::point});
    if (is_floating_point(format)) {
      readings.push_back({format, ReadMode::element, FilterMode::linear});
    } else if (size_bytes(format) < 4) {
      readings.push_back({format, ReadMode::normalized_float, FilterMode::point});
      readings.push_back({format, ReadMode::normalized_float, FilterMode::linear});
    }
  }
  readings.push_back({DataType::uint8, ReadMode::normalized_float, FilterMode::point, true});
  readings.push_back({DataType::uint8, ReadMode::normalized_float, FilterMode::linear, true});
  return readings;
}

gpu::AddressModes random_modes(std::uint32_t choice, Random& random) {
  if (choice < 4) {
    return static_cast<AddressMode>(choice);
  }
  const auto mode = [&random] { return static_cast<AddressMode>(random.below(4)); };
  const AddressMode x = mode();
  const AddressMode y = mode();
  return {x, y, mode()};
}

}  // namespace

std::vector<Coordinates> random_coordinates(const Extent& extent, bool is_normalized, Random& random,
                                            std::size_t count) {
  std::vector<Coordinates> coordinates(count);
  for (Coordinates& at : coordinates) {
    at.x = random_coordinate(extent.width(), is_normalized, random);
    at.y = extent.rank() >= 2 ? random_coordinate(extent.height(), is_normalized, random) : 0;
    at.z = extent.rank() == 3 ? random_coordinate(extent.depth(), is_normalized, random) : 0;
  }
  return coordinates;
}

std::vector<TextureCase> texture_cases(std::uint64_t seed, std::size_t coordinates_per_case) {
  std::vector<TextureCase> cases;
  Random random{seed};
  for (const Reading& reading : all_readings()) {
    for (int rank = 1; rank <= 3; ++rank) {
      for (std::uint32_t choice = 0; choice < 12; ++choice) {
        static constexpr int channels[] = {1, 2, 4};
        TextureCase& texture = cases.emplace_back();
        texture.extent = random_extent(rank, random);
        texture.format = reading.format;
        texture.num_channels = reading.srgb ? 4 : channels[random.below(3)];
        texture.descriptor.filter_mode = reading.filter;
        texture.descriptor.read_mode = reading.read;
        texture.descriptor.srgb = reading.srgb;
        texture.descriptor.normalized_coords = choice % 2 == 0;
        texture.descriptor.address_mode = random_modes(choice / 2, random);
        for (float& channel : texture.descriptor.border_color) {
          channel = random_border(random);
        }
        texture.texels = random_texels(texture, static_cast<Content>(random.below(3)), random);
        texture.coordinates =
            random_coordinates(texture.extent, texture.descriptor.normalized_coords, random, coordinates_per_case);
      }
    }
  }
  return cases;
}

ResultKind result_kind(const TextureCase& texture) {
  if (is_floating_point(texture.format) || texture.descriptor.read_mode == ReadMode::normalized_float) {
    return ResultKind::floats;
  }
  return is_signed_integer(texture.format) ? ResultKind::signed_integers : ResultKind::unsigned_integers;
}

FetchedBits canonical(FetchedBits bits, ResultKind kind) {
  for (std::uint32_t& channel : bits) {
    if (kind == ResultKind::floats && (channel & 0x7FFFFFFFU) > 0x7F800000U) {
      channel = 0x7FC00000U;
    }
  }
  return bits;
}

std::vector<FetchedBits> fetch_with_texture_unit(const TextureCase& texture) {
  const gpu::cpu::TexturePointer unit = gpu::cpu::make_texture(texture.view(), texture.descriptor);
  const ResultKind kind = result_kind(texture);
  std::vector<FetchedBits> results;
  results.reserve(texture.coordinates.size());
  for (const auto& [x, y, z] : texture.coordinates) {
    FetchedBits bits{};
    switch (kind) {
      case ResultKind::floats:
        bits = std::bit_cast<FetchedBits>(unit->sample_float(*unit, x, y, z));
        break;
      case ResultKind::signed_integers:
        bits = std::bit_cast<FetchedBits>(unit->sample_int(*unit, x, y, z));
        break;
      case ResultKind::unsigned_integers:
        bits = std::bit_cast<FetchedBits>(unit->sample_uint(*unit, x, y, z));
        break;
    }
    results.push_back(canonical(bits, kind));
  }
  return results;
}

std::string describe(const TextureCase& texture, std::size_t index, const FetchedBits& expected,
                     const FetchedBits& actual) {
  const auto& [x, y, z] = texture.coordinates[index];
  return fmt::format("{} {}x{} {}{} modes {} {} {} at ({:a}, {:a}, {:a}): expected {:08x}, got {:08x}",
                     texture.class_name(), to_string(texture.extent), texture.num_channels,
                     texture.descriptor.normalized_coords ? "normalised" : "unnormalised",
                     texture.descriptor.srgb ? " srgb" : "", to_string(texture.descriptor.address_mode[0]),
                     to_string(texture.descriptor.address_mode[1]), to_string(texture.descriptor.address_mode[2]), x, y,
                     z, fmt::join(expected, " "), fmt::join(actual, " "));
}

}  // namespace texelscope::tests
