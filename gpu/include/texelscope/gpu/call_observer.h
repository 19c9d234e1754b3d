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

/// What a driver call makes or gives back; LiveObjects counts these.
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

/// What a call does to the number of live objects. A call that hands out a part of the first object that it names (a
/// level of a mipmapped array, what is mapped) leaves the number alone: the part belongs to that object.
enum class CallEffect : unsigned char { none, creates, destroys, hands_out };

/// What a call asks of its stream: `record` records an event or signals a semaphore, `wait` waits for one. Calls of the
/// host ask nothing.
enum class WorkKind : unsigned char { host, launch, copy, memory, mapping, record, wait };

[[nodiscard]] std::string_view to_string(WorkKind kind) noexcept;

/// An object that a call names, by its handle or by an address inside it.
struct ObjectReference {
  ObjectKind kind = ObjectKind::none;
  std::uint64_t handle = 0;

  bool operator==(const ObjectReference&) const = default;
};

/// One driver call, seen by an observer while it happens. Valid only during the observer's function.
class CallView {
 public:
  virtual ~CallView() = default;

  /// The driver API function that the call stands for, such as "cuArray3DCreate". Has static storage duration.
  [[nodiscard]] virtual std::string_view name() const noexcept = 0;
  [[nodiscard]] virtual ObjectKind object_kind() const noexcept = 0;  ///< Of what it makes, gives back or hands out.
  [[nodiscard]] virtual CallEffect effect() const noexcept = 0;       ///< On the number of those.
  [[nodiscard]] virtual WorkKind work_kind() const noexcept { return WorkKind::host; }
  /// How many objects the call makes, gives back or hands out, and their handles (known after the call).
  [[nodiscard]] virtual std::size_t object_count() const noexcept = 0;
  [[nodiscard]] virtual std::uint64_t object(std::size_t index) const noexcept = 0;
  /// The stream that the call is ordered on; none for a call without one.
  [[nodiscard]] virtual StreamHandle stream() const noexcept = 0;
  /// The arguments as text: "width=640, height=480". Costs an allocation: ask only when it is shown.
  [[nodiscard]] virtual std::string arguments() const = 0;
  /// The same kept in place, without memory of its own for calls whose arguments are numbers and handles.
  virtual void pack_arguments(PackedArguments& packed) const noexcept;

  /// Bytes that the object made takes up, as asked for; 0 where the call says nothing of it.
  [[nodiscard]] virtual std::size_t size_bytes() const { return 0; }
  /// The objects among its arguments: what it makes depends on them.
  [[nodiscard]] virtual std::vector<ObjectReference> named_objects() const { return {}; }
};

using CallClock = std::chrono::steady_clock;

/// Sees every driver call of a device: tracing, counting, injected failures. Called from every thread that uses the
/// device; must not throw and must not call the device.
class CallObserver {
 public:
  virtual ~CallObserver() = default;

  /// Before the call. A status other than success takes the place of the call, which is then not made; a call that
  /// destroys or waits is made all the same and only its result is replaced, as a driver does that reports an earlier
  /// error.
  virtual Status before(const CallView& call) noexcept;

  /// After the call, with its result and the host's time at its start and its end.
  virtual void after(const CallView& call, Status status, CallClock::time_point start,
                     CallClock::time_point end) noexcept;
};

}  // namespace texelscope::gpu
