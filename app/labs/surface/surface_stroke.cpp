#include "app/labs/surface/surface_stroke.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/texture/texture_names.h"

namespace texelscope::app {
namespace {

using kernels::BoundaryMode;

std::int64_t element_size_of(const gpu::ArrayDescriptor& surface) {
  return static_cast<std::int64_t>(surface.element_size());
}
std::int64_t row_bytes_of(const gpu::ArrayDescriptor& surface) {
  return static_cast<std::int64_t>(surface.shape.width()) * element_size_of(surface);
}

std::int64_t floored_quotient(std::int64_t value, std::int64_t divisor) {
  return value / divisor - (value % divisor < 0 ? 1 : 0);
}

bool is_multiple(std::int64_t byte, std::int64_t element_size) { return byte % element_size == 0; }

std::string count_text(std::int64_t count, std::int64_t of, const char* singular, const char* plural) {
  return of == 1 ? fmt::format("The write {}", singular)
                 : fmt::format("{} of the {} writes {}", count, of, count == 1 ? singular : plural);
}

/// "3", or "3 to 6".
std::string range_text(std::int64_t first, std::int64_t last) {
  return first == last ? fmt::format("{}", first) : fmt::format("{} to {}", first, last);
}

/// The conversion of x to a byte offset.
std::string x_text(const SurfaceStroke& stroke, std::int64_t size) {
  const bool is_one = stroke.width == 1;
  const std::int64_t first = byte_x(stroke, 0, size);
  const std::int64_t last = byte_x(stroke, stroke.width - 1, size);
  const std::string bytes = range_text(first, last);
  const std::string texels = range_text(floored_quotient(first, size), floored_quotient(last, size));
  switch (stroke.x_in) {
    case BrushX::texels:
      return fmt::format(
          "x = {} count{} texels. The element's size is {}, so the writes begin at byte{} {} of the row.",
          range_text(stroke.x, stroke.x + stroke.width - 1), is_one ? "s" : "", size, is_one ? "" : "s", bytes);
    case BrushX::bytes:
      return is_multiple(first, size)
                 ? fmt::format("x = {} count{} bytes. The element's size is {}, so the writes are to texel{} {}.",
                               bytes, is_one ? "s" : "", size, is_one ? "" : "s", texels)
                 : fmt::format("x = {} count{} bytes, and begin{} inside texel{} {}.", bytes, is_one ? "s" : "",
                               is_one ? "s" : "", is_one ? "" : "s", texels);
    case BrushX::mistaken:
      return size == 1
                 ? fmt::format("x = {}: texel indices used as byte offsets. One-byte elements hide the mistake.", bytes)
                 : fmt::format(
                       "x = {}: texel indices used as byte offsets, which are in texel{} {}. The intended texels begin "
                       "at byte{} {}.",
                       bytes, texels.find(' ') == std::string::npos ? "" : "s", texels, is_one ? "" : "s",
                       range_text(first * size, last * size));
  }
  return {};
}

std::string reach_text(const gpu::ArrayDescriptor& surface, std::int64_t size) {
  const auto width = static_cast<std::int64_t>(surface.shape.width());
  const std::int64_t reached = (width + size - 1) / size;
  return fmt::format(
      "Texel indices 0 to {} address bytes of the first {} texel{} only: {} of the row's {} cannot be reached.",
      width - 1, reached, reached == 1 ? "" : "s", width - reached, width);
}

std::string boundary_text(const StrokeFacts& facts, BoundaryMode boundary) {
  std::string text = count_text(facts.outside, facts.writes, "is outside", "are outside");
  switch (boundary) {
    case BoundaryMode::trap:
      text += ": trap terminates the kernel and destroys the context, so the stroke runs in a child process.";
      break;
    case BoundaryMode::clamp:
      text += ": clamp writes the nearest element instead.";
      break;
    case BoundaryMode::zero:
      text += ": zero drops the write (and reads zero).";
      break;
  }
  return text;
}

}  // namespace

std::int64_t byte_x(const SurfaceStroke& stroke, int column, std::int64_t element_size) noexcept {
  switch (stroke.x_in) {
    case BrushX::texels:
      return (std::int64_t{stroke.x} + column) * element_size;
    case BrushX::bytes:
      return stroke.x + column * element_size;
    case BrushX::mistaken:
      break;
  }
  return std::int64_t{stroke.x} + column;
}

StrokeFacts facts_of(const SurfaceStroke& stroke, const gpu::ArrayDescriptor& surface) {
  const std::int64_t size = element_size_of(surface);
  const std::int64_t last_x = row_bytes_of(surface) - size;
  const auto height = static_cast<std::int64_t>(surface.shape.height());
  const std::int64_t first_row = std::clamp<std::int64_t>(stroke.y, 0, height);
  const std::int64_t last_row = std::clamp<std::int64_t>(std::int64_t{stroke.y} + stroke.height, 0, height);
  const int rows_inside = static_cast<int>(std::max<std::int64_t>(last_row - first_row, 0));
  StrokeFacts facts{.writes = stroke.width * stroke.height};
  int columns_inside = 0;
  for (int column = 0; column < stroke.width; ++column) {
    const std::int64_t byte = byte_x(stroke, column, size);
    columns_inside += byte >= 0 && byte <= last_x ? 1 : 0;
    facts.misaligned += is_multiple(byte, size) ? 0 : stroke.height;
  }
  facts.outside = facts.writes - columns_inside * rows_inside;
  return facts;
}

bool ends_context(const StrokeFacts& facts, BoundaryMode boundary) {
  return facts.misaligned > 0 || (facts.outside > 0 && boundary == BoundaryMode::trap);
}

std::string warning_about(const SurfaceStroke& stroke, const gpu::ArrayDescriptor& surface) {
  const std::int64_t size = element_size_of(surface);
  if (stroke.x_in == BrushX::mistaken && size > 1) {
    return fmt::format("x = {} {} used as {}, but elements have {} bytes: multiply x by {}",
                       range_text(stroke.x, stroke.x + stroke.width - 1),
                       stroke.width == 1 ? "is an element index" : "are element indices",
                       stroke.width == 1 ? "a byte offset" : "byte offsets", size, size);
  }
  if (facts_of(stroke, surface).misaligned > 0) {
    return fmt::format(
        "x = {} bytes is not a multiple of the element's {} bytes: a misaligned write destroys the context", stroke.x,
        size);
  }
  return {};
}

std::vector<std::string> explain(const SurfaceStroke& stroke, const gpu::ArrayDescriptor& surface) {
  const std::int64_t size = element_size_of(surface);
  const StrokeFacts facts = facts_of(stroke, surface);
  std::vector<std::string> lines{x_text(stroke, size)};
  if (stroke.x_in == BrushX::mistaken && size > 1) {
    lines.push_back(reach_text(surface, size));
  }
  if (facts.misaligned > 0) {
    lines.push_back(fmt::format(
        "{} misaligned: x must be a multiple of {}. A misaligned write terminates the kernel and destroys the "
        "context (error 716 on an H200, 719 on the CPU device), in every boundary mode.",
        count_text(facts.misaligned, facts.writes, "is", "are"), size));
  }
  if (facts.outside > 0) {
    lines.push_back(boundary_text(facts, stroke.boundary));
  }
  return lines;
}

std::string code_of(const SurfaceStroke& stroke) {
  constexpr std::array xs = {"x * sizeof(value)", "x_bytes", "x"};
  constexpr std::array modes = {"Trap", "Clamp", "Zero"};
  return fmt::format("surf2Dwrite(value, surface, {}, y, cudaBoundaryMode{});",
                     xs[static_cast<std::size_t>(stroke.x_in)], modes[static_cast<std::size_t>(stroke.boundary)]);
}

std::string refusal(const SurfaceStroke& stroke) {
  const auto is_coordinate = [](int value) {
    return value >= -max_stroke_coordinate && value <= max_stroke_coordinate;
  };
  const auto is_extent = [](int value) { return value >= 1 && value <= max_stroke_extent; };
  if (!is_coordinate(stroke.x) || !is_coordinate(stroke.y)) {
    return fmt::format("a stroke at ({}, {}): use coordinates from {} to {}", stroke.x, stroke.y,
                       -max_stroke_coordinate, max_stroke_coordinate);
  }
  if (!is_extent(stroke.width) || !is_extent(stroke.height)) {
    return fmt::format("a brush of {}x{}: use 1 to {} each", stroke.width, stroke.height, max_stroke_extent);
  }
  return {};
}

std::string to_string(const SurfaceStroke& stroke) {
  return fmt::format(
      "{}x{} at ({}, {}), x in {}, {}", stroke.width, stroke.height, stroke.x, stroke.y,
      stroke.x_in == BrushX::mistaken ? "texel indices as bytes" : brush_x_names[static_cast<std::size_t>(stroke.x_in)],
      to_string(stroke.boundary));
}

}  // namespace texelscope::app
