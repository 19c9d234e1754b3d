#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "texelscope/kernels/surface.h"
#include "texelscope/kernels/texture.h"

namespace texelscope::app {

/// Images that a kernel may read: the open picture, and those of the inputs.
inline constexpr std::size_t kernel_picture_count = 4;
/// Buffers that a kernel may have in addition to its image.
inline constexpr std::size_t kernel_buffer_count = 4;

/// The argument of a kernel in the kernel editor; its source sees the same struct under the name Frame. Has no padding,
/// so that two frames can be compared bytewise.
struct KernelFrame {
  kernels::Surface output;
  std::array<kernels::Texture, kernel_picture_count> pictures;
  std::array<kernels::Texture, kernel_buffer_count> buffers;
  int width = 0;
  int height = 0;
  int image_width = 0;
  int image_height = 0;
  float time = 0;
  float is_pressed = 0;
  kernels::Float2 mouse{};
  float a = 0;
  float b = 0;
  float c = 0;
  float d = 0;
  int count = 0;
  /// The position of the written buffer; kernel_buffer_count for the image.
  int pass = kernel_buffer_count;
};

/// Precedes the kernel's source.
inline constexpr std::string_view kernel_frame_text = R"(
struct Frame {
  /// The image, with 8 bits per channel: pixel() writes a Uchar4, as returned by to_unorm8(). In a buffer's function,
  /// this is the buffer, with four floats per pixel: write a Float4.
  Surface output;
  /// The open picture or, if none is open, a pattern of squares; coordinates 0 to 1, linear, mirrored outside.
  Texture image;
  /// Pictures and tensors of the inputs, read like the image; zero if an input is empty.
  Texture image_1, image_2, image_3;
  /// The buffers that the functions with these names write: this frame's if the function is above, otherwise the
  /// previous frame's. Zero initially, and if the function is missing; coordinates 0 to 1, linear, clamped outside.
  Texture buffer_a, buffer_b, buffer_c, buffer_d;
  /// The extent of the image and the buffers, in pixels.
  int width, height;
  /// The extent of the open picture, in texels.
  int image_width, image_height;
  /// Seconds; does not advance while paused.
  float time;
  /// 1 while a mouse button is down over the image, else 0.
  float is_pressed;
  /// The last mouse position over the image, in pixels.
  Float2 mouse;
  /// The four sliders, each 0 to 1.
  float a, b, c, d;
  /// Frames since the source was compiled, or since Restart.
  int count;
  int pass;
};
)";

/// A kernel's source from a file of at most 1 MiB. @throws FileError if it cannot be read, is larger, or is not text.
[[nodiscard]] std::string read_kernel_text(const std::filesystem::path& file);

/// Whether frames of a source may differ although nobody changes an input: it reads the time, the number of the frame
/// or a buffer. May be true for a source that only has such a name.
[[nodiscard]] bool changes_by_itself(std::string_view source);

/// The function that writes a buffer: "buffer_a" for the first one.
[[nodiscard]] std::string kernel_buffer_name(std::size_t position);

/// The code to append to a source with these buffers: it calls the function of the current pass.
[[nodiscard]] std::string kernel_entry_text(unsigned buffers);

/// The name of the functor in kernel_entry_text().
inline constexpr const char* kernel_entry_name = "Picture";

}  // namespace texelscope::app
