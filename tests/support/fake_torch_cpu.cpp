// A library with the name and the stable functions of PyTorch (torch/csrc/inductor/aoti_torch/c/shim.h), for machines
// without PyTorch. Its numbers of types and devices differ from PyTorch's.

#include "tests/support/fake_torch.h"

extern "C" {

std::int32_t aoti_torch_get_data_ptr(AtenTensorOpaque* tensor, void** out) {
  *out = tensor->implementation->data;
  return tensor->implementation->is_broken ? 1 : 0;
}
std::int32_t aoti_torch_get_dim(AtenTensorOpaque* tensor, std::int64_t* out) {
  *out = tensor->implementation->ndim;
  return 0;
}
std::int32_t aoti_torch_get_sizes(AtenTensorOpaque* tensor, std::int64_t** out) {
  *out = tensor->implementation->sizes.data();
  return 0;
}
std::int32_t aoti_torch_get_strides(AtenTensorOpaque* tensor, std::int64_t** out) {
  *out = tensor->implementation->strides.data();
  return 0;
}
std::int32_t aoti_torch_get_dtype(AtenTensorOpaque* tensor, std::int32_t* out) {
  *out = tensor->implementation->dtype;
  return 0;
}
std::int32_t aoti_torch_get_device_type(AtenTensorOpaque* tensor, std::int32_t* out) {
  *out = tensor->implementation->device_type;
  return 0;
}
std::int32_t aoti_torch_get_device_index(AtenTensorOpaque* tensor, std::int32_t* out) {
  *out = tensor->implementation->device;
  return 0;
}
std::int32_t aoti_torch_get_layout(AtenTensorOpaque* tensor, std::int32_t* out) {
  *out = tensor->implementation->layout;
  return 0;
}
std::int32_t aoti_torch_device_type_cpu() { return 20; }
std::int32_t aoti_torch_device_type_cuda() { return 21; }
std::int32_t aoti_torch_layout_strided() { return 5; }
std::int32_t aoti_torch_dtype_float32() { return 40; }
std::int32_t aoti_torch_dtype_bfloat16() { return 41; }
std::int32_t aoti_torch_dtype_bool() { return 42; }
std::int32_t aoti_torch_dtype_complex64() { return 43; }
// Outside every table.
std::int32_t aoti_torch_dtype_int8() { return 1000; }

}  // extern "C"
