#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "app/compare/image_pair.h"
#include "app/images/image.h"

namespace texelscope::app {

/// Extents of thumbnails, and of the single image of a pair with equal pixels, which is also its thumbnail.
inline constexpr int largest_thumbnail = 96;
inline constexpr int largest_same_picture = 256;

/// The images of a pair that a report shows, of these kinds:
/// "expected", "actual": the bytes of the file if browsers can display them; otherwise a PNG of 8 bits. For equal
/// images,
///   only the expected one, reduced.
/// "difference": see difference_of_pair(). Only for compared and unequal images, like all kinds below. "flip": the ꟻLIP
/// map, if the comparison has one, which is moved out of it.
/// "thumbnail": the actual image, reduced, if it is larger than a thumbnail.
/// "place", of a failing pair: see add_place_picture().
/// "expected_light", "actual_light": for 16 bits and floats; see light_script().
/// Masked pixels, see mask_of(), do not differ.
[[nodiscard]] std::vector<ReportPicture> report_pictures(const ImagePair& pair, Comparison* comparison,
                                                         std::span<const std::uint8_t> mask = {});

/// The differences of red, green and blue of each pixel, as fractions of `max_error`: 255 for that or more, and for NaN
/// against a number; at least 1 if a value differs. If alpha differs more than a color, alpha replaces it. An infinite
/// `max_error` means the largest finite difference. Masked pixels are black. @throws gpu::InvalidArgument like
/// compare_images().
[[nodiscard]] Image difference_of_pair(const Image& expected, const Image& actual, double max_error,
                                       std::span<const std::uint8_t> mask = {});

/// Adds the kinds that only compared images have; see report_pictures(). The images have the comparison's size.
void add_difference_pictures(const ImagePair& pair, Comparison& comparison, std::span<const std::uint8_t> mask,
                             std::vector<ReportPicture>& pictures);

/// The colors in 8 bits, encoded for a display, with no extent above `limit`.
[[nodiscard]] Image small_picture(const Image& image, int limit);
/// Likewise, but each pixel represents `step` × `step` pixels: it is the mean of up to four evenly spaced ones.
[[nodiscard]] Image reduced_picture(const Image& image, int step);

/// The media type, such as "image/png".
[[nodiscard]] std::string_view media_type(const ReportPicture& picture);

/// The image of this kind; null if there is none.
[[nodiscard]] const ReportPicture* find_picture(const PairResult& result, std::string_view kind);

}  // namespace texelscope::app
