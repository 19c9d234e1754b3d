#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "texelscope/gpu/strided_memory_view.h"

namespace texelscope::tests {

/// A dense view that owns its elements.
template <class T>
gpu::StridedMemoryView view_of(std::vector<T> elements, const gpu::Dimensions& shape,
                               gpu::ElementType type = gpu::element_type_of<T>) {
  const auto owner = std::make_shared<std::vector<T>>(std::move(elements));
  return gpu::StridedMemoryView::from_host(std::as_writable_bytes(std::span{*owner}),
                                           gpu::StridedLayout(shape, type.itemsize()), type, owner);
}

}  // namespace texelscope::tests
