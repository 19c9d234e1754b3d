#pragma once

#include <optional>
#include <string_view>

namespace texelscope::gpu {

/// Result of one driver call. The numbers are those of CUresult (CUDA driver API, "Data types used by CUDA driver"), so
/// a status of the CUDA device is its CUresult; the CPU device uses the same numbers for the same causes. Unlisted
/// values are legal: they carry the driver's number.
enum class Status : int {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  not_initialized = 3,
  deinitialized = 4,
  stub_library = 34,
  no_device = 100,
  invalid_device = 101,
  invalid_image = 200,
  invalid_context = 201,
  map_failed = 205,
  unmap_failed = 206,
  array_is_mapped = 207,
  already_mapped = 208,
  no_binary_for_gpu = 209,
  not_mapped = 211,
  unsupported_limit = 215,
  peer_access_unsupported = 217,
  invalid_ptx = 218,
  invalid_graphics_context = 219,
  jit_compiler_not_found = 221,
  unsupported_ptx_version = 222,
  invalid_source = 300,
  operating_system = 304,
  invalid_handle = 400,
  not_found = 500,
  not_ready = 600,
  illegal_address = 700,
  launch_out_of_resources = 701,
  misaligned_address = 716,
  launch_failed = 719,
  cooperative_launch_too_large = 720,
  not_permitted = 800,
  not_supported = 801,
  system_driver_mismatch = 803,
  stream_capture_unsupported = 900,
  stream_capture_invalidated = 901,
  stream_capture_merge = 902,
  stream_capture_unmatched = 903,
  stream_capture_unjoined = 904,
  stream_capture_isolation = 905,
  stream_capture_implicit = 906,
  captured_event = 907,
  stream_capture_wrong_thread = 908,
  timeout = 909,
  graph_exec_update_failure = 910,
  invalid_cluster_size = 912,
  unknown = 999,
};

/// The driver API's name, such as "CUDA_ERROR_OUT_OF_MEMORY"; "CUDA_ERROR_<unlisted>" for an unlisted number.
[[nodiscard]] std::string_view status_name(Status status) noexcept;

/// The usual meaning of the status and what to do, in one sentence; empty for success and unlisted numbers.
[[nodiscard]] std::string_view status_advice(Status status) noexcept;

/// Whether the driver API documents that the context is lost: each later call then fails with the same error, and the
/// process must be restarted.
[[nodiscard]] bool ends_context(Status status) noexcept;

/// Parses a number ≥ 0, the driver API's name, or that name in lower case without "CUDA_ERROR_": "719",
/// "CUDA_ERROR_LAUNCH_FAILED" and "launch_failed" are equivalent. Empty for an unlisted name.
[[nodiscard]] std::optional<Status> status_from_string(std::string_view text);

}  // namespace texelscope::gpu
