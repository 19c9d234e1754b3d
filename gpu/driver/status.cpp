#include "texelscope/gpu/status.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace texelscope::gpu {
namespace {

struct StatusText {
  Status status = Status::success;
  std::string_view name;
  std::string_view advice;
};

constexpr std::array<StatusText, 48> status_texts{{
    {Status::success, "CUDA_SUCCESS", ""},
    {Status::invalid_value, "CUDA_ERROR_INVALID_VALUE",
     "the driver rejected one of the arguments; compare them with the device's limits and the format's rules"},
    {Status::out_of_memory, "CUDA_ERROR_OUT_OF_MEMORY",
     "the device does not have enough free memory; free memory that is not needed, or use a smaller extent"},
    {Status::not_initialized, "CUDA_ERROR_NOT_INITIALIZED", "the driver is not initialized; open the device first"},
    {Status::deinitialized, "CUDA_ERROR_DEINITIALIZED",
     "the driver is shutting down; close devices before the process exits"},
    {Status::stub_library, "CUDA_ERROR_STUB_LIBRARY",
     "the toolkit's stub was loaded in place of the driver; remove its folder from LD_LIBRARY_PATH"},
    {Status::no_device, "CUDA_ERROR_NO_DEVICE",
     "the driver sees no GPU; check nvidia-smi and CUDA_VISIBLE_DEVICES, or use the cpu device"},
    {Status::invalid_device, "CUDA_ERROR_INVALID_DEVICE",
     "no device has that number; list them with 'texelscope devices'"},
    {Status::invalid_image, "CUDA_ERROR_INVALID_IMAGE",
     "the kernel's binary is not readable; rebuild with a toolkit that matches the driver"},
    {Status::invalid_context, "CUDA_ERROR_INVALID_CONTEXT",
     "the device's context no longer exists; reopen the device, and do not reset it while it is open"},
    {Status::map_failed, "CUDA_ERROR_MAP_FAILED",
     "the driver could not map the graphics resource; make sure that a GL context is current on this thread and "
     "that GL is not using the object"},
    {Status::unmap_failed, "CUDA_ERROR_UNMAP_FAILED",
     "the driver could not unmap the graphics resource; make sure that a GL context is current on this thread"},
    {Status::array_is_mapped, "CUDA_ERROR_ARRAY_IS_MAPPED", "the array is mapped; unmap it before destroying it"},
    {Status::already_mapped, "CUDA_ERROR_ALREADY_MAPPED", "the resource is mapped; unmap it before mapping it again"},
    {Status::no_binary_for_gpu, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "the kernel was not compiled for this GPU; compile its source with nvcc for the GPU's architecture "
     "(CMAKE_CUDA_ARCHITECTURES)"},
    {Status::not_mapped, "CUDA_ERROR_NOT_MAPPED", "the resource is not mapped; map it first"},
    {Status::unsupported_limit, "CUDA_ERROR_UNSUPPORTED_LIMIT",
     "the device does not have this limit; leave it at its default"},
    {Status::peer_access_unsupported, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED",
     "the two devices cannot access each other's memory; copy through host memory"},
    {Status::invalid_ptx, "CUDA_ERROR_INVALID_PTX", "the PTX has errors; fix the errors listed in the driver's log"},
    {Status::unsupported_ptx_version, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the PTX is for a newer CUDA version than the driver's; update the driver, or compile with an older toolkit"},
    {Status::invalid_graphics_context, "CUDA_ERROR_INVALID_GRAPHICS_CONTEXT",
     "no GL context of this GPU is current on this thread; make it current, or share through host memory"},
    {Status::operating_system, "CUDA_ERROR_OPERATING_SYSTEM",
     "an operating system call failed: on the CPU device, for a thread, memory or a file in TMPDIR; with graphics "
     "sharing, GL runs on another GPU or in software: run GL on the CUDA device, or share through host memory"},
    {Status::invalid_handle, "CUDA_ERROR_INVALID_HANDLE",
     "the handle does not name a live object of this device; it was closed, or belongs to another device"},
    {Status::not_found, "CUDA_ERROR_NOT_FOUND", "the driver has no symbol of that name; update the driver"},
    {Status::not_ready, "CUDA_ERROR_NOT_READY", "the work has not finished; synchronize its stream or event first"},
    {Status::illegal_address, "CUDA_ERROR_ILLEGAL_ADDRESS",
     "a kernel accessed an illegal address, and the context is lost; find the access with compute-sanitizer, then "
     "restart the program"},
    {Status::launch_out_of_resources, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     "the kernel needs more registers or threads than the device has for one block; use smaller blocks or fewer "
     "registers"},
    {Status::misaligned_address, "CUDA_ERROR_MISALIGNED_ADDRESS",
     "a kernel used an address, or a surface's byte x, that is not a multiple of the access size, and the context "
     "is lost; multiply x by the texel size and restart the program"},
    {Status::launch_failed, "CUDA_ERROR_LAUNCH_FAILED",
     "a kernel trapped or aborted, often because of an out-of-bounds surface access; check its coordinates and "
     "restart the program"},
    {Status::not_permitted, "CUDA_ERROR_NOT_PERMITTED",
     "the operation is not allowed here; do not call the device from a driver callback or during a capture"},
    {Status::not_supported, "CUDA_ERROR_NOT_SUPPORTED",
     "this device or driver does not support the operation; run 'texelscope doctor' to see what works"},
    {Status::system_driver_mismatch, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
     "the kernel module and libcuda are of different versions; reboot or reinstall the driver"},
    {Status::jit_compiler_not_found, "CUDA_ERROR_JIT_COMPILER_NOT_FOUND",
     "no compiler for kernels given as source text was found; install one (docs/kernels.md)"},
    {Status::invalid_source, "CUDA_ERROR_INVALID_SOURCE",
     "the kernel source does not compile; fix the errors in the compiler's messages"},
    {Status::cooperative_launch_too_large, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE",
     "the device cannot run all blocks at the same time; launch fewer or smaller blocks"},
    {Status::invalid_cluster_size, "CUDA_ERROR_INVALID_CLUSTER_SIZE",
     "the device cannot run a cluster of that many blocks; query kernels::max_cluster_blocks for the limit"},
    {Status::timeout, "CUDA_ERROR_TIMEOUT",
     "a wait of the stream timed out, so its later work was skipped; signal the semaphore in time, and use another "
     "stream"},
    {Status::stream_capture_unsupported, "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
     "this call is not allowed on a stream that is being captured; end the capture first, or use another stream"},
    {Status::stream_capture_invalidated, "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED",
     "an earlier call that cannot be captured invalidated the capture; capture again without that call"},
    {Status::stream_capture_merge, "CUDA_ERROR_STREAM_CAPTURE_MERGE",
     "the wait would merge two captures; wait only for events that were recorded in the same capture"},
    {Status::stream_capture_unmatched, "CUDA_ERROR_STREAM_CAPTURE_UNMATCHED",
     "the capture did not begin on this stream; end it on the stream where it began"},
    {Status::stream_capture_unjoined, "CUDA_ERROR_STREAM_CAPTURE_UNJOINED",
     "work was forked to another stream but not joined; join every branch before the capture ends"},
    {Status::stream_capture_isolation, "CUDA_ERROR_STREAM_CAPTURE_ISOLATION",
     "the capture would depend on uncaptured work; record the event within the capture, or wait for it before the "
     "capture"},
    {Status::stream_capture_implicit, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT",
     "the default stream would have become part of the capture; use streams of your own"},
    {Status::captured_event, "CUDA_ERROR_CAPTURED_EVENT",
     "the event was last recorded in a capture, which runs nothing; first record it on a stream that is not being "
     "captured"},
    {Status::stream_capture_wrong_thread, "CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD",
     "the capture began on another thread; end it there"},
    {Status::graph_exec_update_failure, "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE",
     "the graph differs in more than an update can change; instantiate it as a separate graph"},
    {Status::unknown, "CUDA_ERROR_UNKNOWN",
     "the driver gave no reason; with graphics sharing, GL often runs on another GPU or in software; run "
     "'texelscope doctor'"},
}};

const StatusText* find(Status status) noexcept {
  const auto* const found = std::ranges::find(status_texts, status, &StatusText::status);
  return found == status_texts.end() ? nullptr : found;
}

}  // namespace

std::string_view status_name(Status status) noexcept {
  const StatusText* const text = find(status);
  return text != nullptr ? text->name : "CUDA_ERROR_<unlisted>";
}

std::string_view status_advice(Status status) noexcept {
  const StatusText* const text = find(status);
  return text != nullptr ? text->advice : "";
}

bool ends_context(Status status) noexcept {
  // The results whose descriptions in CUresult end with "to continue using CUDA, the process must be terminated and
  // relaunched".
  constexpr std::array numbers{700, 702, 710, 714, 715, 716, 717, 718, 719, 721};
  return std::ranges::find(numbers, static_cast<int>(status)) != numbers.end();
}

std::optional<Status> status_from_string(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && number >= 0) {
    return static_cast<Status>(number);
  }
  std::string name{text};
  if (!name.starts_with("CUDA_")) {
    std::ranges::transform(name, name.begin(), [](char letter) {
      return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 32) : letter;
    });
    name = (name == "SUCCESS" ? "CUDA_" : "CUDA_ERROR_") + name;
  }
  const auto* const found = std::ranges::find(status_texts, name, &StatusText::name);
  return found == status_texts.end() ? std::nullopt : std::optional(found->status);
}

}  // namespace texelscope::gpu
