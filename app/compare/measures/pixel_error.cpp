#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "app/compare/measures/antialiasing.h"
#include "app/compare/measures/color_bounds.h"
#include "app/compare/measures/lab_block.h"
#include "app/compare/measures/measures.h"
#include "app/compare/measures/pixel_color.h"
#include "app/compare/measures/sample_step.h"
#include "app/compare/measures/vector_clones.h"
#include "app/images/row_ranges.h"

namespace texelscope::app {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct StrayPixel {
  int x = 0;
  int y = 0;
  double error = 0;
  FailingLimit limit = nullptr;
};

/// The errors in one row of cells.
struct BandErrors {
  double sum = 0;
  double sum_of_squares = 0;
  std::uint64_t differing = 0;
  std::uint64_t antialiased = 0;
  double max_color_difference = 0;
  double max_error = 0;
  int max_error_x = 0;
  int max_error_y = 0;
  std::vector<StrayPixel> strays{};
  FailingPixels failing{};
};

/// Fails stray pixels where many are close together.
std::uint64_t judge_strays(const std::vector<StrayPixel>& strays, const Image& image, CellGrid& grid,
                           FailingPixels& failing) {
  // This many strays cannot be sparse, so all of them fail.
  const bool are_many = strays.size() > pixel_index(image, 0, image.height) / 64 + many_strays;
  std::vector<bool> is_stray;
  if (!are_many && !strays.empty()) {
    is_stray.resize(pixel_index(image, 0, image.height));
    for (const StrayPixel& stray : strays) {
      is_stray[pixel_index(image, stray.x, stray.y)] = true;
    }
  }
  std::uint64_t passed = 0;
  for (const StrayPixel& stray : strays) {
    int together = are_many ? many_strays : 0;
    for (int y = std::max(stray.y - stray_reach, 0);
         y <= std::min(stray.y + stray_reach, image.height - 1) && together < many_strays; ++y) {
      for (int x = std::max(stray.x - stray_reach, 0); x <= std::min(stray.x + stray_reach, image.width - 1); ++x) {
        together += is_stray[pixel_index(image, x, y)] ? 1 : 0;
      }
    }
    if (together < many_strays) {
      ++passed;
      continue;
    }
    if (stray.limit != nullptr) {
      ++(failing.*stray.limit);
    }
    grid.at(stray.x / CellGrid::extent, stray.y / CellGrid::extent)
        .add_failing(stray.x % CellGrid::extent, stray.y % CellGrid::extent, stray.error);
  }
  return passed;
}

constexpr std::size_t most_bytes = color_block * 4;

/// The differences of bytes, their sum, and the sum of their squares.
TEXELSCOPE_VECTOR_CLONES void find_steps(const std::uint8_t* __restrict expected, const std::uint8_t* __restrict actual,
                                         std::size_t count, std::uint8_t* __restrict steps,
                                         std::uint32_t* __restrict sums) {
  std::uint32_t sum = 0;
  std::uint32_t squares = 0;
  for (std::size_t index = 0; index < count; ++index) {
    const std::uint8_t one = expected[index];
    const std::uint8_t other = actual[index];
    const auto step = static_cast<std::uint8_t>(one > other ? one - other : other - one);
    steps[index] = step;
    sum += step;
    squares += static_cast<std::uint32_t>(step) * step;
  }
  sums[0] = sum;
  sums[1] = squares;
}

class PixelComparer {
 public:
  PixelComparer(const Image& expected, const Image& actual, const ComparisonOptions& options, CellGrid& grid)
      : expected_{expected}, actual_{actual}, limits_{options.limits}, options_{options}, grid_{grid} {
    const Limits& limits = options.limits;
    const bool has_alpha = expected.channels % 2 == 0 || actual.channels % 2 == 0;
    has_same_channels_ = expected.channels == actual.channels;
    channels_ = has_same_channels_ ? static_cast<std::size_t>(expected.channels) : has_alpha ? 4 : 3;
    has_pixel_rule_ = limits.max_error || limits.max_color_difference;
    has_area_rule_ = has_area_limit(limits) || limits.max_shape_difference;
  }

  [[nodiscard]] std::size_t channels() const { return channels_; }

  template <class Sample>
  [[nodiscard]] BandErrors compare(int cell_row) {
    BandErrors band;
    const int begin = cell_row * CellGrid::extent;
    const int end = std::min(begin + CellGrid::extent, expected_.height);
    for (int y = begin; y < end; ++y) {
      if (!has_same_channels_) {
        compare_row(y, 0, expected_.width, band, [&](std::size_t pixel) { return colors<Sample>(pixel); });
        continue;
      }
      const std::size_t pixel_size = channels_ * sizeof(Sample);
      for (int x = 0; x < expected_.width;) {
        // memcmp, which compares many bytes at a time, finds equal parts of a row.
        const int part_end = std::min(x + equal_part, expected_.width);
        const std::size_t first = pixel_index(expected_, x, y) * pixel_size;
        if (has_marks(x, part_end, y) || std::memcmp(expected_.pixels.data() + first, actual_.pixels.data() + first,
                                                     static_cast<std::size_t>(part_end - x) * pixel_size) != 0) {
          if (sizeof(Sample) == 1 && has_area_rule_ && !has_pixel_rule_ && !has_marks(x, part_end, y)) {
            compare_bytes(y, x, part_end, band);
          } else {
            compare_row(y, x, part_end, band, [&](std::size_t pixel) { return stored<Sample>(pixel); });
          }
        }
        x = part_end;
      }
    }
    return band;
  }

 private:
  static constexpr int equal_part = static_cast<int>(color_block);

  struct PixelErrors {
    bool is_different = false;
    double error = 0;
    double sum = 0;
    double sum_of_squares = 0;

    void add(const Step& step) {
      is_different |= step.is_different;
      error = std::max(error, step.error);
      sum += step.error;
      sum_of_squares += step.error * step.error;
    }
  };

  template <class Sample>
  PixelErrors stored(std::size_t pixel) const {
    PixelErrors errors;
    for (std::size_t index = pixel * channels_; index < (pixel + 1) * channels_; ++index) {
      errors.add(step_between(sample_of<Sample>(expected_, index), sample_of<Sample>(actual_, index)));
    }
    return errors;
  }

  template <class Sample>
  PixelErrors colors(std::size_t pixel) const {
    PixelErrors errors;
    const std::array<Sample, 4> one = color_of<Sample>(expected_, pixel);
    const std::array<Sample, 4> other = color_of<Sample>(actual_, pixel);
    for (std::size_t channel = 0; channel < channels_; ++channel) {
      errors.add(step_between(one[channel], other[channel]));
    }
    return errors;
  }

  /// compare_part() for bytes without a limit on pixels.
  void compare_bytes(int y, int begin, int end, BandErrors& band) {
    std::array<std::uint8_t, most_bytes> steps;
    std::array<std::uint32_t, 2> sums;
    const std::size_t first = pixel_index(expected_, begin, y) * channels_;
    const auto bytes_of = [&](const Image& image) {
      return reinterpret_cast<const std::uint8_t*>(image.pixels.data()) + first;
    };
    find_steps(bytes_of(expected_), bytes_of(actual_), static_cast<std::size_t>(end - begin) * channels_, steps.data(),
               sums.data());
    band.sum += sums[0];
    band.sum_of_squares += sums[1];
    for (int x = begin; x < end; ++x) {
      const auto* const step = steps.data() + static_cast<std::size_t>(x - begin) * channels_;
      const std::uint8_t error = *std::max_element(step, step + channels_);
      if (error == 0) {
        continue;
      }
      ++band.differing;
      grid_.at(x / CellGrid::extent, y / CellGrid::extent).add_differing(error);
      if (error > band.max_error) {
        band.max_error = error;
        band.max_error_x = x;
        band.max_error_y = y;
      }
    }
  }

  template <class Errors>
  void compare_row(int y, int begin, int end, BandErrors& band, const Errors& errors_of) {
    for (int part = begin; part < end; part += static_cast<int>(color_block)) {
      compare_part(y, part, std::min(part + static_cast<int>(color_block), end), band, errors_of);
    }
  }

  template <class Errors>
  void compare_part(int y, int begin, int end, BandErrors& band, const Errors& errors_of) {
    if (limits_.max_color_difference) {
      bounds_.find(expected_, actual_, y, begin, end);
    }
    for (int x = begin; x < end; ++x) {
      const std::size_t pixel = pixel_index(expected_, x, y);
      const bool is_one_missing = is_missing(pixel);
      PixelErrors errors;
      if (is_one_missing) {
        errors.add({true, infinity});
      } else {
        errors = errors_of(pixel);
        if (!errors.is_different && has_exact_error(pixel)) {
          errors.add({true, options_.exact_errors[pixel]});
        }
      }
      if (!errors.is_different) {
        continue;
      }
      band.sum += errors.sum;
      band.sum_of_squares += errors.sum_of_squares;
      ++band.differing;
      if (errors.error > band.max_error) {
        band.max_error = errors.error;
        band.max_error_x = x;
        band.max_error_y = y;
      }
      Cell& cell = grid_.at(x / CellGrid::extent, y / CellGrid::extent);
      cell.add_differing(errors.error);
      const double bound = is_one_missing ? infinity : bounds_[x - begin];
      const FailingLimit limit = broken_limit(x, y, errors.error, bound, band);
      if (limit == nullptr && (has_pixel_rule_ || has_area_rule_)) {
        continue;
      }
      const EdgeDifference edge = limits_.ignores_antialiasing && !is_one_missing
                                      ? edge_difference(expected_, actual_, x, y)
                                      : EdgeDifference::none;
      if (edge == EdgeDifference::none) {
        cell.add_failing(x % CellGrid::extent, y % CellGrid::extent, errors.error);
        if (limit != nullptr) {
          ++(band.failing.*limit);
        }
      } else if (edge == EdgeDifference::stray) {
        band.strays.push_back({x, y, errors.error, limit});
      } else {
        ++band.antialiased;
      }
    }
  }

  [[nodiscard]] bool is_missing(std::size_t pixel) const {
    return !options_.missing.empty() && options_.missing[pixel] != 0 &&
           (options_.mask.empty() || options_.mask[pixel] == 0);
  }
  [[nodiscard]] bool has_exact_error(std::size_t pixel) const {
    return !options_.exact_errors.empty() && options_.exact_errors[pixel] >= 0 &&
           (options_.mask.empty() || options_.mask[pixel] == 0);
  }
  /// Whether pixels differ whose bytes may be equal.
  [[nodiscard]] bool has_marks(int begin, int end, int y) const {
    for (int x = begin; x < end && !(options_.missing.empty() && options_.exact_errors.empty()); ++x) {
      if (const std::size_t pixel = pixel_index(expected_, x, y); is_missing(pixel) || has_exact_error(pixel)) {
        return true;
      }
    }
    return false;
  }

  /// The first limit that a pixel exceeds; null if it exceeds none. Written so that NaN exceeds every limit.
  [[nodiscard]] FailingLimit broken_limit(int x, int y, double error, double color_bound, BandErrors& band) const {
    const bool is_beyond_error = limits_.max_error && !(error <= *limits_.max_error);
    // Skips differences that can neither be the largest nor exceed the limit.
    if (!limits_.max_color_difference ||
        color_bound <= std::min(band.max_color_difference, *limits_.max_color_difference)) {
      return is_beyond_error ? &FailingPixels::error : nullptr;
    }
    const std::size_t pixel = pixel_index(expected_, x, y);
    const double difference = is_missing(pixel) ? infinity : with_sample_type(expected_.type, [&](auto sample) {
      using Sample = decltype(sample);
      return color_difference(PixelReader<Sample>(expected_)(pixel), PixelReader<Sample>(actual_)(pixel));
    });
    band.max_color_difference = std::max(band.max_color_difference, difference);
    const bool is_beyond_color = !(difference <= *limits_.max_color_difference);
    return is_beyond_error ? &FailingPixels::error : is_beyond_color ? &FailingPixels::color : nullptr;
  }

  const Image& expected_;
  const Image& actual_;
  const Limits& limits_;
  const ComparisonOptions& options_;
  CellGrid& grid_;
  std::size_t channels_ = 0;
  bool has_same_channels_ = false;
  bool has_pixel_rule_ = false;
  bool has_area_rule_ = false;
  ColorBounds bounds_;
};

}  // namespace

void measure_pixel_errors(const Image& expected, const Image& actual, const ComparisonOptions& options, CellGrid& grid,
                          Comparison& comparison) {
  const Limits& limits = options.limits;
  const PixelComparer comparer(expected, actual, options, grid);
  std::vector<BandErrors> bands(static_cast<std::size_t>(grid.rows()));
  with_sample_type(expected.type, [&](auto sample) {
    using Sample = decltype(sample);
    for_ranges(grid.rows(), 4, [&](int begin, int end) {
      // Each range needs a separate copy, because a comparer has buffers.
      PixelComparer own = comparer;
      for (int row = begin; row < end; ++row) {
        bands[static_cast<std::size_t>(row)] = own.compare<Sample>(row);
      }
    });
  });
  BandErrors all;
  for (const BandErrors& band : bands) {
    all.sum += band.sum;
    all.sum_of_squares += band.sum_of_squares;
    all.differing += band.differing;
    all.antialiased += band.antialiased;
    all.failing.error += band.failing.error;
    all.failing.color += band.failing.color;
    all.strays.insert(all.strays.end(), band.strays.begin(), band.strays.end());
    all.max_color_difference = std::max(all.max_color_difference, band.max_color_difference);
    if (band.max_error > all.max_error) {
      all.max_error = band.max_error;
      all.max_error_x = band.max_error_x;
      all.max_error_y = band.max_error_y;
    }
  }
  comparison.differing_pixels = all.differing;
  comparison.antialiased_pixels = all.antialiased + judge_strays(all.strays, expected, grid, all.failing);
  comparison.failing_by_limit = all.failing;
  comparison.max_error = all.max_error;
  comparison.max_error_x = all.max_error_x;
  comparison.max_error_y = all.max_error_y;
  if (limits.max_color_difference) {
    comparison.max_color_difference = all.max_color_difference;
  }
  const double count = static_cast<double>(comparison.pixels) * static_cast<double>(comparer.channels());
  comparison.mean_error = all.differing == 0 ? 0 : all.sum / count;
  const double peak =
      with_sample_type(expected.type, [](auto sample) { return static_cast<double>(full_value<decltype(sample)>); });
  comparison.psnr = all.sum_of_squares > 0 ? 10 * std::log10(peak * peak * count / all.sum_of_squares) : infinity;
}

}  // namespace texelscope::app
