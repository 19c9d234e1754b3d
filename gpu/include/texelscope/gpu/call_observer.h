#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "texelscope/gpu/handle.h"
#include "texelscope/gpu/status.h"

namespace texelscope::gpu {

class PackedArguments;

/// The kinds of objects that driver calls create or destroy; LiveObjects counts these.
enum class ObjectKind : unsigned char {
  none,
  context,
  stream,
  event,
  memory,
  host_memory,
  array,
  mipmapped_array,
  texture,
  surface,
  graphics_resource,
  mapping,
  kernel_module,
  graph,
  graph_exec,
  memory_pool,
  address_range,
  physical_memory,
  memory_mapping,
  external_memory,
  external_semaphore,
};

[[nodiscard]] std::string_view to_string(ObjectKind kind) noexcept;

/// The effect of a call on the number of live objects. A call that hands out part of the first object that it names (a
/// level of a mipmapped array, mapped memory) does not change the number: the part belongs to that object.
enum class CallEffect : unsigned char { none, creates, destroys, hands_out };

/// The role of a call on its stream: `record` records an event or signals a semaphore, `wait` waits for one; `host`
/// calls do not involve a stream.
enum class WorkKind : unsigned char { host, launch, copy, memory, mapping, record, wait };

[[nodiscard]] std::string_view to_string(WorkKind kind) noexcept;

/// An object referenced by a call, by its handle or by an address inside it.
struct ObjectReference {
  ObjectKind kind = ObjectKind::none;
  std::uint64_t handle = 0;

  bool operator==(const ObjectReference&) const = default;
};

/// One driver call as an observer sees it. Valid only during the observer's function.
class CallView {
 public:
  virtual ~CallView() = default;

  /// The corresponding function of the driver API, such as "cuArray3DCreate". Has static storage duration.
  [[nodiscard]] virtual std::string_view name() const noexcept = 0;
  /// Kind of the objects that the call creates, destroys or hands out, and the effect on their number.
  [[nodiscard]] virtual ObjectKind object_kind() const noexcept = 0;
  [[nodiscard]] virtual CallEffect effect() const noexcept = 0;
  [[nodiscard]] virtual WorkKind work_kind() const noexcept { return WorkKind::host; }
  /// The number of objects that the call creates, destroys or hands out, and their handles (known after the call).
  [[nodiscard]] virtual std::size_t object_count() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t object(std::size_t index) const noexcept = 0;
  /// The stream on which the call is ordered; none if the call is not stream-ordered.
  [[nodiscard]] virtual StreamHandle stream() const noexcept = 0;
  /// The arguments as text: "width=640, height=480". Allocates: call it only to display the text.
  [[nodiscard]] virtual std::string arguments() const = 0;
  /// The arguments, stored in place; does not allocate for calls whose arguments are numbers and handles.
  virtual void pack_arguments(PackedArguments& packed) const noexcept;

  /// Size of the created object in bytes, as requested; 0 if the call does not specify one.
  [[nodiscard]] virtual std::size_t size_bytes() const { return 0; }
  /// The objects among the arguments, on which the created object depends.
  [[nodiscard]] virtual std::vector<ObjectReference> named_objects() const { return {}; }
};

using CallClock = std::chrono::steady_clock;

/// Observes every driver call of a device: for tracing, counting or fault injection. Called from every thread that uses
/// the device; must not throw and must not call the device.
class CallObserver {
 public:
  virtual ~CallObserver() = default;

  /// Called before the driver call. A status other than success replaces the call, which is then not made; a call that
  /// destroys or waits is made anyway and only its result is replaced, as when a driver reports an earlier error.
  virtual Status before(const CallView& call) noexcept;

  /// Called after the driver call, with its result and the host's clock at its start and end.
  virtual void after(const CallView& call, Status status, CallClock::time_point start,
                     CallClock::time_point end) noexcept;
};

}  // namespace texelscope::gpu
