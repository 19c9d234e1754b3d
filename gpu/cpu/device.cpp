#include <limits>
#include <utility>

#include "gpu/cpu/array/array_storage.h"
#include "gpu/cpu/array/bound_texels.h"
#include "gpu/cpu/cpu_driver.h"
#include "gpu/cpu/graph/graph_program.h"
#include "gpu/cpu/make_driver.h"
#include "gpu/cpu/program/loaded_module.h"
#include "gpu/cpu/recording/device_recording.h"
#include "gpu/cpu/stream/event.h"

namespace texelscope::gpu::cpu {

std::unique_ptr<driver::Driver> make_driver(std::shared_ptr<AccessRecorder> recorder) {
  // Checked here, because the threads that use the niceness start later and could not report an invalid value.
  static_cast<void>(choose_niceness());
  return std::make_unique<CpuDriver>(describe_machine(choose_thread_count()), std::move(recorder));
}

CpuDriver::CpuDriver(DeviceProperties properties, std::shared_ptr<AccessRecorder> recorder)
    : properties_{std::move(properties)},
      budget_{properties_.memory_bytes != 0 ? properties_.memory_bytes : std::numeric_limits<std::uint64_t>::max()} {
  if (recorder) {
    recording_ = std::make_unique<DeviceRecording>(std::move(recorder), NamedObjects{textures_, surfaces_, memory_});
  }
}

CpuDriver::~CpuDriver() = default;

void CpuDriver::fail() noexcept {
  Status working = Status::success;
  state_.compare_exchange_strong(working, Status::launch_failed, std::memory_order_acq_rel);
}

Status CpuDriver::refusal(Status otherwise) const noexcept {
  const Status status = state();
  return status == Status::success ? otherwise : status;
}

Status CpuDriver::keep_until_passed(std::shared_ptr<const void> object, Status otherwise) noexcept {
  if (!object) {
    return refusal(otherwise);
  }
  streams_.keep_until_passed(std::move(object));
  return Status::success;
}

Status CpuDriver::perform(driver::ContextRetain& call) noexcept {
  if (call.ordinal != 0) {
    return Status::invalid_device;
  }
  return guarded([this] {
    const std::lock_guard lock{context_mutex_};
    if (!pool_) {
      pool_ = std::make_unique<WorkerPool>(static_cast<unsigned>(properties_.multiprocessor_count), choose_niceness());
    }
    memory_pools_.insert(default_pool_);
    if (retain_count_++ == 0) {
      state_.store(Status::success, std::memory_order_release);
    }
    return Status::success;
  });
}

// Contexts are CUDA's.
Status CpuDriver::perform(driver::ContextBorrow& /*call*/) noexcept { return Status::not_supported; }

Status CpuDriver::perform(driver::ContextRelease& call) noexcept {
  if (call.ordinal != 0) {
    return Status::invalid_device;
  }
  return guarded([this] {
    const std::lock_guard lock{context_mutex_};
    if (retain_count_ == 0) {
      return Status::invalid_context;
    }
    if (--retain_count_ == 0) {
      streams_.close();
      state_.store(Status::deinitialized, std::memory_order_release);
      captures_.clear();
      graph_execs_.clear();
      graphs_.clear();
      textures_.clear();
      surfaces_.clear();
      events_.clear();
      functions_.clear();
      modules_.clear();
      arrays_.clear();
      mipmapped_arrays_.clear();
      external_memories_.clear();
      external_semaphores_.clear();
      memory_.clear();
      memory_pools_.clear();
      default_pool_->clear();
      graph_pool_->clear();
      addresses_.clear();
      physical_memory_.clear();
    }
    return Status::success;
  });
}

Status CpuDriver::perform(driver::ContextSynchronize&) noexcept {
  return guarded([this] {
    if (const Status status = captures_.refuse_all(); status != Status::success) {
      return status;
    }
    // Waits even after a failure, because work that had begun may still be using the caller's memory.
    return refusal(streams_.wait());
  });
}

Status CpuDriver::perform(driver::DeviceQuery& call) noexcept {
  return guarded([&] {
    call.properties = properties_;
    return Status::success;
  });
}

}  // namespace texelscope::gpu::cpu
