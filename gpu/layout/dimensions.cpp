#include "texelscope/gpu/dimensions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gpu/layout/text_cursor.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {

void Dimensions::refuse(std::size_t count) {
  throw InvalidArgument(fmt::format("a layout cannot have {} dimensions: use at most {}", count, max_dimensions));
}

std::string to_string(const Dimensions& dimensions) {
  return fmt::format("({}{})", fmt::join(dimensions, ", "), dimensions.size() == 1 ? "," : "");
}

Dimensions dimensions_from_string(std::string_view text) {
  TextCursor cursor(text);
  Dimensions dimensions;
  if (!cursor.is_at_end()) {
    dimensions = cursor.take_dimensions('\0');
  }
  cursor.expect_end();
  return dimensions;
}

}  // namespace texelscope::gpu
