#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// An image in memory: rows from top to bottom, channels interleaved, no padding; or a volume, slice by slice.
struct Image {
  int width = 0;
  int height = 0;
  /// 1–4.
  int channels = 0;
  /// uint8, uint16 or float32.
  gpu::DataType type = gpu::DataType::uint8;
  std::vector<std::byte> pixels;
  /// Slices; 1 for a 2D image.
  int depth = 1;
  /// Color settings of its file that are not applied, and other notes, in one line; empty if there are none.
  std::string note{};
  /// The names of all parts of its file, in the file's order; empty for a file with a single image.
  std::vector<std::string> parts{};
  /// The first `whole_parts` of `parts` make up the file; individual channels of these follow.
  std::size_t whole_parts = 0;
  /// Whether the file is an animation, of which this is the only frame that is read.
  bool is_of_animation = false;
};

/// Adds a remark to a one-line note.
inline void add_note(std::string& note, std::string_view said) { note.append(note.empty() ? "" : "; ").append(said); }

/// The value at a position of the pixels, counted in values of this type.
template <class Sample>
[[nodiscard]] Sample sample_of(const Image& image, std::size_t index) {
  Sample value{};
  std::memcpy(&value, image.pixels.data() + index * sizeof(Sample), sizeof(Sample));
  return value;
}

}  // namespace texelscope::app
