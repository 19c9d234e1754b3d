#pragma once

#include <new>
#include <system_error>

#include "texelscope/gpu/error.h"
#include "texelscope/gpu/status.h"

namespace texelscope::gpu::cpu {

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

}  // namespace texelscope::gpu::cpu
