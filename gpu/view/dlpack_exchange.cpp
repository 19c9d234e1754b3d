#include "texelscope/gpu/dlpack_exchange.h"

#include <fmt/format.h>

#include <type_traits>

#include "texelscope/gpu/dlpack.h"
#include "texelscope/gpu/dlpack_abi.h"
#include "texelscope/gpu/error.h"

namespace texelscope::gpu {
namespace {

/// A new major version may move the functions, but not the header.
const DLPackExchangeAPI* known_table(const DLPackExchangeAPI* table) {
  if (table == nullptr) {
    throw InvalidArgument("DLPack exchange: the table is null");
  }
  for (const DLPackExchangeAPIHeader* header = &table->header; header != nullptr; header = header->prev_api) {
    if (header->version.major == dlpack::version.major) {
      return reinterpret_cast<const DLPackExchangeAPI*>(header);
    }
  }
  throw Unavailable(fmt::format(
      "DLPack exchange: the table has version {}.{}, but only version {} is supported: use __dlpack__ instead",
      table->header.version.major, table->header.version.minor, dlpack::version.major));
}

/// The result of `take_over` for the object's tensor; nullopt if the library provides none.
template <class TakeOver>
std::optional<std::invoke_result_t<TakeOver, DLManagedTensorVersioned*>> take_by(const DLPackExchangeAPI* table,
                                                                                 void* object, TakeOver take_over) {
  DLManagedTensorVersioned* tensor = nullptr;
  if (table->managed_tensor_from_py_object_no_sync(object, &tensor) != 0) {
    return std::nullopt;
  }
  try {
    return take_over(tensor);
  } catch (...) {
    // The tensor is rejected, and nobody else owns it.
    if (tensor != nullptr && tensor->deleter != nullptr) {
      tensor->deleter(tensor);
    }
    throw;
  }
}

}  // namespace

DLPackExchange::DLPackExchange(const DLPackExchangeAPI* table) : table_{known_table(table)} {
  if (table_->managed_tensor_from_py_object_no_sync == nullptr || table_->current_work_stream == nullptr) {
    throw InvalidArgument("DLPack exchange: the table lacks required functions");
  }
}

bool DLPackExchange::has_borrowing() const noexcept { return table_->dltensor_from_py_object_no_sync != nullptr; }

std::optional<TensorMetadata> DLPackExchange::metadata_of(void* object) const {
  DLTensor tensor;
  if (!has_borrowing() || table_->dltensor_from_py_object_no_sync(object, &tensor) != 0) {
    return std::nullopt;
  }
  return gpu::metadata_of(tensor);
}

std::optional<StridedMemoryView> DLPackExchange::take(void* object) const {
  return take_by(table_, object, [](DLManagedTensorVersioned* tensor) { return from_dlpack(tensor); });
}

std::optional<ImportedTensor> DLPackExchange::import_tensor(void* object) const {
  return take_by(table_, object, [](DLManagedTensorVersioned* tensor) { return import_dlpack(tensor); });
}

std::optional<ForeignStream> DLPackExchange::current_stream(DLPackDevice device) const {
  void* stream = nullptr;
  if (device.type == dlpack::cpu || table_->current_work_stream(device.type, device.id, &stream) != 0) {
    return std::nullopt;
  }
  return ForeignStream::of_handle(reinterpret_cast<std::uintptr_t>(stream));
}

}  // namespace texelscope::gpu
