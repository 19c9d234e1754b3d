#include "gpu/mipmap/filter_pass.h"

#include <cmath>
#include <limits>

#include "gpu/mipmap/level_filter.h"
#include "texelscope/kernels/float16.h"
#include "texelscope/kernels/launch.h"

namespace texelscope::gpu::mipmap {
namespace {

template <class Number>
TEXELSCOPE_KERNEL_FUNCTION double load(const std::byte* memory, std::int64_t element) {
  return static_cast<double>(reinterpret_cast<const Number*>(memory)[element]);
}

template <class Number>
TEXELSCOPE_KERNEL_FUNCTION void store(std::byte* memory, std::int64_t element, Number value) {
  reinterpret_cast<Number*>(memory)[element] = value;
}

/// The nearest integer, halves up, clamped to a range.
TEXELSCOPE_KERNEL_FUNCTION std::int64_t rounded(double value, double low, double high) {
  const double held = value >= low ? (value <= high ? value : high) : low;
  const double raised = held + 0.5;
  const auto whole = static_cast<std::int64_t>(raised);
  return static_cast<double>(whole) > raised ? whole - 1 : whole;
}

/// Canonicalizes NaN, whose bits differ between devices.
TEXELSCOPE_KERNEL_FUNCTION float as_float32(double value) {
  return value != value ? kernels::float_of(0x7FC00000U) : static_cast<float>(value);
}

struct FillWeights {
  double* weights;
  std::int32_t is_kaiser;
  std::int32_t source_extent;
  std::int32_t extent;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    if (is_kaiser != 0) {
      write_kaiser_weights(weights + std::int64_t{at.x} * (kaiser_taps + 1), at.x, source_extent, extent);
    } else {
      write_box_weights(weights + std::int64_t{at.x} * (box_taps + 1), at.x, source_extent, extent);
    }
  }
};

struct FilterAxis {
  FilterPass pass;
  SrgbTables srgb;

  TEXELSCOPE_KERNEL_FUNCTION void operator()(kernels::Index at) const {
    const std::int32_t channel = at.x % pass.num_channels;
    const std::int32_t texel[3] = {at.x / pass.num_channels, at.y, at.z};
    const std::int64_t source_width = pass.axis == 0 ? pass.source_extent : pass.extent[0];
    const std::int64_t source_height = pass.axis == 1 ? pass.source_extent : pass.extent[1];
    const std::int64_t strides[3] = {pass.num_channels, source_width * pass.num_channels,
                                     source_width * source_height * pass.num_channels};
    std::int64_t base = channel;
    for (std::int32_t axis = 0; axis < 3; ++axis) {
      base += axis == pass.axis ? 0 : texel[axis] * strides[axis];
    }
    const double* const weights = pass.weights + std::int64_t{texel[pass.axis]} * (pass.taps + 1);
    const auto first = static_cast<std::int32_t>(weights[0]);
    double sum = 0;
    for (std::int32_t tap = 0; tap < pass.taps; ++tap) {
      const double weight = weights[tap + 1];
      if (weight != 0) {
        sum += weight * read(base + addressed(first + tap) * strides[pass.axis], channel);
      }
    }
    const std::int64_t row = std::int64_t{at.z} * pass.extent[1] + at.y;
    write(row * pass.extent[0] * pass.num_channels + at.x, channel, sum);
  }

 private:
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int64_t addressed(std::int32_t index) const {
    const std::int32_t extent = pass.source_extent;
    if (pass.address_mode == static_cast<std::int32_t>(AddressMode::clamp)) {
      return index < 0 ? 0 : index >= extent ? extent - 1 : index;
    }
    const bool is_mirrored = pass.address_mode == static_cast<std::int32_t>(AddressMode::mirror);
    const std::int32_t period = is_mirrored ? 2 * extent : extent;
    std::int32_t inside = index % period;
    inside = inside < 0 ? inside + period : inside;
    return inside < extent ? inside : period - 1 - inside;
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION double read(std::int64_t element, std::int32_t channel) const {
    const std::byte* const memory = pass.source;
    switch (pass.from) {
      case ChannelStorage::uint8: {
        const auto code = reinterpret_cast<const std::uint8_t*>(memory)[element];
        return pass.is_srgb != 0 && channel < 3 ? static_cast<double>(srgb.linear[code]) : static_cast<double>(code);
      }
      case ChannelStorage::uint16:
        return load<std::uint16_t>(memory, element);
      case ChannelStorage::uint32:
        return load<std::uint32_t>(memory, element);
      case ChannelStorage::int8:
        return clamp_signed(load<std::int8_t>(memory, element), 127);
      case ChannelStorage::int16:
        return clamp_signed(load<std::int16_t>(memory, element), 32767);
      case ChannelStorage::int32:
        return load<std::int32_t>(memory, element);
      case ChannelStorage::float16:
        return static_cast<double>(
            kernels::float32_from_float16(reinterpret_cast<const std::uint16_t*>(memory)[element]));
      case ChannelStorage::float32:
      case ChannelStorage::between_float:
        return load<float>(memory, element);
      case ChannelStorage::between_double:
        break;
    }
    return load<double>(memory, element);
  }

  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION double clamp_signed(double value, double highest) const {
    return pass.is_normalized != 0 && value < -highest ? -highest : value;
  }

  TEXELSCOPE_KERNEL_FUNCTION void write(std::int64_t element, std::int32_t channel, double value) const {
    std::byte* const memory = pass.destination;
    const double lowest_8 = pass.is_normalized != 0 ? -127 : -128;
    const double lowest_16 = pass.is_normalized != 0 ? -32767 : -32768;
    switch (pass.to) {
      case ChannelStorage::uint8:
        store(memory, element,
              static_cast<std::uint8_t>(pass.is_srgb != 0 && channel < 3 ? srgb_code(value) : rounded(value, 0, 255)));
        break;
      case ChannelStorage::uint16:
        store(memory, element, static_cast<std::uint16_t>(rounded(value, 0, 65535)));
        break;
      case ChannelStorage::uint32:
        store(memory, element, static_cast<std::uint32_t>(rounded(value, 0, 4294967295.0)));
        break;
      case ChannelStorage::int8:
        store(memory, element, static_cast<std::int8_t>(rounded(value, lowest_8, 127)));
        break;
      case ChannelStorage::int16:
        store(memory, element, static_cast<std::int16_t>(rounded(value, lowest_16, 32767)));
        break;
      case ChannelStorage::int32:
        store(memory, element, static_cast<std::int32_t>(rounded(value, -2147483648.0, 2147483647.0)));
        break;
      case ChannelStorage::float16:
        store(memory, element, kernels::float16_from_float32(as_float32(value)));
        break;
      case ChannelStorage::float32:
      case ChannelStorage::between_float:
        store(memory, element, as_float32(value));
        break;
      case ChannelStorage::between_double:
        store(memory, element, value);
        break;
    }
  }

  /// The last code with a threshold not above the value.
  [[nodiscard]] TEXELSCOPE_KERNEL_FUNCTION std::int64_t srgb_code(double value) const {
    std::int32_t code = 0;
    for (std::int32_t step = 128; step > 0; step /= 2) {
      code = value >= static_cast<double>(srgb.threshold[code + step]) ? code + step : code;
    }
    return code;
  }
};

double to_linear(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

}  // namespace

const SrgbTables& srgb_tables() {
  static const SrgbTables tables = [] {
    SrgbTables made{};
    for (int code = 0; code < 256; ++code) {
      made.linear[code] = static_cast<float>(to_linear(code / 255.0));
      made.threshold[code] =
          code == 0 ? -std::numeric_limits<float>::infinity() : static_cast<float>(to_linear((code - 0.5) / 255.0));
    }
    return made;
  }();
  return tables;
}

std::int32_t tap_count(LevelFilter filter) noexcept { return filter == LevelFilter::kaiser ? kaiser_taps : box_taps; }

std::size_t weight_count(LevelFilter filter, std::uint64_t extent) noexcept {
  return static_cast<std::size_t>(extent) * static_cast<std::size_t>(tap_count(filter) + 1);
}

void fill_weights(const Stream& stream, double* weights, LevelFilter filter, std::int32_t source_extent,
                  std::int32_t extent) {
  kernels::launch(stream, {extent}, FillWeights{weights, filter == LevelFilter::kaiser, source_extent, extent});
}

void filter(const Stream& stream, const FilterPass& pass) {
  kernels::launch(stream, {pass.extent[0] * pass.num_channels, pass.extent[1], pass.extent[2]},
                  FilterAxis{pass, srgb_tables()});
}

}  // namespace texelscope::gpu::mipmap
