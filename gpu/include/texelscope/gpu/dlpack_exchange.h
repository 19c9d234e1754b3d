#pragma once

#include <optional>

#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/tensor_metadata.h"

// From DLPack's C API (dlpack.h), which need not be included.
struct DLPackExchangeAPI;

namespace texelscope::gpu {

/// Another library's functions for its own Python objects, without calling into Python (DLPack 1.3, C exchange API).
/// Objects are PyObject* of the type that provides the table; the interpreter lock must be held.
class DLPackExchange {
 public:
  /// The table in the capsule "dlpack_exchange_api" that the type provides as `__dlpack_c_exchange_api__`; if its
  /// version is newer than supported, the earlier table that it refers to. @throws InvalidArgument for null or a table
  /// with missing functions; Unavailable if there is no table of version 1.
  explicit DLPackExchange(const DLPackExchangeAPI* table);

  /// The metadata of a borrowed tensor, valid until control returns to Python. Empty if the library cannot provide it;
  /// if `has_borrowing()`, the library has then set Python's exception. Does not wait for work on the tensor.
  [[nodiscard]] std::optional<TensorMetadata> metadata_of(void* object) const;
  /// Whether the library provides borrowed tensors; otherwise, only take() works.
  [[nodiscard]] bool has_borrowing() const noexcept;
  /// The tensor itself, with ownership. @throws like from_dlpack(). Empty if the library has set Python's exception.
  [[nodiscard]] std::optional<StridedMemoryView> take(void* object) const;
  /// Like take(), but the tensor is not inspected until a view is requested, as with import_dlpack().
  [[nodiscard]] std::optional<ImportedTensor> import_tensor(void* object) const;
  /// The stream that the library currently uses on a device; empty if it has none there, as on the host, or if it
  /// cannot determine the stream, in which case it has set Python's exception.
  [[nodiscard]] std::optional<ForeignStream> current_stream(DLPackDevice device) const;

 private:
  const DLPackExchangeAPI* table_;
};

}  // namespace texelscope::gpu
