#include "app/instruments/bench/texture_measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "app/cli/bench/interleaved_timing.h"
#include "app/cli/json.h"
#include "app/device/scoped_synchronize.h"
#include "app/interop/gl_sampling.h"
#include "app/texture/sample_plane.h"
#include "app/texture/texture_setup.h"
#include "texelscope/gpu/mipmapped_array.h"
#include "texelscope/gpu/resource_descriptor.h"
#include "texelscope/kernels/float16.h"
#include "texelscope/kernels/hash.h"

namespace texelscope::app {
namespace {

Json json_of(const Spread& spread) {
  return {{"median", spread.median}, {"lowest", spread.lowest}, {"highest", spread.highest}};
}

std::string text_of(const Spread& spread) {
  return fmt::format("{:>7.1f} ({:.1f} – {:.1f})", spread.median, spread.lowest, spread.highest);
}

using Bytes = std::vector<std::byte>;

/// Values from 0 to 1 in the format.
Bytes noise(const gpu::ArrayDescriptor& array, std::size_t& number) {
  Bytes bytes(array.size_bytes());
  const std::size_t size = size_bytes(array.format);
  for (std::size_t at = 0; at < bytes.size(); at += size, ++number) {
    std::uint32_t bits = kernels::hash(static_cast<std::uint32_t>(number));
    const float value = static_cast<float>(bits >> 8U) * 0x1p-24F;
    if (array.format == gpu::DataType::float32) {
      std::memcpy(&bits, &value, sizeof(bits));
    } else if (array.format == gpu::DataType::float16) {
      bits = kernels::float16_from_float32(value);
    } else if (gpu::is_signed_integer(array.format)) {
      bits = (bits >> 8U) & (size == 1 ? 0x7FU : 0x7FFFU);
    }
    std::memcpy(&bytes[at], &bits, size);
  }
  return bytes;
}

TextureSetup setup_of(const TextureSpeedCase& any) {
  TextureSetup setup;
  setup.array = any.array;
  setup.texture = any.texture;
  std::size_t number = 0;
  for (int level = 0; level < any.num_levels; ++level) {
    setup.levels.push_back(noise(gpu::level_descriptor(any.array, static_cast<unsigned>(level)), number));
  }
  setup.resource = any.num_levels > 1 ? gpu::ResourceKind::mipmapped_array : gpu::ResourceKind::array;
  return setup;
}

SamplingPlane slanted_plane(int size) {
  constexpr double turn = 0.12;
  constexpr double zoom = 1.1;
  const double cosine = std::cos(turn) / zoom / size;
  const double sine = std::sin(turn) / zoom / size;
  const double rise_by_x = 0.3 / size;
  const double rise_by_y = 0.5 / size;
  const double center = 0.5 * (size - 1);
  const auto single = [](double value) { return static_cast<float>(value); };
  return {{single(cosine), single(sine), single(rise_by_x)},
          {single(-sine), single(cosine), single(rise_by_y)},
          {single(0.5 - center * (cosine - sine)), single(0.5 - center * (cosine + sine)),
           single(0.5 - center * (rise_by_x + rise_by_y))}};
}

/// Directions to a face and, beyond its corners, to its neighbors, instead of coordinates from 0 to 1.
SamplingPlane directions(const SamplingPlane& plane) {
  const kernels::Float3 middle{0.5F, 0.5F, 0};
  SamplingPlane made{plane.by_x * 2.0F, plane.by_y * 2.0F, (plane.origin - middle) * 2.0F};
  made.by_x.z = 0;
  made.by_y.z = 0;
  made.origin.z = 1;
  return made;
}

/// The fetches of a case on the device: into a surface or, if they are not plain samples, into a buffer.
class DevicePass {
 public:
  DevicePass(const TextureSpeedCase& any, const TextureSetup& setup, const SamplingPlane& plane, int size,
             const gpu::Stream& stream)
      : plane_(plane), stream_(stream), texture_(make_texture(setup, stream)) {
    const auto extent = static_cast<std::uint64_t>(size);
    if (any.is_plain_sample()) {
      array_ = gpu::CUDAArray::from_descriptor(stream.device(), {.shape = gpu::Extent(extent, extent),
                                                                 .format = any.result_format(),
                                                                 .num_channels = 4,
                                                                 .is_surface_load_store = true});
      surface_ = gpu::SurfaceObject::from_array(*array_);
    } else {
      buffer_ = stream.device().allocate(extent * extent * sizeof(FetchedTexel), stream);
    }
    fetches_ = {any.fetch, plane.origin, plane.by_x, plane.by_y, size, size};
  }

  void schedule() const {
    if (surface_) {
      sample_plane(texture_, plane_, *surface_, stream_);
    } else {
      schedule_plane(texture_, ResultKind::floats, fetches_, *buffer_, stream_);
    }
  }
  void read(Bytes& pixels) const {
    if (array_) {
      array_->copy_to(pixels, stream_);
    } else {
      buffer_->copy_to(pixels, stream_);
    }
    stream_.synchronize();
  }

 private:
  SamplingPlane plane_;
  FetchPlane fetches_;
  const gpu::Stream& stream_;
  gpu::TextureObject texture_;
  std::optional<gpu::CUDAArray> array_;
  std::optional<gpu::SurfaceObject> surface_;
  std::optional<gpu::Buffer> buffer_;
};

float channel_value(const Bytes& bytes, std::size_t number, gpu::DataType format) {
  if (format == gpu::DataType::uint8) {
    return static_cast<float>(std::to_integer<int>(bytes[number])) / 255.0F;
  }
  float value = 0;
  std::memcpy(&value, &bytes[number * sizeof(float)], sizeof(float));
  return value;
}

/// The fraction of pixels with a channel that differs by more than 1/64: twice the effect of rounding weights to 8
/// bits.
double differing_share(const Bytes& first, const Bytes& second, const TextureSpeedCase& any) {
  const gpu::DataType format = any.result_format();
  const std::size_t pixels = first.size() / size_bytes(format) / 4;
  std::size_t differing = 0;
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    bool is_same = true;
    // Only channels of the array are compared: for a missing alpha channel, GL returns 1 and CUDA returns 0.
    for (std::size_t channel = 0; channel < static_cast<std::size_t>(any.array.num_channels); ++channel) {
      const float a = channel_value(first, 4 * pixel + channel, format);
      const float b = channel_value(second, 4 * pixel + channel, format);
      is_same = is_same && std::fabs(a - b) <= 1.0F / 64;
    }
    differing += is_same ? 0 : 1;
  }
  return static_cast<double>(differing) / static_cast<double>(pixels);
}

Spread spread_of(const std::vector<double>& values) {
  return {median(values), *std::ranges::min_element(values), *std::ranges::max_element(values)};
}

std::vector<double> mtexels_per_second(const std::vector<double>& seconds, int size) {
  std::vector<double> speeds;
  for (const double each : seconds) {
    speeds.push_back(1e-6 * size * size / each);
  }
  return speeds;
}

}  // namespace

TextureFigure measure(const TextureSpeedCase& any, const gpu::Stream& stream, const TextureMeasurement& options) {
  const int size = options.size;
  const TextureSetup setup = setup_of(any);
  const auto pixel_count = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  Bytes pixels(pixel_count * 4 * size_bytes(any.result_format()));
  const SamplingPlane plane = any.array.is_cube_map() ? directions(slanted_plane(size)) : slanted_plane(size);
  const ScopedSynchronize wait(stream);
  const DevicePass device_pass(any, setup, plane, size, stream);
  device_pass.schedule();
  device_pass.read(pixels);

  TextureFigure figure;
  figure.measured = any;
  // A single pass on a GPU would finish before the host starts waiting, so 100 passes are timed together.
  const bool is_cuda = stream.device().id().kind == gpu::DeviceKind::cuda;
  std::vector<TimedWork> works{{[&] { device_pass.schedule(); }, is_cuda ? 100 : 1}};
  std::optional<render::gl::SamplingPass> pass;
  if (options.has_gl) {
    Bytes texels;
    for (const Bytes& level : setup.levels) {
      texels.insert(texels.end(), level.begin(), level.end());
    }
    pass.emplace(
        gl_texture_like(any.array, any.num_levels, any.texture, texels),
        any.result_format() == gpu::DataType::uint8 ? render::PixelFormat::rgba8 : render::PixelFormat::rgba32f, size,
        size, gl_coordinates(plane, any.fetch));
    pass->draw();
    Bytes drawn(pixels.size());
    pass->read(drawn);
    figure.gl = TextureFigure::Peer{{}, {}, differing_share(pixels, drawn, any)};
    works.push_back({[&] { pass->draw(); }, 1});
  }
  const std::vector<std::vector<double>> seconds = interleaved_seconds(stream, works, options.rounds);
  figure.device = spread_of(mtexels_per_second(seconds[0], size));
  if (figure.gl) {
    figure.gl->speed = spread_of(mtexels_per_second(seconds[1], size));
    std::vector<double> ratios;
    for (std::size_t round = 0; round < seconds[0].size(); ++round) {
      ratios.push_back(seconds[1][round] / seconds[0][round]);
    }
    figure.gl->ratio = spread_of(ratios);
  }
  return figure;
}

Json json_of(const TextureFigure& figure) {
  const TextureSpeedCase& measured = figure.measured;
  Json json{{"name", name_of(measured)},
            {"rank", measured.array.shape.rank()},
            {"format", format_name_of(measured)},
            {"filter", to_string(measured.texture.filter_mode)},
            {"address", to_string(measured.texture.address_mode[0])},
            {"source", to_string(measured.array.shape)},
            {"levels", measured.num_levels},
            {"result", measured.result_format() == gpu::DataType::uint8 ? "RGBA8" : "RGBA32F"},
            {"mtexels_per_second", json_of(figure.device)}};
  if (figure.gl) {
    json["gl_mtexels_per_second"] = json_of(figure.gl->speed);
    json["ratio"] = json_of(figure.gl->ratio);
    json["differing_share"] = figure.gl->differing_share;
  }
  return json;
}

std::string line_of(const TextureFigure& figure) {
  std::string line = fmt::format("  {:<30} {:<26}", name_of(figure.measured), text_of(figure.device));
  if (figure.gl) {
    line += fmt::format(" {:<26} {:.2f} ({:.2f} – {:.2f})", text_of(figure.gl->speed), figure.gl->ratio.median,
                        figure.gl->ratio.lowest, figure.gl->ratio.highest);
    if (!figure.measured.has_same_image) {
      line += "   images not compared";
    } else if (!figure.is_right()) {
      line += fmt::format("   WRONG: {:.1f} % of the pixels differ", 100 * figure.gl->differing_share);
    }
  }
  return line + '\n';
}

}  // namespace texelscope::app
