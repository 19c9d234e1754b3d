
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>

#include "app/labs/texture/texture_input.h"
#include "app/text/count_text.h"
#include "app/text/option_text.h"
#include "app/text/parameter.h"
#include "app/texture/texel_numbers.h"
#include "app/texture/texture_setup.h"
#include "texelscope/gpu/error.h"

namespace texelscope::app {
namespace {

/// The maximum length of the text: typed input, not a file.
constexpr std::size_t max_texels = 1 << 16;

struct TypedTexels {
  std::vector<double> channels;
  /// Extents of the first row and the first slice; all others must match.
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t slices = 0;
};

/// The parts of a text between any of `separators`; a blank last part is omitted.
std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<std::string_view> pieces;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    const std::string_view piece = text.substr(begin, end - begin);
    const bool is_blank = piece.find_first_not_of(blanks) == std::string_view::npos;
    if (!is_blank || end < text.size()) {
      pieces.push_back(piece);
    }
    begin = end + 1;
  }
  return pieces;
}

std::string place_text(std::size_t x, std::size_t y, std::size_t slice) {
  return slice == 0 ? fmt::format("texel {} of row {}", x, y)
                    : fmt::format("texel {} of row {} of slice {}", x, y, slice);
}

class Reader {
 public:
  explicit Reader(int num_channels) : num_channels_{static_cast<std::size_t>(num_channels)} {}

  TypedTexels read(std::string_view text) {
    for (const std::string_view slice : split(text, "|")) {
      read_slice(slice);
      ++texels_.slices;
    }
    if (texels_.channels.empty()) {
      throw ParameterError("there are no texels: enter numbers such as 0 1; 1 0");
    }
    return std::move(texels_);
  }

 private:
  void read_slice(std::string_view text) {
    y_ = 0;
    // A line break after a semicolon does not end an empty row.
    for (const std::string_view line : split(text, ";\n")) {
      if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
        read_row(line);
        ++y_;
      }
    }
    if (texels_.slices == 0) {
      texels_.height = y_;
    } else if (y_ != texels_.height) {
      throw ParameterError(fmt::format("slice {} has {}, and slice 0 has {}: use the same number in all",
                                       texels_.slices, count_text(y_, "row"), texels_.height));
    }
  }

  void read_row(std::string_view text) {
    std::size_t x = 0;
    for (std::size_t begin = 0; (begin = text.find_first_not_of(" \t\r", begin)) != std::string_view::npos; ++x) {
      const std::size_t end = std::min(text.find_first_of(" \t\r", begin), text.size());
      read_texel(text.substr(begin, end - begin), x);
      begin = end;
    }
    if (texels_.slices == 0 && y_ == 0) {
      texels_.width = x;
    } else if (x != texels_.width) {
      throw ParameterError(fmt::format("row {} has {}, and row 0 has {}: use the same number in all", y_,
                                       count_text(x, "texel"), texels_.width));
    }
  }

  void read_texel(std::string_view text, std::size_t x) {
    const std::vector<std::string_view> parts = split(text, ",");
    if (parts.size() != 1 && parts.size() != num_channels_) {
      throw ParameterError(fmt::format("{} has {} numbers: enter 1 for all channels, or {}, one for each",
                                       place_text(x, y_, texels_.slices), parts.size(), num_channels_));
    }
    if (texels_.channels.size() >= max_texels * num_channels_) {
      throw ParameterError(fmt::format("there are more than {} texels: save them as an .npy file", max_texels));
    }
    for (std::size_t channel = 0; channel < num_channels_; ++channel) {
      const std::string_view part = parts[parts.size() == 1 ? 0 : channel];
      const std::optional<double> value = number_from<double>(part.starts_with('+') ? part.substr(1) : part);
      if (!value) {
        throw ParameterError(fmt::format("{} is '{}', which is not a number", place_text(x, y_, texels_.slices), part));
      }
      texels_.channels.push_back(*value);
    }
  }

  std::size_t num_channels_;
  TypedTexels texels_;
  std::size_t y_ = 0;
};

gpu::ArrayDescriptor array_of(const TypedTexels& texels, kernels::TextureShape shape) {
  gpu::ArrayDescriptor array;
  array.kind = kind_of(shape);
  const int rank = rank_of(shape);
  const auto refuse = [&](const char* text) {
    return ParameterError(fmt::format("there are {} × {} texels in {} {}: {}", texels.width, texels.height,
                                      texels.slices, texels.slices == 1 ? "slice" : "slices", text));
  };
  if (rank == 1) {
    if (texels.slices > 1) {
      throw refuse("a 1D texture has no slices; remove the bars");
    }
    if (array.kind == gpu::ArrayKind::plain && texels.height > 1) {
      throw refuse("a 1D texture is one row; remove the semicolons");
    }
    array.shape = gpu::Extent(texels.width);
    array.num_layers = texels.height;
    return array;
  }
  array.shape =
      rank == 2 ? gpu::Extent(texels.width, texels.height) : gpu::Extent(texels.width, texels.height, texels.slices);
  if (shape == kernels::TextureShape::texture_2d && texels.slices > 1) {
    throw refuse("a 2D texture has one slice; remove the bars");
  }
  if (shape == kernels::TextureShape::layered_2d) {
    array.num_layers = texels.slices;
  }
  if (array.is_cube_map()) {
    if (texels.width != texels.height) {
      throw refuse("the faces of a cube map are square");
    }
    if (texels.slices % 6 != 0 || (array.kind == gpu::ArrayKind::cube_map && texels.slices != 6)) {
      throw refuse("a cube map has 6 faces, separated by bars");
    }
    array.num_layers = texels.slices / 6;
  }
  return array;
}

}  // namespace

std::string texels_as_read(std::string_view text, int num_channels) {
  try {
    const TypedTexels typed = Reader{num_channels}.read(text);
    return fmt::format("{} x {} x {}: {}", typed.width, typed.height, typed.slices, fmt::join(typed.channels, " "));
  } catch (const ParameterError&) {
    return std::string{text};
  }
}

TextureSource parse_texels(std::string_view text, kernels::TextureShape shape, gpu::DataType format, int num_channels) {
  const TypedTexels typed = Reader{num_channels}.read(text);
  TextureSource source{array_of(typed, shape), {}};
  source.array.format = format;
  source.array.num_channels = num_channels;
  const auto width = static_cast<std::int64_t>(typed.width);
  const auto height = static_cast<std::int64_t>(typed.height);
  const gpu::StridedLayout layout({static_cast<std::int64_t>(typed.slices), height, width, num_channels},
                                  sizeof(double));
  try {
    source.texels = texel_numbers(gpu::StridedMemoryView::from_host(std::as_bytes(std::span(typed.channels)), layout,
                                                                    gpu::element_type_of<double>),
                                  format);
  } catch (const gpu::InvalidArgument& error) {
    throw ParameterError(fmt::format("as (slice, row, texel, channel): {}", error.what()));
  }
  return source;
}

}  // namespace texelscope::app
