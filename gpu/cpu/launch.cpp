#include <cstring>
#include <optional>
#include <vector>

#include "gpu/cpu/cpu_driver.h"
#include "gpu/cpu/graph/condition_values.h"
#include "gpu/cpu/program/loaded_module.h"
#include "gpu/cpu/recording/device_recording.h"
#include "gpu/cpu/recording/launch_recording.h"
#include "gpu/driver/describe.h"
#include "gpu/driver/launch_shape.h"

namespace texelscope::gpu::cpu {
namespace {

/// The kernel's type is unknown here: its copy is aligned for any type up to a cache line.
struct alignas(64) KernelBytes {
  std::byte bytes[64];
};

/// The call's own copy of a kernel.
class KernelCopy {
 public:
  KernelCopy(const void* kernel, std::size_t size_bytes)
      : storage_{std::make_shared<std::vector<KernelBytes>>(size_bytes / sizeof(KernelBytes) + 1)} {
    std::memcpy(storage_->data(), kernel, size_bytes);
  }

  [[nodiscard]] const void* kernel() const noexcept { return storage_->data(); }

 private:
  std::shared_ptr<std::vector<KernelBytes>> storage_;
};

}  // namespace

Status CpuDriver::perform(driver::KernelLoad& /*call*/) noexcept { return state(); }

std::optional<CpuDriver::RecordedLaunch> CpuDriver::record_launch(const driver::Launch& call,
                                                                  const LoadedFunction* loaded) {
  if (!recording_ || !recording_->log.is_on()) {
    return std::nullopt;
  }
  RecordedLaunch launch;
  if (loaded == nullptr) {
    launch.run = call.entry->is_recordable ? call.entry->run_on_host : recording_->modules.find(*call.entry);
  } else if (loaded->module->is_recordable) {
    launch.run = loaded->run;
  }
  launch.number = recording_->log.schedule({.kernel = driver::describe(*call.entry),
                                            .extent = call.extent,
                                            .block = call.block.width > 0 ? call.block : driver::block_for(call.extent),
                                            .stream = call.stream,
                                            .is_recordable = launch.run != nullptr});
  if (launch.run == nullptr) {
    return std::nullopt;
  }
  launch.memory = recording_->objects.scheduled_memory();
  return launch;
}

Status CpuDriver::perform(driver::Launch& call) noexcept {
  return if_working([&] {
    const kernels::LaunchExtent extent = call.extent;
    if (call.entry == nullptr || call.kernel == nullptr || extent.width < 1 || extent.height < 1 || extent.depth < 1) {
      return Status::invalid_value;
    }
    std::shared_ptr<LoadedFunction> loaded;
    if (call.entry->function) {
      loaded = functions_.find(call.entry->function);
      if (!loaded) {
        return Status::invalid_handle;
      }
    } else if (call.entry->run_on_host == nullptr) {
      return Status::no_binary_for_gpu;
    }
    // A launch that would run for days is rejected, as the driver rejects a grid beyond its limits.
    constexpr std::int64_t max_indices = std::int64_t{1} << 48;
    const std::int64_t row_count = std::int64_t{extent.height} * extent.depth;
    if (row_count > max_indices / extent.width) {
      return Status::invalid_value;
    }
    const auto describe = [&] {
      return GraphNode{.kind = GraphNodeKind::kernel,
                       .label = driver::describe(*call.entry) + " over " + driver::describe(extent),
                       .kept = named_in(call.kernel, call.entry->kernel_size)};
    };
    const auto run = loaded ? loaded->run : call.entry->run_on_host;
    if (std::optional<RecordedLaunch> recorded = record_launch(call, loaded.get())) {
      return schedule(
          call.stream,
          [this, extent, run, recorded = std::move(*recorded), size = call.entry->kernel_size,
           loaded = std::move(loaded), copy = KernelCopy{call.kernel, call.entry->kernel_size}] {
            LaunchRecording recording{recording_->log, recording_->objects, recorded.number, recorded.memory};
            recording.run(recorded.run, run, copy.kernel(), size, extent);
          },
          describe);
    }
    return schedule(
        call.stream,
        [this, extent, count = row_count * extent.width, run, loaded = std::move(loaded),
         copy = KernelCopy{call.kernel, call.entry->kernel_size}] {
          ConditionValues* const conditions = ConditionValues::current();
          const bool is_done = pool_->for_ranges(count, 0, [&](std::int64_t first, std::int64_t end) {
            const ConditionValues::Scope scope{conditions};
            run(copy.kernel(), kernels::HostRange{extent, first, end});
          });
          if (!is_done) {
            fail();
          }
        },
        describe);
  });
}

}  // namespace texelscope::gpu::cpu
