#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace texelscope::render::vulkan {

struct SharedState;

/// The access of a compute device to resources shared by Vulkan.
enum class Sharing : unsigned char {
  /// The memory is exported as a file descriptor; an image's texel layout is the driver's choice
  /// (VK_IMAGE_TILING_OPTIMAL).
  exported,
  /// The memory is mapped for the host; an image's rows are consecutive (VK_IMAGE_TILING_LINEAR).
  mapped,
  /// Like mapped, but with the memory of a buffer, and Vulkan copies its rows into the image and back: for devices that
  /// do not support mapped images.
  copied,
};

/// The current owner.
enum class Turn : unsigned char {
  /// Vulkan's.
  vulkan,
  compute,
  /// Vulkan, once the compute device has signaled; the next commands wait for it.
  returning,
};

/// A snapshot of the ownership.
struct TurnFacts {
  Turn turn = Turn::vulkan;
  /// The queue family that owns it; VK_QUEUE_FAMILY_EXTERNAL if the compute device does.
  std::uint32_t queue_family = 0;
  bool is_external = false;
  /// The timeline's current value, and the last value reserved for a signal.
  std::uint64_t value = 0;
  std::uint64_t last_value = 0;
  /// The value that the next commands using it wait for; 0 if they need not wait.
  std::uint64_t waits_for = 0;
};

/// An image or a buffer that a compute device and Vulkan use alternately, with its own memory and timeline semaphore.
/// The timeline orders the accesses: the compute device waits for the value returned by acquire(), and signals the
/// value returned by take_back(); Vulkan's later accesses wait for that value on the GPU.
class SharedResource {
 public:
  SharedResource(const SharedResource&) = delete;
  SharedResource& operator=(const SharedResource&) = delete;

  [[nodiscard]] Sharing sharing() const noexcept;
  /// The size of its memory in bytes, a dedicated allocation.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  /// Host-visible memory, if it is mapped or copied; otherwise empty.
  [[nodiscard]] std::span<std::byte> mapped_memory() const noexcept;
  /// File descriptors of its memory and timeline, if it is exported: new ones, owned by the caller. @throws Error.
  [[nodiscard]] int export_memory() const;
  [[nodiscard]] int export_timeline() const;

  /// Transfers resources of one context to the compute device, after all submitted Vulkan work on them, in one
  /// submission. @returns the value to wait for on the first resource's timeline. @throws Error for an empty list, for
  /// a resource that is already acquired or passed twice, or when the device is lost; nothing is acquired then.
  [[nodiscard]] static std::uint64_t acquire(std::span<SharedResource* const> resources);
  [[nodiscard]] std::uint64_t acquire();
  /// Declares that the compute device will signal the returned value on the first resource's timeline, for the
  /// resources of one acquisition. @throws Error for an empty list, or for a resource that is not acquired.
  static std::uint64_t take_back(std::span<SharedResource* const> resources);
  std::uint64_t take_back();
  [[nodiscard]] bool is_acquired() const noexcept;
  [[nodiscard]] TurnFacts turn() const;
  /// Signals its timeline from the host, on any thread. False when the device is lost.
  [[nodiscard]] std::uint64_t timeline_value() const;
  [[nodiscard]] bool signal_timeline(std::uint64_t value) const;
  [[nodiscard]] bool wait_for_timeline(std::uint64_t value) const;

 protected:
  explicit SharedResource(std::shared_ptr<SharedState> state);
  /// Waits for Vulkan's work on the resource.
  ~SharedResource();

 private:
  std::shared_ptr<SharedState> shared_;
};

}  // namespace texelscope::render::vulkan
