#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/compare/mask.h"
#include "app/images/image.h"

namespace texelscope::app {

/// How far two images of one size and type are apart. Errors are in the steps of the type: 0–255 for uint8, 0–65535
/// for uint16, the value itself for float32.
struct Comparison {
  int width = 0;
  int height = 0;
  gpu::DataType type = gpu::DataType::uint8;
  /// Without those that are masked.
  std::uint64_t pixels = 0;
  /// Pixels of which any channel differs in any bit; two NaN are equal.
  std::uint64_t differing_pixels = 0;
  /// Largest and mean absolute difference of all channels; infinite where one value is NaN and the other is not.
  double max_error = 0;
  double mean_error = 0;
  /// The first pixel of the largest error.
  int max_error_x = 0;
  int max_error_y = 0;
  /// In decibels, over all channels; infinite for equal images.
  double psnr = 0;
  /// Of the luma, −1…1; 1 for equal images.
  double ssim = 0;
  /// ꟻLIP of the colors, 0…1: the mean, the value that half of the summed error lies below, the 95th percentile of
  /// the pixels, the largest.
  double flip_mean = 0;
  double flip_weighted_median = 0;
  double flip_percentile_95 = 0;
  double flip_max = 0;
  /// ꟻLIP of every pixel, row by row, 255 for 1; empty for equal images, whose map is 0, and where none is kept.
  std::vector<std::byte> flip_map;
};

/// @throws gpu::InvalidArgument when sizes differ, or one image alone is of floats.
void require_comparable(const Image& expected, const Image& actual);

/// Whether the pictures of a report are kept.
enum class KeepImages { no, yes };

/// Compares pixel by pixel, in bands of rows: beside the images it takes 4 bytes a pixel, and 1 more for the map of
/// ꟻLIP where that is kept; with masks both images once more. Masked pixels count in no figure, and are 0 in the map.
/// Gray stands for equal red, green and blue, a missing alpha is opaque. SSIM and ꟻLIP leave alpha out. Images of 8 and
/// 16 bits are compared in 16.
/// @throws gpu::InvalidArgument when sizes differ, or one image alone is of floats.
[[nodiscard]] Comparison compare_images(const Image& expected, const Image& actual, KeepImages keep = KeepImages::no,
                                        std::span<const PixelRectangle> masks = {});

/// What is allowed; a limit that is not set allows all, and with no limit set, not one byte may differ.
struct Tolerance {
  std::optional<double> max_error;
  std::optional<double> max_mean;
  /// Of the mean of ꟻLIP.
  std::optional<double> max_flip;
  std::optional<double> min_ssim;
  std::optional<double> min_psnr;
};

/// The limits that a comparison breaks, one text each with the value and the limit; empty when it is within all.
[[nodiscard]] std::vector<std::string> broken_limits(const Comparison& comparison, const Tolerance& tolerance);

/// Two images that should be the same. One that is not there has a text that says why instead.
struct ImagePair {
  std::string name;
  std::optional<Image> expected;
  std::optional<Image> actual;
  std::string expected_error;
  std::string actual_error;
  /// Shown in the report as it is; may have several lines.
  std::string parameters;
};

/// PNG files in memory, for a report.
struct ReportImages {
  /// Reduced to 256 pixels where both are the same.
  std::vector<std::byte> expected;
  /// Empty where it is the same as the expected one.
  std::vector<std::byte> actual;
  /// ꟻLIP, 255 for 1, one channel.
  std::vector<std::byte> flip_map;
};

/// What became of a pair.
struct PairResult {
  std::string name;
  std::string parameters;
  /// Not there when one image was missing, or the two could not be compared.
  std::optional<Comparison> comparison;
  /// Why it failed, one text each; empty when it passed.
  std::vector<std::string> failures;
  ReportImages images;
  /// Colors that the files ask for and that are not applied, each once; empty for none.
  std::vector<std::string> notes;
  double seconds = 0;

  [[nodiscard]] bool has_passed() const { return failures.empty(); }
};

/// Compares a pair. Pictures are kept for write_report only; the map of ꟻLIP goes into them, and never stays. Never
/// throws for what is wrong with the images: that is a failure.
[[nodiscard]] PairResult compare_pair(const ImagePair& pair, const Tolerance& tolerance, KeepImages keep);

/// Sorts the worst to the front: those that could not be compared, then by failed or not, ꟻLIP and maximum; then names.
void sort_worst_first(std::vector<PairResult>& results);

/// Writes `folder`/index.html, one page that needs no other file and no network, and makes the folder when it is
/// missing. @throws FileError.
void write_report(const std::filesystem::path& folder, const std::string& title,
                  const std::vector<PairResult>& results);

/// Writes the results as a JUnit test suite, a test case for each pair. @throws FileError.
void write_junit(const std::filesystem::path& path, const std::string& suite, const std::vector<PairResult>& results);

/// The results as JSON, with a summary.
[[nodiscard]] std::string to_json(const std::vector<PairResult>& results);
/// The results as a table for a terminal, a line each, and a last line that counts.
[[nodiscard]] std::string to_table(const std::vector<PairResult>& results);

}  // namespace texelscope::app
