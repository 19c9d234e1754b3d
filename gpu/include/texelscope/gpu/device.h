#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/call_observer.h"
#include "texelscope/gpu/handle.h"

namespace texelscope::gpu {

class Buffer;
class DeviceBox;
class Event;
class GraphBuilder;
class Stream;
class StreamProfiler;
struct EventOptions;
struct StreamOptions;

enum class DeviceKind : unsigned char { cpu, cuda };

/// Which device: "cpu", "cuda:0", "cuda:1", …
struct DeviceId {
  DeviceKind kind = DeviceKind::cpu;
  int ordinal = 0;

  bool operator==(const DeviceId&) const = default;
};

/// "cpu" or "cuda:N".
[[nodiscard]] std::string to_string(DeviceId id);

/// Reads "cpu", "cuda" (the first) or "cuda:N". Nothing when the text is none of these.
[[nodiscard]] std::optional<DeviceId> device_id_from_string(std::string_view text);

/// Facts of a device, fixed while the process runs. Limits are in texels (CU_DEVICE_ATTRIBUTE_MAXIMUM_…), the last of
/// those of layered arrays in layers, or faces; alignments, pitches and memory in bytes.
struct DeviceProperties {
  std::string name;  ///< As the driver names it.
  /// Driver API version as 1000·major + 10·minor; 0 on the CPU device.
  int driver_version = 0;
  /// CUDA compute capability; 0.0 on the CPU device.
  int compute_major = 0;
  int compute_minor = 0;
  /// Multiprocessors, or threads that run kernels on the CPU device.
  int multiprocessor_count = 0;
  std::uint64_t memory_bytes = 0;  ///< All memory of the device.
  /// All zero on the CPU device.
  std::array<std::uint8_t, 16> uuid{};
  std::size_t texture_alignment = 0;                      ///< In bytes.
  std::size_t texture_pitch_alignment = 0;                ///< In bytes.
  std::array<std::uint64_t, 1> max_texture_1d{};          ///< In texels.
  std::array<std::uint64_t, 2> max_texture_2d{};          ///< In texels.
  std::array<std::uint64_t, 3> max_texture_3d{};          ///< In texels.
  std::array<std::uint64_t, 2> max_texture_1d_layered{};  ///< In texels; then layers.
  std::array<std::uint64_t, 3> max_texture_2d_layered{};  ///< In texels; then layers.
  /// Width and height alike.
  std::array<std::uint64_t, 1> max_texture_cube_map{};
  std::array<std::uint64_t, 2> max_texture_cube_map_layered{};  ///< Width and height alike; then faces.
  std::array<std::uint64_t, 2> max_texture_2d_gather{};         ///< In texels.
  std::array<std::uint64_t, 1> max_texture_1d_mipmapped{};      ///< In texels.
  std::array<std::uint64_t, 2> max_texture_2d_mipmapped{};      ///< In texels.
  /// Linear memory that textures read: elements in one row; width, height and pitch of rows.
  std::array<std::uint64_t, 1> max_texture_1d_linear{};
  std::array<std::uint64_t, 2> max_texture_2d_linear{};
  std::size_t max_texture_2d_linear_pitch = 0;
  /// Arrays that surfaces can be made from.
  std::array<std::uint64_t, 1> max_surface_1d{};
  std::array<std::uint64_t, 2> max_surface_2d{};
  std::array<std::uint64_t, 3> max_surface_3d{};
  std::array<std::uint64_t, 2> max_surface_1d_layered{};
  std::array<std::uint64_t, 3> max_surface_2d_layered{};
  std::array<std::uint64_t, 1> max_surface_cube_map{};
  std::array<std::uint64_t, 2> max_surface_cube_map_layered{};
  bool has_stream_ordered_memory = false;  ///< Whether allocations can follow a stream.
  /// Limits of launches: threads of a block in all and along each axis, blocks of a grid along each axis, dynamic
  /// shared memory of a block as it comes and when it is asked for, in bytes.
  int max_threads_per_block = 0;
  std::array<int, 3> max_block{};
  std::array<int, 3> max_grid{};
  int max_shared_bytes_per_block = 0;
  int max_shared_bytes_per_block_opt_in = 0;
  /// Which attributes of a launch it has (kernels/launch_options.h).
  bool has_clusters = false;
  bool has_cooperative_launch = false;
  bool has_programmatic_launch = false;
  /// Pools of page-locked host memory (CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED).
  bool has_host_memory_pools = false;
  /// Managed memory (CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY).
  bool has_managed_memory = false;
  /// Its pages can move while kernels run (CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS).
  bool has_concurrent_managed_access = false;
  /// Memory and addresses apart (CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED).
  bool has_virtual_memory = false;
  /// Pools that another process can open by a file descriptor (CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES).
  bool has_interprocess_pools = false;
  /// Events that another process can open (CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED).
  bool has_interprocess_events = false;
};

/// A message that is no exception: a cleanup that failed, a setting that is legal and surprising.
struct Diagnostic {
  enum class Severity : unsigned char { warning, error };
  Severity severity = Severity::warning;
  std::string text;
};

/// Called on the thread where the cause is. Must not throw.
using DiagnosticHandler = std::function<void(const Diagnostic&)>;

struct DeviceOptions {
  /// See every driver call of the device, in this order (the first is asked first). Kept as long as the device.
  std::vector<std::shared_ptr<CallObserver>> observers{};
  /// Where diagnostics go; without one, to standard error.
  DiagnosticHandler diagnostics{};
  /// Takes the times of the device's work, below the observers, which do not see it. Kept as long as the device.
  std::shared_ptr<StreamProfiler> stream_profiler{};
};

/// A device that runs kernels: a CUDA GPU in its primary context or in one that others made, or the CPU reference
/// device. A cheap reference: copies name the same device, which lives until the last object made from it is gone.
/// Openings of a GPU in one context are interchangeable: an object of one works with all of them. Each opening of the
/// CPU device is separate.
class Device {
 public:
  /// Opens a device.
  /// @throws Unavailable when this machine or this build has no such device, with the reason and the way out.
  /// @throws DriverError when the driver refuses.
  [[nodiscard]] static Device open(DeviceId id, DeviceOptions options = {});
  /// The device in a context that others made (CUcontext, of cuCtxCreate or of a green context). It is borrowed, and
  /// must stay until the last object made from it is gone; the primary context is retained, as open() does.
  /// @throws InvalidArgument for null, or what the driver does not know; Unavailable without CUDA.
  [[nodiscard]] static Device from_context(ContextHandle context, DeviceOptions options = {});
  /// The device in the context that is current on this thread (cuCtxGetCurrent): what the CUDA runtime works on after
  /// cudaSetDevice. @throws InvalidState when none is; Unavailable without CUDA.
  [[nodiscard]] static Device current(DeviceOptions options = {});
  /// The device that a stream works on (cuStreamGetCtx; 0 is a stream of the current context), and the device that
  /// memory is on (cuPointerGetAttributes). Of an array the driver tells neither context nor device.
  /// @throws InvalidArgument for what the driver does not know; Unavailable without CUDA.
  [[nodiscard]] static Device of(StreamHandle stream, DeviceOptions options = {});
  [[nodiscard]] static Device of(DevicePointer pointer, DeviceOptions options = {});
  /// Which device it is, and its facts.
  [[nodiscard]] DeviceId id() const;
  [[nodiscard]] const DeviceProperties& properties() const;

  /// A stream of its own, which does not synchronize with the default stream (CU_STREAM_NON_BLOCKING).
  [[nodiscard]] Stream create_stream() const;
  /// The same with a name, as by Stream::set_name(), or with all that can be said of it.
  /// @throws InvalidArgument for a name with a zero byte.
  [[nodiscard]] Stream create_stream(const std::string& name) const;
  [[nodiscard]] Stream create_stream(const StreamOptions& options) const;
  /// The device's default stream, for those who ask for it by name; nothing falls back to it.
  [[nodiscard]] Stream default_stream() const;
  [[nodiscard]] Event create_event(const EventOptions& options) const;  ///< An event of this device.

  /// Records work as a graph, on a stream of its own.
  [[nodiscard]] GraphBuilder create_graph_builder() const;

  /// Device memory of `size_bytes` ≥ 1, allocated in the order of `stream` (cuMemAllocAsync; cuMemAlloc where the
  /// device has no stream-ordered memory). @throws InvalidArgument for 0 bytes or a stream of another device.
  [[nodiscard]] Buffer allocate(std::size_t size_bytes, const Stream& stream) const;
  /// Page-locked host memory of `size_bytes` ≥ 1, which copies reach without a detour.
  [[nodiscard]] Buffer allocate_pinned(std::size_t size_bytes) const;

  /// Whether kernels of this device can be given access to memory of `peer` (cuDeviceCanAccessPeer): true for openings
  /// of one device, false between a CPU and a CUDA device.
  [[nodiscard]] bool can_access(const Device& peer) const;

  /// Waits until everything scheduled on the device is done.
  void synchronize() const;

  /// Says something through the device's diagnostics handler. Never throws.
  void report(const Diagnostic& diagnostic) const noexcept;

  /// Whether objects of the two can be used together.
  bool operator==(const Device& other) const noexcept;

  /// For the library's own objects.
  explicit Device(std::shared_ptr<DeviceBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<DeviceBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<DeviceBox> box_;
};

/// One device that this build knows of: usable, or why not.
struct DeviceReport {
  DeviceId id;
  /// Set when the device can be opened.
  std::optional<DeviceProperties> properties;
  /// Set when it cannot: the reason and what to do.
  std::string reason;
};

/// Every device, the CUDA ones first; where there is no CUDA device, one report for cuda:0 says why. Never throws for
/// a device that does not work.
[[nodiscard]] std::vector<DeviceReport> find_devices();

}  // namespace texelscope::gpu
