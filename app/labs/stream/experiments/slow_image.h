#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>

#include "app/labs/stream/experiments/experiment.h"
#include "texelscope/gpu/buffer.h"
#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/surface_object.h"
#include "texelscope/gpu/texture_object.h"
#include "texelscope/kernels/kernel_function.h"

namespace texelscope::app {

/// The image of the experiments, in RGBA with 8 bits per channel, which a slow producer writes band by band from the
/// top. Each band is a launch.
namespace slow_image {
inline constexpr int width = 128;
inline constexpr int height = 96;
inline constexpr int bands = 12;
inline constexpr int rows_per_band = height / bands;
inline constexpr int pixels = width * height;
inline constexpr std::size_t size_bytes = std::size_t{pixels} * 4;
/// The image's contents before the producer writes it.
inline constexpr std::uint32_t stale_pixel = 0xFF3C3CE0;

/// The producer's pixel; never equal to the stale pixel.
TEXELSCOPE_KERNEL_FUNCTION constexpr std::uint32_t fresh_pixel(int x, int y) {
  const auto green = static_cast<std::uint32_t>(70 + x);
  const auto blue = static_cast<std::uint32_t>(110 + y);
  const std::uint32_t red = (x / 8 + y / 8) % 2 == 0 ? 30 : 60;
  return 0xFF000000 | blue << 16 | green << 8 | red;
}
}  // namespace slow_image

/// A flag in pinned memory that holds a kernel back until the host opens it, so that the result of an experiment does
/// not depend on timing. A kernel waits two seconds at most.
class Gate {
 public:
  explicit Gate(const gpu::Device& device);
  /// Opens it.
  ~Gate();
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  void open() noexcept;
  /// Waits, without a driver call, until a kernel waits at the gate, so that all earlier work in its stream is done.
  /// Waits two seconds at most.
  void wait_for_kernel() const;
  /// Two words: whether the gate is open, and whether a kernel has arrived.
  [[nodiscard]] std::uint32_t* flags() const noexcept { return flags_; }

 private:
  gpu::Buffer memory_;
  std::uint32_t* flags_;
};

/// Writes a band of the image; first waits at the gate, if one is passed.
void write_band(const gpu::Buffer& image, int band, const Gate* gate, const gpu::Stream& stream);
void write_band(const gpu::SurfaceObject& image, int band, const Gate* gate, const gpu::Stream& stream);
/// Reads a band of a texture, texel by texel, and writes the results to the image.
void read_band(const gpu::TextureObject& texture, const gpu::Buffer& image, int band, const Gate* gate,
               const gpu::Stream& stream);
/// Copies the whole image as it is when the stream executes the copy. Uses a kernel, so that the CPU device reads each
/// pixel atomically while another stream writes.
void copy_image(const gpu::Buffer& from, const gpu::Buffer& to, const gpu::Stream& stream);

/// Memory for an image whose pixels are all stale at this point of `stream`.
[[nodiscard]] gpu::Buffer make_stale_image(const gpu::Device& device, const gpu::Stream& stream);
/// The pixels of an image after, or before, the producer has written it.
[[nodiscard]] std::vector<std::byte> fresh_image_bytes();
[[nodiscard]] std::vector<std::byte> stale_image_bytes();

/// A producer that writes the image on one stream, and a consumer that copies the pixels it sees on another stream.
struct ProducerAndConsumer {
  gpu::Stream producer;
  gpu::Stream consumer;
  gpu::Buffer image;
  gpu::Buffer seen;
  Gate gate;

  /// Warms up, and makes both images stale.
  explicit ProducerAndConsumer(const gpu::Device& device);
  /// Copies the image in the order of `consumer`, then lets the producer finish. @returns the consumer's image.
  [[nodiscard]] ExperimentResult consume();
};

/// The number of streams that have completed their work; waits for all, but no longer than `longest`.
[[nodiscard]] std::size_t count_done(std::span<const gpu::Stream> streams, std::chrono::milliseconds longest);

/// Loads every kernel in this file, because a driver may otherwise do so at the first launch, and wait for all other
/// work.
void warm_up(const gpu::Device& device);

/// The result of an experiment whose consumer saw these pixels: the number of stale pixels.
[[nodiscard]] ExperimentResult result_of_picture(std::vector<std::byte> pixels);
/// Reads the image in the order of `stream`, and waits for it.
[[nodiscard]] ExperimentResult result_of_picture(const gpu::Buffer& image, const gpu::Stream& stream);

}  // namespace texelscope::app
