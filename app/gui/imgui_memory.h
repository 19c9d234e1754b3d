#pragma once

#include <imgui.h>

#include <cstddef>
#include <new>

namespace texelscope::app {

/// Makes ImGui report a lack of memory as std::bad_alloc: its own allocator returns null pointers, which it uses. Call
/// before any context is created.
inline void use_memory_of_program() {
  ImGui::SetAllocatorFunctions([](std::size_t size, void* /*data*/) { return ::operator new(size); },
                               [](void* memory, void* /*data*/) { ::operator delete(memory); });
}

}  // namespace texelscope::app
