#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
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

/// A timeline of the host, as streams use it: an exception from it is a loss of its owner.
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

/// Runs what may throw inside a driver call, which reports by status alone.
template <class Function>
Status guarded(Function&& function) noexcept {
  try {
    return function();
  } catch (const std::bad_alloc&) {
    return Status::out_of_memory;
  } catch (const InvalidArgument&) {
    return Status::invalid_value;
  } catch (const std::system_error&) {
    // A thread that could not be started.
    return Status::operating_system;
  } catch (...) {
    return Status::unknown;
  }
}

struct ExecutableGraph;
struct GraphHost;
struct LoadedFunction;
struct LoadedModule;
struct MipmappedStorage;
struct SurfaceBinding;
struct TextureBinding;
struct RecordedEvent;

/// The CPU reference device. Streams are queues with a thread each, kernels and large copies run on a shared pool,
/// device memory is host memory. Statuses are those that the driver API documents for the same cause.
///
/// A kernel that traps, or throws anything, ends the device as a trap ends a CUDA context: work scheduled but not begun
/// is left out, and every later call reports launch_failed, except those that give objects back. Destroying an array, a
/// texture, a surface or host memory that work still uses is safe: it stays until all streams are past that work.
class CpuDriver final : public driver::Driver {
 public:
  /// A device with these properties: kernels run on properties.multiprocessor_count ≥ 1 threads, and it allocates no
  /// more than properties.memory_bytes (0: as much as the system gives).
  explicit CpuDriver(DeviceProperties properties);
  /// Waits for all work.
  ~CpuDriver() override;
  CpuDriver(const CpuDriver&) = delete;
  CpuDriver& operator=(const CpuDriver&) = delete;

  TEXELSCOPE_DRIVER_CALLS(TEXELSCOPE_DECLARE_PERFORM)

 private:
  /// success between retain and release while no kernel has failed: whether calls that make or schedule are taken.
  [[nodiscard]] Status state() const noexcept { return state_.load(std::memory_order_acquire); }
  /// Runs what may throw of a call that a device takes only while it works.
  template <class Function>
  Status if_working(Function&& function) const noexcept {
    const Status status = state();
    return status == Status::success ? guarded(function) : status;
  }
  /// The device has failed for good.
  void fail() noexcept;
  /// What to say to a call with a handle or an address that is not of a live object: `otherwise`, unless the device is
  /// not working anyway.
  [[nodiscard]] Status refusal(Status otherwise = Status::invalid_handle) const noexcept;

  /// As state(); invalid_handle for a stream that is not alive.
  [[nodiscard]] Status state_for(StreamHandle stream) const noexcept {
    const Status status = state();
    return status == Status::success && !streams_.find(stream) ? Status::invalid_handle : status;
  }
  /// The queue of a stream that the host may ask or wait for: of one that is alive and records nothing.
  [[nodiscard]] Status find_asked(StreamHandle stream, std::shared_ptr<WorkQueue>& queue) noexcept;
  /// The last point of an event that the host may ask or wait for; null where it was never recorded.
  [[nodiscard]] Status find_asked(EventHandle handle, std::shared_ptr<EventPoint>& point) noexcept;

  /// Keeps what was taken out of a table until all streams are past it; refuses where that is nothing.
  Status keep_until_passed(std::shared_ptr<const void> object, Status otherwise = Status::invalid_handle) noexcept;

  /// Memory of a working device.
  Status allocate(MemoryMap::Kind kind, std::size_t size_bytes, DevicePointer& pointer) noexcept;

  /// Memory that the launches of a graph allocate, and that they free.
  Status record_allocation(driver::MemoryAllocate& call) noexcept;
  Status record_free(driver::MemoryFree& call) noexcept;
  /// Memory of a pool for a stream of a working device.
  Status allocate_from(const std::shared_ptr<PooledMemory>& pool, std::size_t size_bytes, StreamHandle stream,
                       DevicePointer& pointer) noexcept;
  /// Does something with a pool that lives.
  template <class Use>
  Status with_pool(MemoryPoolHandle handle, Use&& use) noexcept;
  /// Whether a copy leaves no allocation and goes by their accesses.
  [[nodiscard]] bool can_copy(DevicePointer destination, DevicePointer source, std::size_t size_bytes) const;
  /// Whether the whole range is in one allocation of managed memory.
  [[nodiscard]] bool is_managed(DevicePointer pointer, std::size_t size_bytes) const;
  template <class Word>
  Status fill(const driver::FillWords<Word>& call) noexcept;

  /// A part of a mipmapped array as an array that calls can name. @throws std::bad_alloc.
  ArrayHandle hand_out(ArrayParts& parts, std::shared_ptr<ArrayStorage> part);
  void end_parts(ArrayParts& parts) noexcept;

  /// Schedules work that must be done even when the device has failed. `work` must not throw.
  template <class Work>
  Status schedule_always(StreamHandle stream, Work work) noexcept {
    return guarded([&] {
      streams_.order_with_default(stream);
      const std::shared_ptr<WorkQueue> queue = streams_.find(stream);
      return queue && queue->schedule(std::move(work)) ? Status::success : Status::invalid_handle;
    });
  }

  /// The same for work that a stream leaves out after a wait in vain, which calls on it report from then on.
  template <class Work>
  Status schedule_unless_stopped(const std::shared_ptr<WorkQueue>& queue, Work work) noexcept {
    return guarded([&] {
      if (!queue || queue->status() != Status::success) {
        return queue ? queue->status() : Status::invalid_handle;
      }
      return queue->schedule_unless_stopped(std::move(work)) ? Status::success : Status::invalid_handle;
    });
  }

  /// Schedules work that a failed device leaves out, and a stopped stream; an exception from it fails the device. On a
  /// stream that is captured the work is recorded instead, as the node that `describe` makes.
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

  /// What a recorded copy or fill keeps alive, and what an update may not change of it. @throws std::bad_alloc.
  [[nodiscard]] GraphNode describe_transfer(GraphNodeKind kind, DevicePointer destination, DevicePointer source,
                                            std::size_t size_bytes) const;
  /// What the bytes of a kernel name: a recorded launch keeps it. @throws std::bad_alloc.
  [[nodiscard]] std::vector<std::shared_ptr<const void>> named_in(const void* kernel, std::size_t size_bytes) const;
  /// This device as graphs that it runs see it.
  [[nodiscard]] GraphHost graph_host();
  /// Makes the handles of bodies invalid. @throws std::bad_alloc.
  void forget_bodies(const CapturedGraph& graph);

  /// Forwards a call about a graphics resource to the path through the host, which is the only one of this device.
  template <class Call>
  Status share(Call& call) noexcept;
  static graphics::HostPart host_part(driver::Driver& driver, MipmappedArrayHandle array, unsigned level,
                                      unsigned slice) noexcept;

  const DeviceProperties properties_;
  std::atomic<Status> state_{Status::not_initialized};
  std::mutex context_mutex_;
  int retain_count_ = 0;

  // In this order: work left in the streams at the end uses what stands above them.
  MemoryBudget budget_;
  std::unique_ptr<WorkerPool> pool_;
  MemoryMap memory_;
  AddressSpace addresses_{memory_};
  /// What allocations without a pool come from, and what graphs allocate from.
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
  CaptureSet captures_;
  HandleTable<GraphHandle, CapturedGraph> graphs_;
  HandleTable<GraphExecHandle, ExecutableGraph> graph_execs_;
  StreamSet streams_;
  graphics::HostSharing sharing_{*this, &CpuDriver::host_part};
};

}  // namespace texelscope::gpu::cpu
