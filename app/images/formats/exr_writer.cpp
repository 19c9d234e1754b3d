#include "app/images/formats/exr_writer.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfOutputFile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <ostream>
#include <vector>

#include "app/files/file_error.h"
#include "app/images/image_convert.h"

namespace texelscope::app {
namespace {

/// A file in memory: the library seeks back to the table of its lines.
class ExrOutput final : public Imf::OStream {
 public:
  ExrOutput() : OStream("picture") {}

  void write(const char from[], int count) override {
    const auto size = static_cast<std::size_t>(count);
    bytes_.resize(std::max(bytes_.size(), position_ + size));
    std::memcpy(bytes_.data() + position_, from, size);
    position_ += size;
  }
  std::uint64_t tellp() override { return position_; }
  void seekp(std::uint64_t position) override { position_ = position; }

  [[nodiscard]] const std::vector<char>& bytes() const { return bytes_; }

 private:
  std::vector<char> bytes_;
  std::size_t position_ = 0;
};

/// The image channel that a channel of the file stores.
struct WrittenChannel {
  const char* name;
  int channel;
};

/// The channels for an image with `channels` channels. Gray with alpha becomes color, because readers only support
/// alpha together with R, G and B.
std::vector<WrittenChannel> written_channels(int channels) {
  switch (channels) {
    case 1:
      return {{"Y", 0}};
    case 2:
      return {{"R", 0}, {"G", 0}, {"B", 0}, {"A", 1}};
    case 3:
      return {{"R", 0}, {"G", 1}, {"B", 2}};
    default:
      return {{"R", 0}, {"G", 1}, {"B", 2}, {"A", 3}};
  }
}

}  // namespace

void write_exr(std::ostream& out, const Image& given, const std::filesystem::path& path) {
  const bool is_straight = !given.is_premultiplied && given.channels % 2 == 0;
  const Image multiplied = is_straight ? with_multiplied_colors(given) : Image();
  const Image& image = is_straight ? multiplied : given;
  try {
    Imf::Header header(image.width, image.height);
    Imf::FrameBuffer pixels;
    const Imf::PixelType type = image.type == gpu::DataType::uint32 ? Imf::UINT : Imf::FLOAT;
    const std::size_t texel = sizeof(float) * static_cast<std::size_t>(image.channels);
    for (const WrittenChannel& channel : written_channels(image.channels)) {
      header.channels().insert(channel.name, Imf::Channel(type));
      // The library only reads from this non-const pointer.
      char* const first = const_cast<char*>(reinterpret_cast<const char*>(image.pixels.data())) +
                          sizeof(float) * static_cast<std::size_t>(channel.channel);
      pixels.insert(channel.name, Imf::Slice(type, first, texel, texel * static_cast<std::size_t>(image.width)));
    }
    ExrOutput stream;
    {
      Imf::OutputFile file(stream, header);
      file.setFrameBuffer(pixels);
      file.writePixels(image.height);
    }
    out.write(stream.bytes().data(), static_cast<std::streamsize>(stream.bytes().size()));
  } catch (const std::exception& error) {
    throw FileError(fmt::format("cannot write {}: {}; choose another folder or name", path.string(), error.what()));
  }
}

}  // namespace texelscope::app
