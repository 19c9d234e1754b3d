#include "app/labs/kernel/kernel_frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "app/files/file.h"
#include "app/files/file_error.h"

namespace texelscope::app {
namespace {

static_assert(std::has_unique_object_representations_v<kernels::Texture>);
static_assert(sizeof(KernelFrame) ==
                  (1 + kernel_picture_count + kernel_buffer_count) * sizeof(kernels::Texture) + 14 * sizeof(float),
              "no padding");

}  // namespace

std::string kernel_buffer_name(std::size_t position) {
  return fmt::format("buffer_{}", static_cast<char>('a' + static_cast<char>(position)));
}

std::string read_kernel_text(const std::filesystem::path& file) {
  constexpr std::uintmax_t largest_bytes = 1 << 20;
  const std::vector<std::byte> bytes = read_file(file, largest_bytes);
  std::string text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  if (const std::size_t position = text.find('\0'); position != std::string::npos) {
    throw FileError(fmt::format("cannot read {}: it is not text (byte {} is zero); specify a source file",
                                file.string(), position));
  }
  return text;
}

std::string kernel_entry_text(unsigned buffers) {
  std::string calls;
  for (std::size_t buffer = 0; buffer < kernel_buffer_count; ++buffer) {
    if ((buffers >> buffer & 1U) != 0) {
      calls += fmt::format("    if (frame.pass == {}) {{\n      {}(at, frame);\n      return;\n    }}\n", buffer,
                           kernel_buffer_name(buffer));
    }
  }
  return fmt::format(R"(
struct Picture {{
  Frame frame;
  TEXELSCOPE_KERNEL_FUNCTION void operator()(Index at) const {{
{}    pixel(at, frame);
  }}
}};
)",
                     calls);
}

bool changes_by_itself(std::string_view source) {
  constexpr std::array<std::string_view, 3> names = {"time", "count", "buffer"};
  return std::ranges::any_of(names, [&](std::string_view name) { return source.find(name) != std::string_view::npos; });
}

}  // namespace texelscope::app
