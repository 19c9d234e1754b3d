#pragma once

#include <ImfChannelList.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfMultiPartInputFile.h>
#include <ImfPartType.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/images/formats/exr_header.h"
#include "app/images/formats/exr_parts.h"
#include "app/images/formats/picture_decoders.h"

/// Files of the OpenEXR library.
namespace texelscope::app {

class ExrStream final : public Imf::IStream {
 public:
  explicit ExrStream(const PictureFile& file) : IStream("picture"), source_{file.source} {}

  bool read(char to[], int count) override {
    const auto bytes = static_cast<std::size_t>(std::max(count, 0));
    if (source_.read(position_, {reinterpret_cast<std::byte*>(to), bytes}) != bytes) {
      is_too_short_ = true;
      throw std::runtime_error("unexpected end of file");
    }
    position_ += bytes;
    return position_ < source_.size();
  }
  std::uint64_t tellg() override { return position_; }
  void seekg(std::uint64_t position) override { position_ = position; }

  /// Calls `read_pixels`. @throws std::runtime_error if it read past the end: OpenEXR 3.4 itself does not report this
  /// for headers, and returns zeros for missing uncompressed pixels.
  template <class Work>
  void require_all(const Work& read_pixels) {
    is_too_short_ = false;
    read_pixels();
    if (is_too_short_) {
      throw std::runtime_error("unexpected end of file");
    }
  }

 private:
  const ByteSource& source_;
  std::uint64_t position_ = 0;
  bool is_too_short_ = false;
};

/// Whether a channel has the differences from the luminance Y, with fewer samples: not a picture.
inline bool is_chroma(const Imf::ChannelList& channels, const std::string& name) {
  return (name == "RY" || name == "BY") && channels[name].xSampling > 1 && channels.findChannel("Y") != nullptr;
}

/// An open file whose headers have been read.
class ExrFile {
 public:
  /// `rebuilds_tables`: whether the table of a file that was not written completely is replaced by a search for its
  /// pixels.
  explicit ExrFile(const PictureFile& file, bool rebuilds_tables = false)
      : stream_{file}, file_{checked(stream_, file), num_threads, rebuilds_tables} {}

  [[nodiscard]] Imf::MultiPartInputFile& parts() { return file_; }
  [[nodiscard]] ExrStream& stream() { return stream_; }
  [[nodiscard]] ExrPictures pictures() {
    std::vector<ExrPart> parts;
    for (int number = 0; number < file_.parts(); ++number) {
      const Imf::Header& header = file_.header(number);
      ExrPart part;
      part.name = header.hasName() ? header.name() : "";
      part.is_deep = header.hasType() && Imf::isDeepData(header.type());
      for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel) {
        if (!is_chroma(header.channels(), channel.name())) {
          part.channels.emplace_back(channel.name());
        }
      }
      parts.push_back(std::move(part));
    }
    return exr_pictures(parts);
  }

 private:
  static ExrStream& checked(ExrStream& stream, const PictureFile& file) {
    check_exr_headers(file);
    return stream;
  }

  static constexpr int num_threads = 0;

  ExrStream stream_;
  Imf::MultiPartInputFile file_;
};

}  // namespace texelscope::app
