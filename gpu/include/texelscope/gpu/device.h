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

class AccessRecorder;
class Buffer;
class DeviceBox;
class Event;
class GraphBuilder;
class Stream;
class StreamProfiler;
struct EventOptions;
struct StreamOptions;

enum class DeviceKind : unsigned char { cpu, cuda };

/// Identifies a device: "cpu", "cuda:0", "cuda:1", …
struct DeviceId {
  DeviceKind kind = DeviceKind::cpu;
  int ordinal = 0;

  bool operator==(const DeviceId&) const = default;
};

/// "cpu" or "cuda:N".
[[nodiscard]] std::string to_string(DeviceId id);

/// Parses "cpu", "cuda" (the first) or "cuda:N"; nullopt for any other string.
[[nodiscard]] std::optional<DeviceId> device_id_from_string(std::string_view text);

/// Properties of a device, constant while the process runs. Limits are in texels (CU_DEVICE_ATTRIBUTE_MAXIMUM_…),
/// except that the last limit of layered arrays counts layers or faces; alignments, pitches and memory are in bytes.
struct DeviceProperties {
  std::string name;  ///< Name reported by the driver.
  /// Driver API version as 1000·major + 10·minor; 0 on the CPU device.
  int driver_version = 0;
  /// CUDA compute capability; 0.0 on the CPU device.
  int compute_major = 0;
  int compute_minor = 0;
  /// Multiprocessors; on the CPU device, the number of threads that run kernels.
  int multiprocessor_count = 0;
  std::uint64_t memory_bytes = 0;  ///< Total memory of the device.
  /// All zero on the CPU device.
  std::array<std::uint8_t, 16> uuid{};
  std::size_t texture_alignment = 0;                      ///< In bytes.
  std::size_t texture_pitch_alignment = 0;                ///< In bytes.
  std::array<std::uint64_t, 1> max_texture_1d{};          ///< In texels.
  std::array<std::uint64_t, 2> max_texture_2d{};          ///< In texels.
  std::array<std::uint64_t, 3> max_texture_3d{};          ///< In texels.
  std::array<std::uint64_t, 2> max_texture_1d_layered{};  ///< In texels, then layers.
  std::array<std::uint64_t, 3> max_texture_2d_layered{};  ///< In texels, then layers.
  /// Both width and height.
  std::array<std::uint64_t, 1> max_texture_cube_map{};
  std::array<std::uint64_t, 2> max_texture_cube_map_layered{};  ///< Width and height, then faces.
  std::array<std::uint64_t, 2> max_texture_2d_gather{};         ///< In texels.
  std::array<std::uint64_t, 1> max_texture_1d_mipmapped{};      ///< In texels.
  std::array<std::uint64_t, 2> max_texture_2d_mipmapped{};      ///< In texels.
  /// Limits of textures over linear memory: elements of a single row; width, height and pitch of pitched rows.
  std::array<std::uint64_t, 1> max_texture_1d_linear{};
  std::array<std::uint64_t, 2> max_texture_2d_linear{};
  std::size_t max_texture_2d_linear_pitch = 0;
  /// Limits of arrays from which surfaces can be created.
  std::array<std::uint64_t, 1> max_surface_1d{};
  std::array<std::uint64_t, 2> max_surface_2d{};
  std::array<std::uint64_t, 3> max_surface_3d{};
  std::array<std::uint64_t, 2> max_surface_1d_layered{};
  std::array<std::uint64_t, 3> max_surface_2d_layered{};
  std::array<std::uint64_t, 1> max_surface_cube_map{};
  std::array<std::uint64_t, 2> max_surface_cube_map_layered{};
  bool has_stream_ordered_memory = false;  ///< Whether allocations can be stream-ordered.
  /// Launch limits: threads per block, in total and along each axis; blocks per grid along each axis; dynamic shared
  /// memory per block, by default and after opting in, in bytes.
  int max_threads_per_block = 0;
  std::array<int, 3> max_block{};
  std::array<int, 3> max_grid{};
  int max_shared_bytes_per_block = 0;
  int max_shared_bytes_per_block_opt_in = 0;
  /// Supported launch attributes (kernels/launch_options.h).
  bool has_clusters = false;
  bool has_cooperative_launch = false;
  bool has_programmatic_launch = false;
  /// Pools of pinned host memory (CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED).
  bool has_host_memory_pools = false;
  /// Managed memory (CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY).
  bool has_managed_memory = false;
  /// Migration of managed pages while kernels run (CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS).
  bool has_concurrent_managed_access = false;
  /// Virtual memory management (CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED).
  bool has_virtual_memory = false;
  /// Pools that other processes can open by file descriptor (CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES).
  bool has_interprocess_pools = false;
  /// Events that other processes can open (CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED).
  bool has_interprocess_events = false;
};

/// A message that is not an exception: a failed cleanup, or a setting that is legal but surprising.
struct Diagnostic {
  enum class Severity : unsigned char { warning, error };
  Severity severity = Severity::warning;
  std::string text;
};

/// Called on the thread that caused the diagnostic. Must not throw.
using DiagnosticHandler = std::function<void(const Diagnostic&)>;

struct DeviceOptions {
  /// Observers of every driver call of the device, called in this order. Retained for as long as the device exists.
  std::vector<std::shared_ptr<CallObserver>> observers{};
  /// Receives the diagnostics; without a handler, they are written to standard error.
  DiagnosticHandler diagnostics{};
  /// Measures the device's work, below the observers, which do not see its calls. Retained for as long as the device
  /// exists.
  std::shared_ptr<StreamProfiler> stream_profiler{};
  /// Records the accesses of kernels on a CPU device; other devices ignore it. Retained for as long as the device
  /// exists.
  std::shared_ptr<AccessRecorder> access_recorder{};
};

/// A device that runs kernels: a CUDA GPU, in its primary context or an existing context, or the CPU reference device.
/// A cheap reference: copies refer to the same device, which lives until the last object created from it is destroyed.
/// Devices opened for the same GPU and context are interchangeable: an object created from one works with all of them.
/// Each CPU device that is opened is separate.
class Device {
 public:
  /// Opens a device.
  /// @throws Unavailable if this machine or this build does not have the device, with the reason and a remedy.
  /// @throws DriverError if the driver refuses.
  [[nodiscard]] static Device open(DeviceId id, DeviceOptions options = {});
  /// The device of an existing context (CUcontext, from cuCtxCreate or of a green context). The context is borrowed and
  /// must outlive the last object created from it; a primary context is retained, as with open().
  /// @throws InvalidArgument for null, or a context unknown to the driver; Unavailable without CUDA.
  [[nodiscard]] static Device from_context(ContextHandle context, DeviceOptions options = {});
  /// The device of the context that is current on this thread (cuCtxGetCurrent): the one that the CUDA runtime uses
  /// after cudaSetDevice. @throws InvalidState if there is none; Unavailable without CUDA.
  [[nodiscard]] static Device current(DeviceOptions options = {});
  /// The device of a stream (cuStreamGetCtx; 0 is a stream of the current context), and the device of an address
  /// (cuPointerGetAttributes). For arrays, the driver reports neither context nor device.
  /// @throws InvalidArgument for a handle or address unknown to the driver; Unavailable without CUDA.
  [[nodiscard]] static Device of(StreamHandle stream, DeviceOptions options = {});
  [[nodiscard]] static Device of(DevicePointer pointer, DeviceOptions options = {});
  /// The identity and the properties of the device.
  [[nodiscard]] DeviceId id() const;
  [[nodiscard]] const DeviceProperties& properties() const;

  /// A new stream, which does not synchronize with the default stream (CU_STREAM_NON_BLOCKING).
  [[nodiscard]] Stream create_stream() const;
  /// A new stream with a name, as if set by Stream::set_name(), or with all options.
  /// @throws InvalidArgument for a name with a zero byte.
  [[nodiscard]] Stream create_stream(const std::string& name) const;
  [[nodiscard]] Stream create_stream(const StreamOptions& options) const;
  /// The device's default stream, on explicit request only; nothing falls back to it.
  [[nodiscard]] Stream default_stream() const;
  [[nodiscard]] Event create_event(const EventOptions& options) const;  ///< Creates an event of this device.

  /// Creates a builder that records work as a graph, on its own stream.
  [[nodiscard]] GraphBuilder create_graph_builder() const;

  /// Device memory of `size_bytes` ≥ 1, allocated in stream order (cuMemAllocAsync; cuMemAlloc if the device has no
  /// stream-ordered memory). @throws InvalidArgument for 0 bytes or a stream of a different device.
  [[nodiscard]] Buffer allocate(std::size_t size_bytes, const Stream& stream) const;
  /// Pinned host memory of `size_bytes` ≥ 1, which the device copies directly, without staging.
  [[nodiscard]] Buffer allocate_pinned(std::size_t size_bytes) const;

  /// Whether kernels on this device can be granted access to memory of `peer` (cuDeviceCanAccessPeer): true if both are
  /// opened for the same device, false between a CPU and a CUDA device.
  [[nodiscard]] bool can_access(const Device& peer) const;

  /// Blocks until all work scheduled on the device has completed.
  void synchronize() const;

  /// Reports a message through the device's diagnostics handler. Never throws.
  void report(const Diagnostic& diagnostic) const noexcept;

  /// Whether objects of the two devices can be used together.
  bool operator==(const Device& other) const noexcept;

  /// For the library's own objects.
  explicit Device(std::shared_ptr<DeviceBox> box) : box_{std::move(box)} {}
  [[nodiscard]] const std::shared_ptr<DeviceBox>& box() const noexcept { return box_; }

 private:
  std::shared_ptr<DeviceBox> box_;
};

/// A device known to this build: usable, or the reason why not.
struct DeviceReport {
  DeviceId id;
  /// Set if the device can be opened.
  std::optional<DeviceProperties> properties;
  /// Set if the device cannot be opened: the reason and a remedy.
  std::string reason;
};

/// Every device, CUDA devices first; without a CUDA device, a report for cuda:0 gives the reason. Never throws for a
/// device that does not work.
[[nodiscard]] std::vector<DeviceReport> find_devices();

}  // namespace texelscope::gpu
