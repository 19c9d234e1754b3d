#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/data_type.h"

namespace texelscope::app {

/// A picture in memory: rows from top to bottom, channels interleaved, no padding; or a volume, slice after slice.
struct Image {
  int width = 0;
  int height = 0;
  /// 1–4.
  int channels = 0;
  /// uint8, uint16 or float32.
  gpu::DataType type = gpu::DataType::uint8;
  std::vector<std::byte> pixels;
  /// Slices; 1 for a picture.
  int depth = 1;
  /// The colors that its file asks for and that are not applied, in one line; empty for sRGB and for none.
  std::string note{};
  /// The names of all pictures in its file, in the file's order; empty for a file of one.
  std::vector<std::string> parts{};
  /// How many of the first of `parts` are all that the file holds; those behind are channels of these by themselves.
  std::size_t whole_parts = 0;
  /// The file is an animation, of which this is the one picture that is read.
  bool is_of_animation = false;
};

/// Adds what is said to a note of one line.
inline void add_note(std::string& note, std::string_view said) { note.append(note.empty() ? "" : "; ").append(said); }

/// The value at a position of the pixels, counted in values of this type.
template <class Sample>
[[nodiscard]] Sample sample_of(const Image& image, std::size_t index) {
  Sample value{};
  std::memcpy(&value, image.pixels.data() + index * sizeof(Sample), sizeof(Sample));
  return value;
}

}  // namespace texelscope::app
