#pragma once

#include <optional>

#include "texelscope/gpu/stream.h"
#include "texelscope/gpu/tensor_metadata.h"

// Of DLPack's C API (dlpack.h), which need not be included.
struct DLPackExchangeAPI;

namespace texelscope::gpu {

/// Another library's functions on its own Python objects, without a call of Python's (DLPack 1.3, C exchange API).
/// Objects are PyObject* of the type that the table was found at; the interpreter's lock must be held.
class DLPackExchange {
 public:
  /// Of the table in the capsule "dlpack_exchange_api" that the type has as `__dlpack_c_exchange_api__`; where that is
  /// of a version to come, of the one before that it names. @throws InvalidArgument for null or a table with functions
  /// missing; Unavailable when no table of version 1 is there.
  explicit DLPackExchange(const DLPackExchangeAPI* table);

  /// What a tensor is, borrowed: it lasts until control goes back to Python. Nothing when the library cannot tell,
  /// which has set Python's exception if `has_borrowing()`. Work on it is not waited for.
  [[nodiscard]] std::optional<TensorMetadata> metadata_of(void* object) const;
  /// Whether the library lends tensors; else only take() serves.
  [[nodiscard]] bool has_borrowing() const noexcept;
  /// The tensor itself, taken over as from_dlpack() does, which throws likewise. Nothing when the library has set
  /// Python's exception.
  [[nodiscard]] std::optional<StridedMemoryView> take(void* object) const;
  /// The same, not looked into before someone asks for a view, as import_dlpack() does.
  [[nodiscard]] std::optional<ImportedTensor> import_tensor(void* object) const;
  /// The stream that the library's work on a device goes to at present; nothing where it has none there, as on the
  /// host, or cannot tell, and has then set Python's exception.
  [[nodiscard]] std::optional<ForeignStream> current_stream(DLPackDevice device) const;

 private:
  const DLPackExchangeAPI* table_;
};

}  // namespace texelscope::gpu
