#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "render/common/pixel_format.h"
#include "render/common/pixel_rect.h"
#include "render/vulkan/context.h"

namespace texelscope::render::vulkan {

struct ImageState;

/// How a compute device reaches an image.
enum class ImageSharing : unsigned char {
  /// Its memory is given away as a file descriptor; the layout of its texels is the driver's (VK_IMAGE_TILING_OPTIMAL).
  exported,
  /// Its memory is mapped for the host; rows lie one after another (VK_IMAGE_TILING_LINEAR).
  mapped,
};

/// Whose turn an image is.
enum class Turn : unsigned char {
  /// Vulkan's.
  vulkan,
  compute,
  /// Vulkan's once the compute device has signalled; the next commands wait for it.
  returning,
};

/// What is known of an image's turn at one moment.
struct TurnFacts {
  Turn turn = Turn::vulkan;
  /// The queue family that owns the image; VK_QUEUE_FAMILY_EXTERNAL where the compute device does.
  std::uint32_t queue_family = 0;
  bool is_external = false;
  /// As the timeline stands, and the last value that somebody was told to signal.
  std::uint64_t value = 0;
  std::uint64_t last_value = 0;
  /// What the next commands that use the image wait for; 0 for nothing.
  std::uint64_t waits_for = 0;
};

/// Where the texels of a mapped image lie.
struct MappedTexels {
  /// All of the image's memory.
  std::span<std::byte> memory;
  std::size_t offset_bytes = 0;
  std::size_t row_pitch_bytes = 0;
};

/// A 2D image of one level that a compute device and Vulkan use in turns, with a memory and a timeline semaphore of its
/// own. Its layout is VK_IMAGE_LAYOUT_GENERAL.
///
/// The timeline orders the turns: the compute device waits for the value that lend() gives, and signals the one that
/// take_back() gives; what Vulkan does with the image after that waits for it on the GPU.
class Image {
 public:
  /// @throws Error when width or height is < 1 or beyond the device's limit, when the device cannot share that way, or
  /// when memory is short.
  Image(const Context& context, PixelFormat format, int width, int height, ImageSharing sharing);
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
  /// Waits for what Vulkan does with it.
  ~Image();

  [[nodiscard]] PixelFormat format() const noexcept;
  [[nodiscard]] int width() const noexcept;
  [[nodiscard]] int height() const noexcept;
  [[nodiscard]] ImageSharing sharing() const noexcept;
  /// Bytes of its memory, which is allocated for it alone.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  /// File descriptors of an exported image's memory and timeline: new ones, the caller's. @throws Error.
  [[nodiscard]] int export_memory() const;
  [[nodiscard]] int export_timeline() const;
  /// Only of a mapped image.
  [[nodiscard]] MappedTexels mapped() const noexcept;

  /// Gives images of one context to the compute device, behind all that Vulkan was told to do with them, in one
  /// submission. @returns the value of the first one's timeline to wait for. @throws Error for an empty list, for one
  /// that is lent already or named twice, or when the device is lost; nothing is lent then.
  [[nodiscard]] static std::uint64_t lend(std::span<Image* const> images);
  [[nodiscard]] std::uint64_t lend();
  /// Says that the compute device will signal the value that is returned, of the first one's timeline: of the images
  /// of one loan. @throws Error for an empty list, or for one that is not lent.
  static std::uint64_t take_back(std::span<Image* const> images);
  std::uint64_t take_back();
  [[nodiscard]] bool is_lent() const noexcept;
  [[nodiscard]] TurnFacts turn() const;
  /// Its timeline from the host; any thread. False when the device is lost.
  [[nodiscard]] std::uint64_t timeline_value() const;
  [[nodiscard]] bool signal_timeline(std::uint64_t value) const;
  [[nodiscard]] bool wait_for_timeline(std::uint64_t value) const;

  /// Copies texels to the host, rows from the top; waits for the compute device. @throws Error when the box leaves the
  /// image, the span has another size, or the image is lent.
  void read(const PixelRect& box, std::span<std::byte> pixels) const;
  /// All of them.
  void read(std::span<std::byte> pixels) const { read({0, 0, width(), height()}, pixels); }

  [[nodiscard]] const std::shared_ptr<ImageState>& state() const noexcept { return state_; }

 private:
  std::shared_ptr<ImageState> state_;
};

}  // namespace texelscope::render::vulkan
