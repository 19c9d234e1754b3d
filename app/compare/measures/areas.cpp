#include "app/compare/measures/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/compare/measures/antialiasing.h"
#include "app/compare/measures/cell_sums.h"
#include "app/compare/measures/color_difference.h"
#include "app/images/row_ranges.h"
#include "app/images/srgb.h"

namespace texelscope::app {
namespace {

constexpr double faint_contrast = 4;
/// The contrast that halves the visibility of a change.
constexpr double hiding_contrast = 20;

/// The mean of an area may change by this many steps of the stored type: a clear color, JPEG of high quality and a
/// video codec are off by up to 1.3 steps of 8 bits, the faintest defects among the tests' pairs by more than 3. Near
/// gray, a single step exceeds the limit on areas. The rest is for the rounding of floats.
constexpr double rounding_steps = 2.001;

/// Whether a channel of two mean colors, encoded, differs by more than this, over black or over white.
bool differs_by_more(const PixelColor& first, const PixelColor& second, double encoded) {
  for (const double gray : {0.0, 1.0}) {
    const std::array<double, 3> one = first.over(gray);
    const std::array<double, 3> other = second.over(gray);
    for (std::size_t channel = 0; channel < one.size(); ++channel) {
      // Written so that NaN differs.
      if (!(std::abs(srgb_from_linear(one[channel]) - srgb_from_linear(other[channel])) <= encoded)) {
        return true;
      }
    }
  }
  return false;
}

/// Whether no channel of two sums over opaque pixels, encoded, differs by more than this. Takes a tenth of the time of
/// differs_by_more(): the slope of the sRGB curve is at most 12.92, and at most 0.72 divided by the square root of the
/// darker light.
bool is_surely_within(const LightSums& first, const LightSums& second, int pixels, double encoded) {
  const auto count = static_cast<float>(pixels);
  bool is_within = first.sums[3] == count && second.sums[3] == count;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const float darker = std::min(first.sums[channel], second.sums[channel]) / count;
    const float step = std::abs(first.sums[channel] - second.sums[channel]) / count;
    is_within = is_within &&
                step <= static_cast<float>(encoded) * std::max(1 / 12.92F, std::sqrt(std::max(darker, 0.0F)) / 0.72F);
  }
  return is_within;
}

double contrast(float lightness, float squares, int pixels) {
  const double mean = static_cast<double>(lightness) / pixels;
  return std::sqrt(std::max(0.0, static_cast<double>(squares) / pixels - mean * mean));
}

class AreaJudge {
 public:
  AreaJudge(const Image& expected, const Image& actual, const ComparisonOptions& options, const CellGrid& grid)
      : expected_{expected}, actual_{actual}, limits_{options.limits}, step_{options.step}, grid_{grid} {}

  /// A cell whose differing pixels fail, and the exceeded limit.
  struct FailingCell {
    int column = 0;
    int row = 0;
    FailingLimit limit = nullptr;
  };
  using Found = std::vector<FailingCell>;

  /// Whether the mean colors differ by more than rounding, and by more than the limit (CIEDE2000).
  [[nodiscard]] bool is_beyond(const LightSums& first, const LightSums& second, int pixels, double limit) const {
    const double rounding = rounding_steps * step_;
    if (step_ > 0 && is_surely_within(first, second, pixels, rounding)) {
      return false;
    }
    const PixelColor one = first.mean(pixels);
    const PixelColor other = second.mean(pixels);
    return exceeds(one, other, limit) && (step_ == 0 || differs_by_more(one, other, rounding));
  }

  /// The failing cells of the areas that start in these cells; a cell may be listed twice.
  [[nodiscard]] Found judge(const PixelRectangle& cells, bool has_lines = true) const {
    Found found;
    const int end_row = cells.y + cells.height;
    std::vector<CellPair> upper = sums_of_row(cells.y, cells.x, cells.width);
    for (int row = cells.y; row < end_row; ++row) {
      std::vector<CellPair> lower =
          row + 1 < grid_.rows() ? sums_of_row(row + 1, cells.x, cells.width) : std::vector<CellPair>{};
      for (int column = cells.x; column < cells.x + cells.width; ++column) {
        judge_place(column, row, static_cast<std::size_t>(column - cells.x), upper, lower, has_lines, found);
      }
      upper = std::move(lower);
    }
    return found;
  }

 private:
  /// The sums of these columns and of the next one.
  [[nodiscard]] std::vector<CellPair> sums_of_row(int row, int first, int count) const {
    std::vector<CellPair> sums(static_cast<std::size_t>(count + 1));
    for (int column = first; column < std::min(first + count + 1, grid_.columns()); ++column) {
      if (grid_.is_near_open(column, row)) {
        const PixelRectangle bounds = grid_.bounds(column, row);
        sums[static_cast<std::size_t>(column - first)] = {cell_sums(expected_, bounds), cell_sums(actual_, bounds)};
      }
    }
    return sums;
  }

  [[nodiscard]] bool differs(int column, int row) const {
    return column < grid_.columns() && row < grid_.rows() && grid_.at(column, row).is_open();
  }

  void judge_place(int column, int row, std::size_t index, const std::vector<CellPair>& upper,
                   const std::vector<CellPair>& lower, bool has_lines, Found& found) const {
    const CellPair* const here = &upper[index];
    const CellPair* const right = column + 1 < grid_.columns() ? &upper[index + 1] : nullptr;
    const CellPair* const below = lower.empty() ? nullptr : &lower[index];
    const CellPair* const across = right && below ? &lower[index + 1] : nullptr;
    const bool differs_right = differs(column, row) || differs(column + 1, row);
    const bool differs_below = differs(column, row) || differs(column, row + 1);
    // Two cells long, or one if the image is only one cell wide or high: means of fewer pixels vary more.
    const bool is_wide = right || grid_.columns() == 1;
    const bool is_high = below || grid_.rows() == 1;
    const bool differs_in_square = differs_right || differs_below || differs(column + 1, row + 1);
    const FailingLimit limit =
        is_wide && is_high && differs_in_square ? broken_by_area(column, row, {here, right, below, across}) : nullptr;
    if (limit != nullptr) {
      found.insert(
          found.end(),
          {{column, row, limit}, {column + 1, row, limit}, {column, row + 1, limit}, {column + 1, row + 1, limit}});
      // Lines would fail the same cells.
      return;
    }
    if (!has_lines || !limits_.max_line_difference) {
      return;
    }
    if (is_wide && differs_right && has_line(column, row, here, right, &CellSums::rows)) {
      found.insert(found.end(), {{column, row, &FailingPixels::line}, {column + 1, row, &FailingPixels::line}});
    }
    if (is_high && differs_below && has_line(column, row, here, below, &CellSums::columns)) {
      found.insert(found.end(), {{column, row, &FailingPixels::line}, {column, row + 1, &FailingPixels::line}});
    }
  }

  /// Whether one of the lines through a cell and the next one exceeds the limit.
  [[nodiscard]] bool has_line(int column, int row, const CellPair* here, const CellPair* next,
                              std::array<LightSums, 8> CellSums::*lines) const {
    const bool is_across = lines == &CellSums::rows;
    const PixelRectangle bounds = grid_.bounds(column, row);
    const int count = is_across ? bounds.height : bounds.width;
    int length = is_across ? bounds.width : bounds.height;
    if (next != nullptr) {
      const PixelRectangle other = grid_.bounds(column + (is_across ? 1 : 0), row + (is_across ? 0 : 1));
      length += is_across ? other.width : other.height;
    }
    for (int line = 0; line < count; ++line) {
      const auto index = static_cast<std::size_t>(line);
      LightSums first = (here->expected.*lines)[index];
      LightSums second = (here->actual.*lines)[index];
      if (next != nullptr) {
        first.add((next->expected.*lines)[index]);
        second.add((next->actual.*lines)[index]);
      }
      const PixelRectangle pixels = is_across ? PixelRectangle{bounds.x, bounds.y + line, length, 1}
                                              : PixelRectangle{bounds.x + line, bounds.y, 1, length};
      if (is_beyond(first, second, length, *limits_.max_line_difference) && is_beyond_without_antialiasing(pixels)) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool is_beyond_without_antialiasing(const PixelRectangle& line) const {
    return with_sample_type(expected_.type, [&](auto sample) {
      const PixelReader<decltype(sample)> read_expected(expected_);
      const PixelReader<decltype(sample)> read_actual(actual_);
      LightSums first;
      LightSums second;
      int differing = 0;
      for (int y = line.y; y < line.y + line.height; ++y) {
        for (int x = line.x; x < line.x + line.width; ++x) {
          const std::size_t pixel = pixel_index(expected_, x, y);
          const bool is_edge = is_antialiasing(expected_, actual_, x, y);
          first.add(read_expected(pixel));
          second.add(is_edge ? read_expected(pixel) : read_actual(pixel));
          differing += is_edge ? 0 : 1;
        }
      }
      // Fewer pixels are not a line, but a shape.
      const int pixels = line.width * line.height;
      return differing > pixels / 2 && is_beyond(first, second, pixels, *limits_.max_line_difference);
    });
  }

  using Square = std::array<const CellPair*, 4>;

  [[nodiscard]] PixelRectangle bounds_of(int column, int row, std::size_t index) const {
    return grid_.bounds(column + static_cast<int>(index % 2), row + static_cast<int>(index / 2));
  }

  /// The area limit that a square exceeds; null if it exceeds none.
  [[nodiscard]] FailingLimit broken_by_area(int column, int row, const Square& cells) const {
    const FailingLimit broken = broken_by_square(column, row, cells);
    if (broken == nullptr) {
      return nullptr;
    }
    std::uint32_t differing = 0;
    int pixels = 0;
    for (std::size_t index = 0; index < cells.size(); ++index) {
      if (cells[index] != nullptr) {
        const PixelRectangle bounds = bounds_of(column, row, index);
        differing += grid_.at(column + static_cast<int>(index % 2), row + static_cast<int>(index / 2)).differing;
        pixels += bounds.width * bounds.height;
      }
    }
    // Edges are thin, so many differing pixels in a square have a different cause.
    if (differing > static_cast<std::uint32_t>(pixels / 2) ||
        (differing > static_cast<std::uint32_t>(pixels / 4) && !changes_both_ways(column, row, cells))) {
      return broken;
    }
    std::array<CellPair, 4> mended;
    Square others{};
    for (std::size_t index = 0; index < cells.size(); ++index) {
      if (cells[index] != nullptr) {
        mended[index] = {cells[index]->expected,
                         cell_sums_without_antialiasing(expected_, actual_, bounds_of(column, row, index))};
        others[index] = &mended[index];
      }
    }
    return broken_by_square(column, row, others);
  }

  /// Whether each channel changes both ways in a square: at most three quarters of the change are in one direction.
  [[nodiscard]] bool changes_both_ways(int column, int row, const Square& cells) const {
    return with_sample_type(expected_.type, [&](auto sample) {
      using Sample = decltype(sample);
      std::array<double, 4> sums{};
      std::array<double, 4> totals{};
      for (std::size_t index = 0; index < cells.size(); ++index) {
        const PixelRectangle bounds = cells[index] == nullptr ? PixelRectangle{} : bounds_of(column, row, index);
        for (int y = bounds.y; y < bounds.y + bounds.height; ++y) {
          for (int x = bounds.x; x < bounds.x + bounds.width; ++x) {
            const std::size_t pixel = pixel_index(expected_, x, y);
            const std::array<Sample, 4> one = color_of<Sample>(expected_, pixel);
            const std::array<Sample, 4> other = color_of<Sample>(actual_, pixel);
            for (std::size_t channel = 0; channel < sums.size(); ++channel) {
              const double step = static_cast<double>(other[channel]) - static_cast<double>(one[channel]);
              sums[channel] += step;
              totals[channel] += std::abs(step);
            }
          }
        }
      }
      bool are_both = true;
      for (std::size_t channel = 0; channel < sums.size(); ++channel) {
        // Written so that NaN is not both.
        are_both = are_both && 2 * std::abs(sums[channel]) <= totals[channel];
      }
      return are_both;
    });
  }

  [[nodiscard]] FailingLimit broken_by_square(int column, int row, const Square& cells) const {
    LightSums first_light;
    LightSums second_light;
    std::array<float, 4> lightness{};
    int pixels = 0;
    for (std::size_t index = 0; index < cells.size(); ++index) {
      if (cells[index] == nullptr) {
        continue;
      }
      const CellSums& expected = cells[index]->expected;
      const CellSums& actual = cells[index]->actual;
      first_light.add(expected.all);
      second_light.add(actual.all);
      lightness[0] += expected.lightness;
      lightness[1] += expected.squares;
      lightness[2] += actual.lightness;
      lightness[3] += actual.squares;
      const PixelRectangle bounds = bounds_of(column, row, index);
      pixels += bounds.width * bounds.height;
    }
    const double first = contrast(lightness[0], lightness[1], pixels);
    const double second = contrast(lightness[2], lightness[3], pixels);
    const double hiding = 1 + std::min(first, second) / hiding_contrast;
    // Written so that NaN exceeds the limit.
    if (limits_.max_area_difference &&
        is_beyond(first_light, second_light, pixels, *limits_.max_area_difference * hiding)) {
      return &FailingPixels::area;
    }
    const bool is_other_contrast =
        limits_.max_contrast_change &&
        !(std::abs(first - second) / (std::max(first, second) + faint_contrast) <= *limits_.max_contrast_change);
    return is_other_contrast ? &FailingPixels::contrast : nullptr;
  }

  const Image& expected_;
  const Image& actual_;
  const Limits& limits_;
  double step_;
  const CellGrid& grid_;
};

}  // namespace

bool has_area_limit(const Limits& limits) {
  return limits.max_line_difference || limits.max_area_difference || limits.max_contrast_change;
}

FailingLimit limit_of_quarter(const Image& expected, const Image& actual, const ComparisonOptions& options,
                              const CellGrid& grid, const PixelRectangle& cells) {
  if (!has_area_limit(options.limits)) {
    return nullptr;
  }
  std::vector<bool> is_failing(static_cast<std::size_t>(cells.width) * static_cast<std::size_t>(cells.height));
  FailingLimit last = nullptr;
  for (const auto& [column, row, limit] : AreaJudge(expected, actual, options, grid).judge(cells, false)) {
    if (column < cells.x + cells.width && row < cells.y + cells.height) {
      is_failing[static_cast<std::size_t>(row - cells.y) * static_cast<std::size_t>(cells.width) +
                 static_cast<std::size_t>(column - cells.x)] = true;
      last = limit;
    }
  }
  const auto count = static_cast<std::size_t>(std::ranges::count(is_failing, true));
  return 4 * count >= is_failing.size() ? last : nullptr;
}

void judge_areas(const Image& expected, const Image& actual, const ComparisonOptions& options, CellGrid& grid,
                 FailingPixels& failing) {
  if (!has_area_limit(options.limits)) {
    return;
  }
  constexpr int rows_at_once = 16;
  const AreaJudge judge(expected, actual, options, grid);
  std::vector<AreaJudge::Found> found(static_cast<std::size_t>(grid.rows() / rows_at_once + 1));
  for_ranges(grid.rows(), rows_at_once, [&](int begin, int end) {
    found[static_cast<std::size_t>(begin / rows_at_once)] = judge.judge({0, begin, grid.columns(), end - begin});
  });
  for (const AreaJudge::Found& cells : found) {
    for (const auto& [column, row, limit] : cells) {
      if (column < grid.columns() && row < grid.rows()) {
        failing.*limit += grid.fail(column, row);
      }
    }
  }
}

}  // namespace texelscope::app
