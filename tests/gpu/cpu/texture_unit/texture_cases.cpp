#include "tests/gpu/cpu/texture_unit/texture_cases.h"

#include <bit>

#include "app/conformance/draw.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "gpu/cpu/texture_unit/make_texture.h"
#include "texelscope/gpu/data_type.h"

namespace texelscope::tests {

using gpu::AddressMode;
using gpu::DataType;
using gpu::Extent;
using gpu::FilterMode;
using gpu::ReadMode;

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

/// A read mode: format, element or normalized, point or linear, sRGB.
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
    at.x = app::draw_coordinate(extent.width(), is_normalized, random);
    at.y = extent.rank() >= 2 ? app::draw_coordinate(extent.height(), is_normalized, random) : 0;
    at.z = extent.rank() == 3 ? app::draw_coordinate(extent.depth(), is_normalized, random) : 0;
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
          channel = app::draw_border(random);
        }
        texture.texels =
            app::draw_texels(texture.format, texture.extent.volume() * static_cast<std::size_t>(texture.num_channels),
                             static_cast<app::TexelValues>(random.below(3)), random);
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
                     texture.descriptor.normalized_coords ? "normalized" : "unnormalized",
                     texture.descriptor.srgb ? " srgb" : "", to_string(texture.descriptor.address_mode[0]),
                     to_string(texture.descriptor.address_mode[1]), to_string(texture.descriptor.address_mode[2]), x, y,
                     z, fmt::join(expected, " "), fmt::join(actual, " "));
}

}  // namespace texelscope::tests
