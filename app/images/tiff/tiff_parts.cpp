#include "app/images/tiff/tiff_parts.h"

#include <fmt/format.h>
#include <tiff.h>

namespace texelscope::app {
namespace {

/// More samples are not listed: a small file may declare billions.
constexpr std::size_t max_channel_parts = 65536;

/// Positions of samples in a pixel.
struct SampleRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The samples of a page beyond its color and alpha.
SampleRange extra_samples(const TiffDirectories& directories, std::uint64_t directory) {
  const auto value = [&](std::uint32_t tag, std::uint64_t missing) {
    return directories.value(directory, tag).value_or(missing);
  };
  const std::uint64_t photometric = value(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE);
  const std::size_t color = photometric == PHOTOMETRIC_RGB         ? 3
                            : photometric == PHOTOMETRIC_SEPARATED ? 4
                            : photometric <= PHOTOMETRIC_PALETTE   ? 1
                                                                   : 0;
  const std::size_t count = value(TIFFTAG_SAMPLESPERPIXEL, 1);
  if (color == 0 || count <= color) {
    return {};
  }
  const auto kind = static_cast<unsigned>(value(TIFFTAG_EXTRASAMPLES, EXTRASAMPLE_UNSPECIFIED));
  return {color + (tiff_has_alpha(count - color, kind) ? 1 : 0), count};
}

}  // namespace

bool tiff_has_alpha(std::size_t extras, unsigned kind) {
  // Many programs do not specify alpha, but several unspecified samples are bands of a measurement.
  return extras == 1 || (extras > 1 && (kind == EXTRASAMPLE_ASSOCALPHA || kind == EXTRASAMPLE_UNASSALPHA));
}

TiffParts tiff_parts(const TiffDirectories& directories, std::size_t count) {
  const std::vector<std::uint64_t> places = directories.places(count);
  TiffParts pages;
  TiffParts channels;
  for (const std::uint64_t directory : places) {
    pages.names.push_back(fmt::format("page {}", pages.names.size() + 1));
    const SampleRange extras = extra_samples(directories, directory);
    const bool is_listed = extras.end - extras.begin + channels.all.size() <= max_channel_parts;
    pages.all.push_back({directory, {}, !is_listed});
    for (std::size_t sample = extras.begin; is_listed && sample < extras.end; ++sample) {
      channels.all.push_back({directory, sample});
      channels.names.push_back(
          fmt::format("{}channel {}", places.size() > 1 ? pages.names.back() + " " : std::string(), sample + 1));
    }
  }
  pages.all.insert(pages.all.end(), channels.all.begin(), channels.all.end());
  pages.names.insert(pages.names.end(), channels.names.begin(), channels.names.end());
  return pages;
}

}  // namespace texelscope::app
