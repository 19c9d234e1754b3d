#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace texelscope::render::vulkan {

struct SharedState;

/// How a compute device reaches what Vulkan shares with it.
enum class Sharing : unsigned char {
  /// The memory is given away as a file descriptor; the layout of an image's texels is the driver's
  /// (VK_IMAGE_TILING_OPTIMAL).
  exported,
  /// The memory is mapped for the host; an image's rows lie one after another (VK_IMAGE_TILING_LINEAR).
  mapped,
  /// As mapped, but the memory is a buffer's, and Vulkan copies its rows into the image and back: where the device has
  /// no such images.
  copied,
};

/// Whose turn it is.
enum class Turn : unsigned char {
  /// Vulkan's.
  vulkan,
  compute,
  /// Vulkan's once the compute device has signalled; the next commands wait for it.
  returning,
};

/// What is known of a turn at one moment.
struct TurnFacts {
  Turn turn = Turn::vulkan;
  /// The queue family that owns it; VK_QUEUE_FAMILY_EXTERNAL where the compute device does.
  std::uint32_t queue_family = 0;
  bool is_external = false;
  /// As the timeline stands, and the last value that somebody was told to signal.
  std::uint64_t value = 0;
  std::uint64_t last_value = 0;
  /// What the next commands that use it wait for; 0 for nothing.
  std::uint64_t waits_for = 0;
};

/// An image or a buffer that a compute device and Vulkan use in turns, with a memory and a timeline semaphore of its
/// own.
///
/// The timeline orders the turns: the compute device waits for the value that acquire() gives, and signals the one that
/// take_back() gives; what Vulkan does with it after that waits for it on the GPU.
class SharedResource {
 public:
  SharedResource(const SharedResource&) = delete;
  SharedResource& operator=(const SharedResource&) = delete;

  [[nodiscard]] Sharing sharing() const noexcept;
  /// Bytes of its memory, which is allocated for it alone.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  /// Memory that the host sees, where it is mapped or copied; else empty.
  [[nodiscard]] std::span<std::byte> mapped_memory() const noexcept;
  /// File descriptors of its memory and timeline, where it is exported: new ones, the caller's. @throws Error.
  [[nodiscard]] int export_memory() const;
  [[nodiscard]] int export_timeline() const;

  /// Gives what one context made to the compute device, behind all that Vulkan was told to do with it, in one
  /// submission. @returns the value of the first one's timeline to wait for. @throws Error for an empty list, for one
  /// that is acquired already or named twice, or when the device is lost; nothing is acquired then.
  [[nodiscard]] static std::uint64_t acquire(std::span<SharedResource* const> resources);
  [[nodiscard]] std::uint64_t acquire();
  /// Says that the compute device will signal the value that is returned, of the first one's timeline: of the resources
  /// of one acquisition. @throws Error for an empty list, or for one that is not acquired.
  static std::uint64_t take_back(std::span<SharedResource* const> resources);
  std::uint64_t take_back();
  [[nodiscard]] bool is_acquired() const noexcept;
  [[nodiscard]] TurnFacts turn() const;
  /// Its timeline from the host; any thread. False when the device is lost.
  [[nodiscard]] std::uint64_t timeline_value() const;
  [[nodiscard]] bool signal_timeline(std::uint64_t value) const;
  [[nodiscard]] bool wait_for_timeline(std::uint64_t value) const;

 protected:
  explicit SharedResource(std::shared_ptr<SharedState> state);
  /// Waits for what Vulkan does with it.
  ~SharedResource();

 private:
  std::shared_ptr<SharedState> shared_;
};

}  // namespace texelscope::render::vulkan
