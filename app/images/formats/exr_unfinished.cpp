#include "app/images/formats/exr_unfinished.h"

#include <ImfCompression.h>
#include <ImfInputPart.h>
#include <ImfTiledInputPart.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>

#include "app/images/formats/exr_file.h"

namespace texelscope::app {
namespace {

/// The rows that are compressed as a unit, or a multiple of them.
int rows_per_chunk(Imf::Compression compression) {
  switch (compression) {
    case Imf::NO_COMPRESSION:
    case Imf::RLE_COMPRESSION:
    case Imf::ZIPS_COMPRESSION:
      return 1;
    case Imf::ZIP_COMPRESSION:
    case Imf::PXR24_COMPRESSION:
      return 16;
    case Imf::PIZ_COMPRESSION:
    case Imf::B44_COMPRESSION:
    case Imf::B44A_COMPRESSION:
    case Imf::DWAA_COMPRESSION:
      return 32;
    default:
      return 256;
  }
}

/// Reads the rows or tiles of a part that were written; returns the number of pixels that were not.
std::uint64_t read_written(ExrFile& exr, int number, const Imf::FrameBuffer& buffer) {
  const Imf::Header& header = exr.parts().header(number);
  const Imath::Box2i& window = header.dataWindow();
  const auto is_read = [&](const auto& read) {
    try {
      exr.stream().require_all(read);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  };
  std::uint64_t missing = 0;
  if (header.hasTileDescription()) {
    Imf::TiledInputPart part(exr.parts(), number);
    part.setFrameBuffer(buffer);
    for (int y = 0; y < part.numYTiles(0); ++y) {
      for (int x = 0; x < part.numXTiles(0); ++x) {
        if (!is_read([&] { part.readTile(x, y, 0); })) {
          const Imath::Box2i tile = part.dataWindowForTile(x, y, 0);
          missing += static_cast<std::uint64_t>(std::int64_t{tile.max.x} - tile.min.x + 1) *
                     static_cast<std::uint64_t>(std::int64_t{tile.max.y} - tile.min.y + 1);
        }
      }
    }
    return missing;
  }
  Imf::InputPart part(exr.parts(), number);
  part.setFrameBuffer(buffer);
  // As a whole: after a failure, the library returns other pixels for the next row of the same chunk.
  const int rows = rows_per_chunk(header.compression());
  for (int y = window.min.y; y <= window.max.y; y += rows) {
    const int last = std::min(y + rows - 1, window.max.y);
    if (!is_read([&] { part.readPixels(y, last); })) {
      missing += static_cast<std::uint64_t>(last - y + 1) *
                 static_cast<std::uint64_t>(std::int64_t{window.max.x} - window.min.x + 1);
    }
  }
  return missing;
}

}  // namespace

void read_unfinished(const PictureFile& file, int part, const Imf::FrameBuffer& buffer, Image& image) {
  ExrFile exr(file, true);
  const std::uint64_t missing = read_written(exr, part, buffer);
  const std::uint64_t pixels = static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height);
  if (missing == 0) {
    return;
  }
  if (missing == pixels) {
    fail_reading(file, "none of its pixels were written; render it again");
  }
  image.is_incomplete = true;
  const auto width = static_cast<std::uint64_t>(image.width);
  add_note(image.note,
           missing % width == 0 && !exr.parts().header(part).hasTileDescription()
               ? fmt::format("{} of its {} rows were never written, and are 0 here", missing / width, image.height)
               : fmt::format("{} of its {} pixels were never written, and are 0 here", missing, pixels));
}

}  // namespace texelscope::app
