#include <zlib.h>

#include <cstdint>
#include <vector>

#include "app/images/formats/picture_decoders.h"
#include "app/images/image_file.h"
#include "tests/fuzz/fuzz_input.h"

namespace texelscope::tests {
namespace {

/// The number in four bytes, the most significant byte first.
std::uint32_t number_at(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    number = number << 8U | std::to_integer<std::uint32_t>(bytes[at + i]);
  }
  return number;
}

}  // namespace

/// Corrects the checksum of each chunk first, because no mutation would match it.
void fuzz_png(FuzzInput input) {
  constexpr std::size_t signature = 8;
  constexpr std::size_t around_data = 12;
  std::vector<std::byte> bytes(input.begin(), input.end());
  for (std::size_t at = signature; at + around_data <= bytes.size();) {
    const std::size_t size = number_at(bytes, at);
    if (size > bytes.size() - at - around_data) {
      break;
    }
    const auto sum = static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(&bytes[at + 4]), size + 4));
    for (std::size_t i = 0; i < 4; ++i) {
      bytes[at + 8 + size + i] = static_cast<std::byte>(sum >> (24 - 8 * i));
    }
    at += around_data + size;
  }
  fuzz_image(bytes);
}

void fuzz_image(FuzzInput input) {
  // Readers detect the format from the contents.
  const InputFile file(input, "input.png");
  accept<app::FileError>([&] {
    const app::Image image = app::load_image(file.path());
    require(image.channels >= 1 && image.channels <= 4, "a picture has 1 to 4 channels");
    require(image.pixels.size() == app::checked_image_size(file.path(), static_cast<std::uint64_t>(image.width),
                                                           static_cast<std::uint64_t>(image.height), image.channels,
                                                           image.type),
            "the number of pixels matches the extents");
  });
}

}  // namespace texelscope::tests
