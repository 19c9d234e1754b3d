#include <fmt/format.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "app/images/formats/color_note.h"
#include "app/images/formats/exif_orientation.h"
#include "app/images/formats/picture_decoders.h"

/// WebP ("WebP Container Specification") by libwebp.
namespace texelscope::app {
namespace {

using Demuxer = std::unique_ptr<WebPDemuxer, decltype(&WebPDemuxDelete)>;

constexpr std::size_t riff_header_bytes = 12;

const std::uint8_t* data_of(const PictureFile& file) {
  return reinterpret_cast<const std::uint8_t*>(file.bytes.data());
}

/// The first chunk with this name; empty if there is none.
std::span<const std::byte> chunk_of(const Demuxer& demuxer, const char* name) {
  WebPChunkIterator chunk{};
  std::span<const std::byte> found;
  if (WebPDemuxGetChunk(demuxer.get(), name, 1, &chunk) != 0) {
    found = {reinterpret_cast<const std::byte*>(chunk.chunk.bytes), chunk.chunk.size};
  }
  WebPDemuxReleaseChunkIterator(&chunk);
  return found;
}

[[noreturn]] void fail_webp(const PictureFile& file) {
  fail_reading(file, "its compressed pixels are damaged or truncated");
}

/// Reads the whole image as displayed with the first frame, with alpha.
void read_first_frame(const PictureFile& file, Image& image) {
  WebPAnimDecoderOptions options;
  if (WebPAnimDecoderOptionsInit(&options) == 0) {
    fail_webp(file);
  }
  options.color_mode = MODE_RGBA;
  const WebPData data{data_of(file), file.bytes.size()};
  const std::unique_ptr<WebPAnimDecoder, decltype(&WebPAnimDecoderDelete)> decoder(WebPAnimDecoderNew(&data, &options),
                                                                                   &WebPAnimDecoderDelete);
  std::uint8_t* pixels = nullptr;
  int milliseconds = 0;
  if (decoder == nullptr || WebPAnimDecoderGetNext(decoder.get(), &pixels, &milliseconds) == 0) {
    fail_webp(file);
  }
  std::copy_n(reinterpret_cast<const std::byte*>(pixels), image.pixels.size(), image.pixels.begin());
}

void read_still(const PictureFile& file, Image& image) {
  auto* const to = reinterpret_cast<std::uint8_t*>(image.pixels.data());
  const int pitch = image.width * image.channels;
  const auto decode = image.channels == 4 ? &WebPDecodeRGBAInto : &WebPDecodeRGBInto;
  if (decode(data_of(file), file.bytes.size(), to, image.pixels.size(), pitch) == nullptr) {
    fail_webp(file);
  }
}

}  // namespace

bool is_webp(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.size() >= riff_header_bytes && text.starts_with("RIFF") && text.substr(8).starts_with("WEBP");
}

Image decode_webp(const PictureFile& file) {
  ByteReader reader(file);
  reader.skip(4);
  const std::size_t end = 8 + std::size_t{reader.number_32()};
  if (end > file.bytes.size()) {
    fail_truncated(file);
  }
  const WebPData data{data_of(file), file.bytes.size()};
  const Demuxer demuxer(WebPDemux(&data), &WebPDemuxDelete);
  WebPBitstreamFeatures features{};
  if (demuxer == nullptr || WebPGetFeatures(data.bytes, data.size, &features) != VP8_STATUS_OK) {
    fail_reading(file, "its chunks are damaged or truncated");
  }
  const bool is_animation = features.has_animation != 0;
  const std::uint32_t frames = WebPDemuxGetI(demuxer.get(), WEBP_FF_FRAME_COUNT);
  const bool has_alpha = is_animation || features.has_alpha != 0;
  Image image =
      make_image(file, WebPDemuxGetI(demuxer.get(), WEBP_FF_CANVAS_WIDTH),
                 WebPDemuxGetI(demuxer.get(), WEBP_FF_CANVAS_HEIGHT), has_alpha ? 4 : 3, gpu::DataType::uint8);
  if (image.width != features.width || image.height != features.height) {
    fail_reading(file, fmt::format("its chunks have {}x{} and {}x{} pixels (damaged file)", image.width, image.height,
                                   features.width, features.height));
  }
  if (is_animation) {
    read_first_frame(file, image);
    image.is_of_animation = frames > 1;
    add_note(image.note, fmt::format("it is an animation of {} frames: only the first is read", frames));
  } else {
    read_still(file, image);
  }
  if (const auto profile = chunk_of(demuxer, "ICCP"); !profile.empty()) {
    add_profile(image, profile);
  }
  note_rest(image, file, end);
  const auto exif = chunk_of(demuxer, "EXIF");
  return file.orientation == Orientation::applied ? oriented(std::move(image), exif_orientation(exif)) : image;
}

}  // namespace texelscope::app
