#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "gpu/cpu/array/array_storage.h"
#include "gpu/cpu/graph/capture_set.h"
#include "gpu/cpu/handle_table.h"
#include "gpu/cpu/memory/address_space.h"
#include "gpu/cpu/memory/memory_block.h"
#include "gpu/cpu/memory/memory_map.h"
#include "gpu/cpu/memory/pooled_memory.h"
#include "gpu/cpu/stream/event_point.h"
#include "gpu/cpu/stream/stream_set.h"
#include "gpu/driver/driver.h"
#include "gpu/graphics/host_sharing.h"
#include "gpu/threads/worker_pool.h"
#include "texelscope/gpu/error.h"
#include "texelscope/gpu/external_semaphore.h"
#include "texelscope/gpu/status.h"

namespace texelscope::gpu::cpu {

/// A host timeline, as streams use it: an exception from it means that its owner is lost.
struct ImportedTimeline {
  std::shared_ptr<HostTimeline> timeline;

  [[nodiscard]] bool signal(std::uint64_t value) const noexcept {
    try {
      return timeline->signal(value);
    } catch (...) {
      return false;
    }
  }
  [[nodiscard]] TimelineWait wait(std::uint64_t value) const noexcept {
    try {
      return timeline->wait(value);
    } catch (...) {
      return TimelineWait::lost;
    }
  }
};

/// Runs a function that may throw inside a driver call, which reports errors only by status.
template <class Function>
Status guarded(Function&& function) noexcept {
  try {
    return function();
  } catch (const std::bad_alloc&) {
    return Status::out_of_memory;
  } catch (const InvalidArgument&) {
    return Status::invalid_value;
  } catch (const std::system_error&) {
    // A thread could not be started.
    return Status::operating_system;
  } catch (...) {
    return Status::unknown;
  }
}

struct DeviceRecording;
struct ExecutableGraph;
struct GraphHost;
struct LoadedFunction;
struct LoadedModule;
struct MipmappedStorage;
struct SurfaceBinding;
struct TextureBinding;
struct RecordedEvent;

/// The CPU reference device. Streams are queues with one thread each, kernels and large copies run on a shared pool,
/// and device memory is host memory. Statuses are those that the driver API documents for the same cause.
///
/// A kernel that traps, or throws anything, fails the device as a trap destroys a CUDA context: scheduled work that has
/// not begun is skipped, and every later call reports launch_failed, except calls that destroy objects. Destroying an
/// array, a texture, a surface or host memory that work still uses is safe: the object stays until all streams have
/// completed that work.
class CpuDriver final : public driver::Driver {
 public:
  /// A device with these properties: kernels run on properties.multiprocessor_count ≥ 1 threads, and it allocates at
  /// most properties.memory_bytes (0: as much as the system provides). Launches are recorded if there is a recorder.
  /// @throws InvalidArgument for modules of the recorder that have no recorded kernels.
  explicit CpuDriver(DeviceProperties properties, std::shared_ptr<AccessRecorder> recorder = nullptr);
  /// Waits for all work.
  ~CpuDriver() override;
  CpuDriver(const CpuDriver&) = delete;
  CpuDriver& operator=(const CpuDriver&) = delete;

  TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_DECLARE_PERFORM)

 private:
  /// success between retain and release, unless a kernel has failed: calls that create objects or schedule work are
  /// accepted only then.
  [[nodiscard]] Status state() const noexcept { return state_.load(std::memory_order_acquire); }
  /// Runs the part of a call that may throw, for calls that a failed device rejects.
  template <class Function>
  Status if_working(Function&& function) const noexcept {
    const Status status = state();
    return status == Status::success ? guarded(function) : status;
  }
  /// Marks the device as permanently failed.
  void fail() noexcept;
  /// The status for a handle or an address that belongs to no live object: `otherwise`, unless the device has failed.
  [[nodiscard]] Status refusal(Status otherwise = Status::invalid_handle) const noexcept;

  /// Like state(), but invalid_handle for a destroyed stream.
  [[nodiscard]] Status state_for(StreamHandle stream) const noexcept {
    const Status status = state();
    return status == Status::success && !streams_.find(stream) ? Status::invalid_handle : status;
  }
  /// The queue of a stream that the host may query or wait for: a live stream that is not being captured.
  [[nodiscard]] Status find_asked(StreamHandle stream, std::shared_ptr<WorkQueue>& queue) noexcept;
  /// The last point of an event that the host may query or wait for; null if it was never recorded.
  [[nodiscard]] Status find_asked(EventHandle handle, std::shared_ptr<EventPoint>& point) noexcept;

  /// Keeps an object that was removed from a table alive until all streams have completed their scheduled work; fails
  /// if the object is null.
  Status keep_until_passed(std::shared_ptr<const void> object, Status otherwise = Status::invalid_handle) noexcept;

  /// Allocates memory; fails if the device has failed.
  Status allocate(MemoryMap::Kind kind, std::size_t size_bytes, DevicePointer& pointer) noexcept;

  /// Memory that launches of a graph allocate, and that they free.
  Status record_allocation(driver::MemoryAllocate& call) noexcept;
  Status record_free(driver::MemoryFree& call) noexcept;
  /// Allocates from a pool for a stream; fails if the device has failed.
  Status allocate_from(const std::shared_ptr<PooledMemory>& pool, std::size_t size_bytes, StreamHandle stream,
                       DevicePointer& pointer) noexcept;
  /// Calls a function with a live pool.
  template <class Use>
  Status with_pool(MemoryPoolHandle handle, Use&& use) noexcept;
  /// Whether a copy stays within its allocations and respects their access rights.
  [[nodiscard]] bool can_copy(DevicePointer destination, DevicePointer source, std::size_t size_bytes) const;
  /// Whether the whole range is in one allocation of managed memory.
  [[nodiscard]] bool is_managed(DevicePointer pointer, std::size_t size_bytes) const;
  template <class Word>
  Status fill(const driver::FillWords<Word>& call) noexcept;

  /// A part of a mipmapped array as an array that calls can name. @throws std::bad_alloc.
  ArrayHandle hand_out(ArrayParts& parts, std::shared_ptr<ArrayStorage> part);
  void end_parts(ArrayParts& parts) noexcept;

  /// Schedules work that must run even if the device has failed. `work` must not throw.
  template <class Work>
  Status schedule_always(StreamHandle stream, Work work) noexcept {
    return guarded([&] {
      streams_.order_with_default(stream);
      const std::shared_ptr<WorkQueue> queue = streams_.find(stream);
      return queue && queue->schedule(std::move(work)) ? Status::success : Status::invalid_handle;
    });
  }

  /// Schedules work that a stream skips after a failed wait; from then on, calls on the stream report the failure.
  template <class Work>
  Status schedule_unless_stopped(const std::shared_ptr<WorkQueue>& queue, Work work) noexcept {
    return guarded([&] {
      if (!queue || queue->status() != Status::success) {
        return queue ? queue->status() : Status::invalid_handle;
      }
      return queue->schedule_unless_stopped(std::move(work)) ? Status::success : Status::invalid_handle;
    });
  }

  /// Schedules work that a failed device or a stopped stream skips; an exception from it fails the device. On a stream
  /// that is being captured, the work is recorded instead, as the node that `describe` returns.
  template <class Work, class Describe>
  Status schedule(StreamHandle stream, Work work, Describe&& describe) noexcept {
    return guarded([&] {
      auto checked = [this, work = std::move(work)] {
        if (state() == Status::success) {
          try {
            work();
          } catch (...) {
            fail();
          }
        }
      };
      const std::optional<Status> recorded = captures_.record(stream, [&] {
        GraphNode node = describe();
        node.work = checked;
        return node;
      });
      if (recorded) {
        return *recorded;
      }
      streams_.order_with_default(stream);
      return schedule_unless_stopped(streams_.find(stream), std::move(checked));
    });
  }

  /// The objects that a recorded copy or fill keeps alive, and its properties that an update must not change. @throws
  /// std::bad_alloc.
  [[nodiscard]] GraphNode describe_transfer(GraphNodeKind kind, DevicePointer destination, DevicePointer source,
                                            std::size_t size_bytes) const;
  /// The objects that a kernel's bytes refer to: a recorded launch keeps them alive. @throws std::bad_alloc.
  [[nodiscard]] std::vector<std::shared_ptr<const void>> named_in(const void* kernel, std::size_t size_bytes) const;
  /// This device, as its graphs see it.
  [[nodiscard]] GraphHost graph_host();
  /// Invalidates the handles of bodies. @throws std::bad_alloc.
  void forget_bodies(const CapturedGraph& graph);

  /// A scheduled launch that is recorded: its number in the log, the kernel compiled for recording, and the memory
  /// that existed when it was scheduled.
  struct RecordedLaunch {
    std::uint32_t number = 0;
    decltype(kernels::KernelEntry::run_on_host) run = nullptr;
    std::vector<std::weak_ptr<MemoryBlock>> memory{};
  };
  /// Notes a launch while a recorder is on; nullopt if its kernel cannot be recorded. @throws std::bad_alloc.
  std::optional<RecordedLaunch> record_launch(const driver::Launch& call, const LoadedFunction* loaded);

  /// Forwards a call about a graphics resource to the path through the host, the only path that this device has.
  template <class Call>
  Status share(Call& call) noexcept;
  static graphics::HostPart host_part(driver::Driver& driver, MipmappedArrayHandle array, unsigned level,
                                      unsigned slice) noexcept;

  const DeviceProperties properties_;
  std::atomic<Status> state_{Status::not_initialized};
  std::mutex context_mutex_;
  int retain_count_ = 0;

  // Declared in this order: work left in the streams at the end uses the members above them.
  MemoryBudget budget_;
  std::unique_ptr<WorkerPool> pool_;
  MemoryMap memory_;
  AddressSpace addresses_{memory_};
  /// The pool for allocations that do not specify one, and the pool from which graphs allocate.
  const std::shared_ptr<PooledMemory> default_pool_ = std::make_shared<PooledMemory>(PooledMemory::Source{&budget_});
  const std::shared_ptr<PooledMemory> graph_pool_ = std::make_shared<PooledMemory>(PooledMemory::Source{&budget_});
  HandleTable<MemoryPoolHandle, PooledMemory> memory_pools_;
  HandleTable<PhysicalMemoryHandle, PhysicalMemory> physical_memory_;
  HandleTable<ExternalMemoryHandle, MemoryBlock> external_memories_;
  HandleTable<ExternalSemaphoreHandle, ImportedTimeline> external_semaphores_;
  HandleTable<ArrayHandle, ArrayStorage> arrays_;
  HandleTable<MipmappedArrayHandle, MipmappedStorage> mipmapped_arrays_;
  HandleTable<TextureHandle, TextureBinding> textures_;
  HandleTable<SurfaceHandle, SurfaceBinding> surfaces_;
  HandleTable<EventHandle, RecordedEvent> events_;
  HandleTable<ModuleHandle, LoadedModule> modules_;
  HandleTable<FunctionHandle, LoadedFunction> functions_;
  /// Null without a recorder.
  std::unique_ptr<DeviceRecording> recording_;
  CaptureSet captures_;
  HandleTable<GraphHandle, CapturedGraph> graphs_;
  HandleTable<GraphExecHandle, ExecutableGraph> graph_execs_;
  StreamSet streams_;
  graphics::HostSharing sharing_{*this, &CpuDriver::host_part};
};

}  // namespace texelscope::gpu::cpu
