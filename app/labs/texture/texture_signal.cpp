#include "app/labs/texture/texture_signal.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/texture/fetched_value.h"

namespace texelscope::app {
namespace {

/// The number of ideal samples, each of which is explained step by step and thus expensive.
constexpr std::size_t max_ideal_values = 640;

bool is_filtered(const TextureWork& work, std::size_t side) {
  const gpu::TextureDescriptor& texture = work.input.descriptors[side];
  const bool has_levels = work.setup->resource == gpu::ResourceKind::mipmapped_array;
  return work.setup->resource != gpu::ResourceKind::linear &&
         work.input.fetch.operation != kernels::TextureOperation::gather && has_ideal(work, side) &&
         (texture.filter_mode == gpu::FilterMode::linear ||
          (has_levels && texture.mipmap_filter_mode == gpu::FilterMode::linear));
}

void add_ideal(const TextureWork& work, std::size_t side, const FetchPlane& plane, std::size_t channel,
               TextureSignal::Curve& curve) {
  curve.ideal_stride = (curve.sampled.size() + max_ideal_values - 1) / max_ideal_values;
  const gpu::ExplainedTexture texture = explained_texture(work, side);
  for (std::size_t step = 0; step < curve.sampled.size(); step += curve.ideal_stride) {
    const double ideal = gpu::explain_fetch(texture, fetch_at(plane, static_cast<int>(step), 0)).ideal[channel];
    curve.ideal.push_back(ideal);
    const double error = std::abs(curve.sampled[step] - ideal);
    curve.largest_error = std::isfinite(error) ? std::max(curve.largest_error, error) : curve.largest_error;
  }
}

}  // namespace

TextureSignal trace_signal(const TextureWork& work, const std::array<bool, 2>& shown, const std::array<Point, 2>& line,
                           int channel, int count, TextureSampler& sampler) {
  TextureSignal signal;
  signal.lowest = std::numeric_limits<double>::infinity();
  signal.highest = -signal.lowest;
  const auto at = static_cast<std::size_t>(channel);
  for (std::size_t side = 0; side < signal.curves.size(); ++side) {
    if (!shown[side] || !work.can_sample(side) || !sampler.has(side)) {
      continue;
    }
    TextureSignal::Curve& curve = signal.curves[side];
    const TextureSetup setup = work.setup_without_texels(side);
    const FetchPlane plane = line_plane(work.input, setup, line[0], line[1], count);
    const ResultKind kind = setup.result_kind();
    for (const FetchedTexel& texel : sampler.sample(side, plane)) {
      curve.sampled.push_back(number_of(texel[at], kind));
    }
    for (std::size_t end = 0; end < 2; ++end) {
      const kernels::TextureFetch fetch = fetch_at(plane, end == 0 ? 0 : count - 1, 0);
      signal.ends[side][end] = {fetch.x, fetch.y, fetch.z};
    }
    if (kind == ResultKind::floats && is_filtered(work, side)) {
      add_ideal(work, side, plane, at, curve);
    }
    for (const double value : curve.sampled) {
      if (std::isfinite(value)) {
        signal.lowest = std::min(signal.lowest, value);
        signal.highest = std::max(signal.highest, value);
      }
    }
  }
  if (!(signal.lowest <= signal.highest)) {
    signal.lowest = 0;
    signal.highest = 1;
  }
  return signal;
}

std::vector<double> axis_ticks(double from, double to, int most) {
  const double low = std::min(from, to);
  const double length = std::abs(to - from);
  std::vector<double> ticks;
  if (!std::isfinite(length) || length <= 0 || most < 1) {
    return ticks;
  }
  const double decade = std::pow(10.0, std::floor(std::log10(length / most)));
  double step = decade;
  for (const double factor : {1.0, 2.0, 5.0, 10.0, 20.0}) {
    step = factor * decade;
    if (length / step < most) {
      break;
    }
  }
  for (int i = 0; i <= most; ++i) {
    // Starts from an integer, so that rounding errors do not accumulate.
    const double tick = (std::floor(low / step) + 1 + i) * step;
    if (tick < low + length * (1 - 1e-6) && tick > low + length * 1e-6) {
      ticks.push_back(tick);
    }
  }
  return ticks;
}

}  // namespace texelscope::app
