#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>

#include "app/labs/texture/texture_lab.h"

namespace texelscope::app {
namespace {

/// What a picture may take while something moves, and when it rests.
constexpr double moving_seconds = 0.04;
constexpr double resting_seconds = 0.5;

/// Pixels of the screen for each fetch, so that a picture takes no longer.
int pixel_size_for(double pixels, double seconds_per_fetch, double seconds) {
  const double most = std::max(seconds / seconds_per_fetch, 2000.0);
  return static_cast<int>(std::clamp(std::ceil(std::sqrt(pixels / most)), 1.0, 32.0));
}

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

void TextureLab::prepare(const std::optional<gpu::Device>& device) {
  const std::array<bool, 2> shown{shows(0), shows(1)};
  if (!device || !work_.setup || (bound_revision_ == revision_ && bound_sides_ == shown)) {
    return;
  }
  try {
    device_error_.clear();
    if (!sampler_) {
      sampler_.emplace(*device);
    }
    if (bound_texels_ == work_.texel_revision) {
      sampler_->rebind(work_, shown);
    } else {
      sampler_->bind(work_, shown);
    }
    bound_texels_ = work_.texel_revision;
  } catch (const std::exception& error) {
    fail(error.what());
  }
  // What failed is tried again with the next change, not with each frame.
  bound_revision_ = revision_;
  bound_sides_ = shown;
}

void TextureLab::fail(const std::string& error) {
  device_error_ = error;
  pictures_ = {};
  sampler_.reset();
  bound_texels_ = -1;
}

void TextureLab::sample(const std::optional<gpu::Device>& device, int width, int height) {
  is_picture_drawn_ = true;
  has_unseen_picture_ = false;
  if (!device || !work_.setup || width < 1 || height < 1) {
    return;
  }
  settle(view, work_.setup->array, width, height);
  const Sampled wanted{revision_, view, width, height, comparison, channels, gain_log2};
  const bool is_same = sampled_ == wanted;
  if (is_same && !needs_finer_) {
    return;
  }
  const double pixels = static_cast<double>(width) * height * (shows(0) && shows(1) ? 2 : 1);
  const int finest = pixel_size_for(pixels, seconds_per_fetch_, resting_seconds);
  const int pixel_size = is_same ? finest : pixel_size_for(pixels, seconds_per_fetch_, moving_seconds);
  prepare(device);
  try {
    if (sampler_) {
      fill_pictures(wanted, pixel_size);
    }
  } catch (const std::exception& error) {
    fail(error.what());
  }
  sampled_ = wanted;
  needs_finer_ = device_error_.empty() && pixel_size > finest;
  has_unseen_picture_ = true;
}

void TextureLab::fill_pictures(const Sampled& wanted, int pixel_size) {
  pictures_ = {};
  pictures_.pixel_size = pixel_size;
  const int columns = (wanted.width + pixel_size - 1) / pixel_size;
  const int rows = (wanted.height + pixel_size - 1) / pixel_size;
  for (std::size_t side = 0; side < 2; ++side) {
    if (!shows(side) || !sampler_->has(side)) {
      continue;
    }
    TextureSetup setup = work_.setup_without_texels(side);
    FetchPlane plane = picture_plane(input, setup, view, wanted.width, wanted.height);
    // The fetches of every pixel_size-th pixel, from the middle of the first block on.
    const auto middle = std::floor(static_cast<float>(pixel_size - 1) / 2);
    plane.origin = (plane.by_x * middle + plane.by_y * middle) + plane.origin;
    plane.by_x = plane.by_x * static_cast<float>(pixel_size);
    plane.by_y = plane.by_y * static_cast<float>(pixel_size);
    plane.width = columns;
    plane.height = rows;
    const double start = seconds();
    FetchedPicture& picture = pictures_.fetched[side];
    picture = {columns, rows, sampler_->sample(side, plane), setup.result_kind(), num_result_channels(work_), {}};
    const double took = (seconds() - start) / (static_cast<double>(columns) * rows);
    seconds_per_fetch_ = 0.5 * seconds_per_fetch_ + 0.5 * took;
    setup.levels = work_.setup->levels;
    picture.range = shown_range(setup);
    pictures_.images[side] = picture_image(picture, channels);
  }
  const bool has_both = pictures_.images[0] != nullptr && pictures_.images[1] != nullptr;
  if (has_both && comparison == TextureComparison::difference) {
    pictures_.difference =
        difference_image(pictures_.fetched[0], pictures_.fetched[1], channels, std::ldexp(1.0, gain_log2));
  }
  if (has_both && (comparison == TextureComparison::bits || comparison == TextureComparison::difference)) {
    pictures_.bits = bit_differences(pictures_.fetched[0], pictures_.fetched[1]);
  }
}

const ProbeResult& TextureLab::probe_result(std::size_t side) {
  Probed& probed = probed_[side];
  if (probed.revision == revision_ && probed.probe == probe &&
      probed.result.device.has_value() == (sampler_ && sampler_->has(side))) {
    return probed.result;
  }
  probed.revision = revision_;
  probed.probe = probe;
  try {
    probed.result = app::probe_fetch(work_, side, probe_fetch(side), sampler_ ? &*sampler_ : nullptr);
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return probed.result;
}

const TextureSignal& TextureLab::signal(int count) {
  const std::array<Point, 2> line = signal_line();
  const auto is_same = [](const std::array<Point, 2>& a, const std::array<Point, 2>& b) {
    return a[0].x == b[0].x && a[0].y == b[0].y && a[1].x == b[1].x && a[1].y == b[1].y;
  };
  if (!sampler_ || bound_revision_ != revision_ || count < 2 ||
      (signalled_.revision == revision_ && is_same(signalled_.line, line) && signalled_.input == signal_input &&
       signalled_.comparison == comparison && signalled_.count == count)) {
    return signalled_.signal;
  }
  signalled_ = {revision_, line, signal_input, comparison, count, {}};
  try {
    signalled_.signal = trace_signal(work_, {shows(0), shows(1)}, line, signal_input.channel, count, *sampler_);
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return signalled_.signal;
}

}  // namespace texelscope::app
