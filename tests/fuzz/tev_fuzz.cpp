#include <cstdint>
#include <variant>

#include "app/files/file_error.h"
#include "app/sources/tev_images.h"
#include "app/sources/tev_message.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/fuzz_target.h"

namespace texelscope::tests {
namespace {

/// Larger images only cost time.
constexpr std::int64_t most_values = 1 << 20;

void perform(app::TevImages& images, const app::TevMessage& message) {
  if (const auto* const create = std::get_if<app::TevCreateImage>(&message)) {
    if (std::int64_t{create->width} * create->height <=
        most_values / static_cast<std::int64_t>(create->channels.size() + 1)) {
      images.create(1, {0, "fuzzer"}, *create);
    }
  } else if (const auto* const update = std::get_if<app::TevUpdateImage>(&message)) {
    images.update(1, *update);
  } else if (const auto* const close = std::get_if<app::TevCloseImage>(&message)) {
    images.close(close->name);
  } else if (const auto* const drawing = std::get_if<app::TevVectorGraphics>(&message)) {
    static_cast<void>(images.draw(*drawing));
  }
}

}  // namespace

void fuzz_tev(FuzzInput input) {
  app::SourceTable table{[] {}};
  app::TevImages images{table};
  accept<app::FileError>([&] {
    while (const std::optional<std::size_t> size = app::tev_message_size(input)) {
      accept<app::FileError>([&] { perform(images, app::parse_tev_message(input.first(*size))); });
      input = input.subspan(*size);
      images.publish();
    }
  });
  images.end(1);
}

}  // namespace texelscope::tests
