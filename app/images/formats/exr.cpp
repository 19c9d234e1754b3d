#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputPart.h>
#include <ImfStandardAttributes.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <iterator>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/images/formats/color_note.h"
#include "app/images/formats/exr_file.h"
#include "app/images/formats/exr_parts.h"
#include "app/images/formats/exr_unfinished.h"
#include "app/images/formats/picture_decoders.h"
#include "app/text/escape.h"

/// OpenEXR files through the OpenEXR library.
namespace texelscope::app {
namespace {

/// Calls the library. @throws FileError for its exceptions.
template <class Work>
auto run_exr(const PictureFile& file, const Work& work) {
  try {
    return work();
  } catch (const FileError&) {
    throw;
  } catch (const std::exception& error) {
    // The library's message begins with the file's name, which is a placeholder here.
    fail_reading(file, fmt::format("damaged file or unsupported variant ({})", shown_line(error.what(), 160)));
  }
}

/// Limits the memory that the library allocates for any file.
void limit_extents() {
  static const bool is_done = [] {
    Imf::Header::setMaxImageSize(max_image_extent, max_image_extent);
    Imf::Header::setMaxTileSize(max_image_extent, max_image_extent);
    return true;
  }();
  static_cast<void>(is_done);
}

std::vector<std::string> names_of(const ExrPictures& pictures) {
  std::vector<std::string> names;
  std::ranges::transform(pictures.all, std::back_inserter(names), &ExrPicture::name);
  return names;
}

/// The library refuses windows whose extents exceed an int; an extent of 0 is not a window to display.
int extent_of(int first, int last) {
  return static_cast<int>(std::clamp<std::int64_t>(std::int64_t{last} - first + 1, 0, std::numeric_limits<int>::max()));
}

std::string text_of(const Imath::Box2i& window) {
  return fmt::format("{}x{} at ({}, {})", std::int64_t{window.max.x} - window.min.x + 1,
                     std::int64_t{window.max.y} - window.min.y + 1, window.min.x, window.min.y);
}

/// Whether all channels are uint, which are read exactly.
bool are_integers(const Imf::Header& header, const ExrPicture& picture) {
  return std::ranges::all_of(picture.channels,
                             [&](const std::string& name) { return header.channels()[name].type == Imf::UINT; });
}

/// The names of the channels; those of a layer with an empty name do not name it.
std::string channels_text(const ExrPicture& picture) {
  std::string text;
  for (const std::string& name : picture.channels) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name.starts_with('.') ? name.substr(1) : name);
  }
  return text;
}

void note_header(const Imf::Header& header, const ExrPicture& picture, Image& image) {
  // Files without names have the same channels.
  image.facts.push_back({"channels", channels_text(picture), true});
  if (header.hasName()) {
    image.facts.push_back({"part", header.name(), true});
  }
  image.facts.push_back(
      {"display window", text_of(header.displayWindow()), header.displayWindow() == header.dataWindow()});
  if (picture.has_alpha) {
    image.facts.push_back({"alpha", "premultiplied"});
  }
  if (header.dataWindow() != header.displayWindow()) {
    add_note(image.note, fmt::format("its data window {} is read, not its display window {}",
                                     text_of(header.dataWindow()), text_of(header.displayWindow())));
  }
  for (const std::string& name : picture.channels) {
    if (header.channels()[name].type == Imf::UINT && !are_integers(header, picture)) {
      add_note(image.note, fmt::format("integers of its channel {} are converted to float32, exact up to 16,777,216",
                                       shown_line(name, 60)));
    }
  }
  const Imf::ChannelList& channels = header.channels();
  if (picture.channels.front() == "Y" && channels.findChannel("RY") != nullptr &&
      channels.findChannel("BY") != nullptr) {
    note_unread(image, "its chroma (RY, BY) is not applied: only the luminance is read");
  }
  if (header.hasTileDescription() && header.tileDescription().mode != Imf::ONE_LEVEL) {
    note_unread(image, "only the largest of its mip levels is read");
  }
  if (Imf::hasChromaticities(header)) {
    const Imf::Chromaticities& colors = Imf::chromaticities(header);
    Chromaticities numbers{};
    std::size_t at = 0;
    for (const Imath::V2f& color : {colors.white, colors.red, colors.green, colors.blue}) {
      for (const float coordinate : {color.x, color.y}) {
        // Maps NaN to a value far from those of sRGB.
        const double value = std::isfinite(coordinate) ? std::clamp(double{coordinate}, -9.0, 9.0) : 9.0;
        numbers[at++] = static_cast<std::int32_t>(std::lround(value * 100000));
      }
    }
    add_gamma(image, {}, numbers);
  }
}

/// Keeps integers that are read as floats, beside floats, exactly. `read` reads the channels of a buffer.
template <class Read>
void keep_integers(const Imf::Header& header, const ExrPicture& picture, const Read& read, Image& image) {
  const std::size_t channels = picture.channels.size();
  const std::size_t count = image.pixels.size() / sizeof(float);
  const auto is_integer = [&](std::size_t channel) {
    return header.channels()[picture.channels[channel]].type == Imf::UINT;
  };
  std::vector<std::byte> exact;
  const auto set = [&](std::size_t index, double value) {
    std::memcpy(exact.data() + index * sizeof(value), &value, sizeof(value));
  };
  for (std::size_t i = 0; i < channels && image.type == gpu::DataType::float32; ++i) {
    if (!is_integer(i)) {
      continue;
    }
    if (exact.empty() && !keeps_exact(image, count * sizeof(double))) {
      return;
    }
    exact.resize(count * sizeof(double));
    std::vector<std::uint32_t> integers(count / channels);
    Imf::FrameBuffer buffer;
    buffer.insert(picture.channels[i],
                  Imf::Slice::Make(Imf::UINT, integers.data(), header.dataWindow(), sizeof(std::uint32_t),
                                   sizeof(std::uint32_t) * static_cast<std::size_t>(image.width)));
    read(buffer);
    for (std::size_t pixel = 0; pixel < integers.size(); ++pixel) {
      set(pixel * channels + i, integers[pixel]);
    }
  }
  for (std::size_t index = 0; index < exact.size() / sizeof(double); ++index) {
    if (!is_integer(index % channels)) {
      set(index, double{sample_of<float>(image, index)});
    }
  }
  if (!exact.empty()) {
    image.exact = exact_samples("float64", channels * sizeof(double), std::move(exact));
  }
}

/// Limits the memory that the library allocates for what it decompresses as a unit: a tile, or up to 256 rows, of all
/// channels.
void check_buffers(const PictureFile& file, const Imf::Header& header) {
  constexpr std::int64_t max_rows_at_once = 256;
  const Imath::Box2i& window = header.dataWindow();
  std::uint64_t width = static_cast<std::uint64_t>(std::int64_t{window.max.x} - window.min.x + 1);
  std::uint64_t height =
      static_cast<std::uint64_t>(std::max(max_rows_at_once, std::int64_t{window.max.y} - window.min.y + 1));
  if (header.hasTileDescription()) {
    width = std::max<std::uint64_t>(width, header.tileDescription().xSize);
    height = std::max<std::uint64_t>(height, header.tileDescription().ySize);
  }
  std::uint64_t pixel_bytes = 0;
  for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel) {
    pixel_bytes += channel.channel().type == Imf::HALF ? 2 : 4;
  }
  require_enough_bytes(file, width, height, pixel_bytes);
}

Image read_picture(const PictureFile& file, ExrFile& exr, const ExrPicture& picture) {
  if (picture.channels.empty()) {
    fail_reading(file, fmt::format("unsupported deep samples in part '{}'", shown_line(picture.name, 60)));
  }
  const Imf::Header& header = exr.parts().header(static_cast<int>(picture.part));
  const Imath::Box2i& window = header.dataWindow();
  for (const std::string& name : picture.channels) {
    const Imf::Channel& channel = header.channels()[name];
    if (channel.xSampling != 1 || channel.ySampling != 1) {
      fail_reading(file, fmt::format("unsupported subsampled channel {}: one sample per {}x{} pixels",
                                     shown_line(name, 60), channel.xSampling, channel.ySampling));
    }
  }
  Image image = make_image(file, static_cast<std::uint64_t>(std::int64_t{window.max.x} - window.min.x + 1),
                           static_cast<std::uint64_t>(std::int64_t{window.max.y} - window.min.y + 1),
                           static_cast<int>(picture.channels.size()),
                           are_integers(header, picture) ? gpu::DataType::uint32 : gpu::DataType::float32);
  check_buffers(file, header);
  Imf::FrameBuffer buffer;
  const Imf::PixelType type = image.type == gpu::DataType::uint32 ? Imf::UINT : Imf::FLOAT;
  const std::size_t pixel_bytes = picture.channels.size() * sizeof(float);
  for (std::size_t i = 0; i < picture.channels.size(); ++i) {
    buffer.insert(picture.channels[i],
                  Imf::Slice::Make(type, image.pixels.data() + i * sizeof(float), window, pixel_bytes,
                                   pixel_bytes * static_cast<std::size_t>(image.width)));
  }
  if (exr.parts().partComplete(static_cast<int>(picture.part))) {
    Imf::InputPart part(exr.parts(), static_cast<int>(picture.part));
    const auto read = [&](const Imf::FrameBuffer& to) {
      part.setFrameBuffer(to);
      exr.stream().require_all([&] { part.readPixels(window.min.y, window.max.y); });
    };
    read(buffer);
    keep_integers(header, picture, read, image);
  } else {
    read_unfinished(file, static_cast<int>(picture.part), buffer, image);
  }
  image.is_premultiplied = picture.has_alpha;
  image.is_red_green = picture.channels.size() == 2 && !picture.has_alpha;
  image.x = window.min.x;
  image.y = window.min.y;
  if (const Imath::Box2i& display = header.displayWindow(); display != window) {
    image.display_window = PixelRectangle{display.min.x, display.min.y, extent_of(display.min.x, display.max.x),
                                          extent_of(display.min.y, display.max.y)};
  }
  note_header(header, picture, image);
  return image;
}

}  // namespace

bool is_exr(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.starts_with("\x76\x2f\x31\x01");
}

PictureParts open_exr(const PictureFile& file) {
  limit_extents();
  return run_exr(file, [&] {
    const auto exr = std::make_shared<ExrFile>(file);
    const ExrPictures pictures = exr->pictures();
    if (pictures.all.empty()) {
      fail_reading(file, "it has no channels");
    }
    return PictureParts{names_of(pictures), pictures.num_whole,
                        [&file, exr, all = pictures.all](std::size_t index, Orientation) {
                          // The library keeps the buffers of each part that it has read.
                          exr->parts().flushPartCache();
                          return run_exr(file, [&] { return read_picture(file, *exr, all[index]); });
                        }};
  });
}

}  // namespace texelscope::app
