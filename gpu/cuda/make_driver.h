#pragma once

#include <memory>

#include "gpu/driver/driver.h"
#include "gpu/driver/open_driver.h"

/// The CUDA device, for code that opens devices. Including this requires no CUDA header.
namespace texelscope::gpu::cuda {

/// The driver of a CUDA device, not yet started: ContextRetain retains its primary context. @throws Unavailable when
/// libcuda.so.1 is missing, is a stub, is too old or finds no device, with the reason and a remedy.
[[nodiscard]] std::unique_ptr<driver::Driver> make_driver(int ordinal);

/// The driver API's functions for measurements; see RawCalls. @throws Unavailable like make_driver.
[[nodiscard]] std::unique_ptr<driver::RawCalls> make_raw_calls(int ordinal);

/// See open_driver.h.
[[nodiscard]] driver::FoundContext find_context(ContextHandle context);
[[nodiscard]] ContextHandle current_context();
[[nodiscard]] driver::FoundContext context_of(StreamHandle stream);
[[nodiscard]] driver::FoundContext context_of(DevicePointer pointer);

/// The number of CUDA devices that the driver lists, at least 1. @throws Unavailable like make_driver.
[[nodiscard]] int count_devices();

}  // namespace texelscope::gpu::cuda
