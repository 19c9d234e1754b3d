#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "app/compare/image_pair.h"
#include "app/images/image.h"

namespace texelscope::app {

/// Extents of thumbnails, and of the one picture of a pair of the same pixels, whose thumbnail it is, too.
inline constexpr int largest_thumbnail = 96;
inline constexpr int largest_same_picture = 256;

/// The pictures of a pair that a report shows, of these kinds:
/// "expected", "actual": as browsers show them, the file's own bytes where those do; else a PNG of 8 bits. Of equal
///   images the expected one alone, made smaller.
/// "difference": see difference_of_pair(). Of images that were compared and are not equal, as all that follow.
/// "flip": the map of ꟻLIP where the comparison has one, which it then loses.
/// "thumbnail": the actual image, made smaller, where it is larger than a thumbnail.
/// "expected_light", "actual_light": of 16 bits and floats; see light_script().
/// Masked pixels, see mask_of(), do not differ.
[[nodiscard]] std::vector<ReportPicture> report_pictures(const ImagePair& pair, Comparison* comparison,
                                                         std::span<const std::uint8_t> mask = {});

/// How far red, green and blue of each pixel are apart, as parts of `max_error`: 255 for that and above, and for NaN
/// against a number; at least 1 where a value differs. Where alpha is farther apart than a color, alpha counts for it.
/// An infinite `max_error` stands for the largest difference that is not. Masked pixels are black.
/// @throws gpu::InvalidArgument as compare_images().
[[nodiscard]] Image difference_of_pair(const Image& expected, const Image& actual, double max_error,
                                       std::span<const std::uint8_t> mask = {});

/// The colors in 8 bits, encoded for a display, with no extent above `limit`. A pixel is the mean of up to four, spread
/// evenly, of those that it stands for.
[[nodiscard]] Image small_picture(const Image& image, int limit);

/// "image/png" and the like.
[[nodiscard]] std::string_view media_type(const ReportPicture& picture);

/// The picture of this kind; null where there is none.
[[nodiscard]] const ReportPicture* find_picture(const PairResult& result, std::string_view kind);

}  // namespace texelscope::app
